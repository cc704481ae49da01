"""Opens SQLite files in the one way this project does; it knows no table, and callers turn its errors into their own.

Two copies of SQLite in one process drop each other's locks on a file they share, so every module takes the connection,
the exceptions and the version from here and never imports `sqlite3` itself. The newer of the standard library's SQLite
and that of `pysqlite3` is used; Datasette and sqlite-utils make the same choice.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TextIO

from ingest.errors import LockedError

BUSY_SECONDS = 30.0
LOCK_POLL_SECONDS = 0.05


def _newest_driver() -> ModuleType:
    try:
        from pysqlite3 import dbapi2
    except ImportError:
        return sqlite3
    return dbapi2 if dbapi2.sqlite_version_info > sqlite3.sqlite_version_info else sqlite3


if TYPE_CHECKING:
    driver = sqlite3  # what pysqlite3 offers has the same shape
else:
    driver = _newest_driver()

Connection = driver.Connection
Error = driver.Error
IntegrityError = driver.IntegrityError
OperationalError = driver.OperationalError
sqlite_version = driver.sqlite_version


def connect(
    path: Path, *, read_only: bool = False, create: bool = False, wal: bool = True, page_size: int | None = None
) -> Connection:
    """Open `path` in autocommit mode, so that every transaction is begun explicitly (see `transaction`).

    A missing file is an error unless `create`. A writable file is switched to write-ahead logging unless `wal` is False.
    `page_size` (bytes) takes effect on a new file only.

    Raises:
        Error: the file is missing, unreadable or not a database.
    """
    mode = "ro" if read_only else "rwc" if create else "rw"
    connection = driver.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        if page_size is not None:
            connection.execute(f"PRAGMA page_size = {page_size:d}")
        if wal and not read_only:
            write_ahead(connection)
        connection.execute("PRAGMA foreign_keys = ON")
    except Error:
        connection.close()
        raise
    return connection


def write_ahead(connection: Connection) -> None:
    """Switch to write-ahead logging with synchronous=NORMAL: readers and the writer do not wait for each other.

    A killed process loses nothing that was committed, a power cut at most the last commits.
    """
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when the block raises; inside another transaction it simply joins that one.

    IMMEDIATE because a read that turns into a write later cannot wait for a lock: it fails at once.
    """
    joined = connection.in_transaction
    if joined:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def writer_lock(path: Path, *, wait: float = 10.0) -> Iterator[None]:
    """One writer of `path` at a time across processes; the lock ends with the block or with the process, however it ends.

    The lock is on `<name>.lock.db` beside the database and is not re-entrant. `wait` is in seconds.

    Raises:
        LockedError: another process still holds it after `wait` seconds, or the folder cannot be written to.
    """
    lock_path = path.with_name(f"{path.stem}.lock.db")
    try:
        stream = lock_path.open("a+", encoding="ascii")
    except OSError as error:
        raise LockedError(f"{lock_path}: cannot be written ({error.strerror}); one writer at a time needs this file") from error
    with stream:
        _wait_for(stream, path, wait)
        stream.truncate(0)
        stream.write(str(os.getpid()))
        stream.flush()
        yield


def _wait_for(stream: TextIO, path: Path, wait: float) -> None:
    deadline = time.monotonic() + wait
    while not _locked(stream):
        if time.monotonic() >= deadline:
            stream.seek(0)
            holder = stream.read(20).strip() or "unknown"
            raise LockedError(f"{path}: another process (pid {holder}) is writing it; waited {wait:g} s, try again when it ends")
        time.sleep(LOCK_POLL_SECONDS)


def _locked(stream: TextIO) -> bool:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
