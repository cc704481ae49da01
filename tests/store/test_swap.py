"""A database that was built beside another takes its place, and those who read the old one see the new content."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.sqlite import connect
from ingest.store import compare, open_store, snapshot, swap_in
from tests.store.test_compare import make
from tests.store.test_open import make_damaged


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    make(tmp_path / "fresh.db", "one", "two")
    shutil.copy(tmp_path / "fresh.db", tmp_path / "as-it-was.db")
    return tmp_path / "fresh.db"


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.name != "as-it-was.db")


def test_where_there_was_none_the_new_one_is_the_database(fresh: Path, path: Path) -> None:
    swap_in(fresh, path)
    assert names(path.parent) == ["data.db"]
    assert compare(path, path.with_name("as-it-was.db")) == []


def test_a_reader_of_the_old_database_sees_the_new_content(fresh: Path, path: Path) -> None:
    make(path, "old")
    reader = connect(path, read_only=True)
    assert reader.execute("SELECT id FROM sources").fetchall() == [("old",)]
    swap_in(fresh, path)
    assert reader.execute("SELECT id FROM sources ORDER BY id").fetchall() == [("one",), ("two",)]
    reader.close()
    assert compare(path, path.with_name("as-it-was.db")) == []
    assert not fresh.exists()


@pytest.mark.parametrize("write_ahead", [False, True])
def test_a_snapshot_with_its_smaller_pages_can_be_replaced(fresh: Path, path: Path, tmp_path: Path, write_ahead: bool) -> None:
    make(tmp_path / "old.db", "old")
    snapshot(tmp_path / "old.db", path)
    if write_ahead:
        open_store(path).close()
    swap_in(fresh, path)
    assert compare(path, path.with_name("as-it-was.db")) == []


def test_a_database_too_damaged_to_be_written_is_replaced(fresh: Path, path: Path) -> None:
    make_damaged(path)
    swap_in(fresh, path)
    assert names(path.parent) == ["data.db"]
    assert compare(path, path.with_name("as-it-was.db")) == []
