"""Which of an item's text bodies is its summary and which its content. Pure.

feedparser gives a summary and a list of contents in which a podcast's second description stands beside the full text.
Which element each value came from follows from the order of the elements, which the outline knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.parse.feed.text import body_html
from ingest.parse.html_links import absolute_links

_CONTENTS = ("content:encoded", "content", "fullitem", "xhtml:body", "body")
_SUMMARIES = ("description", "summary", "abstract", "dc:description", "media:description", "itunes:summary")
_ALWAYS_HTML = frozenset({"description", "content:encoded", "fullitem"})
_HTML = "text/html"

Body = Mapping[str, Any]
"""What feedparser says of a body: `value`, `type`, `base`."""


def bodies(entry: Mapping[str, Any], elements: Sequence[tuple[str, int]], base: str | None) -> tuple[str | None, str | None]:
    """Summary and content as HTML, links absolute. A summary that feedparser copied from the content is none."""
    named = _named(entry, elements)
    summary = _first(named, _SUMMARIES, base)
    content = _first(named, _CONTENTS, base)
    return summary, content


def _first(named: Mapping[str, Body], names: Sequence[str], base: str | None) -> str | None:
    for name in names:
        body = named.get(name)
        if body is None:
            continue
        content_type = _HTML if name in _ALWAYS_HTML and body.get("type") == "text/plain" else body.get("type")
        source = body_html(body.get("value") or "", content_type or _HTML)
        if source:
            return absolute_links(source, body.get("base") or base)
    return None


def _named(entry: Mapping[str, Any], elements: Sequence[tuple[str, int]]) -> dict[str, Body]:
    """Element name to body, first of each name, by going through the elements as feedparser did."""
    summary, contents = _roles(elements)
    found = entry.get("content") or []
    if len(contents) != len(found):  # markup inside a body that looks like a body: trust feedparser's own names
        summary, contents = "summary", ["content"] * len(found)
    named: dict[str, Body] = {}
    for name, body in zip(contents, found, strict=True):
        named.setdefault(name, body)
    detail = entry.get("summary_detail")
    if summary and detail is not None:
        named.setdefault(summary, {**detail, "value": entry.get("summary")})
    return named


def _roles(elements: Sequence[tuple[str, int]]) -> tuple[str | None, list[str]]:
    """The element that the summary came from, and those that the contents came from, in order.

    A first description is the summary. A second one becomes a content unless a content stood before it; then the one
    that is nearer to the item's own level wins, the later of two at one level.
    """
    summary: tuple[str, int] | None = None
    has_summary = has_content = False
    contents: list[str] = []
    for name, depth in elements:
        if name in _CONTENTS:
            contents.append(name)
            has_summary = True
            has_content = has_content or name not in ("body", "xhtml:body")
        elif name != "abstract" and has_summary and not has_content:
            contents.append(name)
            has_content = True
        else:
            has_summary = True
            if summary is None or depth <= summary[1]:
                summary = (name, depth)
    return summary[0] if summary else None, contents
