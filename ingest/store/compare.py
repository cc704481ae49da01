"""Two databases row for row. Reads only, and knows nothing of what a difference means."""

from __future__ import annotations

from pathlib import Path


def compare(left: Path, right: Path) -> list[str]:
    """What differs between two databases, one sentence each; empty: the same content.

    Raises:
        StoreError: one of them is not a Strandline database.
    """
    raise NotImplementedError
