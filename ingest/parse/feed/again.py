"""Reads of a feed only the items that were not in earlier ones; what comes out is what reading the whole gives. Pure.

An item is read once and remembered by its bytes and by all around it that can tell on its meaning: the start tags of the
elements that hold it, the address, the format and the feed's own authors. Feed documents with anything unusual about them
(a DOCTYPE, entities, something to mend, namespaces of an item's own, elements of the feed behind its items) are not read
here, but as a whole. Why that is safe, and what was tried against it, stands in docs/decisions/0007-reading-what-moved.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ingest.errors import ReadError
from ingest.model import FeedEntry
from ingest.parse.decoding import clean_text
from ingest.parse.feed.calling import Parts, feedparser_reads, read_entries
from ingest.parse.feed.cutting import Order, closing_of, cut, order_of
from ingest.parse.feed.frames import Frames, Surrounding
from ingest.parse.feed.outline import BrokenXMLError, outline
from ingest.parse.feed.plain import PlainReader, plain_reader
from ingest.parse.feed.prolog import open_prolog

_KEPT = 1_000_000  # bytes of items that are not in the newest document
_USUAL = frozenset(  # namespaces that an item may declare for itself: feedparser knows each by this prefix in any case
    {
        (None, "http://www.w3.org/1999/xhtml"),
        ("content", "http://purl.org/rss/1.0/modules/content/"),
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
        ("media", "http://search.yahoo.com/mrss/"),
    }
)


class KnownItems:
    """The items that were read of the earlier documents of one page. A cache: it forgets, and never answers otherwise."""

    def __init__(self) -> None:
        self._frames = Frames()
        self._surrounding: Surrounding | None = None
        self._own: frozenset[tuple[str | None, str]] = frozenset()
        self._plain: PlainReader | None = None
        self._order = Order()
        self._entries: dict[bytes, FeedEntry] = {}  # by the item, those of the newest document last
        self._bytes = 0
        self._refused = b""

    def read(self, body: bytes, url: str | None) -> Parts | None:
        """The feed in a body that is UTF-8 if it is read here; None where only reading the whole of it will do."""
        refused, self._refused = self._refused, b""
        if not url or "://" not in url or body == refused:
            return None  # feedparser lets an item's xml:base leak into the next one where there is no address
        try:
            parts = self._read(body, url)
        except (BrokenXMLError, ReadError):
            parts = None
        if parts is None:
            self._refused = body  # who asks again at once, with the same bytes as text, needs not wait for the same answer
        return parts

    def _read(self, body: bytes, url: str) -> Parts | None:
        pieces = cut(body, self._order)
        text = None if pieces is None else clean_text(pieces.frame)
        if pieces is None or text is None:
            return None
        frame = self._frames.read(text, pieces.hole.decode(), pieces.runs, url)
        if frame is None:
            return None
        self._stand_in(frame.surrounding)
        if not self._learn(pieces.items, frame.surrounding):
            return None
        return Parts(outline=frame.outline, version=frame.feed.version, about=frame.about, entries=self._recall(pieces.items))

    def _stand_in(self, surrounding: Surrounding) -> None:
        """Forget what was read in another surrounding."""
        if surrounding != self._surrounding:
            self._own = outline("".join(surrounding.tags) + closing_of(surrounding.tags), None).declared
            self._plain = plain_reader(surrounding, self._own)
            self._entries.clear()
            self._bytes = 0
            self._surrounding = surrounding

    def _learn(self, items: Sequence[bytes], around: Surrounding) -> bool:
        """Read those items that are new; False where one of them is unusual."""
        new = [item for item in items if item not in self._entries]
        if not new:
            return True
        texts = {item: clean_text(item) for item in new}
        read: dict[bytes, FeedEntry] = {}
        strange: dict[bytes, str] = {}
        for item, text in texts.items():
            if text is None:
                return False
            entry = self._plain.read(text) if self._plain else None
            if entry is None:
                strange[item] = text
            else:
                read[item] = entry
        entries = self._read_strange(tuple(strange.values()), around) if strange else ()
        if entries is None:
            return False
        read.update(zip(strange, entries, strict=True))
        self._entries.update((item, read[item]) for item in texts)
        self._bytes += sum(map(len, texts))
        return True

    def _read_strange(self, items: tuple[str, ...], around: Surrounding) -> tuple[FeedEntry, ...] | None:
        """What feedparser makes of items, all at once; None where one of them tells on others."""
        document = "".join((*around.tags, *items, closing_of(around.tags)))
        opened = open_prolog(document)
        if opened.text != document or opened.problems or opened.junk:
            return None
        facts = outline(document, around.url)
        if facts.starts != _expected_starts(around.tags, items) or facts.declared - self._own - _USUAL:
            return None
        parsed = feedparser_reads(document, around.url)
        if not parsed.strict or len(parsed.entries) != len(items) or parsed.version != around.version:
            return None
        return read_entries(parsed.entries, facts.items, around.context)

    def _recall(self, items: tuple[bytes, ...]) -> tuple[FeedEntry, ...]:
        """The entries in order; items that have not been seen for long are forgotten."""
        if items != self._order.items:
            self._order = order_of(items)
        found = tuple(map(self._entries.__getitem__, items))
        present = sum(map(len, items))
        if self._bytes - present > _KEPT:
            for item, entry in zip(items, found, strict=True):
                self._entries.pop(item, None)
                self._entries[item] = entry
            while self._bytes - present > _KEPT // 2 and len(self._entries) > len(items):
                oldest = next(iter(self._entries))
                del self._entries[oldest]
                self._bytes -= len(oldest)
        return found


def _expected_starts(tags: tuple[str, ...], items: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Where the items of a document begin if each text is an item by itself: put together, broken ones may heal each other."""
    lengths = (len(text.encode()) for text in ("".join(tags), *items[:-1]))
    return tuple((start, len(tags) + 1) for start in accumulate(lengths))
