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

SCHEMA_VERSION = 1
"""Raise with every change of the tables: an older data.db is then derived again from the archive, never altered in place."""

APPLICATION_ID = 0x53747264
"""`Strd`: marks the file as ours (PRAGMA application_id)."""

PAGE_SIZE = 4096
"""Bytes. Rows of the tables that are listed are short; long bodies go to overflow pages, which a listing never reads."""

SCRIPTS = ("schema.sql", "search.sql", "views.sql")

SCHEMA_PARTS = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name"


def open_database(path: Path, *, read_only: bool = False, wal: bool = True) -> Connection:
    """Open an existing data.db; without `wal` a file that is not in write-ahead mode is left as it is.

    Raises:
        StoreError: there is no file, it is not a Strandline database, or it is of another version.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such database; `strandline rebuild` makes it from the archive")
    with errors_of(path):
        connection = connect(path, read_only=read_only, wal=wal)
        try:
            _refuse_others(connection, path)
        except (Error, StoreError):
            connection.close()
            raise
    return connection


def create_database(path: Path, kind: DatasetKind, *, wal: bool = True) -> Connection:
    """Open data.db at `path`, making it if there is none or the file is empty.

    Raises:
        StoreError: what is there is not a Strandline database or of another version, or the folder cannot be written to.
    """
    with errors_of(path):
        connection = connect(path, create=True, wal=wal, page_size=PAGE_SIZE)
        try:
            with transaction(connection):  # two processes may both be about to make it: only one finds it empty
                if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    _fill(connection, kind)
            _refuse_others(connection, path)
        except (Error, StoreError):
            connection.close()
            raise
    return connection


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """SQLite's complaints about this file, as ours.

    Raises:
        StoreError: in place of any error of SQLite.
    """
    try:
        yield
    except Error as error:
        raise StoreError(f"{path}: {error}") from error


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
