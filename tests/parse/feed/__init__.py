"""Mirrors ingest/parse/feed."""
