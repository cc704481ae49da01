"""Two databases are equal if their rows are, wherever they lie in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import StoreError
from ingest.sqlite import connect
from ingest.store import compare, open_store
from tests.store.builders import Log, edit, item, source, write


def make(path: Path, *names: str) -> None:
    with open_store(path, create=True) as store:
        for name in names:
            log = Log(store=store, source=source(name)).begin()
            log.apply(write(item(native_id=name, body=f"words of {name}", title=name)))
            log.apply(edit(item(native_id=name, body=f"other words of {name}", title=name), 2, "content"))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    left, right = tmp_path / "left.db", tmp_path / "right.db"
    make(left, "one", "two")
    make(right, "two", "one")
    return left, right


def change(path: Path, statement: str) -> None:
    connection = connect(path)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute(statement)
    connection.close()


def test_the_order_in_which_rows_were_written_does_not_matter(pair: tuple[Path, Path]) -> None:
    assert compare(*pair) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE feed_items SET position = 9 WHERE id = 'id-one'",
        "UPDATE sources SET items_present = 7",
        "DELETE FROM presence",
        "DELETE FROM daily_changes",
        "INSERT INTO noise VALUES ('one-20261006T062109578Z', 'order', 1, 'x')",
        "UPDATE dataset SET kind = 'sample'",
        "UPDATE feed_item_history SET title = NULL WHERE version = 2",
    ],
)
def test_any_row_that_differs_is_told_from_both_sides(pair: tuple[Path, Path], statement: str) -> None:
    left, right = pair
    change(right, statement)
    told = compare(left, right)
    assert told
    table = next(word for word in statement.split() if word.islower() and word != "x")
    assert all(one.startswith(f"{table}: ") for one in told)


def test_a_word_that_only_one_index_holds_is_told(pair: tuple[Path, Path]) -> None:
    left, right = pair
    change(right, "INSERT INTO contents_fts (rowid, content_text) VALUES (7, 'stowaway')")
    assert compare(left, right) == [f"words of contents_fts: 1 row only in {right}: ('stowawai', 1, 1)"]


def test_many_differing_rows_are_counted_and_the_first_few_shown(pair: tuple[Path, Path], tmp_path: Path) -> None:
    many = tmp_path / "many.db"
    make(many, "one", "two", "three", "four", "five", "six")
    told = compare(pair[0], many)
    (line,) = (one for one in told if one.startswith("feed_items:"))
    assert line.startswith(f"feed_items: 4 rows only in {many}: ")
    assert line.count("'id-") == 3


def test_an_index_that_is_missing_is_told(pair: tuple[Path, Path]) -> None:
    left, right = pair
    change(right, "DROP INDEX changes_time")
    (told,) = compare(left, right)
    assert told.startswith(f"the schema: 1 row only in {left}: ('index', 'changes_time'")


def test_what_is_no_database_of_ours_cannot_be_compared(pair: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such database"):
        compare(pair[0], tmp_path / "missing.db")
