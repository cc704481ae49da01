"""Which of an item's text bodies is its summary and which its content. Pure.

feedparser gives a summary and a list of contents: of several descriptions (the feed's, a podcast app's, a player's) one
overwrites another or stands among the contents, as their order will have it. Here the element counts, not the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.parse.feed.outline import CONTENTS, SUMMARIES, BodyFacts
from ingest.parse.feed.text import body_html, is_html
from ingest.parse.html_links import absolute_links

Body = Mapping[str, Any]
"""What feedparser says of a body: `value`, `type`, `base`."""

_HTML = "text/html"
_PLAIN = "text/plain"
_ALWAYS_HTML = frozenset({"description", "dc:description", "content:encoded", "fullitem"})
_STATED = {"html": _HTML, "text/html": _HTML, "text": _PLAIN, "plain": _PLAIN, "text/plain": _PLAIN}


def bodies(entry: Mapping[str, Any], elements: Sequence[BodyFacts], base: str | None) -> tuple[str | None, str | None]:
    """Summary and content as HTML, links absolute; '' where elements are there and all are empty, None without one.

    A summary that feedparser copied from the content is none.
    """
    named = _named(entry, elements)
    if sum(element.name in SUMMARIES for element in elements) > 1:
        named.update(_as_written(elements))
    return _first(named, SUMMARIES, base), _first(named, CONTENTS, base)


def _first(named: Mapping[str, Body], names: Sequence[str], base: str | None) -> str | None:
    empty = None
    for name in names:
        body = named.get(name)
        if body is None:
            continue
        content_type = body.get("type") or _HTML
        source = body_html(body.get("value") or "", _HTML if name in _ALWAYS_HTML and content_type == _PLAIN else content_type)
        if source:
            return absolute_links(source, body.get("base") or base)
        empty = ""
    return empty


def _as_written(elements: Sequence[BodyFacts]) -> dict[str, Body]:
    """Each summary by its own element, the last of a name that is not empty."""
    found: dict[str, Body] = {}
    for element in elements:
        if element.text is not None and (element.text.strip() or element.name not in found):
            found[element.name] = {"value": element.text, "type": _type_of(element, element.text)}
    return found


def _type_of(element: BodyFacts, text: str) -> str:
    """The type that the element states; where it states none, what the text looks like."""
    stated = _STATED.get((element.type or "").strip().lower())
    if stated or element.name == "summary":
        return stated or _PLAIN
    return _HTML if element.name in _ALWAYS_HTML or is_html(text) else _PLAIN


def _named(entry: Mapping[str, Any], elements: Sequence[BodyFacts]) -> dict[str, Body]:
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


def _roles(elements: Sequence[BodyFacts]) -> tuple[str | None, list[str]]:
    """The element that feedparser's summary came from, and those that its contents came from, in order.

    A first description is the summary. A second one becomes a content unless a content stood before it; then the one
    that is nearer to the item's own level wins, the later of two at one level.
    """
    summary: BodyFacts | None = None
    has_summary = has_content = False
    contents: list[str] = []
    for element in elements:
        if element.name in CONTENTS:
            contents.append(element.name)
            has_summary = True
            has_content = has_content or element.name not in ("body", "xhtml:body")
        elif element.name != "abstract" and has_summary and not has_content:
            contents.append(element.name)
            has_content = True
        else:
            has_summary = True
            if summary is None or element.depth <= summary.depth:
                summary = element
    return summary.name if summary else None, contents
