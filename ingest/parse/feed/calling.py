"""Asks feedparser what well-formed XML says; the one file that calls it, and only with a stream. Pure: text in, entries out."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ingest.errors import ReadError
from ingest.model import FeedEntry
from ingest.parse.feed.aside import put_aside, put_back
from ingest.parse.feed.channel import About
from ingest.parse.feed.entry import Context, feed_authors, read_entry
from ingest.parse.feed.outline import ItemFacts, Outline

_ABSURD_NAME = re.compile(  # feedparser looks for an address in it, in a time that grows with the square of its length
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"  # what a post shows of markup is none
    r"|<(?:[\w\-]+:)?(?:author|creator|publisher|managingeditor|webmaster|owner)(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?"
    r"(?P<name>[^<\]]{2000})",
    re.IGNORECASE | re.DOTALL,
)
_BLOCK = 1000  # letters: one at least of a text cut up so lies within an absurd name
_FAILURES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What feedparser raises on strange input, all undocumented; any of them means that the document can't be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What feedparser made of a document: `fields` its fields, `entries` its items, `version` its format by feedparser's name."""

    version: str
    fields: Any
    entries: Sequence[Any]
    strict: bool  # False where feedparser itself fell back to its loose parser

    @property
    def is_atom(self) -> bool:
        """Whether the format states the types of its texts."""
        return self.version.startswith("atom")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A feed document in its parts: what stands outside the items, what it says of its source, its entries.

    `problems`, `junk` and `cut` are those of `wellformed.WellFormed`.
    """

    outline: Outline
    version: str  # of the format, by feedparser's name
    about: About
    entries: tuple[FeedEntry, ...]
    problems: tuple[str, ...] = ()
    junk: bool = False
    cut: bool = False


def feedparser_reads(text: str, url: str | None) -> Parsed:
    """What feedparser makes of well-formed XML: HTML as sent, not sanitised (`normalise` cleans), links not resolved.

    Raises ReadError `malformed` where it fails, `wrong_root` where it knows no such format.
    """
    if has_absurd_name(text):
        raise ReadError("malformed", "a person in the feed has a name of thousands of letters")
    aside = put_aside(text)
    parsed = _parsed(aside.xml, url)
    if aside.texts and (parsed["bozo"] or not put_back(parsed["entries"], aside.texts)):
        parsed = _parsed(text, url)
    if not parsed.get("version"):
        raise ReadError("wrong_root", "the document is XML, but no kind of feed that is known")
    return Parsed(version=parsed["version"], fields=parsed["feed"], entries=parsed["entries"], strict=not parsed["bozo"])


def has_absurd_name(text: str) -> bool:
    """Whether a person in a text has a name of thousands of letters, without any markup."""
    blocks = range(0, len(text) - _BLOCK + 1, _BLOCK)
    if all(text.find("<", at, at + _BLOCK) >= 0 for at in blocks):
        return False
    return any(found["name"] for found in _ABSURD_NAME.finditer(text))


def _parsed(text: str, url: str | None) -> Any:
    import feedparser  # takes long to load, and many a run reads no feed

    stream = io.BytesIO(b'<?xml version="1.0" encoding="utf-8"?>\n' + text.encode())
    headers = {"content-type": "application/xml; charset=utf-8", "content-location": url or ""}
    try:
        return feedparser.parse(stream, response_headers=headers, sanitize_html=False, resolve_relative_uris=False)
    except _FAILURES as error:
        raise ReadError("malformed", f"feedparser cannot read the document ({error})") from error


def context_of(parsed: Parsed, base: str | None) -> Context:
    """What the entries of a feed need to know of it."""
    return Context(base=base, atom=parsed.is_atom, authors=feed_authors(parsed.fields))


def read_entries(found: Sequence[Any], facts: Sequence[ItemFacts], context: Context) -> tuple[FeedEntry, ...]:
    """The entries that feedparser found, each with the facts of the outline, in the order of the document."""
    if len(found) != len(facts):  # an item within an item: feedparser counts both
        facts = [_facts_of(entry) for entry in found]
    return tuple(read_entry(entry, item, context) for entry, item in zip(found, facts, strict=True))


def _facts_of(entry: Any) -> ItemFacts:
    """Facts at second hand, where the outline cannot tell which are which."""
    names = ("id", "published", "updated")  # `in` first: feedparser answers for an absent updated with published
    return ItemFacts(fields={name: str(entry[name]).strip() for name in names if name in entry and str(entry[name]).strip()})
