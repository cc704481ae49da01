"""Makes a large data.db for questions of time: a few sources with most of the history, any number of fetches,
five versions to an item. Writes one file.

The rows are made by SQLite itself (large.sql), so that a hundred thousand take seconds. They are consistent enough for every
query to find something, and are not what the store would have written.
"""

from __future__ import annotations

from pathlib import Path

from ingest.store.open import create_database

STATEMENTS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").split(";\n")


def make(path: Path, *, fetches: int, history_rows: int, sources: int = 20) -> Path:
    """A data.db at `path` with that many fetches and rows of item history."""
    numbers = {"sources": sources, "fetches": fetches, "items": history_rows // 5}
    connection = create_database(path, "own", wal=False)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN")
        for statement in STATEMENTS:
            connection.execute(statement, numbers)
        connection.execute("COMMIT")
    finally:
        connection.close()
    return path
