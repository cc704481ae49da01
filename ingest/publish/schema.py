"""What tables, views and columns a data.db has, by sqlite-utils, and which columns a query gives. Reads the schema, no row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sqlite_utils import Database
from sqlite_utils.db import Table, View

from ingest.publish.metadata import Query
from ingest.sqlite import Connection


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
    database = Database(connection)
    tables = [table for name in sorted(database.table_names()) if isinstance(table := database[name], Table)]
    own = {table.name: _table(table) for table in tables if not _is_of_search(table)}
    views = {name: _view(database.view(name)) for name in sorted(database.view_names())}
    return {**own, **views}


def result_columns(connection: Connection, query: Query) -> tuple[str, ...]:
    """The columns that a canned query gives, in order, asked with every parameter empty.

    Raises:
        Error: SQLite refuses the query.
    """
    cursor = connection.execute(query.sql, dict.fromkeys(query.parameters, ""))
    return tuple(column[0] for column in cursor.description)


def _is_of_search(table: Table) -> bool:
    """True for a full-text index (a virtual table) and for the tables that SQLite keeps it in."""
    stem, fts, _ = table.name.partition("_fts")
    return bool(stem and fts) or table.virtual_table_using is not None


def _table(table: Table) -> Relation:
    references = {key.column: key.other_table for key in table.foreign_keys}
    keys = set(table.pks) - {"rowid"}
    return Relation(
        name=table.name,
        kind="table",
        columns=tuple(
            ColumnFacts(
                name=column.name,
                type=column.type,
                required=bool(column.notnull) or column.name in keys,
                key=column.name in keys,
                references=references.get(column.name),
            )
            for column in table.columns
        ),
        indexed=frozenset(index.columns[0] for index in table.indexes if not index.partial),
    )


def _view(view: View) -> Relation:
    columns = tuple(ColumnFacts(name=column.name, type=column.type, required=False, key=False) for column in view.columns)
    return Relation(name=view.name, kind="view", columns=columns, indexed=frozenset())
