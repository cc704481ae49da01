"""Writes which items stand on a listing page, in order. Knows ids and places, not what the items are."""

from __future__ import annotations

from ingest.model import Decision, FetchRow
from ingest.sqlite import Connection
from ingest.store.events import Moment
from ingest.store.layout import Column, insert

_ROW = insert(
    "listings",
    ("source_id", "page", "position", "item_id", "last_fetch_id", "last_at"),
    "ON CONFLICT (source_id, page, position) DO UPDATE"
    " SET item_id = excluded.item_id, last_fetch_id = excluded.last_fetch_id, last_at = excluded.last_at"
    " WHERE item_id <> excluded.item_id OR last_fetch_id IS NOT excluded.last_fetch_id",
)
_CUT = "DELETE FROM listings WHERE source_id = ? AND page = ? AND position > ?"


def write_listing(connection: Connection, fetch: FetchRow, decision: Decision, listed: dict[str, Moment]) -> None:
    """Replace the listing of the fetch's page. Items carried on from earlier captures keep the fetch that listed them last."""
    if decision.listing is None:
        return
    carried = _carried(decision.listing, decision)
    place: dict[str, Column] = {"source_id": fetch.source_id, "page": fetch.page}
    rows: list[dict[str, Column]] = []
    for position, item_id in enumerate(decision.listing, start=1):
        last = listed.get(item_id) if item_id in carried else None
        rows.append(place | {"position": position, "item_id": item_id} | _last(last))
    connection.execute(_CUT, (fetch.source_id, fetch.page, len(rows)))
    connection.executemany(_ROW, rows)


def carried_on(decision: Decision) -> list[tuple[str, int]]:
    """Items that the listing keeps from earlier captures, with their places in it."""
    listing = decision.listing or ()
    carried = _carried(listing, decision)
    return [(item_id, position) for position, item_id in enumerate(listing, start=1) if item_id in carried]


def _carried(listing: tuple[str, ...], decision: Decision) -> frozenset[str]:
    """Those that the decision names, else those behind the ones that this capture shows."""
    known = decision.items_seen if decision.shown is None else decision.shown
    return decision.carried or frozenset(listing[len(listing) if known is None else known :])


def _last(moment: Moment | None) -> dict[str, Column]:
    return {"last_fetch_id": moment.fetch_id if moment else None, "last_at": moment.at if moment else None}
