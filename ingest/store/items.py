"""Writes items, their versions and their texts as a decision says. A row that did not move is not touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ingest.errors import StoreError
from ingest.model import Content, FetchRow, ItemTable, ItemWrite, JSONValue
from ingest.sqlite import Connection
from ingest.store.layout import (
    KEPT_IN_VERSIONS,
    LAYOUTS,
    SHARED,
    Column,
    Layout,
    insert,
    prints_to_json,
    search_id,
    to_column,
    to_json,
    update,
)
from ingest.store.search import SearchQueue

Columns = dict[str, Column]

_CONTENT = insert(
    "contents",
    ("rowid", "content_hash", "search_id", "summary_html", "content_html", "content_text"),
    "ON CONFLICT (content_hash) DO NOTHING",
)
_TITLE = insert("titles", ("search_id", "item_table", "item_id", "title", "fetch_id"), "ON CONFLICT (search_id) DO NOTHING")
_POSITION: Mapping[ItemTable, str] = {table: update(table, ("position = ?",), "id = ?") for table in LAYOUTS}

_MOVES = (
    "native_id",
    "url = CASE WHEN :keeps_url THEN url ELSE :url END",
    "canonical_url = CASE WHEN :keeps_url THEN canonical_url ELSE :canonical_url END",
    "state",
    "page",
    "position",
    "pinned",
    "prints",
    "first_seen_at = coalesce(first_seen_at, :first_seen_at)",
    "last_seen_at = CASE WHEN :state = 'present' THEN NULL ELSE last_seen_at END",
)
"""What any write may move of an item that is there already."""

_REVISES = ("content_hash", "truncated", "label", "versions", "last_changed_at")
"""What only a new version moves: a body that differs by noise alone is not taken over."""


_SAID_BY_THE_ITEM = frozenset({"pinned", "truncated"})
"""Columns for which the item's own attribute counts, should its values name them as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statements:
    insert: str
    touch: str
    revise: str
    version: str


def _statements(table: ItemTable, layout: Layout) -> _Statements:
    whole = ("id", "source_id", *SHARED, *layout.own, layout.search_column, "versions", "first_seen_at", "last_changed_at")
    version = ("item_id", "source_id", "version", "fetch_id", "observed_at", "change", "changed", "silent")
    return _Statements(
        insert=insert(table, whole),
        touch=update(table, (*_MOVES, *layout.own), "id = :id"),
        revise=update(table, (*_MOVES, *_REVISES, *layout.own, layout.search_column), "id = :id"),
        version=insert(layout.history, (*version, *KEPT_IN_VERSIONS, *layout.versioned, *layout.own)),
    )


_STATEMENTS: Mapping[ItemTable, _Statements] = {table: _statements(table, layout) for table, layout in LAYOUTS.items()}


def write_items(connection: Connection, queue: SearchQueue, fetch: FetchRow, writes: Iterable[ItemWrite]) -> None:
    """Insert or update each item in the order given, with its texts and its version.

    Raises:
        StoreError: an item has a value for which its table has no column.
    """
    for write in writes:
        _write_item(connection, queue, fetch, write)


def write_positions(connection: Connection, table: ItemTable, positions: Iterable[tuple[str, int]]) -> None:
    """Note where unchanged items stand now."""
    connection.executemany(_POSITION[table], [(position, item_id) for item_id, position in positions])


def _write_item(connection: Connection, queue: SearchQueue, fetch: FetchRow, write: ItemWrite) -> None:
    table, statements = write.item.table, _STATEMENTS[write.item.table]
    columns = _columns(fetch, write)
    if write.version is not None:
        _write_content(connection, queue, write.item.content)
        _write_title(connection, queue, columns, table, fetch.id)
    change = statements.insert if write.new else statements.touch if write.version is None else statements.revise
    connection.execute(change, columns)
    if write.version is not None:
        connection.execute(statements.version, columns | _version_columns(fetch, write))


def _write_content(connection: Connection, queue: SearchQueue, content: Content) -> None:
    if content.hash is None:
        return
    row = search_id(content.hash)
    columns: Columns = {
        "rowid": row,  # given, not counted, so that the table lies in the same order however it came about
        "content_hash": content.hash,
        "search_id": row,
        "summary_html": content.summary_html,
        "content_html": content.content_html,
        "content_text": content.content_text,
    }
    if connection.execute(_CONTENT, columns).rowcount == 1:
        queue.add_content(row, content.content_text)


def _write_title(connection: Connection, queue: SearchQueue, columns: Columns, table: ItemTable, fetch_id: str) -> None:
    row, title = columns.get("title_id"), columns.get("title")
    if not isinstance(row, int) or not isinstance(title, str):
        return
    names: Columns = {"search_id": row, "item_table": table, "item_id": columns["id"], "title": title, "fetch_id": fetch_id}
    if connection.execute(_TITLE, names).rowcount == 1:
        queue.add_title(row, title)


# --- columns ---------------------------------------------------------------------------------------------------------


def _columns(fetch: FetchRow, write: ItemWrite) -> Columns:
    item, layout = write.item, LAYOUTS[write.item.table]
    columns: Columns = {
        "id": write.id,
        "source_id": fetch.source_id,
        "native_id": write.native_id,
        "url": item.url,
        "canonical_url": item.canonical_url,
        "keeps_url": int(item.url is None and "url" not in write.changed),  # not shown here is not taken away
        "state": write.state,
        "page": write.page,
        "position": write.position,
        "content_hash": item.content.hash,
        "truncated": int(item.truncated),
        "pinned": int(item.pinned),
        "label": item.label,
        "prints": prints_to_json(item.prints),
        "versions": write.version or 0,
        "first_seen_at": fetch.observed_at if write.first_seen else None,
        "last_changed_at": None if write.version is None else fetch.observed_at,
    }
    columns |= _own_columns(write, layout)
    return columns | {layout.search_column: _search_id(columns, write, layout)}


def _own_columns(write: ItemWrite, layout: Layout) -> Columns:
    values: Mapping[str, JSONValue] = {**write.item.values, **(write.values or {})}
    strangers = sorted(set(values) - set(layout.own) - _SAID_BY_THE_ITEM)
    if strangers:
        raise StoreError(f"{write.item.table} has no column for {', '.join(strangers)} (item {write.id})")
    return {name: to_column(values.get(name)) for name in layout.own}


def _search_id(columns: Columns, write: ItemWrite, layout: Layout) -> int | None:
    """The row of the search index that finds this item: its title's, or for a tweet its text's."""
    if layout.search_column == "text_id":
        return None if write.item.content.hash is None else search_id(write.item.content.hash)
    title = columns["title"]
    return search_id(write.item.table, write.id, str(title)) if title else None


def _version_columns(fetch: FetchRow, write: ItemWrite) -> Columns:
    return {
        "item_id": write.id,
        "source_id": fetch.source_id,
        "version": write.version,
        "fetch_id": fetch.id,
        "observed_at": fetch.observed_at,
        "change": write.change,
        "changed": to_json(write.changed) if write.changed else None,
        "silent": write.silent,
    }
