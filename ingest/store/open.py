"""A data.db found, made or refused. Knows the file and its version, not what the rows mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Literal

from ingest.errors import StoreError
from ingest.sqlite import Connection, Error, connect, transaction

DatasetKind = Literal["sample", "own"]

SCHEMA_VERSION = 2
"""Raise with every change of the tables: an older data.db is then derived again from the archive, never altered in place."""

APPLICATION_ID = 0x53747264
"""`Strd`: marks the file as ours (PRAGMA application_id)."""

PAGE_SIZE = 4096
"""Bytes. Rows of the tables that are listed are short; long bodies go to overflow pages, which a listing never reads."""

_HEADER = b"SQLite format 3\0"
_ID_IN_HEADER = slice(68, 72)  # https://www.sqlite.org/fileformat.html, "Application ID"

_REMEDIES = (
    ("locked", "another process is using it: try again when it has ended"),
    ("busy", "another process is using it: try again when it has ended"),
    ("not a database", "name another file with --db, or move this one away: `strandline rebuild` makes a new one"),
    ("malformed", "it is damaged: `strandline rebuild` makes it anew from the archive"),
    ("decode", "it is damaged: `strandline rebuild` makes it anew from the archive"),
    ("readonly", "it cannot be written: check the permissions of the file and its folder"),
    ("unable to open", "check the path and the permissions of its folder"),
    ("full", "the disk is full"),
)

SCRIPTS = ("schema.sql", "search.sql", "views.sql")


def open_database(path: Path, *, read_only: bool = False, wal: bool = True) -> Connection:
    """Open an existing data.db; without `wal` a file that is not in write-ahead mode is left as it is.

    Raises:
        StoreError: there is no file, it is not a Strandline database, or it is of another version.
    """
    _refuse_folder(path)
    if not path.is_file() or path.stat().st_size == 0:
        raise StoreError(f"{path}: there is no such database; `strandline rebuild` makes it from the archive")
    with errors_of(path):
        connection = connect(path, read_only=read_only, wal=wal)
        try:
            _refuse_others(connection, path)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # reads the schema: damage shows here
        except (Error, UnicodeDecodeError, StoreError):
            connection.close()
            raise
    return connection


def create_database(path: Path, kind: DatasetKind, *, wal: bool = True) -> Connection:
    """Open data.db at `path`, making it if there is none or the file is empty.

    Raises:
        StoreError: what is there is not a Strandline database or of another version, or the folder cannot be written to.
    """
    _refuse_folder(path)
    with errors_of(path):
        connection = connect(path, create=True, wal=wal, page_size=PAGE_SIZE)
        try:
            with transaction(connection):  # two processes may both be about to make it: only one finds it empty
                if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    _fill(connection, kind)
            _refuse_others(connection, path)
        except (Error, UnicodeDecodeError, StoreError):
            connection.close()
            raise
    return connection


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """SQLite's complaints about this file, as ours, with what to do. One that quotes damaged bytes is no text to Python.

    Raises:
        StoreError: in place of any error of SQLite.
    """
    try:
        yield
    except (Error, UnicodeDecodeError) as error:
        raise complaint(path, error) from error


def complaint(path: Path, error: Exception) -> StoreError:
    """An error of SQLite about this file as a sentence."""
    text = str(error)
    remedy = next((remedy for sign, remedy in _REMEDIES if sign in text), None)
    return StoreError(f"{path}: {text}" + (f"; {remedy}" if remedy else ""))


def refuse_foreign(path: Path) -> None:
    """Let pass what may be replaced: nothing, an empty file, a data.db however old or damaged.

    Raises:
        StoreError: the file is something else.
    """
    _refuse_folder(path)
    if path.exists() and path.stat().st_size and not _is_ours(path):
        raise StoreError(f"{path}: this is not a Strandline database; name another file with --db, or move this one away")


def _is_ours(path: Path) -> bool:
    """By SQLite's word (a write-ahead log may hold the mark), else by the mark in the file."""
    try:
        connection = connect(path, read_only=True)
        try:
            return bool(connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,))
        finally:
            connection.close()
    except (Error, UnicodeDecodeError):
        with path.open("rb") as file:
            header = file.read(100)
        return header.startswith(_HEADER) and header[_ID_IN_HEADER] == APPLICATION_ID.to_bytes(4, "big")


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; name a file with --db")


def _fill(connection: Connection, kind: DatasetKind) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION:d}")
    for name in SCRIPTS:
        for statement in statements_of(name):
            connection.execute(statement)
    connection.execute("INSERT INTO dataset (id, kind, schema_version) VALUES (1, ?, ?)", (kind, SCHEMA_VERSION))


def statements_of(name: str) -> Iterator[str]:
    """The statements of an SQL file of this folder one at a time: `executescript` would end the transaction around them."""
    yield from split(files("ingest.store").joinpath(name).read_text(encoding="utf-8"))


def split(script: str) -> Iterator[str]:
    """The statements of an SQL text in which each ends with a semicolon at the end of a line (comments aside)."""
    gathered: list[str] = []
    for line in script.splitlines():
        gathered.append(line)
        if line.partition(" --")[0].rstrip().endswith(";"):
            yield "\n".join(gathered)
            gathered.clear()


def _refuse_others(connection: Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path}: this is not a Strandline database; name another file with --db")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise StoreError(f"{path}: made by a newer Strandline (schema {version}, this one knows {SCHEMA_VERSION}); upgrade")
    if version < SCHEMA_VERSION:
        raise StoreError(f"{path}: made by an older Strandline (schema {version} of {SCHEMA_VERSION}); run `strandline rebuild`")
