"""A Reading dressed as feedparser's result, so that feedparser's own assertions can be put to it.

Only what becomes a row is there; asking for anything else raises `NotARow`, and the case says nothing about us.
HTML is compared as a browser would show it: cleaned, parsed and written again, on both sides.
"""

from __future__ import annotations

import ast
import html
import time
from datetime import UTC, datetime
from typing import Any

import nh3
from selectolax.lexbor import LexborHTMLParser

from ingest.model import DateText, Enclosure, FeedEntry, Reading
from ingest.normalise.dates import read_date
from ingest.parse.feed.text import one_line, plain_text


class NotARow(Exception):  # noqa: N818  it is an answer, not an error
    """The assertion is about something that feedparser tells and we do not keep."""


class Html(str):
    """Equal to any HTML that shows the same, and to the text that it is the escaped form of; '' stands for none."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and _shown(self) in (_shown(other), _shown(html.escape(other, quote=False)))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class Plain(str):
    """Equal to text of the same words, and to HTML of them: a title is plain text with us."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and str(self) in (one_line(other) or "", one_line(plain_text(other)) or "")

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class Name(str):
    """Equal to the same name with an address behind it: we keep names."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and (str(self) == other or other.startswith(f"{self} ("))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def _shown(source: str) -> str:
    tree = LexborHTMLParser(nh3.clean(source, link_rel=None))
    return " ".join(((tree.body.html if tree.body else "") or "").split())


SAME = {  # feedparser's other names
    "guid": "id",
    "description": "summary",
    "modified": "updated",
    "issued": "published",
    "date": "updated",
    "tagline": "subtitle",
    "modified_parsed": "updated_parsed",
    "issued_parsed": "published_parsed",
    "description_detail": "summary_detail",
    "tagline_detail": "subtitle_detail",
    "url": "href",
}


class Row(dict[str, Any]):
    """A dict whose keys are attributes as well, with feedparser's other names for them."""

    def __missing__(self, key: str) -> Any:
        same = SAME.get(key)
        if same in self:
            return self[same]
        raise NotARow(key)

    def __getattr__(self, key: str) -> Any:
        return self[key]

    def get(self, key: str, _default: Any = None) -> Any:
        return self[key]

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or dict.__contains__(self, SAME.get(str(key), ""))


def namespace(reading: Reading, *, bozo: bool) -> dict[str, Any]:
    """The names that an assertion may use."""
    source = reading.source
    feed = Row(
        title=Plain(source.title or ""),
        title_detail=Row(value=Plain(source.title or "")),
        subtitle=Plain(source.description or ""),
        description=Plain(source.description or ""),
        generator=source.generator or "",
        subtitle_detail=Row(value=Plain(source.description or "")),
        link=source.home_url or "",
        language=source.language,
    )
    return {"bozo": bozo, "entries": [_entry(entry) for entry in reading.entries], "feed": feed}


def _entry(entry: FeedEntry) -> Row:
    summary = Html(entry.summary_html or entry.content_html or "")
    content = Html(entry.content_html or "")
    row = Row(
        title=Plain(entry.title or ""),
        title_detail=Row(value=Plain(entry.title or "")),
        link=entry.url or "",
        summary=summary,
        summary_detail=Row(value=summary),
        content=[Row(value=content)],
        authors=[Row(name=name) for name in entry.authors],
        author=Name(entry.authors[0] if entry.authors else ""),
        author_detail=Row(name=entry.authors[0] if entry.authors else ""),
        tags=[Row(term=name) for name in entry.categories],
        enclosures=[_enclosure(enclosure) for enclosure in entry.enclosures],
        links=[Row(rel="alternate", href=entry.url or ""), *(_link(enclosure) for enclosure in entry.enclosures)],
    )
    if entry.guid:
        row["id"] = entry.guid
    if entry.categories:
        row["category"] = entry.categories[0]
    if entry.comments_url:
        row["comments"] = entry.comments_url
    for name, date in (("published", entry.published), ("updated", entry.updated)):
        if date:
            row[name] = date.raw
            row[f"{name}_parsed"] = _parsed(date)
    return row


def _enclosure(enclosure: Enclosure) -> Row:
    return Row(href=enclosure.url, type=enclosure.type or "", length=enclosure.length or "")


def _link(enclosure: Enclosure) -> Row:
    return Row(rel="enclosure", href=enclosure.url)


def _parsed(date: DateText) -> time.struct_time | None:
    value = read_date(date).text
    if value is None:
        return None
    moment = datetime.fromisoformat(value)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).utctimetuple()


def row_parts(expression: str) -> list[ast.expr]:
    """The parts of an assertion joined by `and`, each to be judged by itself."""
    body = ast.parse(expression, mode="eval").body
    parts = body.values if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And) else [body]
    return [part for part in parts if {"entries", "feed"} & {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}]
