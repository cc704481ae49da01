"""The rules of the history once more, as plainly as they can be said: what one would write down who keeps them by hand.

One source of one page; every post has a name of its own, and its address or words tell when the name alone has moved. The
numbers are those of docs/rules.md. Nothing here is shared with `ingest`: where both agree, both follow the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from tests.properties.world import Entry, Shot


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a kind of document shows of an entry: its fields, the sign by which a renamed one is known, its own id's field."""

    fields: Callable[[Entry], Mapping[str, object]]
    sign: Callable[[Entry], Hashable]
    id_field: str
    id_is_address: bool = False  # then a re-key is a new version too
    needs_items: bool = False
    has_updated: bool = False
    has_counts: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class Kept:
    """What is kept of an item. `versions` are the fields that each of them moved, `presence` pairs of times."""

    first_name: str
    entry: Entry
    state: str = "unseen"
    versions: list[frozenset[str]] = field(default_factory=list)
    former: set[str] = field(default_factory=set)
    presence: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    last_seen: datetime | None = None
    likes: int | None = None


Event = tuple[str, str, frozenset[str], int | None]
"""First name of the item, change, fields, silent."""


@dataclass(slots=True, kw_only=True)
class Observer:
    """Looks at a source again and again; `look` says what came of a look: its outcome and its events."""

    form: Form
    full: bool = False
    items: list[Kept] = field(default_factory=list)
    listing: list[Kept] = field(default_factory=list)  # the last applied one
    shown: list[Kept] = field(default_factory=list)  # those of it that the last applied capture showed itself
    body: bytes | None = None
    count: int = 0
    origin: datetime | None = None
    has_baseline: bool = False
    held: tuple[frozenset[str], datetime, int] | None = None  # what the refused ones agree on, since when, how many

    def look(self, shot: Shot, seen: tuple[Entry, ...], body: bytes | None) -> tuple[str, set[Event]]:
        if shot.answer == "failed":
            return "failed", set()
        if shot.answer == "not_modified" or body == self.body:
            self._confirm(shot)
            return "not_modified" if shot.answer == "not_modified" else "same", set()
        if shot.answer == "challenge" or (not seen and (self.form.needs_items or shot.answer == "cut")):
            return "held", set()
        let_through = False
        if shot.answer != "part" and self.count >= 8 and len(seen) < self.count / 2:  # rule 13
            let_through = self._agreed(shot.at, seen)
            if not let_through:
                return "held", set()
        if self.origin is not None and shot.origin is not None and shot.origin < self.origin:  # rule 2
            return "stale", set()
        is_first = self.body is None and shot.answer == "whole"
        if shot.answer != "part":
            self.body, self.count, self.held = body, len(seen), None
            self.origin = max(filter(None, (self.origin, shot.origin)), default=None)
        moved, events = self._apply(shot, seen, let_through)
        return "changed" if moved or is_first else "noise", events

    def _confirm(self, shot: Shot) -> None:
        self.held = None
        if self.body is not None:
            self.origin = max(filter(None, (self.origin, shot.origin)), default=None)
        for item in self.shown:
            item.last_seen = shot.at

    def _agreed(self, at: datetime, seen: tuple[Entry, ...]) -> bool:
        names = frozenset(entry.name for entry in seen)
        _, since, number = self.held if self.held is not None and self.held[0] == names else (names, at, 0)
        self.held = names, since, number + 1
        return number + 1 >= 3 and at - since >= timedelta(hours=24)

    # --- an applied capture

    def _apply(self, shot: Shot, seen: tuple[Entry, ...], let_through: bool) -> tuple[bool, set[Event]]:
        whole = shot.answer == "whole"
        now = self._identify(seen)
        gone, below = self._compare(now, seen)
        events: set[Event] = set()
        for item, entry in zip(now, seen, strict=True):
            events |= self._meet(item, entry, shot.at, self._first_change(whole, item in below))
        for item, verdict in gone.items() if whole else ():
            item.state = "left_window" if let_through else verdict
            item.presence[-1] = item.presence[-1][0], item.last_seen
            events.add((item.first_name, item.state, frozenset(), None))
        counted = [item for item, entry in zip(now, seen, strict=True) if item.likes != entry.likes]
        for item, entry in zip(now, seen, strict=True):
            item.last_seen, item.likes = shot.at, entry.likes
        self.listing = now if whole else _merged(self.listing, now)
        self.shown = now
        self.has_baseline = self.has_baseline or whole
        return bool(events or (counted and self.form.has_counts)), events

    def _first_change(self, whole: bool, is_below: bool) -> str:  # rules 4 and 7
        if not self.has_baseline:
            return "baseline" if whole else "added"
        return "baseline" if is_below and not self.full else "added"

    def _meet(self, item: Kept, entry: Entry, at: datetime, first: str) -> set[Event]:
        events: set[Event] = set()
        if item.state != "present":  # rule 7
            change = first if item.state == "unseen" else "returned"
            events.add((item.first_name, change, frozenset(), None))
            item.presence.append((at, None))
        if item.state == "unseen":
            item.versions.append(frozenset())
        before, after = self.form.fields(item.entry), self.form.fields(entry)
        edited = frozenset(name for name in after if before[name] != after[name])  # rule 8
        moved = frozenset({self.form.id_field})
        if item.entry.name != entry.name:  # rule 5
            events.add((item.first_name, "rekeyed", moved, None))
            item.former.add(item.entry.name)
            if self.form.id_is_address and not edited:
                item.versions.append(moved)
        if edited:
            silent = int(item.entry.revised == entry.revised) if self.form.has_updated and entry.revised else None
            events.add((item.first_name, "edited", edited, silent))
            item.versions.append(edited)
        item.entry, item.state = entry, "present"
        return events

    def _identify(self, seen: tuple[Entry, ...]) -> list[Kept]:  # rule 5
        found = {name: item for item in self.items for name in item.former} | {item.entry.name: item for item in self.items}
        known = [found.get(entry.name) for entry in seen]
        lost = [item for item in self.listing if item not in known]
        for place, entry in enumerate(seen):
            like_it = [item for item in lost if self.form.sign(entry) in {self.form.sign(item.entry)} - {None}]
            if known[place] is None and len(like_it) == 1:
                known[place] = like_it[0]
        now = [item or Kept(first_name=entry.name, entry=entry) for item, entry in zip(known, seen, strict=True)]
        self.items += [item for item in now if item not in self.items]
        return now

    # --- absence, rule 7

    def _compare(self, now: list[Kept], seen: tuple[Entry, ...]) -> tuple[dict[Kept, str], set[Kept]]:
        """What became of the items that are not listed, and which unseen ones stand below all that was listed before."""
        before, dates = self.listing, {item: entry.published for item, entry in zip(now, seen, strict=True)}
        days = [[item.entry.published for item in before], list(dates.values())]
        if _grows_at_end(days) if any(map(any, days)) else _slid_down(before, now):
            before, now = before[::-1], now[::-1]
        in_order = [item for item in before if item in now] == [item for item in now if item in before]
        gone = {item: "left_window" for item in self.items if item.state == "present" and item not in now}
        for place, item in enumerate(before):
            older = (other for other in before[place + 1 :] if other in now and not _later(other, item, otherwise=not in_order))
            if item in gone and (self.full or any(True for _ in older)):
                gone[item] = "removed"
        last = max((place for place, item in enumerate(now) if item in before), default=len(now))
        return gone, {item for item in now[last:] if item.state == "unseen" and not _later(item, now[last], otherwise=False)}


def _merged(before: list[Kept], now: list[Kept]) -> list[Kept]:
    """What a part does not show stays behind the neighbour behind which it stood."""
    merged = list(now)
    for place, item in enumerate(before):
        if item not in merged:
            above = next((other for other in reversed(before[:place]) if other in merged), None)
            first = next((other for other in before if other in now), None)
            merged.insert(merged.index(above) + 1 if above else merged.index(first) if first else len(merged), item)
    return merged


def _later(one: Kept, other: Kept, *, otherwise: bool) -> bool:
    if one.entry.published is None or other.entry.published is None:
        return otherwise
    return one.entry.published > other.entry.published


def _grows_at_end(lists: list[list[datetime | None]]) -> bool:
    steps = [upper < lower for days in lists for upper, lower in pairwise(filter(None, days))]
    return steps.count(True) > steps.count(False)


def _slid_down(before: list[Kept], now: list[Kept]) -> bool:
    """Undated: the first lines went, new ones came at the end, and the rest kept its order."""
    stay = [item for item in before if item in now]
    return 0 < len(stay) < min(len(before), len(now)) and before[-len(stay) :] == stay == now[: len(stay)]
