"""The decision: what a capture means against what was known. Pure; the rules themselves stand in the files beside this one."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ingest.history.absence import Absence, Listings, absences, below_all_listed, moved_within, read_from_newest
from ingest.history.accounts import metrics_move, profile_move, source_moves
from ingest.history.duplicates import tell_apart
from ingest.history.identity import place
from ingest.history.listing import carried_on, is_part, listing_after
from ingest.history.unmoved import Standing, Still, Unmoved, listed_before, listed_now, moved, standing_of
from ingest.history.writes import Seat, met_when_leaving, stands_still, writes_of
from ingest.model import (
    Capture,
    Change,
    Decision,
    Departure,
    Issue,
    Item,
    ItemWrite,
    Known,
    KnownItem,
    MetricsWrite,
    Noise,
    Outcome,
    ProfileWrite,
)


def item_id(source_id: str, native_id: str) -> str:
    """The id of an item for good: 16 characters [a-z2-7] made of the source and the first native id."""
    digest = hashlib.sha256(f"{source_id}\0{native_id}".encode("utf-8", "surrogatepass")).digest()
    return b32encode(digest[:10]).decode("ascii").lower()


def decide(capture: Capture, known: Known) -> Decision:
    """All that follows from a capture that passed the gates; `known` must hold every present item and all that its keys name."""
    return decide_on(capture, known, ())[0]


def decide_on(capture: Capture, known: Known, still: Still) -> tuple[Decision, Standing]:
    """The same decision, sooner; and what stands after it, for the next capture of this page.

    `still` is what stands of the capture's items after the last decision about the page. `known` then needs to hold beside
    every present item only what the keys of the `moved` items name, if the rest `holds`.
    """
    known = _without_moved(capture, known)
    seating = _seating(capture, known, still)
    rows, names = seating.rows, [row.id for row in seating.rows]
    listings = _listings(rows, known)
    resting, moving = _resting_and_moving(seating.seats, capture.page)
    writes = (*_item_writes(capture, known, moving, listings), *_met_leaving(capture, known, seating.seats))
    departures = (*_departures(capture, known, names, listings), *_stated_departures(capture, known, seating.seats))
    metrics = tuple(_metrics(seating.seats))
    profile = _profile(capture, known)
    moves = _source_moves(capture, known)
    noise = _noise(capture, listings, rows)
    changed = bool(departures or metrics or profile or any(w.change and w.event for w in writes))
    outcome: Outcome = "changed" if changed or not (known.page_seen or capture.partial) else "noise"
    decision = Decision(
        writes=writes, departures=departures, positions=_positions(seating.places, known, names, writes),
        listing=seating.listing, shown=len(rows), carried=carried_on(capture, known, names),
        metrics=metrics, profile=profile, source_fields=capture.reading.source if moves else None, source_changed=moves,
        noise=_or_other(noise, outcome, capture), issues=(*_issues(capture, known, rows, writes), *seating.issues),
        items_seen=None if capture.partial else len(rows), outcome=outcome,
    )  # fmt: skip
    return decision, standing_of(filter(None, still), resting)


def _without_moved(capture: Capture, known: Known) -> Known:
    """The last listing of this page without what was seen on another page since (rule 7)."""
    here = (name for name in known.page_items if name not in known.items or known.items[name].page in (capture.page, None))
    return replace(known, page_items=tuple(here))


class _Seating(NamedTuple):
    """The items of a capture: `rows` are all of them in order, `seats` those that are looked at.

    `listing` is what the page lists after it, `places` where each item stands there, by id, from 1.
    """

    rows: Sequence[Unmoved | Seat]
    seats: Sequence[Seat]
    listing: tuple[str, ...] | None
    places: Mapping[str, int]
    issues: tuple[Issue, ...]


def _seating(capture: Capture, known: Known, still: Still) -> _Seating:
    """Each item with its id and its place on the page, where those that a part does not show have theirs as well."""
    native = {item.native_id: item for item in known.items.values()}
    distinct, issues = tell_apart(moved(capture.items, still).items, native)
    placed = place(distinct, known, native, taken={row.id for row in still if row is not None})
    ids = [one.known.id if one.known is not None else _free_id(capture.source.id, one.native_id, known) for one in placed]
    still = still or [None] * len(placed)
    others = iter(ids)
    names = [next(others) if row is None else row.id for row in still]
    listing = listing_after(capture, known, names)
    places = {name: number for number, name in enumerate(listing or names, start=1)}
    seats = [Seat(name, one, places[name]) for name, one in zip(ids, placed, strict=True)]
    waiting = iter(seats)
    return _Seating([next(waiting) if row is None else row for row in still], seats, listing, places, issues)


def _free_id(source_id: str, native_id: str, known: Known) -> str:
    """The id of a new item; another one where an item that was re-keyed away from this native id has it already."""
    name, number = item_id(source_id, native_id), 2
    while name in known.items:
        name, number = item_id(source_id, f"{native_id}\0{number}"), number + 1
    return name


# --- listed items ----------------------------------------------------------------------------------------------------


def _listings(rows: Sequence[Unmoved | Seat], known: Known) -> Listings:
    before = {row.id: row.before for row in rows if isinstance(row, Unmoved)}
    return read_from_newest(
        [before.get(name) or listed_before(known.items[name]) for name in known.page_items if name in known.items],
        [row.now if isinstance(row, Unmoved) else listed_now(row) for row in rows],
    )


def _resting_and_moving(seats: Sequence[Seat], page: str) -> tuple[list[Seat], list[Seat]]:
    """Those of which nothing but their place may have moved, and all others."""
    resting, moving = list[Seat](), list[Seat]()
    for seat in seats:
        (resting if stands_still(seat.placed, page) else moving).append(seat)
    return resting, moving


def _item_writes(capture: Capture, known: Known, moving: Iterable[Seat], listings: Listings) -> Iterable[ItemWrite]:
    below = frozenset[str]() if capture.source.listing == "full" else below_all_listed(listings)
    for seat in moving:
        yield from writes_of(seat, page=capture.page, first_change=_first_change(capture, known, seat.id in below))


def _first_change(capture: Capture, known: Known, is_below: bool) -> Change:
    """Rule 4: what stands in the first whole capture, or below everything that was listed before, was there already.

    So was what a further page of a listing shows at first; a part that comes before any whole capture knows of nothing earlier.
    """
    if capture.reading.statement is not None:
        return "added"
    if not known.source_seen:
        return "added" if capture.partial else "baseline"
    return "baseline" if is_below or not known.page_seen else "added"


def _positions(
    places: Mapping[str, int], known: Known, names: Iterable[str], writes: Iterable[ItemWrite]
) -> tuple[tuple[str, int], ...]:
    written = {write.id for write in writes}
    moved = [
        (name, places[name])
        for name in names
        if (item := known.items.get(name)) is not None and item.position != places[name] and name not in written
    ]
    return tuple(moved)


# --- items that are gone ---------------------------------------------------------------------------------------------


def _departures(capture: Capture, known: Known, names: Iterable[str], listings: Listings) -> Iterable[Departure]:
    if is_part(capture):
        return
    verdicts: Mapping[str, Absence] = absences(listings, full=capture.source.listing == "full")
    listed = set(names)
    for name in [name for name in known.items if name not in listed]:
        item = known.items[name]
        if item.state == "present" and item.page == capture.page:
            verdict = "left_window" if capture.absences_as_left else verdicts.get(name, "left_window")
            yield Departure(id=name, table=item.table, change=verdict, label=item.label)


def _stated_departures(capture: Capture, known: Known, seats: Iterable[Seat]) -> Iterable[Departure]:
    """Items of which a change page says that they went, where they are known."""
    for change, _, before in _stated(capture, known, seats):
        if before is not None and before.state == "present":
            yield Departure(id=before.id, table=before.table, change=change, label=before.label)


def _met_leaving(capture: Capture, known: Known, seats: Iterable[Seat]) -> Iterable[ItemWrite]:
    for change, item, before in _stated(capture, known, seats):
        if before is None:
            yield met_when_leaving(_free_id(capture.source.id, item.native_id, known), item, capture.page, change)


def _stated(capture: Capture, known: Known, seats: Iterable[Seat]) -> Iterable[tuple[Absence, Item, KnownItem | None]]:
    """Each item once, the weaker word first, with the known item that it is; none that the page shows as there as well."""
    if not (capture.items.left or capture.items.removed):
        return
    told = {seat.id for seat in seats} | {seat.placed.native_id for seat in seats}
    left: Iterable[tuple[Absence, Item]] = (("left_window", item) for item in capture.items.left)
    removed: Iterable[tuple[Absence, Item]] = (("removed", item) for item in capture.items.removed)
    for change, item in (*left, *removed):
        before = _by_native(known, item.native_id)
        name = item.native_id if before is None else before.id
        if name not in told:
            told.add(name)
            yield change, item, before


def _by_native(known: Known, native_id: str) -> KnownItem | None:
    """The item that has this native id, else one that had it."""
    having = (item for item in known.items.values() if item.native_id == native_id)
    return next(having, None) or next((item for item in known.items.values() if native_id in item.aliases), None)


# --- all else --------------------------------------------------------------------------------------------------------


def _metrics(seats: Iterable[Seat]) -> Iterable[MetricsWrite]:
    moves = (metrics_move(seat.id, seat.placed.item, seat.placed.known) for seat in seats if seat.placed.item.counts)
    return (move for move in moves if move is not None)


def _profile(capture: Capture, known: Known) -> ProfileWrite | None:
    profile = capture.items.profile
    return None if profile is None else profile_move(known.profiles.get(profile.handle), profile)


def _source_moves(capture: Capture, known: Known) -> tuple[str, ...]:
    """Only the first page of a listing speaks for the source; a part of a document may lack what it does not say."""
    if capture.partial or capture.page != "1":
        return ()
    return source_moves(known.source_fields, capture.reading.source)


def _noise(capture: Capture, listings: Listings, rows: Iterable[Unmoved | Seat]) -> tuple[Noise, ...]:
    moved = moved_within(listings)
    if not moved or not capture.has_base:
        return capture.noise
    labels = {row.id: row.item.label if isinstance(row, Unmoved) else row.placed.item.label for row in rows}
    return (
        *capture.noise,
        Noise(kind="order", count=len(moved), example=f"now first of those that moved: {labels[moved[0]]}"[:200]),
    )


def _or_other(noise: tuple[Noise, ...], outcome: Outcome, capture: Capture) -> tuple[Noise, ...]:
    """A noise-only step always says something, if only that bytes differ where nothing is read."""
    if noise or outcome != "noise" or not capture.has_base:
        return noise
    return (Noise(kind="other", count=1, example="bytes differ in a part of the document that no item is read from"),)


def _issues(capture: Capture, known: Known, rows: Sequence[object], writes: Iterable[ItemWrite]) -> Iterable[Issue]:
    """Findings about the document, and those about items that have a new version: nothing is complained of twice."""
    yield from capture.reading.issues
    yield from capture.items.issues
    for write in writes:
        if write.version is not None:
            yield from write.item.issues
    if not rows and known.page_items and not capture.partial:
        message = "a listing without items, where there were some: none is called removed"
        yield Issue(severity="warning", code="all_items_missing", message=message)
    if capture.absences_as_left:
        message = (
            "let through after three agreeing captures over 24 hours; items that are missing are taken to have left the window"
        )
        yield Issue(severity="warning", code="collapse_accepted", message=message)
