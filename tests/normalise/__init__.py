"""Tests of `ingest.normalise`, one file per module."""
