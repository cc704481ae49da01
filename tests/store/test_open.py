"""A database file is found, made, or refused with a sentence that says what to do."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from ingest.errors import StoreError
from ingest.sqlite import connect
from ingest.store import Store, open_store, refuse_foreign
from ingest.store.open import SCHEMA_VERSION, split


def set_pragma(path: Path, name: str, value: int) -> None:
    connection = connect(path)
    connection.execute(f"PRAGMA {name} = {value}")
    connection.close()


def test_a_new_database_says_whose_it_is_and_which_schema_it_has(path: Path) -> None:
    with open_store(path, create=True, kind="sample") as store:
        assert store.kind == "sample"
        assert store.connection.execute("SELECT id, kind, schema_version FROM dataset").fetchall() == [
            (1, "sample", SCHEMA_VERSION)
        ]
        assert store.connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_an_existing_database_keeps_its_kind_whatever_is_asked_for(path: Path) -> None:
    open_store(path, create=True, kind="sample").close()
    with open_store(path, create=True, kind="own") as store:
        assert store.kind == "sample"


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    with open_store(path, create=True) as store:
        assert store.kind == "own"


def test_a_missing_file_is_refused_with_a_remedy(path: Path) -> None:
    with pytest.raises(StoreError, match=r"data\.db: there is no such database; `strandline rebuild`"):
        open_store(path)
    assert not path.exists()


@pytest.mark.parametrize("create", [False, True])
def test_another_programs_database_is_refused_and_left_alone(path: Path, create: bool) -> None:
    connection = connect(path, create=True, wal=False)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="not a Strandline database"):
        open_store(path, create=create)


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"this is a letter, not a database, and it is long enough to look like one " * 3)
    with pytest.raises(StoreError, match="not a database"):
        open_store(path)


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="unable to open"):
        open_store(tmp_path / "nowhere" / "data.db", create=True)


@pytest.mark.parametrize(
    ("version", "sentence"), [(SCHEMA_VERSION + 1, "newer Strandline"), (SCHEMA_VERSION - 1, "run `strandline rebuild`")]
)
def test_a_database_of_another_version_is_refused(path: Path, version: int, sentence: str) -> None:
    open_store(path, create=True).close()
    set_pragma(path, "user_version", version)
    with pytest.raises(StoreError, match=sentence):
        open_store(path)


def test_reading_alone_leaves_every_byte_as_it_was(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    store.connection.execute("VACUUM INTO ?", (str(copy),))
    before = copy.read_bytes()
    with open_store(copy, read_only=True) as opened, pytest.raises(StoreError, match="readonly"), opened.transaction():
        opened.drop_source_rows("feed")
    assert copy.read_bytes() == before
    assert [one.name for one in tmp_path.glob("copy*")] == ["copy.db"]


def make(path: Path) -> None:
    open_store(path, create=True).close()


def test_two_processes_may_make_the_same_database_at_once(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    makers = [context.Process(target=make, args=(path,)) for _ in range(2)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [maker.exitcode for maker in makers] == [0, 0]
    open_store(path).close()


def test_a_schema_file_is_cut_at_its_statements_and_nowhere_else() -> None:
    script = (
        "-- first; of two\nCREATE TABLE a (\n  b TEXT,  -- one; two\n  c TEXT\n);\nCREATE INDEX i ON a (b);  -- said after it\n"
    )
    assert [statement.splitlines()[-1] for statement in split(script)] == [");", "CREATE INDEX i ON a (b);  -- said after it"]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    for create in (False, True):
        with pytest.raises(StoreError, match="is a folder; name a file with --db"):
            open_store(tmp_path, create=create)


def test_a_damaged_schema_is_told_with_a_remedy(path: Path) -> None:
    make_damaged(path)
    with pytest.raises(StoreError, match="damaged: `strandline rebuild` makes it anew"):
        open_store(path, read_only=True)


def test_what_is_ours_may_be_replaced_however_damaged_and_nothing_else(path: Path, tmp_path: Path) -> None:
    refuse_foreign(path)
    path.touch()
    refuse_foreign(path)
    make_damaged(path)
    refuse_foreign(path)
    other = tmp_path / "recipes.db"
    connection = connect(other, create=True, wal=False)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    (tmp_path / "letter.txt").write_text("dear reader")
    for foreign in (other, tmp_path / "letter.txt", tmp_path):
        with pytest.raises(StoreError, match="with --db"):
            refuse_foreign(foreign)


def make_damaged(path: Path) -> None:
    """A database of ours whose schema can no longer be read."""
    path.unlink(missing_ok=True)
    open_store(path, create=True).close()
    content = bytearray(path.read_bytes())
    content[110:4096] = b"\xff" * (4096 - 110)
    path.write_bytes(content)
