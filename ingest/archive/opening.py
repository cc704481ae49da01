"""Opens or begins an archive.db and puts SQLite's errors into words; reads and writes no attempt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path

from ingest import sqlite
from ingest.errors import ArchiveError

SCHEMA_VERSION = 1
APPLICATION_ID = 0x5374724C  # "StrL": tells an archive from any other SQLite file
_PAGE_SIZE = 4096  # most frames are of some hundred bytes to a few thousand: larger pages stay half empty

_REMEDIES = (
    ("locked", "another process is using it: try again when it has ended"),
    ("busy", "another process is using it: try again when it has ended"),
    ("not a database", "it is no archive: name another file with --archive"),
    ("malformed", "it is damaged: restore the last copy"),
    ("decode", "it is damaged: restore the last copy"),
    ("readonly", "it cannot be written: check the permissions of the file and its folder"),
    ("unable to open", "check the path and the permissions of its folder"),
    ("full", "the disk is full"),
)


def open_archive(path: Path, *, create: bool, read_only: bool) -> sqlite.Connection:
    """A connection to an archive of this version; with `create`, a missing or empty file becomes an empty archive.

    Raises:
        ArchiveError: the file is missing, is no archive, or was written by a newer version.
    """
    if path.is_dir():
        raise ArchiveError(f"{path}: is a folder; name a file with --archive")
    if not create and not is_begun(path):
        what = "holds nothing yet" if path.exists() else "no such file"
        raise ArchiveError(f"{path}: {what}; `strandline import` or `make start` begins an archive")
    with errors_of(path):
        # Nothing is written, not even the journal mode, before it is clear that the file is ours.
        connection = sqlite.connect(path, create=create, read_only=read_only, wal=False, page_size=_PAGE_SIZE)
        try:
            _check(connection, path, create=create)
            if not read_only:
                sqlite.write_ahead(connection)
        except (sqlite.Error, UnicodeDecodeError, ArchiveError):
            connection.close()
            raise
    return connection


def is_begun(path: Path) -> bool:
    """Whether anything was ever written there: where a file is missing, empty or blank, an archive is still to begin.

    Raises:
        ArchiveError: the file cannot be read, or is no database.
    """
    if path.is_dir():
        return True  # whoever opens it is told
    if not path.exists() or path.stat().st_size == 0:
        return False
    with errors_of(path), closing(sqlite.connect(path, read_only=True)) as connection:
        return not _is_blank(connection)


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ArchiveErrors that say what to do."""
    try:
        yield
    except (sqlite.Error, UnicodeDecodeError) as error:  # a message that quotes damaged bytes is no text to Python
        text = str(error)
        remedy = next((remedy for sign, remedy in _REMEDIES if sign in text), None)
        raise ArchiveError(f"{path}: {text}" + (f"; {remedy}" if remedy else "")) from error


def _check(connection: sqlite.Connection, path: Path, *, create: bool) -> None:
    if create and _is_blank(connection):
        _begin(connection)
    if _number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise ArchiveError(f"{path}: is not an archive of Strandline; name another file with --archive")
    version = _number(connection, "PRAGMA user_version")
    if version != SCHEMA_VERSION:
        raise ArchiveError(f"{path}: has version {version}, this program reads version {SCHEMA_VERSION}; use a newer one")


def _is_blank(connection: sqlite.Connection) -> bool:
    """Without a table and without an owner: new, or left behind by a process that was killed before it wrote the first."""
    tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    return tables == _number(connection, "PRAGMA application_id") == 0


def _begin(connection: sqlite.Connection) -> None:
    schema = files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
    marks = f"PRAGMA application_id = {APPLICATION_ID:d}; PRAGMA user_version = {SCHEMA_VERSION:d};"
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(f"BEGIN IMMEDIATE; {schema}; {marks} COMMIT;")


def _number(connection: sqlite.Connection, pragma: str) -> int:
    return int(connection.execute(pragma).fetchone()[0])
