"""A snapshot is a clean copy: one file, equal content in equal bytes, left alone while it is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import StoreError
from ingest.sqlite import connect
from ingest.store import check, compare, open_store, snapshot
from tests.store.builders import Log, edit, item, source, write
from tests.store.test_compare import make


def test_a_snapshot_holds_the_same_content_without_a_write_ahead_log(path: Path, tmp_path: Path) -> None:
    make(path, "one", "two")
    target = tmp_path / "clean.db"
    assert snapshot(path, target) is True
    assert compare(path, target) == []
    assert check(target) == []
    connection = connect(target, read_only=True)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    assert [one.name for one in tmp_path.iterdir() if "clean" in one.name] == ["clean.db"]


def test_equal_content_gives_equal_bytes_however_it_came_about(tmp_path: Path) -> None:
    left, right = tmp_path / "left.db", tmp_path / "right.db"
    make(left, "one", "two", "three")
    make(right, "three", "gone", "one", "two")
    with open_store(right) as store, store.transaction():
        store.drop_source_rows("gone")
    snapshot(left, tmp_path / "a.db")
    snapshot(right, tmp_path / "b.db")
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "b.db").read_bytes()
    snapshot(tmp_path / "a.db", tmp_path / "c.db")
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "c.db").read_bytes()


def test_a_snapshot_that_is_current_is_left_alone_and_one_that_is_not_is_replaced(path: Path, tmp_path: Path) -> None:
    make(path, "one")
    target = tmp_path / "clean.db"
    snapshot(path, target)
    before = target.stat()
    assert snapshot(path, target) is False
    assert (target.stat().st_ino, target.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    with open_store(path) as store:
        Log(store=store, source=source("one"), minutes=90).apply(
            edit(item(native_id="one", body="new", title="one"), 3, "content")
        )
    assert snapshot(path, target) is True
    assert compare(path, target) == []


def test_a_copy_of_equal_content_that_is_not_clean_is_replaced(path: Path, tmp_path: Path) -> None:
    make(path, "one")
    target = tmp_path / "copy.db"
    make(target, "one")
    assert snapshot(path, target) is True


def test_a_snapshot_can_be_taken_while_another_writes(path: Path, tmp_path: Path) -> None:
    make(path, "one")
    with open_store(path) as store, store.transaction():
        Log(store=store, source=source("two")).begin().apply(write(item(native_id="two")))
        snapshot(path, tmp_path / "clean.db")
    connection = connect(tmp_path / "clean.db", read_only=True)
    assert connection.execute("SELECT id FROM sources").fetchall() == [("one",)]
    connection.close()


def test_search_finds_texts_in_a_snapshot_by_row_id_too(path: Path, tmp_path: Path) -> None:
    make(path, "one", "two")
    snapshot(path, tmp_path / "clean.db")
    connection = connect(tmp_path / "clean.db", read_only=True)
    query = "SELECT content_text FROM contents WHERE {} IN (SELECT rowid FROM contents_fts('one')) ORDER BY 1"
    for column in ("rowid", "search_id"):
        assert connection.execute(query.format(column)).fetchall() == [("other words of one",), ("words of one",)]
    connection.close()


def test_a_target_of_another_kind_is_not_overwritten(path: Path, tmp_path: Path) -> None:
    make(path, "one")
    letter = tmp_path / "letter.txt"
    letter.write_text("dear reader, this is no database, but it is longer than a header of a hundred bytes would ever need to be")
    with pytest.raises(StoreError, match="not a Strandline database, so it is not overwritten"):
        snapshot(path, letter)
    assert letter.read_text().startswith("dear reader")


def test_a_target_of_an_older_version_is_replaced(path: Path, tmp_path: Path) -> None:
    make(path, "one")
    target = tmp_path / "clean.db"
    snapshot(path, target)
    connection = connect(target, wal=False)
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    assert snapshot(path, target) is True


def test_a_folder_that_is_not_there_is_a_sentence(path: Path, tmp_path: Path) -> None:
    make(path, "one")
    with pytest.raises(StoreError, match="unable to open"):
        snapshot(path, tmp_path / "nowhere" / "clean.db")
