"""Keeps what was received, for good: attempts, bodies, settings, decisions. Knows no parser and no data.db."""

from ingest.archive.log import Archive

__all__ = ["Archive"]
