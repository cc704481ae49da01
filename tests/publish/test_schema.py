"""What a database has, and what a query gives, read from the schema."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.publish import read_metadata, read_schema, result_columns
from ingest.sqlite import Connection, connect
from tests.publish.builders import RESULTS, TEXT


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    opened = connect(tmp_path / "harbour.db", create=True, wal=False)
    opened.execute("CREATE TABLE piers (id TEXT PRIMARY KEY) STRICT")
    opened.execute("CREATE TABLE boats (name TEXT PRIMARY KEY, kind TEXT, pier TEXT NOT NULL REFERENCES piers(id)) STRICT")
    opened.execute("CREATE INDEX boats_kind ON boats (kind, pier)")
    opened.execute("CREATE INDEX boats_pier ON boats (pier) WHERE kind = 'ketch'")
    opened.execute("CREATE VIEW ketches AS SELECT name FROM boats WHERE kind = 'ketch'")
    opened.execute("CREATE VIRTUAL TABLE boats_fts USING fts5 (name)")
    yield opened
    opened.close()


def test_tables_come_before_views_and_search_indexes_not_at_all(connection: Connection) -> None:
    assert [(relation.name, relation.kind) for relation in read_schema(connection).values()] == [
        ("boats", "table"),
        ("piers", "table"),
        ("ketches", "view"),
    ]


def test_a_column_knows_its_key_whether_it_may_be_null_and_where_it_points(connection: Connection) -> None:
    name, kind, pier = read_schema(connection)["boats"].columns
    assert (name.key, name.required) == (True, True)
    assert (kind.key, kind.required, kind.references) == (False, False, None)
    assert (pier.required, pier.references) == (True, "piers")


def test_only_an_index_over_all_rows_that_begins_with_a_column_serves_it(connection: Connection) -> None:
    assert read_schema(connection)["boats"].indexed == {"name", "kind"}


def test_a_query_tells_its_columns_without_a_row(connection: Connection) -> None:
    assert result_columns(connection, read_metadata(TEXT).queries["fleet"]) == RESULTS["fleet"]
