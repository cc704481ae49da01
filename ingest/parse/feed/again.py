"""Reads of a feed only the items that were not in earlier ones; what comes out is what reading the whole gives. Pure.

An item is read once and remembered by its text and by all around it that can tell on its meaning: the start tags of the
elements that hold it, the address, the format and the feed's own authors. Feed documents with anything unusual about them
(a DOCTYPE, entities, something to mend, namespaces of an item's own, elements of the feed behind its items) are not read
here, but as a whole. Why that is safe, and what was tried against it, stands in docs/decisions/0007-reading-what-moved.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate

from ingest.errors import ReadError
from ingest.model import FeedEntry
from ingest.parse.feed.calling import Parsed, Parts, context_of, feedparser_reads, read_entries
from ingest.parse.feed.cutting import Cut, ancestors, closing_of, cut
from ingest.parse.feed.entry import Context
from ingest.parse.feed.outline import BrokenXMLError, outline
from ingest.parse.feed.prolog import open_prolog

_KEPT = 1_000_000  # letters of items that are not in the newest document
_FRAMES = 4
_UNUSUAL = re.compile(r"<!DOCTYPE|<(?:[\w.\-]+:)?(?:encoded|content|fullitem|body)[\s/>]", re.IGNORECASE)
"""Around the items: what declares entities, and bodies of the feed itself, which feedparser lets tell on its first item."""
_MOVING = re.compile(  # comments and dates move by themselves, and nothing but the outline reads them
    r"(?P<kept><!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(?:lastBuildDate|pubDate|updated|dc:date)>)(?P<date>(?<=[ed]>)[^<>]*(?=</))?|<!--.*?-->",
    re.DOTALL,
)
_USUAL = frozenset(  # namespaces that an item may declare for itself: feedparser knows each by this prefix in any case
    {
        (None, "http://www.w3.org/1999/xhtml"),
        ("content", "http://purl.org/rss/1.0/modules/content/"),
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
        ("media", "http://search.yahoo.com/mrss/"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Surrounding:
    """All around an item that can tell on its meaning."""

    tags: tuple[str, ...]
    url: str
    version: str
    context: Context


class KnownItems:
    """The items that were read of the earlier documents of one page. A cache: it forgets, and never answers otherwise."""

    def __init__(self) -> None:
        self._feeds: dict[tuple[str, str], Parsed] = {}
        self._surrounding: _Surrounding | None = None
        self._own: frozenset[tuple[str | None, str]] = frozenset()
        self._entries: dict[str, FeedEntry] = {}  # by the item's text, those of the newest document last
        self._letters = 0

    def read(self, text: str, url: str | None) -> Parts | None:
        """The feed in a decoded text; None where only reading the whole of it will do."""
        if not url or "://" not in url:
            return None  # feedparser lets an item's xml:base leak into the next one where there is no address
        pieces = cut(text)
        if pieces is None:
            return None
        try:
            return self._read(pieces, url)
        except (BrokenXMLError, ReadError):
            return None

    def _read(self, pieces: Cut, url: str) -> Parts | None:
        opened = open_prolog(pieces.frame)
        if opened.junk or opened.problems or _UNUSUAL.search(pieces.frame):
            return None
        around = outline(opened.text, url)
        tags = ancestors(opened.text, pieces.hole, pieces.runs)
        if tags is None or not pieces.runs == len(around.items) == opened.text.count(pieces.hole):
            return None
        feed = self._feed(opened.text.replace(pieces.hole, ""), url)
        if not feed.strict or feed.entries:
            return None
        self._stand_in(_Surrounding(tags=tags, url=url, version=feed.version, context=context_of(feed, url)))
        if not self._learn(pieces.items):
            return None
        return Parts(outline=around, feed=feed, entries=self._recall(pieces.items))

    def _feed(self, frame: str, url: str) -> Parsed:
        """What a feed says of itself, the same for all frames that differ in what moves alone."""
        still = _MOVING.sub(lambda token: token["kept"] or "", frame)
        feed = self._feeds.pop((still, url), None) or feedparser_reads(still, url)
        self._feeds[still, url] = feed
        if len(self._feeds) > _FRAMES:
            del self._feeds[next(iter(self._feeds))]
        return feed

    def _stand_in(self, surrounding: _Surrounding) -> None:
        """Forget what was read in another surrounding."""
        if surrounding != self._surrounding:
            self._entries.clear()
            self._letters = 0
            self._surrounding = surrounding
            self._own = outline("".join(surrounding.tags) + closing_of(surrounding.tags), None).declared

    def _learn(self, items: tuple[str, ...]) -> bool:
        """Read those items that are new, all at once; False where one of them is unusual."""
        new = tuple(dict.fromkeys(item for item in items if item not in self._entries))
        around = self._surrounding
        if not new or around is None:
            return True
        document = "".join((*around.tags, *new, closing_of(around.tags)))
        opened = open_prolog(document)
        if opened.text != document or opened.problems or opened.junk:
            return False
        facts = outline(document, around.url)
        if facts.starts != _expected_starts(around.tags, new) or facts.declared - self._own - _USUAL:
            return False
        parsed = feedparser_reads(document, around.url)
        if not parsed.strict or len(parsed.entries) != len(new) or parsed.version != around.version:
            return False
        self._entries.update(zip(new, read_entries(parsed.entries, facts.items, around.context), strict=True))
        self._letters += sum(map(len, new))
        return True

    def _recall(self, items: tuple[str, ...]) -> tuple[FeedEntry, ...]:
        """The entries in order; items that have not been seen for long are forgotten."""
        found = tuple(self._entries[item] for item in items)
        present = sum(map(len, items))
        if self._letters - present > _KEPT:
            for item, entry in zip(items, found, strict=True):
                self._entries.pop(item, None)
                self._entries[item] = entry
            while self._letters - present > _KEPT // 2 and len(self._entries) > len(items):
                oldest = next(iter(self._entries))
                del self._entries[oldest]
                self._letters -= len(oldest)
        return found


def _expected_starts(tags: tuple[str, ...], items: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Where the items of a document begin if each text is an item by itself: put together, broken ones may heal each other."""
    lengths = (len(text.encode()) for text in ("".join(tags), *items[:-1]))
    return tuple((start, len(tags) + 1) for start in accumulate(lengths))
