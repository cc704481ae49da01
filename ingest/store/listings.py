"""Reads and writes which items stand on a listing page, in order. Knows ids and places, not what the items are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ingest.model import Decision
from ingest.sqlite import Connection
from ingest.store.layout import Column, insert

_ROW = insert(
    "listings",
    ("source_id", "page", "position", "item_id", "last_fetch_id", "last_at"),
    "ON CONFLICT (source_id, page, position) DO UPDATE"
    " SET item_id = excluded.item_id, last_fetch_id = excluded.last_fetch_id, last_at = excluded.last_at"
    " WHERE item_id <> excluded.item_id OR last_fetch_id IS NOT excluded.last_fetch_id",
)
_CUT = "DELETE FROM listings WHERE source_id = ? AND page = ? AND position > ?"
_LINES = "SELECT item_id, last_fetch_id, last_at FROM listings WHERE source_id = ? AND page = ? ORDER BY position"
_CONFIRMED = "SELECT listed_fetch_id, listed_at FROM pages WHERE source_id = ? AND page = ? AND listed_fetch_id IS NOT NULL"


class Moment(NamedTuple):
    """A fetch and its time."""

    fetch_id: str
    at: str


class Listing(NamedTuple):
    """Items on a page, in order. `last` has the fetch that listed one last, only where later ones showed a part that lacks it."""

    names: tuple[str, ...]
    last: Mapping[str, Moment]


def read_listing(connection: Connection, source_id: str, page: str) -> Listing:
    """The listing of a page."""
    rows = connection.execute(_LINES, (source_id, page)).fetchall()
    last = {name: Moment(fetch_id=fetch_id, at=at) for name, fetch_id, at in rows if at is not None}
    return Listing(names=tuple([name for name, _, _ in rows]), last=last)


def read_confirmed(connection: Connection, source_id: str, page: str) -> Moment | None:
    """The last fetch that showed the listing of a page or confirmed it."""
    row = connection.execute(_CONFIRMED, (source_id, page)).fetchone()
    return None if row is None else Moment(fetch_id=row[0], at=row[1])


def listing_of(decision: Decision, listed: Mapping[str, Moment]) -> Listing:
    """The listing that a decision makes. Items carried on from earlier captures keep the fetch that listed them last."""
    names = decision.listing or ()
    return Listing(names=names, last={name: listed[name] for name in carried(names, decision) if name in listed})


def write_listing(connection: Connection, source_id: str, page: str, listing: Listing) -> None:
    """Replace the listing of a page."""
    place: dict[str, Column] = {"source_id": source_id, "page": page}
    rows = [
        place | {"position": position, "item_id": name} | _last(listing.last.get(name))
        for position, name in enumerate(listing.names, start=1)
    ]
    connection.execute(_CUT, (source_id, page, len(rows)))
    connection.executemany(_ROW, rows)


def carried_on(decision: Decision) -> list[tuple[str, int]]:
    """Items that the listing keeps from earlier captures, with their places in it."""
    listing = decision.listing or ()
    kept = carried(listing, decision)
    return [(item_id, position) for position, item_id in enumerate(listing, start=1) if item_id in kept] if kept else []


def carried(listing: tuple[str, ...], decision: Decision) -> frozenset[str]:
    """Those that the decision names, else those behind the ones that this capture shows."""
    known = decision.items_seen if decision.shown is None else decision.shown
    return decision.carried or frozenset(listing[len(listing) if known is None else known :])


def _last(moment: Moment | None) -> dict[str, Column]:
    return {"last_fetch_id": moment.fetch_id if moment else None, "last_at": moment.at if moment else None}
