"""What one item of a capture gives to be written: its events, its versions, its place in the listing. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ingest.history.identity import TEXT_MARK, Placed, text_key
from ingest.history.versions import changed_fields, completes, fields_of, is_cut_of, is_silent
from ingest.model import Change, Content, Item, ItemWrite, JSONValue, KnownItem, State

OWN_ID_FIELD = {"posts": "url", "feed_items": "guid", "tweets": "status_id"}
"""The name under which a moved id stands in `changed`."""

ATTRIBUTES = ("status_id", "author_handle", "author_name", "author_verified", "quoted_handle", "quoted_name", "quoted_verified")
"""Columns that describe the account or the id, not the text: kept up to date, never a version."""

POSTED = ("posted_at", "posted_at_raw", "posted_at_basis")


class Seat(NamedTuple):
    """A placed item with its id and its position (from 1) on the page."""

    id: str
    placed: Placed
    position: int


def writes_of(seat: Seat, *, page: str, first_change: Change) -> tuple[ItemWrite, ...]:
    """All that is to be written for one listed item, in order; empty where nothing but its position may have moved."""
    if seat.placed.known is None:
        return tuple(_new_item(seat, page, first_change))
    return tuple(_known_item(seat, seat.placed.known, page))


def stands_still(placed: Placed, page: str) -> bool:
    """True for an item as plain and as unchanged as most are, for which `writes_of` has nothing; told in a tenth of the time."""
    item, native_id, known, rekeyed, adopted, revisions = placed
    if known is None or rekeyed or adopted or revisions:
        return False
    return (
        known.state == "present"
        and known.native_id == native_id
        and known.page == page
        and known.pinned is item.pinned
        and (item.prints is known.prints or item.prints == known.prints or item.prints == fields_of(known.prints))
        and item.table != "tweets"
        and not (item.text_alone or item.truncated or known.truncated)
    )


def met_when_leaving(item_id: str, item: Item, page: str, change: Change) -> ItemWrite:
    """An item of which a change page says only that it went: nobody knows since when it was there."""
    state: State = "removed" if change == "removed" else "left_window"
    return ItemWrite(
        id=item_id, item=_marked(item), native_id=item.native_id, state=state, position=None, page=page,
        new=True, change=change, version=1, first_seen=False,
    )  # fmt: skip


def _new_item(seat: Seat, page: str, change: Change) -> Iterator[ItemWrite]:
    oldest, *later = (*seat.placed.revisions, seat.placed.item)
    yield _write(seat, oldest, page, new=True, change=change, version=1, opens_presence=True)
    yield from _edits(seat, page, oldest.prints, oldest.revised, later, version=1)


def _known_item(seat: Seat, known: KnownItem, page: str) -> Iterator[ItemWrite]:
    seat = seat._replace(placed=seat.placed._replace(item=_as_far_as_told(seat.placed.item, known)))
    placed, opens = seat.placed, known.state != "present"
    if opens:
        yield _write(seat, placed.item, page, known=known, change="returned", opens_presence=True, keep=True)
    if placed.adopted:
        yield _adoption(seat, known, page)
        return
    before = fields_of(known.prints)
    revisions = [r for r in placed.revisions if r.prints != before and (r.revised or "") >= (known.revised or "")]
    new_edition = known.native_id in placed.item.edit_ids and placed.item.prints != before
    rekeyed = placed.rekeyed and not new_edition
    prints = _with_moved_link(known, placed.item) if rekeyed else known.prints
    edits = tuple(_edits(seat, page, prints, known.revised, [*revisions, placed.item], version=known.versions, known=known))
    if rekeyed:
        yield _rekey(seat, known, page, alone=not edits)
    yield from edits
    if not (edits or opens or placed.rekeyed) and _needs_touch(seat, known, page):
        yield _write(seat, placed.item, page, known=known, keep=True)


def _as_far_as_told(item: Item, known: KnownItem) -> Item:
    """The item without what this capture only lacks: fields beside a text that stands alone, the rest of a text that is cut."""
    if item.text_alone:
        values = {**known.values, "text": item.values["text"]}
        return replace(item, values=values, prints={**fields_of(known.prints), **item.prints}, pinned=known.pinned)
    if not is_cut_of(item, known):
        return item
    text = known.values["text"]
    return replace(
        item, values={**item.values, "text": text}, prints={**item.prints, "text": known.prints["text"]}, truncated=False,
        content=Content(hash=known.content_hash, content_text=str(text)), label=known.label,
    )  # fmt: skip


def _with_moved_link(known: KnownItem, item: Item) -> dict[str, str]:
    """Known prints with the item's link: one that moves along with the id belongs to the re-key and is no edit."""
    kept = {name: value for name, value in known.prints.items() if name != "url"}
    return {**kept, **({"url": item.prints["url"]} if "url" in item.prints else {})}


def _rekey(seat: Seat, known: KnownItem, page: str, *, alone: bool) -> ItemWrite:
    """The move to another id; a version too if the link moved and no edit makes one anyway."""
    item = seat.placed.item
    link_moved = known.prints.get("url") != item.prints.get("url") or item.table == "posts"
    changed = tuple(dict.fromkeys((OWN_ID_FIELD[item.table], *(("url",) if link_moved else ()))))
    version = known.versions + 1 if link_moved and alone else None
    return _write(
        seat, item, page, known=known, change="rekeyed", changed=changed, version=version, aliases=(known.native_id,), keep=True,
    )  # fmt: skip


def _edits(
    seat: Seat,
    page: str,
    prints: Mapping[str, str],
    revised: str | None,
    items: list[Item],
    *,
    version: int,
    known: KnownItem | None = None,
) -> Iterator[ItemWrite]:
    """One version for each item that differs from the one before; several edits within one fetch are one event, the last."""
    steps: list[ItemWrite] = []
    new_edition = known is not None and known.native_id != seat.placed.native_id and known.native_id in seat.placed.item.edit_ids
    changed_so_far: tuple[str, ...] = ("status_id",) if new_edition else ()
    for item in items:
        changed = changed_fields(prints, item.prints)
        if not changed:
            continue
        version += 1
        whole = known is not None and completes(known, item, changed)
        changed_so_far = tuple(dict.fromkeys((*changed_so_far, *changed)))
        steps.append(
            _write(
                seat, item, page, known=known, change="baseline" if whole else "edited", version=version, event=False,
                changed=changed_so_far, silent=is_silent(revised, item.revised),
                aliases=(known.native_id,) if known is not None and new_edition else (),
            )
        )  # fmt: skip
        prints, revised = item.prints, item.revised
    if steps:
        steps[-1] = replace(steps[-1], event=steps[-1].change == "edited")
    yield from steps


def _adoption(seat: Seat, known: KnownItem, page: str) -> ItemWrite:
    """An item known by its words alone shows its own id; what was absent before is filled in, which is no edit."""
    changed = (OWN_ID_FIELD[seat.placed.item.table], *changed_fields(known.prints, seat.placed.item.prints))
    return _write(
        seat, seat.placed.item, page, known=known, change="rekeyed", version=known.versions + 1,
        changed=tuple(dict.fromkeys(changed)), aliases=(known.native_id,),
    )  # fmt: skip


def _write(  # the one place that fills in an ItemWrite for a listed item
    seat: Seat,
    item: Item,
    page: str,
    *,
    new: bool = False,
    known: KnownItem | None = None,
    change: Change | None = None,
    changed: tuple[str, ...] = (),
    silent: int | None = None,
    version: int | None = None,
    event: bool = True,
    aliases: tuple[str, ...] = (),
    opens_presence: bool = False,
    keep: bool = False,
) -> ItemWrite:
    """`keep` leaves the content columns as they were known and moves only id, attributes and place."""
    return ItemWrite(
        id=seat.id, item=_marked(item), native_id=seat.placed.native_id, state="present", position=seat.position, page=page,
        new=new, change=change, changed=changed, silent=silent, version=version, event=event, aliases=aliases,
        opens_presence=opens_presence, values=_values(item, known, keep=keep),
    )  # fmt: skip


def _values(item: Item, known: KnownItem | None, *, keep: bool) -> Mapping[str, JSONValue]:
    if known is None:
        return item.values
    base = dict(known.values) if keep else dict(item.values)
    if item.table == "tweets":
        base.update(_attributes(item, known))
    elif keep and "guid" in item.values:
        base["guid"] = item.values["guid"]
    return base


def _attributes(item: Item, known: KnownItem) -> dict[str, JSONValue]:
    """The newest stated value of each attribute; a time from the status id is never given up for a displayed one."""
    kept = {name: known.values.get(name) if item.values.get(name) is None else item.values.get(name) for name in ATTRIBUTES}
    known_basis, basis = known.values.get("posted_at_basis"), item.values.get("posted_at_basis")
    better = basis == "status_id" or (known_basis != "status_id" and known.values.get("posted_at") is None)
    source = item.values if better else known.values
    return {**kept, **{name: source.get(name) for name in POSTED}}


def _needs_touch(seat: Seat, known: KnownItem, page: str) -> bool:
    item = seat.placed.item
    if known.page != page or known.pinned != item.pinned:
        return True
    if item.table != "tweets":
        return False
    return any(known.values.get(name) != value for name, value in _attributes(item, known).items())


def _marked(item: Item) -> Item:
    key = text_key(item)
    return item if key is None else replace(item, prints={**item.prints, TEXT_MARK: key})
