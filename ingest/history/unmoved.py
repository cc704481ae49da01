"""Items that stand as the last capture of their page left them: told by what they are, without a look at what they say. Pure.

Of most captures nearly all items are the objects of the capture before (the pipeline keeps those that did not move), known as
the same known items. What was found out about such a pair holds again; so a capture costs what moved in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ingest.history.absence import Listed
from ingest.history.duplicates import group_of
from ingest.history.versions import dated
from ingest.history.writes import Seat
from ingest.model import Item, Items, Known, KnownItem


class Unmoved(NamedTuple):
    """An item that gave nothing to write, known without doubt. `before` and `now`: its lines in the last listing and in this."""

    id: str
    item: Item
    known: KnownItem
    before: Listed
    now: Listed


Standing = Mapping[int, Unmoved]
"""What a decision leaves for the next one about the same page: by the identity of the item, which it holds."""

NOTHING: Standing = {}


def moved(items: Items, standing: Standing) -> Items:
    """The items to be looked up for a decision on what stands; all of them where an id is not of one item alone."""
    if not standing or items.left or items.removed or len(set(map(group_of, items.items))) < len(items.items):
        return items
    return replace(items, items=tuple([item for item in items.items if id(item) not in standing]))


def still_stands(items: Items, known: Known, standing: Standing) -> bool:
    """True if the items that were not looked up are known as they were: nothing was written about them since."""
    rows = [standing[id(item)] for item in items.items if id(item) in standing]
    return all(known.items.get(row.id) is row.known for row in rows)


def listed_before(known: KnownItem) -> Listed:
    """The line of an item in a listing that was applied."""
    return Listed(known.id, dated(known), known.pinned)


def listed_now(seat: Seat) -> Listed:
    """The line of an item in the listing at hand."""
    return Listed(seat.id, dated(seat.placed.item), seat.placed.item.pinned)


def standing_of(unmoved: Iterable[Unmoved], resting: Iterable[Seat]) -> Standing:
    """Those that stood before and still do, with those that came to rest: their ids and addresses are as known, too."""
    new = (_come_to_rest(seat, seat.placed.known) for seat in resting if seat.placed.known is not None)
    return {id(row.item): row for row in (*unmoved, *(row for row in new if row is not None))}


def _come_to_rest(seat: Seat, known: KnownItem) -> Unmoved | None:
    item = seat.placed.item
    if item.native_id != known.native_id or item.canonical_url != known.canonical_url or item.edit_ids or item.counts:
        return None
    return Unmoved(seat.id, item, known, listed_before(known), listed_now(seat))
