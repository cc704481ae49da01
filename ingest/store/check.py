"""Whether one data.db agrees with itself. Changes nothing; what the rows should be by the archive is not its matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.sqlite import Connection, Error
from ingest.store.open import errors_of, open_database, statements_of

EXAMPLES = 3
"""Rows shown of each fault."""

_INDEXES = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name"


def check(path: Path) -> list[str]:
    """Everything in the database at `path` that does not fit together, one sentence each; empty: nothing found.

    The file's structure, constraints, foreign keys and full-text indexes, then the statements of check.sql: each selects
    the rows that should not be there, a sentence first.

    Raises:
        StoreError: there is no Strandline database at `path`.
    """
    connection = open_database(path, wal=False)
    try:
        with errors_of(path):
            return list(_faults(connection))
    finally:
        connection.close()


def _faults(connection: Connection) -> Iterator[str]:
    for (message,) in connection.execute("PRAGMA integrity_check").fetchall():
        if message != "ok":
            yield f"structure: {message}"
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchall():
        yield f"foreign keys: row {row} of {table} points to no row of {parent}"
    yield from _search_faults(connection)
    for statement in statements_of("check.sql"):
        yield from _found(connection.execute(statement).fetchall())


def _search_faults(connection: Connection) -> Iterator[str]:
    """FTS5 checks itself, also against the texts it was made of (rank 1), on an INSERT that stores nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for (index,) in connection.execute(_INDEXES).fetchall():
            try:
                connection.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")  # noqa: S608
            except Error as error:
                yield f"search: {index} does not hold the words of its texts ({error})"
    finally:
        connection.execute("ROLLBACK")


def _found(rows: list[tuple[str, object]]) -> Iterator[str]:
    if rows:
        sentence = rows[0][0]
        shown = ", ".join(str(row[1]) for row in rows[:EXAMPLES])
        yield f"{sentence}: {shown}" + (f" and {len(rows) - EXAMPLES} more" if len(rows) > EXAMPLES else "")
