"""An item that a diff shows whole to a FeedEntry: wrapped as a feed of one and read by `feed`, as any feed is. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.errors import ReadError
from ingest.model import Document, FeedEntry, Issue
from ingest.parse.change_page.blocks import Block
from ingest.parse.change_page.mending import mend
from ingest.parse.feed import read_feed
from ingest.parse.feed.namespaces import PREFIXES

_NAMESPACES = {
    **PREFIXES,
    "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
    "podcast": "https://podcastindex.org/namespace/1.0",
    "xhtml": "http://www.w3.org/1999/xhtml",
}
_PREFIX = re.compile(r"[<\s/]([A-Za-z_][\w.-]*):[A-Za-z_]")
_RDF_ITEM = re.compile(r"<item\s[^<>]*rdf:about")

_RSS = '<rss version="2.0"{names}><channel><title>-</title><link>{link}</link><description>-</description>{item}</channel></rss>'
_RDF = '<rdf:RDF xmlns="http://purl.org/rss/1.0/"{names}><channel rdf:about="-"><title>-</title></channel>{item}</rdf:RDF>'
_ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"{names}><title>-</title><id>-</id>{item}</feed>'


def read_item(block: Block, url: str | None) -> tuple[FeedEntry | None, tuple[Issue, ...]]:
    """The entry of a complete item, `truncated` where the page shows only the beginning of one of its lines.

    `url` is the address of the feed, the base of relative links. Nothing but an issue where the item can't be read.
    """
    lines = [(piece.text, piece.cut) for piece in block.pieces]
    end = "" if block.ends else "</entry>" if _is_entry(lines[0][0]) else "</item>"
    document = Document(
        body=_as_feed(mend(lines) + end).encode(), kind="feed", url=url, content_type="application/xml; charset=utf-8"
    )
    try:
        reading = read_feed(document)
    except ReadError as error:
        return None, (_unreadable(block, str(error)),)
    entry = next((entry for entry in reading.entries if isinstance(entry, FeedEntry)), None)
    if entry is None:
        return None, (_unreadable(block, "it holds no item that a feed reader finds"),)
    cut = any(cut for _, cut in lines)
    issues = tuple(issue for issue in reading.issues if issue.entry_ref is not None)
    return replace(entry, truncated=entry.truncated or cut), issues


def _unreadable(block: Block, reason: str) -> Issue:
    message = f"an item that the diff shows could not be read: {reason}"
    return Issue(severity="warning", code="item_unreadable", message=message, entry_ref=block.ref)


def _as_feed(item: str) -> str:
    if _is_entry(item[:200]):
        form = _ATOM
    elif _RDF_ITEM.match(item.lstrip()):
        form = _RDF
    else:
        form = _RSS
    return form.format(names=_declarations(item, form), item=item, link="")


def _is_entry(text: str) -> bool:
    return "<entry" in text


def _declarations(item: str, form: str) -> str:
    """The namespaces of every prefix in the item; one that nobody knows gets a name of its own, so that it does no harm."""
    prefixes = set(_PREFIX.findall(item)) | ({"rdf"} if form == _RDF else set())
    known = {prefix: _NAMESPACES.get(prefix, f"urn:prefix:{prefix}") for prefix in sorted(prefixes - {"xml", "xmlns"})}
    return "".join(f' xmlns:{prefix}="{name}"' for prefix, name in known.items())
