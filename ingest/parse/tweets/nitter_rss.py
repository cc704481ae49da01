"""A feed of tweets (Nitter, or another bridge that links to statuses) to a Reading; the feed itself is read by `feed`. Pure.

Nitter marks in the title what an item is: `RT by @x: `, `R to @x: `, `Pinned: `; the author is in `dc:creator`. The text is taken
from the description, which keeps line breaks and pictures; the title says the same on one line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.errors import ReadError
from ingest.model import Document, FeedEntry, Issue, Reading, TweetEntry
from ingest.parse.feed import read_feed
from ingest.parse.tweets.addresses import author_of, handle, is_elsewhere, status_id
from ingest.parse.tweets.kinds import kind_of
from ingest.parse.tweets.markup import attribute, one_line, plain_text
from ingest.parse.tweets.repeated import once

_MARKS = re.compile(r"(?P<pinned>Pinned: )?(?:RT by @(?P<by>\w{1,20}): |R to @(?P<to>\w{1,20}): )?", re.IGNORECASE)
_ONLY_MEDIA = frozenset({"Image", "Images", "Video", "Gif", "GIF", "Photo"})
_PERSON = re.compile(r"@(\w{1,20})\b")
_DIGITS = re.compile(r"\d{1,20}")
_NAMED = re.compile(r"(?P<name>.*?)\s*\(@(?P<handle>\w{1,20})\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    """What the description of an item shows."""

    text: str = ""
    links: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    quoted_text: str | None = None
    quoted_url: str | None = None
    quoted_name: str | None = None
    quoted_handle: str | None = None


def read_nitter_rss(document: Document) -> Reading:
    """The tweets of a feed. Raises ReadError as `read_feed` does, and `no_items` where no item is a tweet."""
    reading = read_feed(document)
    items = [entry for entry in reading.entries if isinstance(entry, FeedEntry)]
    tweets = [(item, _id_of(item)) for item in items]
    if items and not any(own_id for _, own_id in tweets):
        raise ReadError("no_items", f"no item of the feed leads to a tweet; the first says: {items[0].title or items[0].url}")
    entries, repeated = once(_entry(item, own_id) for item, own_id in tweets if own_id is not None)
    skipped = tuple(_skipped(item) for item, own_id in tweets if own_id is None)
    return replace(reading, format="nitter_rss", entries=entries, issues=(*reading.issues, *skipped, *repeated))


def _id_of(item: FeedEntry) -> str | None:
    guid = (item.guid or "").strip()
    return status_id(item.url) or status_id(guid) or (guid if _DIGITS.fullmatch(guid) else None)


def _skipped(item: FeedEntry) -> Issue:
    message = f"this item leads to no tweet and is not taken: {item.title or item.url}"
    return Issue(severity="warning", code="not_a_tweet", message=message, entry_ref=item.guid or item.url)


def _entry(item: FeedEntry, own_id: str) -> TweetEntry:
    title = item.title or ""
    marks = _MARKS.match(title)
    by, to, pinned = (marks["by"], marks["to"], marks["pinned"] is not None) if marks else (None, None, False)
    body = _body(item)
    named = _PERSON.search(item.authors[0]) if item.authors else None
    quotes = body.quoted_url is not None or body.quoted_text is not None
    return TweetEntry(
        status_id=own_id,
        url=item.url or item.guid,
        text=body.text or _title_text(title[marks.end() if marks else 0 :], body),
        author_handle=named[1] if named else author_of(item.url) or (handle(item.authors[0]) if item.authors else None),
        posted=item.published,
        kind=kind_of(reposted=by is not None, replies=to is not None, quotes=quotes),
        reposted_by=by,
        in_reply_to=f"@{to}" if to else None,
        quoted_id=status_id(body.quoted_url),
        quoted_handle=body.quoted_handle or author_of(body.quoted_url),
        quoted_name=body.quoted_name,
        quoted_text=body.quoted_text,
        quoted_url=body.quoted_url,
        links=body.links,
        media=tuple(dict.fromkeys((*body.media, *(enclosure.url for enclosure in item.enclosures)))),
        pinned=pinned,
        truncated=item.truncated,
    )


def _title_text(title: str, body: _Body) -> str:
    """The title as text where the description has no words; 'Image' stands for a picture without any."""
    return "" if body.media and title.strip() in _ONLY_MEDIA else title.strip()


def _body(item: FeedEntry) -> _Body:
    html = item.content_html or item.summary_html
    root = LexborHTMLParser(html).css_first("body") if html else None
    if root is None:
        return _Body()
    quote = root.css_first("blockquote")
    shown = _Body()
    if quote is not None:
        shown = _quoted(quote)
        quote.decompose()
    return replace(
        shown,
        text=plain_text(root),
        links=tuple(dict.fromkeys(link for link in _hrefs(root) if _leads_away(link, item))),
        media=tuple(dict.fromkeys(source for image in root.css("img, video") if (source := _source(image)))),
    )


def _hrefs(root: LexborNode) -> list[str]:
    return [href for anchor in root.css("a") if (href := attribute(anchor, "href")) and href.startswith("http")]


def _leads_away(link: str, item: FeedEntry) -> bool:
    return item.url is None or is_elsewhere(link, item.url)


def _source(node: LexborNode) -> str | None:
    return attribute(node, "src") or attribute(node, "poster")


def _quoted(quote: LexborNode) -> _Body:
    named = _NAMED.fullmatch(one_line(quote.css_first("b")) or "")
    words = "\n".join(plain_text(part) for part in quote.css("p"))
    return _Body(
        quoted_text=words.strip() or None,
        quoted_url=next((href for href in _hrefs(quote) if status_id(href)), None),
        quoted_name=(named["name"] or None) if named else None,
        quoted_handle=named["handle"] if named else None,
    )
