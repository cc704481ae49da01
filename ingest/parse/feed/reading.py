"""One feed document, from its bytes to its Reading. Pure; the one file that calls feedparser, and only with a stream."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

import feedparser

from ingest.errors import ReadError
from ingest.model import Document, FeedEntry, Issue, Reading
from ingest.parse.decoding import Decoded, decode
from ingest.parse.detect import look_at
from ingest.parse.discovery import what_a_page_is
from ingest.parse.feed.channel import furniture, next_url, source_fields, ttl_minutes
from ingest.parse.feed.entry import Context, feed_authors, read_entry
from ingest.parse.feed.outline import ItemFacts
from ingest.parse.feed.wellformed import WellFormed, well_formed

_FORMATS = {  # feedparser's names to ours
    "rss090": "rss09x",
    "rss091n": "rss09x",
    "rss091u": "rss09x",
    "rss092": "rss09x",
    "rss093": "rss09x",
    "rss094": "rss09x",
    "rss10": "rss10",
    "rss20": "rss20",
    "rss": "rss20",
    "atom01": "atom03",
    "atom02": "atom03",
    "atom03": "atom03",
    "atom10": "atom10",
    "atom": "atom10",
    "cdf": "cdf",
}
_XML_TYPES = ("xml", "rss", "atom", "rdf")
_ABSURD_NAME = re.compile(  # feedparser looks for an address in it, in a time that grows with the square of its length
    r"<(?:[\w\-]+:)?(?:author|creator|publisher|managingeditor|webmaster|owner)(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?[^<\]]{2000}",
    re.IGNORECASE,
)
_FAILURES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What feedparser raises on strange input, all undocumented; any of them means that the document can't be read."""


def read_feed(document: Document) -> Reading:
    """An RSS, RDF or Atom feed.

    A document that is not well-formed is read as far as it goes: issue `malformed`, `whole` False. Raises ReadError
    `empty_body`, `not_a_feed` (HTML, text, JSON), `wrong_root` (other XML), `no_items` (cut off before an item),
    `malformed`, and those of `decode`.
    """
    decoded = decode(document.body, document.content_type)
    _refuse_others(decoded, document.url)
    xml = well_formed(decoded.text, document.url)
    parsed = _feedparser(xml.text, document.url)
    entries = read_entries(parsed, xml.outline.items, document.url)
    problems = _problems(decoded, xml)
    if xml.cut and not entries:
        raise ReadError("no_items", f"the feed breaks off before its first item ends ({'; '.join(problems)})")
    return Reading(
        format=_FORMATS[parsed["version"]],
        entries=entries,
        source=source_fields(parsed["feed"], xml.outline, atom=_is_atom(parsed), base=document.url),
        whole=not problems,
        read_to_end=not xml.cut,
        next_url=next_url(parsed["feed"], document.url),
        ttl_minutes=ttl_minutes(parsed["feed"]),
        furniture=furniture(xml.outline),
        issues=(*decoded.issues, *_content_type_issues(document.content_type), *_malformed(problems, junk=xml.junk)),
    )


def read_entries(parsed: Any, facts: Sequence[ItemFacts], base: str | None) -> tuple[FeedEntry, ...]:
    """The items of a feedparser result, each with the facts of the outline, in the order of the document."""
    context = Context(base=base, atom=_is_atom(parsed), authors=feed_authors(parsed["feed"]))
    found = parsed["entries"]
    if len(found) != len(facts):  # an item within an item: feedparser counts both
        facts = [_facts_of(entry) for entry in found]
    return tuple(read_entry(entry, item, context) for entry, item in zip(found, facts, strict=True))


def _refuse_others(decoded: Decoded, url: str | None) -> None:
    look = look_at(decoded.text)
    if look.form == "empty":
        raise ReadError("empty_body", "the body is empty where a feed was expected")
    if look.form == "html":
        raise ReadError("not_a_feed", f"an HTML page came where a feed was expected{what_a_page_is(decoded.text, url)}")
    if look.form == "xml":
        raise ReadError("wrong_root", f"the document's root element is <{look.root}>, which is no feed")
    if look.form != "feed":
        what = "JSON" if look.form == "json" else "data that are no text" if decoded.binary else "plain text"
        raise ReadError("not_a_feed", f"{what} came where a feed in XML was expected")


def _feedparser(text: str, url: str | None) -> Any:
    """What feedparser makes of well-formed XML: HTML as sent, not sanitised (`normalise` cleans), links not resolved."""
    if _ABSURD_NAME.search(text):
        raise ReadError("malformed", "a person in the feed has a name of thousands of letters")
    stream = io.BytesIO(b'<?xml version="1.0" encoding="utf-8"?>\n' + text.encode())
    headers = {"content-type": "application/xml; charset=utf-8", "content-location": url or ""}
    try:
        parsed = feedparser.parse(stream, response_headers=headers, sanitize_html=False, resolve_relative_uris=False)
    except _FAILURES as error:
        raise ReadError("malformed", f"feedparser cannot read the document ({error})") from error
    if not parsed.get("version"):
        raise ReadError("wrong_root", "the document is XML, but no kind of feed that is known")
    return parsed


def _is_atom(parsed: Any) -> bool:
    return str(parsed["version"]).startswith("atom")


def _facts_of(entry: Any) -> ItemFacts:
    """Facts at second hand, where the outline cannot tell which are which."""
    names = ("id", "published", "updated")  # `in` first: feedparser answers for an absent updated with published
    return ItemFacts(fields={name: str(entry[name]).strip() for name in names if name in entry and str(entry[name]).strip()})


def _problems(decoded: Decoded, xml: WellFormed) -> tuple[str, ...]:
    """Why the document is not well-formed; characters that XML forbids were left out by `decode` already."""
    controls = any(issue.code == "control_characters" for issue in decoded.issues)
    return (*xml.problems, *(["control characters"] if controls else []))


def _malformed(problems: Sequence[str], *, junk: bool) -> Iterable[Issue]:
    if problems:
        message = f"not well-formed, read as far as it goes: {'; '.join(problems)}"
        yield Issue(severity="warning", code="malformed", message=message)
    elif junk:
        message = "something that is no XML stands before or after the feed, which itself is whole"
        yield Issue(severity="warning", code="malformed", message=message)


def _content_type_issues(content_type: str | None) -> Iterable[Issue]:
    media_type = (content_type or "").partition(";")[0].strip().lower()
    if media_type and not any(name in media_type for name in _XML_TYPES):
        message = f"the header calls the feed {media_type}"
        yield Issue(severity="info", code="content_type_mismatch", message=message)
