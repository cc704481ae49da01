"""Tests of ingest/parse/blog, one file for each of its modules."""
