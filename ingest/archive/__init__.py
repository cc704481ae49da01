"""Keeps what was received, for good: attempts, bodies, settings, decisions. Knows no parser and no data.db."""

from ingest.archive.log import Archive
from ingest.archive.opening import is_begun
from ingest.archive.overview import Extent

__all__ = ["Archive", "Extent", "is_begun"]
