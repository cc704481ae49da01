"""Rule 7, absence: what it means that an item is no longer listed, and that an unseen one is. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import gt, lt
from typing import Literal, NamedTuple

Absence = Literal["removed", "left_window"]


class Listed(NamedTuple):
    """One line of a listing: which item, when it says it was published (ISO text or None), whether it is pinned."""

    id: str
    instant: str | None
    pinned: bool = False


class Listings(NamedTuple):
    """The last applied listing of a page and the one at hand, both read from the newest end."""

    before: tuple[Listed, ...]
    now: tuple[Listed, ...]


def read_from_newest(before: Sequence[Listed], now: Sequence[Listed]) -> Listings:
    """Turn both listings round if the page grows at its end: most neighbours ascend in time, or, undated, both ends moved so."""
    falling, rising = _slopes(now)
    more_falling, more_rising = _slopes(before)
    falling, rising = falling + more_falling, rising + more_rising
    grows_at_end = rising > falling if rising or falling else _slid_the_other_way(before, now)
    if grows_at_end:
        return Listings(before=tuple(reversed(before)), now=tuple(reversed(now)))
    return Listings(before=tuple(before), now=tuple(now))


def absences(listings: Listings, *, full: bool) -> Mapping[str, Absence]:
    """What became of each item of the last listing that is not in this one.

    `removed` if the listing is full, or if an older item of the last listing is still listed: one that stood below and, if
    both are dated, is not dated later. Undated items count only while the remaining ones keep their order. Pinned items prove
    nothing and are never called removed. All else has left the window.
    """
    now = {line.id for line in listings.now}
    gone = [place for place, line in enumerate(listings.before) if line.id not in now]
    orderly = bool(gone) and (_is_dated(listings.before) or _keeps_order(listings))  # asked of undated ones alone
    verdicts: dict[str, Absence] = {}
    for place in gone:
        line = listings.before[place]
        below = (other for other in listings.before[place + 1 :] if other.id in now)
        proven = full or (not line.pinned and any(_is_older(other, line, orderly=orderly) for other in below))
        verdicts[line.id] = "removed" if proven else "left_window"
    return verdicts


def below_all_listed(listings: Listings) -> frozenset[str]:
    """Unseen items that stand below everything listed before: a window that grew, or a gap above that let them slide in.

    One that is dated later than the last of those listed before is news, wherever it stands.
    """
    before = {line.id for line in listings.before}
    from_below = range(len(listings.now) - 1, -1, -1)
    last = next((at for at in from_below if listings.now[at].id in before and not listings.now[at].pinned), None)
    if last is None:
        return frozenset()
    lowest = listings.now[last]
    return frozenset(line.id for line in listings.now[last + 1 :] if line.id not in before and not _is_later(line, lowest))


def moved_within(listings: Listings) -> tuple[str, ...]:
    """Items that stay listed but not in the same order among themselves (noise `order`)."""
    before, now = _common(listings)
    if before == now:
        return ()
    return tuple(new for old, new in zip(before, now, strict=True) if old != new)


def _is_dated(lines: Sequence[Listed]) -> bool:
    return None not in [line.instant for line in lines]


def _is_older(other: Listed, line: Listed, *, orderly: bool) -> bool:
    if other.pinned:
        return False
    if other.instant is None or line.instant is None:
        return orderly
    return not _is_later(other, line)


def _is_later(one: Listed, other: Listed) -> bool:
    """True if both are dated and `one` is dated later; a date known to the day is compared by the day."""
    return one.instant is not None and other.instant is not None and _is_after(one.instant, other.instant)


def _is_after(one: str, other: str) -> bool:
    length = min(len(one), len(other))
    length = 10 if length < 16 else length
    return one[:length] > other[:length]


def _keeps_order(listings: Listings) -> bool:
    before, now = _common(listings)
    return before == now


def _common(listings: Listings) -> tuple[list[str], list[str]]:
    now_ids = {line.id for line in listings.now if not line.pinned}
    before_ids = {line.id for line in listings.before if not line.pinned}
    both = now_ids & before_ids
    return [line.id for line in listings.before if line.id in both], [line.id for line in listings.now if line.id in both]


def _slopes(lines: Sequence[Listed]) -> tuple[int, int]:
    """How many dated neighbours fall and rise in time, pinned ones aside."""
    dates = [line.instant for line in lines if line.instant is not None and not line.pinned]
    if len(set(map(len, dates))) == 1 and len(dates[0]) >= 16:  # as texts of one form they compare as they stand
        return sum(map(gt, dates, dates[1:])), sum(map(lt, dates, dates[1:]))
    falling = rising = 0
    for upper, lower in pairwise(dates):
        if upper > lower:
            falling += _is_after(upper, lower)
        elif upper < lower:
            rising += _is_after(lower, upper)
    return falling, rising


def _slid_the_other_way(before: Sequence[Listed], now: Sequence[Listed]) -> bool:
    """Undated: the first lines went and new ones came at the end while the rest kept its order: a list that grows downwards."""
    now_ids, before_ids = [line.id for line in now], [line.id for line in before]
    listed = set(now_ids)
    stay = [name for name in before_ids if name in listed]
    gone, came = len(before_ids) - len(stay), len(now_ids) - len(stay)
    return bool(stay and gone and came) and before_ids[gone:] == stay and now_ids[: len(stay)] == stay
