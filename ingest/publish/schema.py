"""What tables, views and columns a data.db has, and which columns a query gives. Reads the schema alone, no row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ingest.publish.metadata import Query
from ingest.sqlite import Connection

_RELATIONS = """
    SELECT name, type FROM pragma_table_list
    WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY type, name
"""
_COLUMNS = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY cid'
_REFERENCES = 'SELECT "from", "table" FROM pragma_foreign_key_list(?)'
_LEADING = """
    SELECT DISTINCT c.name FROM pragma_index_list(?) i JOIN pragma_index_info(i.name) c ON c.seqno = 0 WHERE i.partial = 0
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFacts:
    """A column as the schema has it; `references` is the table that it points to."""

    name: str
    type: str
    required: bool
    key: bool
    references: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A table or a view. `indexed` are the columns that an index begins with."""

    name: str
    kind: Literal["table", "view"]
    columns: tuple[ColumnFacts, ...]
    indexed: frozenset[str]


def read_schema(connection: Connection) -> Mapping[str, Relation]:
    """Every table, then every view, by name; search indexes and what they are kept in are left out."""
    return {name: _relation(connection, name, kind) for name, kind in connection.execute(_RELATIONS).fetchall()}


def result_columns(connection: Connection, query: Query) -> tuple[str, ...]:
    """The columns that a canned query gives, in order, asked with every parameter empty.

    Raises:
        Error: SQLite refuses the query.
    """
    cursor = connection.execute(query.sql, dict.fromkeys(query.parameters, ""))
    return tuple(column[0] for column in cursor.description)


def _relation(connection: Connection, name: str, kind: Literal["table", "view"]) -> Relation:
    references = dict(connection.execute(_REFERENCES, (name,)).fetchall())
    return Relation(
        name=name,
        kind=kind,
        columns=tuple(
            ColumnFacts(name=column, type=type_, required=bool(required or pk), key=bool(pk), references=references.get(column))
            for column, type_, required, pk in connection.execute(_COLUMNS, (name,)).fetchall()
        ),
        indexed=frozenset(column for (column,) in connection.execute(_LEADING, (name,)).fetchall()),
    )
