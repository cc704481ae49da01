"""A clean copy of data.db to publish. Writes the copy alone."""

from __future__ import annotations

from pathlib import Path


def snapshot(source: Path, target: Path) -> bool:
    """Copy the database at `source` to `target` in canonical order, without WAL; equal content gives equal bytes.

    Returns:
        True if `target` was written, False if it held the same content already and was left as it was.
    """
    raise NotImplementedError
