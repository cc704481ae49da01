"""Items that stand as the last capture of their page left them: told by what they are, without a look at what they say. Pure.

Of most captures nearly all items are the objects of the capture before (the pipeline keeps those that did not move), known as
the same known items. What was found out about such a pair holds again; so a capture costs what moved in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import is_
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

Still = Sequence[Unmoved | None]
"""Of each item of a capture, in order, what stands of it; empty where nothing does."""


def what_stands(items: Items, standing: Standing) -> Still:
    """What stands of each item; empty where all are to be looked up, since an id is not of one item alone."""
    if not standing or items.left or items.removed or len(set(map(group_of, items.items))) < len(items.items):
        return ()
    return list(map(standing.get, map(id, items.items)))


def moved(items: Items, still: Still) -> Items:
    """The items to be looked up: those that do not stand."""
    if not still:
        return items
    return replace(items, items=tuple([item for item, row in zip(items.items, still, strict=True) if row is None]))


def holds(still: Still, known: Known) -> bool:
    """True if the items that were not looked up are known as they were: nothing was written about them since."""
    rows = list(filter(None, still))
    now = map(known.items.get, [row.id for row in rows])
    return all(map(is_, now, [row.known for row in rows]))


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
