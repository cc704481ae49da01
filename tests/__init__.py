"""Tests; the folders mirror `ingest/` and `web/`."""
