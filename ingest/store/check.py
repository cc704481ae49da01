"""Whether one data.db agrees with itself. Reads only."""

from __future__ import annotations

from pathlib import Path


def check(path: Path) -> list[str]:
    """Everything in the database at `path` that does not fit together, one sentence each; empty: nothing found.

    Raises:
        StoreError: there is no Strandline database at `path`.
    """
    raise NotImplementedError
