"""Opening SQLite: what a connection promises, transactions that join, and one writer at a time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest

from ingest import sqlite
from ingest.errors import LockedError

SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite.Connection]:
    with closing(sqlite.connect(tmp_path / "it's a #db?.db", create=True)) as opened:
        opened.execute("CREATE TABLE t (x INTEGER)")
        yield opened


def numbers(connection: sqlite.Connection) -> list[int]:
    return [x for (x,) in connection.execute("SELECT x FROM t ORDER BY x")]


class TestConnect:
    def test_a_missing_file_is_an_error_unless_it_may_be_created(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        with pytest.raises(sqlite.OperationalError):
            sqlite.connect(path)
        assert not path.exists()
        sqlite.connect(path, create=True).close()
        assert path.is_file()

    def test_a_file_that_is_no_database_is_an_error_and_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        path.write_bytes(b"certainly not a database, but long enough to be read as one" * 20)
        before = path.read_bytes()
        with pytest.raises(sqlite.Error):
            sqlite.connect(path)
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 1), ("foreign_keys", 1), ("busy_timeout", 30_000)]
    )
    def test_a_writable_connection_is_set_up_for_one_writer_and_many_readers(
        self, connection: sqlite.Connection, pragma: str, value: object
    ) -> None:
        assert connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)

    def test_without_wal_no_other_file_appears(self, tmp_path: Path) -> None:
        with closing(sqlite.connect(tmp_path / "a.db", create=True, wal=False)) as opened:
            opened.execute("CREATE TABLE t (x)")
            assert os.listdir(tmp_path) == ["a.db"]

    def test_the_page_size_of_a_new_file_can_be_chosen(self, tmp_path: Path) -> None:
        with closing(sqlite.connect(tmp_path / "a.db", create=True, page_size=16384)) as opened:
            opened.execute("CREATE TABLE t (x)")
            assert opened.execute("PRAGMA page_size").fetchone() == (16384,)

    def test_read_only_reads_and_does_not_write(self, connection: sqlite.Connection, tmp_path: Path) -> None:
        connection.execute("INSERT INTO t VALUES (1)")
        with closing(sqlite.connect(tmp_path / "it's a #db?.db", read_only=True)) as reader:
            assert numbers(reader) == [1]
            with pytest.raises(sqlite.OperationalError, match="readonly"):
                reader.execute("INSERT INTO t VALUES (2)")

    def test_statements_outside_a_transaction_are_kept_at_once(self, connection: sqlite.Connection) -> None:
        connection.execute("INSERT INTO t VALUES (1)")
        assert not connection.in_transaction

    def test_the_newer_sqlite_is_used(self) -> None:
        stdlib = pytest.importorskip("sqlite3").sqlite_version_info
        assert tuple(map(int, sqlite.sqlite_version.split("."))) >= stdlib

    def test_without_pysqlite3_the_standard_library_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pysqlite3", None)
        assert sqlite._newest_driver().__name__ == "sqlite3"


class TestTransaction:
    def test_a_block_that_ends_well_is_kept(self, connection: sqlite.Connection) -> None:
        with sqlite.transaction(connection):
            connection.execute("INSERT INTO t VALUES (1)")
            assert connection.in_transaction
        assert not connection.in_transaction
        assert numbers(connection) == [1]

    @pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
    def test_a_block_that_raises_leaves_nothing(self, connection: sqlite.Connection, error: type[BaseException]) -> None:
        def fails() -> None:
            with sqlite.transaction(connection):
                connection.execute("INSERT INTO t VALUES (1)")
                raise error

        with pytest.raises(error):
            fails()
        assert not connection.in_transaction
        assert numbers(connection) == []

    def test_an_inner_block_joins_the_outer_one(self, connection: sqlite.Connection) -> None:
        def fails_late() -> None:
            with sqlite.transaction(connection):
                with sqlite.transaction(connection):
                    connection.execute("INSERT INTO t VALUES (1)")
                assert connection.in_transaction
                raise ValueError("late")

        with pytest.raises(ValueError, match="late"):
            fails_late()
        assert numbers(connection) == []

    def test_the_write_lock_is_taken_at_the_beginning(self, connection: sqlite.Connection, tmp_path: Path) -> None:
        with closing(sqlite.connect(tmp_path / "it's a #db?.db")) as other:
            other.execute("PRAGMA busy_timeout = 0")
            with (
                sqlite.transaction(connection),
                pytest.raises(sqlite.OperationalError, match="locked"),
                sqlite.transaction(other),
            ):
                pass
            assert not other.in_transaction


def hold_lock(path: Path, pipe: Pipe) -> None:
    with sqlite.writer_lock(path, wait=20):
        pipe.send(os.getpid())
        pipe.recv()


class TestWriterLock:
    def test_a_second_process_is_told_in_one_sentence_who_writes(self, tmp_path: Path) -> None:
        path = tmp_path / "data.db"
        ours, theirs = SPAWN.Pipe()
        holder = SPAWN.Process(target=hold_lock, args=(path, theirs))
        holder.start()
        pid = ours.recv()
        with pytest.raises(LockedError) as caught, sqlite.writer_lock(path, wait=0.1):
            pass
        assert str(caught.value) == f"{path}: another process (pid {pid}) is writing it; waited 0.1 s, try again when it ends"
        ours.send("go")
        holder.join()
        assert holder.exitcode == 0
        with sqlite.writer_lock(path, wait=0):
            pass

    def test_a_second_process_waits_for_the_first(self, tmp_path: Path) -> None:
        path = tmp_path / "data.db"
        ours, theirs = SPAWN.Pipe()
        waiter = SPAWN.Process(target=hold_lock, args=(path, theirs))
        with sqlite.writer_lock(path):
            waiter.start()
            assert not ours.poll(0.5)
        assert ours.poll(20)
        ours.send("go")
        waiter.join()
        assert waiter.exitcode == 0

    def test_a_killed_process_holds_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "data.db"
        ours, theirs = SPAWN.Pipe()
        holder = SPAWN.Process(target=hold_lock, args=(path, theirs))
        holder.start()
        os.kill(ours.recv(), signal.SIGKILL)
        holder.join()
        started = time.monotonic()
        with sqlite.writer_lock(path, wait=5):
            assert time.monotonic() - started < 1

    @pytest.mark.parametrize(("name", "lock"), [("archive.db", "archive.lock.db"), ("data.db", "data.lock.db")])
    def test_the_lock_lies_beside_the_database(self, tmp_path: Path, name: str, lock: str) -> None:
        with sqlite.writer_lock(tmp_path / name):
            assert os.listdir(tmp_path) == [lock]

    def test_a_folder_that_is_missing_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(LockedError, match="cannot be written"), sqlite.writer_lock(tmp_path / "no" / "data.db"):
            pass

    def test_an_error_in_the_block_frees_the_lock(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="oops"), sqlite.writer_lock(tmp_path / "data.db"):
            raise ValueError("oops")
        with sqlite.writer_lock(tmp_path / "data.db", wait=0):
            pass
