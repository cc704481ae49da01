"""Writes what happened between two captures: changes, presence, former ids, noise, findings. Items themselves are elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ingest.model import Decision, Departure, FetchRow, Issue, ItemTable, ItemWrite, Noise
from ingest.sqlite import Connection
from ingest.store.layout import LAYOUTS, Column, insert, to_json, update
from ingest.store.listings import Moment

_CHANGE = insert(
    "changes",
    ("fetch_id", "item_table", "item_id", "change", "source_id", "observed_at", "changed", "silent", "label"),
)
_DAY = insert(
    "daily_changes",
    ("source_id", "day", "change", "count"),
    "ON CONFLICT (source_id, day, change) DO UPDATE SET count = count + excluded.count",
)
_OPEN = insert("presence", ("item_table", "item_id", "from_fetch_id", "from_at"))
_CLOSE = """
    UPDATE presence SET to_fetch_id = :to_fetch_id, to_at = :to_at
    WHERE item_table = :item_table AND item_id = :item_id AND to_fetch_id IS NULL
"""
_OPENED = "SELECT from_fetch_id, from_at FROM presence WHERE item_table = ? AND item_id = ? AND to_fetch_id IS NULL"
_DEPART: Mapping[ItemTable, str] = {
    table: update(table, ("state", "position = NULL", "pinned = 0", "last_seen_at = :to_at"), "id = :item_id")
    for table in LAYOUTS
}
_ALIAS = insert(
    "aliases",
    ("item_table", "item_id", "source_id", "native_id", "until_fetch_id"),
    "ON CONFLICT (item_table, item_id, native_id) DO UPDATE SET until_fetch_id = excluded.until_fetch_id",
)
_NOISE = insert(
    "noise", ("fetch_id", "kind", "count", "example"), "ON CONFLICT (fetch_id, kind) DO UPDATE SET count = count + excluded.count"
)
_ISSUE = insert("issues", ("fetch_id", "number", "severity", "code", "entry_ref", "message"))


def write_changes(connection: Connection, fetch: FetchRow, decision: Decision) -> None:
    """One row for each event, and their counts by day."""
    events = [*_write_events(fetch, decision.writes), *(_event(fetch, gone.table, gone) for gone in decision.departures)]
    connection.executemany(_CHANGE, events)
    kinds = Counter(str(event["change"]) for event in events)
    day = {"source_id": fetch.source_id, "day": fetch.observed_at[:10]}
    connection.executemany(_DAY, [day | {"change": change, "count": count} for change, count in sorted(kinds.items())])


def write_arrivals(connection: Connection, fetch: FetchRow, writes: Iterable[ItemWrite]) -> None:
    """Open a stretch of presence for each item that is listed from now on, and keep the ids that items had before."""
    for write in writes:
        if write.opens_presence:
            item = {"item_table": write.item.table, "item_id": write.id}
            connection.execute(_OPEN, item | {"from_fetch_id": fetch.id, "from_at": fetch.observed_at})
        connection.executemany(_ALIAS, [_alias(fetch, write, native_id) for native_id in write.aliases])


def write_departures(connection: Connection, departures: Iterable[Departure], listed: Mapping[str, Moment]) -> None:
    """Mark each item as gone and close its stretch of presence at the last fetch that listed it."""
    for gone in departures:
        last = _last_seen(connection, gone, listed.get(gone.id))
        columns: dict[str, Column] = {"item_table": gone.table, "item_id": gone.id, "state": gone.change}
        columns |= {"to_fetch_id": last.fetch_id if last else None, "to_at": last.at if last else None}
        connection.execute(_DEPART[gone.table], columns)
        connection.execute(_CLOSE, columns)


def write_noise(connection: Connection, fetch_id: str, noise: Iterable[Noise]) -> None:
    """Count each kind of noise, with the first example."""
    rows = [{"fetch_id": fetch_id, "kind": one.kind, "count": one.count, "example": one.example} for one in noise]
    connection.executemany(_NOISE, rows)


def write_issues(connection: Connection, fetch_id: str, issues: Iterable[Issue]) -> None:
    """Add findings to those that the fetch has already."""
    issues = tuple(issues)
    if not issues:
        return
    query = "SELECT coalesce(max(number), 0) FROM issues WHERE fetch_id = ?"
    (written,) = connection.execute(query, (fetch_id,)).fetchone()
    rows = [
        {"fetch_id": fetch_id, "number": number, "severity": one.severity, "code": one.code}
        | {"entry_ref": one.entry_ref, "message": one.message}
        for number, one in enumerate(issues, start=written + 1)
    ]
    connection.executemany(_ISSUE, rows)


def _write_events(fetch: FetchRow, writes: Iterable[ItemWrite]) -> list[dict[str, Column]]:
    return [_event(fetch, write.item.table, write) for write in writes if write.change is not None and write.event]


def _event(fetch: FetchRow, table: ItemTable, cause: ItemWrite | Departure) -> dict[str, Column]:
    changed, silent, label = (
        (cause.changed, cause.silent, cause.item.label) if isinstance(cause, ItemWrite) else ((), None, cause.label)
    )
    return {
        "fetch_id": fetch.id,
        "item_table": table,
        "item_id": cause.id,
        "change": cause.change,
        "source_id": fetch.source_id,
        "observed_at": fetch.observed_at,
        "changed": to_json(changed) if changed else None,
        "silent": silent,
        "label": label,
    }


def _alias(fetch: FetchRow, write: ItemWrite, native_id: str) -> dict[str, Column]:
    names: dict[str, Column] = {"item_table": write.item.table, "item_id": write.id, "source_id": fetch.source_id}
    return names | {"native_id": native_id, "until_fetch_id": fetch.id}


def _last_seen(connection: Connection, gone: Departure, listed: Moment | None) -> Moment | None:
    """The last fetch of the listing that held the item; its first one if that is later (a change page lists nothing else)."""
    row = connection.execute(_OPENED, (gone.table, gone.id)).fetchone()
    if row is None:
        return listed
    first = Moment(fetch_id=row[0], at=row[1])
    return first if listed is None or listed.at < first.at else listed
