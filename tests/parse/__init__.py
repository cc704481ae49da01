"""Mirrors ingest/parse."""
