"""Reading -> Items: every entry in our words (DESIGN section 4). Pure; the time of the capture only judges dates."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ingest.model import Entry, FeedEntry, Issue, Item, Items, PostEntry, Reading, Source
from ingest.normalise.feed_item import feed_item
from ingest.normalise.post import post
from ingest.normalise.profile import profile
from ingest.normalise.tweet import tweet
from ingest.normalise.urls import canonical_url


def normalise(reading: Reading, source: Source, *, observed_at: datetime) -> Items:
    """Every entry of a reading as an Item; never raises for what an entry holds.

    `observed_at` (UTC) marks dates that lie in the future; nothing else hangs on it. Issues of an entry stand in its Item,
    those of the profile in `Items.issues`.
    """
    own_pages = _own_pages(reading, source)
    statement = reading.statement
    account, issues = profile(reading.profile) if reading.profile is not None else (None, ())
    return Items(
        items=_all(reading.entries, own_pages, observed_at),
        profile=account,
        left=_all(statement.left, own_pages, observed_at) if statement else (),
        removed=_all(statement.removed, own_pages, observed_at) if statement else (),
        issues=issues,
    )


def _own_pages(reading: Reading, source: Source) -> frozenset[str]:
    """Addresses of the source as a whole: a link to one of them does not tell which item is meant."""
    pages = (source.url, source.home_url, reading.source.home_url)
    return frozenset(page for page in map(canonical_url, pages) if page is not None)


def _all(entries: tuple[Entry, ...], own_pages: frozenset[str], observed_at: datetime) -> tuple[Item, ...]:
    return tuple(_with_future_dates(_item(entry, own_pages), observed_at) for entry in entries)


@lru_cache(maxsize=1024)
def _item(entry: Entry, own_pages: frozenset[str]) -> Item:
    """Most entries of a capture were in the one before: they are read once."""
    if isinstance(entry, FeedEntry):
        return feed_item(entry, own_pages)
    return post(entry, own_pages) if isinstance(entry, PostEntry) else tweet(entry)


# --- dates to come ---------------------------------------------------------------------------------------------------

_CLOCKS_DIFFER = timedelta(minutes=5)
_ZONES_DIFFER = timedelta(hours=14)


def _with_future_dates(item: Item, observed_at: datetime) -> Item:
    """Rule 10: a future date is kept, with an issue."""
    now = observed_at.astimezone(UTC)
    soon = (now + _CLOCKS_DIFFER).strftime("%Y-%m-%dT%H:%M:%S")
    today = (now + _ZONES_DIFFER).strftime("%Y-%m-%d")
    late = [date for date in (item.instant, item.revised) if date is not None and date > (soon if "T" in date else today)]
    if not late:
        return item
    issue = Issue(severity="warning", code="future_date", message=f"dated {late[0]}, after it was seen", entry_ref=item.native_id)
    return replace(item, issues=(*item.issues, issue))
