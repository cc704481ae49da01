"""Document in, Reading out: what a body says, in its own words. Pure: no network, database, file, clock or logging.

What a body is follows from its bytes, within what the kind of its source allows; each format has a
reader of its own, and this file only chooses one. Readers are loaded when they are needed: a run in which every source
says 304 needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ingest.errors import ReadError
from ingest.model import Document, Reading, SourceKind
from ingest.parse.change_page import looks_like_change_page
from ingest.parse.decoding import Decoded, decode
from ingest.parse.detect import Form, look_at
from ingest.parse.reuse import Reuse

__all__ = ["PARSER_VERSION", "Reuse", "parse"]

PARSER_VERSION = 4
"""Raise whenever the same document may give another reading: sources read with another version are rebuilt (rule 12)."""


def parse(document: Document, reuse: Reuse | None = None) -> Reading:
    """What a document says. With `reuse`, one for each page of a listing, what stood in its earlier documents is not read again.

    Raises ReadError with a kind and a sentence for anything that its source's kind does not allow or nobody can read.
    """
    if reuse is not None and reuse.feed is not None and document.kind == "feed" and (reading := _read_moved(document, reuse)):
        return reading
    decoded = decode(document.body, document.content_type)
    form = look_at(decoded.text).form
    if form == "empty":
        raise ReadError("empty_body", "the body is empty")
    if decoded.binary and form == "text":
        raise ReadError("unknown_format", "the body is no text: an image, a document, or compressed data that are damaged")
    if document.kind == "feed":
        return _read_feed_source(document, form, decoded, reuse)
    return _READERS[document.kind](document, form)


def _read_feed_source(document: Document, form: Form, decoded: Decoded, reuse: Reuse | None) -> Reading:
    if form == "json":
        from ingest.parse.json_feed import read_json_feed

        return read_json_feed(document)
    if form in _PAGES and (reading := _change_page(document)) is not None:
        return reading
    from ingest.parse.feed.reading import read_feed

    return read_feed(document, decoded, reuse)


def _read_moved(document: Document, reuse: Reuse) -> Reading | None:
    from ingest.parse.feed.reading import read_moved

    return read_moved(document, reuse)


def _read_blog_source(document: Document, form: Form) -> Reading:
    if form == "feed":
        raise ReadError("wrong_root", 'a feed came where a blog\'s page was expected; such a source has kind = "feed"')
    if form not in _PAGES:
        raise ReadError("unknown_format", f"{form.upper()} came where a blog's page was expected")
    reading = _change_page(document)
    if reading is not None:
        return reading
    from ingest.parse.blog import read_blog

    return read_blog(document)


def _read_tweets_source(document: Document, _form: Form) -> Reading:
    from ingest.parse.tweets import read_tweets

    return read_tweets(document)


def _change_page(document: Document) -> Reading | None:
    if not looks_like_change_page(document.body):
        return None
    from ingest.parse.change_page.reading import read_change_page

    return read_change_page(document)


_PAGES = frozenset({"html", "text"})
_READERS: Mapping[SourceKind, Callable[[Document, Form], Reading]] = {
    "blog": _read_blog_source,
    "tweets": _read_tweets_source,
}
