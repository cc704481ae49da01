"""Two databases row for row. Reads only, and knows nothing of what a difference means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.sqlite import Connection
from ingest.store.open import errors_of, open_database

EXAMPLES = 3
"""Rows shown of each difference."""

_PARTS = "SELECT type, name, sql FROM {}.sqlite_master WHERE sql IS NOT NULL"
_TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
_INDEXES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name"


def compare(left: Path, right: Path) -> list[str]:
    """What differs between two databases, one sentence each; empty: the same content.

    Every table is compared as the set of its rows, the full-text indexes as their words with the number of rows and
    occurrences. The order in which rows lie in the file does not matter.

    Raises:
        StoreError: one of them is not a Strandline database.
    """
    open_database(right, read_only=True).close()
    connection = open_database(left, read_only=True)
    try:
        with errors_of(left):
            connection.execute("ATTACH ? AS other", (f"{right.absolute().as_uri()}?mode=ro",))
            return list(_differences(connection, left, right))
    finally:
        connection.close()


def _differences(connection: Connection, left: Path, right: Path) -> Iterator[str]:
    parts = list(_one_sided("the schema", _PARTS.format("main"), _PARTS.format("other"), connection, left, right))
    yield from parts
    if parts:
        return
    for (table,) in connection.execute(_TABLES).fetchall():
        yield from _one_sided(table, f"SELECT * FROM main.{table}", f"SELECT * FROM other.{table}", connection, left, right)  # noqa: S608
    for (index,) in connection.execute(_INDEXES).fetchall():
        words = (_words(connection, "main", index), _words(connection, "other", index))
        yield from _one_sided(f"words of {index}", *words, connection, left, right)


def _words(connection: Connection, schema: str, index: str) -> str:
    """A query for the words of a full-text index, through a view of FTS5's own that lives in this connection alone."""
    name = f"{schema}_{index}"
    connection.execute(f"CREATE VIRTUAL TABLE temp.{name} USING fts5vocab ({schema}, {index}, row)")
    return f"SELECT term, doc, cnt FROM temp.{name}"  # noqa: S608 -- a name from the schema


def _one_sided(what: str, mine: str, yours: str, connection: Connection, left: Path, right: Path) -> Iterator[str]:
    for path, one, other in ((left, mine, yours), (right, yours, mine)):
        rows = connection.execute(f"{one} EXCEPT {other}").fetchall()
        if rows:
            shown = "; ".join(_shortened(row) for row in sorted(rows, key=repr)[:EXAMPLES])
            yield f"{what}: {len(rows)} row{'s' * (len(rows) > 1)} only in {path}: {shown}"


def _shortened(row: tuple[object, ...]) -> str:
    return "(" + ", ".join(repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..." for value in row) + ")"
