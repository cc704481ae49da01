"""One feedparser entry and the facts of its item become one FeedEntry. Pure: a function of the two and of the context."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.model import DateText, FeedEntry
from ingest.parse.feed.bodies import bodies
from ingest.parse.feed.media import enclosures
from ingest.parse.feed.outline import ItemFacts
from ingest.parse.feed.text import HTML_TYPES, one_line, title_text
from ingest.parse.html_links import absolute_url

_GUIDS = ("guid", "id")
_PUBLISHED = ("pubdate", "published", "issued", "dcterms:issued")
_NAME_AND_ADDRESS = (
    re.compile(r"\s*\S+@\S+\s*\((?P<name>[^()]+)\)\s*\Z"),
    re.compile(r"(?P<name>[^<>()]*[^<>()\s])\s*[<(]\s*\S+@[^\s<>()]+\s*[>)]\s*\Z"),
    re.compile(r"\s*(?P<name>[^\s@<>()]+@[^\s@<>()]+)\s*\Z"),
)
_LONGEST_NAME = 300  # characters
_UPDATED = ("updated", "modified", "dcterms:modified")


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What an entry needs to know of its feed. `atom`: the format states the types of its texts; `authors`: the feed's own."""

    base: str | None
    atom: bool
    authors: tuple[str, ...] = ()


def read_entry(entry: Mapping[str, Any], facts: ItemFacts, context: Context) -> FeedEntry:
    """An item in the feed's own words; `entry` is feedparser's, unsanitised and with its HTML links as sent."""
    base = facts.base or context.base
    summary, content = bodies(entry, facts.bodies, base)
    return FeedEntry(
        guid=_guid(facts),
        url=_url(entry, facts, base),
        title=_title(entry, context),
        authors=_authors(entry, facts) or _inherited(entry, context),
        categories=_categories(entry),
        published=_published(facts, context),
        updated=_date(facts, _UPDATED),
        summary_html=summary,
        content_html=content,
        comments_url=_comments(entry, base),
        enclosures=enclosures(entry, base, facts.fields.get("itunes:duration")),
    )


def _guid(facts: ItemFacts) -> str | None:
    """As written, never resolved: a feed that moves to another address keeps its ids (rule 5)."""
    return next((facts.fields[name] for name in _GUIDS if name in facts.fields), (facts.about or "").strip() or None)


def _url(entry: Mapping[str, Any], facts: ItemFacts, base: str | None) -> str | None:
    """The page of an item: the link a proxy keeps for it, its alternate link, or a guid that is a permalink."""
    original = absolute_url(facts.fields.get("feedburner:origlink"), base)
    return original or _alternate(entry, base) or _permalink(facts)


def _alternate(entry: Mapping[str, Any], base: str | None) -> str | None:
    """The first alternate link to a page, else to anything."""
    links = [link for link in entry.get("links") or () if link.get("rel") == "alternate" and link.get("href")]
    pages = [link for link in links if link.get("type") in HTML_TYPES]
    return next(filter(None, (absolute_url(link["href"], base) for link in [*pages, *links])), None)


def _permalink(facts: ItemFacts) -> str | None:
    guid = facts.fields.get("guid") or facts.about
    if guid and facts.permalink and guid.lower().startswith(("http://", "https://")):
        return absolute_url(guid, None)
    return None


def _title(entry: Mapping[str, Any], context: Context) -> str | None:
    """Plain text; '' where the element is there and empty, which is not the same as absent (rule 8)."""
    written, detail = entry.get("title"), entry.get("title_detail") or {}
    return None if written is None else title_text(written, detail.get("type", "text/plain"), stated=context.atom) or ""


def _authors(entry: Mapping[str, Any], facts: ItemFacts) -> tuple[str, ...]:
    """Names, or an address where no name is given; each once."""
    people: Sequence[Mapping[str, Any]] = entry.get("authors") or ()
    written = facts.authors if len(facts.authors) == len(people) else ("",) * len(people)
    names = (one_line(_written_name(text) or _told_name(person)) for text, person in zip(written, people, strict=True))
    return tuple(dict.fromkeys(name for name in names if name))


def _inherited(entry: Mapping[str, Any], context: Context) -> tuple[str, ...]:
    """An Atom entry without author is by that of the feed it was taken from, else by the feed's (RFC 4287 section 4.2.1)."""
    return (feed_authors(entry.get("source") or {}) or context.authors) if context.atom else ()


def feed_authors(feed: Mapping[str, Any]) -> tuple[str, ...]:
    """The authors whom a feed, or the source of an entry, names for the whole."""
    names = (one_line(_told_name(person)) for person in feed.get("authors") or ())
    return tuple(dict.fromkeys(name for name in names if name))


def _told_name(person: Mapping[str, Any]) -> str:
    return person.get("name") or person.get("email") or person.get("href") or ""


def _written_name(text: str) -> str:
    """The name in 'a@b.example (Name)', 'Name <a@b.example>' or a bare address; '' where no address is in the text.

    feedparser cuts addresses whose last part is longer than four letters.
    """
    match = (
        next(filter(None, (form.match(text[:_LONGEST_NAME]) for form in _NAME_AND_ADDRESS)), None)
        if "@" in text[:_LONGEST_NAME]
        else None
    )
    return match["name"].strip(" \"'") if match else ""


def _categories(entry: Mapping[str, Any]) -> tuple[str, ...]:
    names = (one_line(tag.get("term") or tag.get("label") or "") for tag in entry.get("tags") or ())
    return tuple(dict.fromkeys(name for name in names if name))


def _published(facts: ItemFacts, context: Context) -> DateText | None:
    """A bare dc:date is when an RSS item came out; Atom has words of its own for that."""
    return _date(facts, _PUBLISHED if context.atom else (*_PUBLISHED, "dc:date"))


def _date(facts: ItemFacts, names: tuple[str, ...]) -> DateText | None:
    written = next((facts.fields[name] for name in names if name in facts.fields), None)
    return DateText(raw=written, text=written) if written else None


def _comments(entry: Mapping[str, Any], base: str | None) -> str | None:
    replies = (link.get("href") for link in entry.get("links") or () if link.get("rel") == "replies")
    return absolute_url(entry.get("comments"), base) or next(filter(None, (absolute_url(url, base) for url in replies)), None)
