"""What was known of a source before a capture. Reads only; the work follows the window of the source, not its history."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from ingest.model import ItemTable, KnownItem, Profile, SourceFields
from ingest.sqlite import Connection
from ingest.store.fetches import named_row, named_rows
from ingest.store.layout import LAYOUTS, PROFILE_COLUMNS, SOURCE_FIELDS, counts_from_json, to_json

Row = dict[str, Any]

Asked = Mapping[str, Collection[str]]
"""Ids of items by the key that was asked for."""

_NO_PRINTS: Mapping[str, Mapping[str, str]] = {}

_PRESENT = "SELECT id FROM {table} WHERE source_id = ? AND state = 'present'"
_ITEMS = "SELECT * FROM {table} WHERE id IN (SELECT value FROM json_each(?))"
_NAMED = """
    SELECT native_id, id FROM {table} WHERE source_id = :source AND native_id IN (SELECT value FROM json_each(:keys))
    UNION ALL
    SELECT native_id, item_id FROM aliases WHERE source_id = :source AND native_id IN (SELECT value FROM json_each(:keys))
"""
_ADDRESSED = """
    SELECT canonical_url, id FROM {table} WHERE source_id = :source AND canonical_url IN (SELECT value FROM json_each(:keys))
"""


def _for_each_table(query: str) -> Mapping[ItemTable, str]:
    return {table: query.format(table=table) for table in LAYOUTS}


_PRESENT_OF, _ITEMS_OF, _NAMED_OF, _ADDRESSED_OF = map(_for_each_table, (_PRESENT, _ITEMS, _NAMED, _ADDRESSED))

_ALIASES = """
    SELECT item_id, native_id FROM aliases WHERE item_table = ? AND item_id IN (SELECT value FROM json_each(?))
    ORDER BY item_id, until_fetch_id, native_id
"""
_SEEN = """
    SELECT
        EXISTS (SELECT 1 FROM pages WHERE source_id = :source AND page = :page AND applied_fetch_id IS NOT NULL),
        EXISTS (SELECT 1 FROM sources WHERE id = :source AND baseline_fetch_id IS NOT NULL)
"""
_FIELDS = """
    SELECT h.* FROM sources s JOIN source_history h ON h.source_id = s.id AND h.fetch_id = s.fields_fetch_id WHERE s.id = ?
"""


def present_ids(connection: Connection, table: ItemTable, source_id: str) -> set[str]:
    """The items of a source that are present."""
    return {name for (name,) in connection.execute(_PRESENT_OF[table], (source_id,))}


def ids_by_name(connection: Connection, table: ItemTable, source_id: str, names: Collection[str]) -> Asked:
    """The items that have or had one of these native ids."""
    return _by_key(connection, _NAMED_OF[table], source_id, names)


def ids_by_address(connection: Connection, table: ItemTable, source_id: str, addresses: Collection[str]) -> Asked:
    """The items that have one of these canonical URLs."""
    return _by_key(connection, _ADDRESSED_OF[table], source_id, addresses)


def _by_key(connection: Connection, query: str, source_id: str, keys: Collection[str]) -> Asked:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, item_id in connection.execute(query, {"source": source_id, "keys": to_json(sorted(set(keys)))}):
        found[key].append(item_id)
    return found


def read_items(
    connection: Connection, table: ItemTable, ids: Collection[str], prints: Mapping[str, Mapping[str, str]] = _NO_PRINTS
) -> dict[str, KnownItem]:
    """The items with these ids, as they are in the database; `prints` are values of that column which were made already."""
    if not ids:
        return {}
    wanted = to_json(sorted(ids))
    aliases = _aliases(connection, table, wanted)
    rows = named_rows(connection, _ITEMS_OF[table], (wanted,))
    return {row["id"]: _known_item(table, row, aliases.get(row["id"], ()), prints) for row in rows}


class Said(NamedTuple):
    """Whether a page and its source had an applied capture before, and what the source says of itself."""

    page_seen: bool
    source_seen: bool
    source_fields: SourceFields | None


def read_said(connection: Connection, source_id: str, page: str) -> Said:
    """What is known of a source and one of its pages beside their items."""
    page_seen, source_seen = connection.execute(_SEEN, {"source": source_id, "page": page}).fetchone()
    return Said(bool(page_seen), bool(source_seen), _source_fields(connection, source_id))


def read_profiles(connection: Connection, source_id: str) -> dict[str, Profile]:
    """The accounts of a source, by handle."""
    rows = named_rows(connection, "SELECT * FROM profiles WHERE source_id = ? ORDER BY handle", (source_id,))
    return {row["handle"]: _profile(row) for row in rows}


def _aliases(connection: Connection, table: ItemTable, ids: str) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for item_id, native_id in connection.execute(_ALIASES, (table, ids)):
        found[item_id] += (native_id,)
    return found


def _known_item(table: ItemTable, row: Row, aliases: tuple[str, ...], prints: Mapping[str, Mapping[str, str]]) -> KnownItem:
    layout = LAYOUTS[table]
    return KnownItem(
        id=row["id"],
        table=table,
        native_id=row["native_id"],
        url=row["url"],
        canonical_url=row["canonical_url"],
        state=row["state"],
        page=row["page"],
        position=row["position"],
        versions=row["versions"],
        values={name: layout.value(name, row[name]) for name in layout.own},
        prints=prints.get(row["prints"]) or json.loads(row["prints"]),
        content_hash=row["content_hash"],
        label=row["label"],
        instant=row[layout.instant],
        revised=row[layout.revised] if layout.revised else None,
        pinned=bool(row["pinned"]),
        truncated=bool(row["truncated"]),
        first_seen_at=row["first_seen_at"],
        aliases=aliases,
        counts=counts_from_json(row.get("counts", "{}")),
    )


def _source_fields(connection: Connection, source_id: str) -> SourceFields | None:
    row = named_row(connection, _FIELDS, (source_id,))
    return None if row is None else SourceFields(**{name: row[name] for name in SOURCE_FIELDS})


def _profile(row: Row) -> Profile:
    values = {name: row[name] for name in PROFILE_COLUMNS}
    values["verified"] = None if row["verified"] is None else bool(row["verified"])
    return Profile(handle=row["handle"], values=values, counts=counts_from_json(row["counts"]))
