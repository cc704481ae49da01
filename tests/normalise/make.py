"""Entries with nothing in them but what a test names, and their items."""

from __future__ import annotations

from datetime import UTC, datetime

from ingest.model import DateText, Entry, FeedEntry, Item, PostEntry, Reading, Source, SourceKind, TweetEntry
from ingest.normalise import normalise

NOW = datetime(2026, 1, 6, 12, tzinfo=UTC)


def date(text: str) -> DateText:
    return DateText(raw=text, text=text)


def source(kind: SourceKind = "feed") -> Source:
    return Source(id="blog", kind=kind, url="https://blog.example/feed.xml", home_url="https://blog.example/")


def item_of(entry: Entry) -> Item:
    """The entry alone in a reading, as an item."""
    kind: SourceKind = "feed" if isinstance(entry, FeedEntry) else "blog" if isinstance(entry, PostEntry) else "tweets"
    return normalise(Reading(format="test", entries=(entry,)), source(kind), observed_at=NOW).items[0]


def a_tweet(text: str = "hello", *, status_id: str | None = None, handle: str | None = "someone") -> TweetEntry:
    return TweetEntry(status_id=status_id, url=None, text=text, author_handle=handle)
