"""What was known of a source before a capture. Reads only; the work follows the window of the source, not its history."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from ingest.model import ItemTable, Known, KnownItem, Profile, SourceFields
from ingest.sqlite import Connection
from ingest.store.fetches import named_row
from ingest.store.layout import LAYOUTS, PROFILE_COLUMNS, SOURCE_FIELDS, Column, counts_from_json, to_json

Row = dict[str, Any]

_ITEMS = """
    SELECT * FROM {table} WHERE id IN (
        SELECT id FROM {table} WHERE source_id = :source AND state = 'present'
        UNION SELECT item_id FROM listings WHERE source_id = :source AND page = :page
        UNION SELECT id FROM {table} WHERE source_id = :source AND native_id IN (SELECT value FROM json_each(:keys))
        UNION SELECT item_id FROM aliases WHERE source_id = :source AND native_id IN (SELECT value FROM json_each(:keys))
        UNION SELECT id FROM {table} WHERE source_id = :source AND canonical_url IN (SELECT value FROM json_each(:canonicals))
    ) ORDER BY id
"""
_ITEMS_OF: Mapping[ItemTable, str] = {table: _ITEMS.format(table=table) for table in LAYOUTS}

_ALIASES = """
    SELECT item_id, native_id FROM aliases WHERE item_table = ? AND item_id IN (SELECT value FROM json_each(?))
    ORDER BY item_id, until_fetch_id, native_id
"""
_LISTING = "SELECT item_id FROM listings WHERE source_id = ? AND page = ? ORDER BY position"
_PAGE_SEEN = "SELECT 1 FROM pages WHERE source_id = ? AND page = ? AND applied_fetch_id IS NOT NULL"
_SOURCE_SEEN = "SELECT 1 FROM sources WHERE id = ? AND baseline_fetch_id IS NOT NULL"
_FIELDS = """
    SELECT h.* FROM sources s JOIN source_history h ON h.source_id = s.id AND h.fetch_id = s.fields_fetch_id WHERE s.id = ?
"""


def known_for(
    connection: Connection, source_id: str, table: ItemTable, page: str, *, keys: Collection[str], canonicals: Collection[str]
) -> Known:
    """Every present item of the source, those last listed on `page`, and any that `keys` or `canonicals` name."""
    wanted = {"source": source_id, "page": page, "keys": _array(keys), "canonicals": _array(canonicals)}
    rows = named_rows(connection, _ITEMS_OF[table], wanted)
    aliases = _aliases(connection, table, [row["id"] for row in rows])
    return Known(
        items={row["id"]: _known_item(table, row, aliases.get(row["id"], ())) for row in rows},
        page_items=tuple(item_id for (item_id,) in connection.execute(_LISTING, (source_id, page))),
        page_seen=connection.execute(_PAGE_SEEN, (source_id, page)).fetchone() is not None,
        source_seen=connection.execute(_SOURCE_SEEN, (source_id,)).fetchone() is not None,
        source_fields=_source_fields(connection, source_id),
        profiles=_profiles(connection, source_id),
    )


def named_rows(connection: Connection, query: str, parameters: Mapping[str, Column]) -> list[Row]:
    """The rows of a query by column name."""
    cursor = connection.execute(query, parameters)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _array(values: Collection[str]) -> str:
    return to_json(sorted(set(values)))


def _aliases(connection: Connection, table: ItemTable, ids: list[str]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for item_id, native_id in connection.execute(_ALIASES, (table, to_json(ids))):
        found[item_id] += (native_id,)
    return found


def _known_item(table: ItemTable, row: Row, aliases: tuple[str, ...]) -> KnownItem:
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
        prints=json.loads(row["prints"]),
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


def _profiles(connection: Connection, source_id: str) -> dict[str, Profile]:
    rows = named_rows(connection, "SELECT * FROM profiles WHERE source_id = :source ORDER BY handle", {"source": source_id})
    return {row["handle"]: _profile(row) for row in rows}


def _profile(row: Row) -> Profile:
    values = {name: row[name] for name in PROFILE_COLUMNS}
    values["verified"] = None if row["verified"] is None else bool(row["verified"])
    return Profile(handle=row["handle"], values=values, counts=counts_from_json(row["counts"]))
