"""Reading -> Items: every entry in our words. Pure; the time of the capture only judges dates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from ingest.model import Entry, FeedEntry, Issue, Item, Items, PostEntry, Reading, Source
from ingest.normalise.feed_item import feed_item
from ingest.normalise.post import post
from ingest.normalise.profile import profile
from ingest.normalise.tweet import tweet
from ingest.normalise.urls import canonical_url


def normalise(reading: Reading, source: Source, *, observed_at: datetime, before: tuple[Reading, Items] | None = None) -> Items:
    """Every entry of a reading as an Item; never raises for what an entry holds.

    `observed_at` (UTC) marks dates that lie in the future; nothing else hangs on it. Issues of an entry stand in its Item,
    those of the profile in `Items.issues`. `before` is an earlier reading with what was made of it: entries that stand in
    both are not gone through again.
    """
    own_pages = _own_pages(reading, source)
    statement = reading.statement
    account, issues = profile(reading.profile) if reading.profile is not None else (None, ())
    known = _Known(before if before is not None and _own_pages(before[0], source) == own_pages else None)
    clock = _Clock(observed_at)

    def all_of(entries: Iterable[Entry]) -> tuple[Item, ...]:
        return tuple(clock.judged(known.item(entry) or _item(entry, own_pages)) for entry in entries)

    return Items(
        items=all_of(reading.entries),
        profile=account,
        left=all_of(statement.left) if statement else (),
        removed=all_of(statement.removed) if statement else (),
        issues=issues,
    )


def _own_pages(reading: Reading, source: Source) -> frozenset[str]:
    """Addresses of the source as a whole: a link to one of them does not tell which item is meant."""
    pages = (source.url, source.home_url, reading.source.home_url)
    return frozenset(page for page in map(canonical_url, pages) if page is not None)


def _item(entry: Entry, own_pages: frozenset[str]) -> Item:
    if isinstance(entry, FeedEntry):
        return feed_item(entry, own_pages)
    return post(entry, own_pages) if isinstance(entry, PostEntry) else tweet(entry)


class _Known:
    """What was made of the entries of an earlier reading: an item hangs on its entry and the source's own pages alone."""

    def __init__(self, before: tuple[Reading, Items] | None) -> None:
        pairs = () if before is None else zip(before[0].entries, before[1].items, strict=True)
        self._pairs = [(entry, item) for entry, item in pairs if not (item.issues and _is_dated_ahead(item))]
        self._by_identity = {id(entry): item for entry, item in self._pairs}
        self._by_address: dict[str | None, tuple[Entry, Item]] | None = None

    def item(self, entry: Entry) -> Item | None:
        """What was made of this entry or an equal one. A feed's are the same objects where they did not move."""
        item = self._by_identity.get(id(entry))
        return self._equal(entry) if item is None and self._pairs else item

    def _equal(self, entry: Entry) -> Item | None:
        """Of entries without an address, or with the same, only the last is looked at: whole entries are slow to hash."""
        if self._by_address is None:
            self._by_address = {pair[0].url: pair for pair in self._pairs}
        known = self._by_address.get(entry.url)
        return known[1] if known is not None and known[0] == entry else None


# --- dates to come ---------------------------------------------------------------------------------------------------

_FUTURE = "future_date"


def _is_dated_ahead(item: Item) -> bool:
    return any(issue.code == _FUTURE for issue in item.issues)


_CLOCKS_DIFFER = timedelta(minutes=5)
_ZONES_DIFFER = timedelta(hours=14)


class _Clock:
    """Rule 10: a future date is kept, with an issue."""

    def __init__(self, observed_at: datetime) -> None:
        now = observed_at.astimezone(UTC)
        self._soon = (now + _CLOCKS_DIFFER).isoformat()[:19]
        self._today = (now + _ZONES_DIFFER).date().isoformat()

    def judged(self, item: Item) -> Item:
        """The item, with the issue where one of its dates lies ahead."""
        if (item.instant or "") <= self._soon and (item.revised or "") <= self._soon:
            return item  # nearly all; a day that sorts before the moment is not after it
        late = [date for date in (item.instant, item.revised) if date is not None and self._is_ahead(date)]
        if not late:
            return item
        message = f"dated {late[0]}, after it was seen"
        issue = Issue(severity="warning", code=_FUTURE, message=message, entry_ref=item.native_id)
        return replace(item, issues=(*item.issues, issue))

    def _is_ahead(self, date: str) -> bool:
        return date > (self._soon if "T" in date else self._today)
