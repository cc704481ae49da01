"""Short ways to write items, known items and captures in tests of the rules."""

from __future__ import annotations

from dataclasses import replace

from ingest.history import decide, item_id
from ingest.model import Capture, Count, Decision, Item, Items, Known, KnownItem, Reading, Source, SourceFields

FEED = Source(id="f", kind="feed", url="https://blog.example/feed.xml")


def item(
    native: str, *, title: str = "T", link: str | None = None, day: str | None = None, text: str = "x", **more: object
) -> Item:
    """A feed item; `day` is its published date, `text` stands for its content."""
    url = f"https://blog.example/{native}" if link is None else link or None
    prints = {"title": title, "content": text, **({"published": day} if day else {}), **({"url": url} if url else {})}
    values = {"guid": native, "title": title, "published": day}
    base = Item(
        table="feed_items", native_id=native, keys=(native,), url=url, canonical_url=url, values=values, prints=prints,
        label=title, instant=day,
    )  # fmt: skip
    return replace(base, **more)


def tweet(status: str | None, text: str, *, key: str | None = None, likes: str | None = None, **more: object) -> Item:
    """A tweet; without status id it is known by its words."""
    words = key or f"text:{text}"
    native = status or words
    values = {"status_id": status, "author_handle": "ada", "text": text, "kind": "post", "posted_at": None}
    counts = {} if likes is None else {"likes": Count(value=int(likes), shown=likes, exact=True)}
    base = Item(
        table="tweets", native_id=native, keys=(native, words), url=None, canonical_url=None, values=values,
        prints={"text": text}, label=text, counts=counts,
    )  # fmt: skip
    return replace(base, **more)


def known_item(of: Item, *, source: Source = FEED, position: int = 1, **more: object) -> KnownItem:
    """The item as the store would have it after one capture."""
    base = KnownItem(
        id=item_id(source.id, of.native_id), table=of.table, native_id=of.native_id, url=of.url, canonical_url=of.canonical_url,
        state="present", page="1", position=position, versions=1, values=of.values, prints=of.prints, content_hash=None,
        label=of.label, instant=of.instant, revised=of.revised, pinned=of.pinned, truncated=of.truncated, counts=of.counts,
    )  # fmt: skip
    return replace(base, **more)


def known(*items: Item | KnownItem, gone: tuple[KnownItem, ...] = ()) -> Known:
    """What is known after a whole capture that listed these items in this order; `gone` are known but not listed."""
    listed = [one if isinstance(one, KnownItem) else known_item(one, position=n) for n, one in enumerate(items, start=1)]
    every = {one.id: one for one in (*listed, *gone)}
    return Known(
        items=every, page_items=tuple(one.id for one in listed), page_seen=True, source_seen=True, source_fields=SourceFields()
    )


def capture(*items: Item, source: Source = FEED, reading: Reading | None = None, **more: object) -> Capture:
    """A whole capture that lists these items in this order."""
    reading = reading or Reading(format="rss20")
    base = Capture(
        source=source, fetch_id="f-1", observed_at="2026-01-07T12:00:00.000Z", page="1", reading=reading, items=Items(items=items)
    )
    return replace(base, has_base=True, **more)


def events(decision: Decision) -> list[tuple[str, str]]:
    """(label, change) of every event, in order."""
    written = [(w.item.label, w.change) for w in decision.writes if w.change and w.event]
    return written + [(d.label, d.change) for d in decision.departures]


def step(before: Known, *items: Item, **more: object) -> list[tuple[str, str]]:
    """The events of one more capture."""
    return events(decide(capture(*items, **more), before))
