"""A clean copy of data.db to publish: one file, no write-ahead log, rows in the order of their keys. Writes the copy alone."""

from __future__ import annotations

import os
from pathlib import Path

from ingest.errors import StoreError
from ingest.sqlite import Connection, transaction
from ingest.store.compare import compare
from ingest.store.open import APPLICATION_ID, SCHEMA_VERSION, DatasetKind, create_database, errors_of, open_database

_TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
_KEY = "SELECT name FROM pragma_table_info(?, 'main') WHERE pk > 0 ORDER BY pk"
_INDEXES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name"

_CONTENTS = """
    INSERT INTO main.contents (rowid, content_hash, search_id, summary_html, content_html, content_text)
    SELECT search_id, content_hash, search_id, summary_html, content_html, content_text FROM live.contents ORDER BY search_id
"""
"""Copied with their row ids, which the search index goes by."""

SMALL, SMALL_PAGE = 4 * 2**20, 1024
"""Bytes. Some hundred tables and indexes begin with a page each: a third of a small file would be empty pages' ends."""

_VERSION_AT, _APPLICATION_AT, _FORMATS_AT = slice(60, 64), slice(68, 72), slice(18, 20)
"""Where the header of an SQLite file keeps user_version, application_id and the two format numbers (2: write-ahead log)."""


def snapshot(source: Path, target: Path) -> bool:
    """Copy the database at `source` to `target` as one consistent state, swapped in when whole; equal content gives equal bytes.

    Returns:
        True if `target` was written, False if it held the same content already and was left as it was.

    Raises:
        StoreError: `source` is not a Strandline database, or `target` is a file of another kind, or cannot be written.
    """
    kind = _kind_of(source)
    if target.exists() and _holds_the_same(source, target):
        return False
    draft = target.with_name(f".{target.name}.new")
    draft.unlink(missing_ok=True)
    try:
        _copy(source, draft, kind)
        os.replace(draft, target)
    except OSError as error:
        raise StoreError(f"{target}: cannot be written ({error.strerror})") from error
    finally:
        draft.unlink(missing_ok=True)
    return True


def _kind_of(source: Path) -> DatasetKind:
    connection = open_database(source, read_only=True)
    try:
        kind: DatasetKind = connection.execute("SELECT kind FROM dataset").fetchone()[0]
        return kind
    finally:
        connection.close()


def _holds_the_same(source: Path, target: Path) -> bool:
    with target.open("rb") as stream:
        header = stream.read(100)
    if header and int.from_bytes(header[_APPLICATION_AT], "big") != APPLICATION_ID:
        raise StoreError(f"{target}: not a Strandline database, so it is not overwritten")
    is_clean = header[_FORMATS_AT] == b"\x01\x01"
    is_current = int.from_bytes(header[_VERSION_AT], "big") == SCHEMA_VERSION
    return is_clean and is_current and not compare(source, target)


def _copy(source: Path, draft: Path, kind: DatasetKind) -> None:
    connection = create_database(draft, kind, wal=False)
    try:
        with errors_of(source):
            connection.execute("PRAGMA foreign_keys = OFF")  # the rows agreed with each other where they come from
            connection.execute("ATTACH ? AS live", (f"{source.absolute().as_uri()}?mode=ro",))
            with transaction(connection):
                _copy_rows(connection)
            connection.execute("DETACH live")
            if draft.stat().st_size < SMALL:
                connection.execute(f"PRAGMA page_size = {SMALL_PAGE:d}")
            connection.execute("VACUUM")
    finally:
        connection.close()


def _copy_rows(connection: Connection) -> None:
    connection.execute("DELETE FROM dataset")
    for (table,) in connection.execute(_TABLES).fetchall():
        key = ", ".join(name for (name,) in connection.execute(_KEY, (table,)))
        plain = f"INSERT INTO main.{table} SELECT * FROM live.{table} ORDER BY {key}"  # noqa: S608 -- names from the schema
        connection.execute(_CONTENTS if table == "contents" else plain)
    for (index,) in connection.execute(_INDEXES).fetchall():
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")  # noqa: S608 -- a name from the schema
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608
