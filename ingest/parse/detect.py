"""What a text is, from its own first words. Pure; reads no further than it must and believes no header."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Form = Literal["empty", "feed", "xml", "html", "json", "text"]

FEED_ROOTS = frozenset({"rss", "rdf", "feed", "channel"})

_PROLOG = re.compile(
    r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(?:\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE
)
_JSON = re.compile(r"\{\s*[\"}]|\[\s*[\[{\"\]]")
_HTML_DOCTYPE = re.compile(r"<!DOCTYPE\s+html", re.IGNORECASE)
_ELEMENT = re.compile(r"<(?:[A-Za-z_][\w.\-]*:)?([A-Za-z_][\w.\-]*)(?=[\s/>])")
_FEED_AFTER_JUNK = re.compile(r"(?:<\?xml\s[^>]*>\s*)?<(?:rss|feed|rdf:RDF)(?=[\s/>])")
_PAGE_ROOTS = frozenset({"html", "head", "body", "title", "meta", "script"})
_HTML_ELEMENTS = frozenset(
    {"html", "head", "body", "title", "meta", "link", "script", "style", "base", "noscript", "div", "p", "ul", "ol", "dl"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "article", "main", "nav", "header", "footer", "aside", "form"}
    | {"center", "span", "a", "img", "br", "hr", "font", "frameset", "iframe", "pre", "blockquote"}
)
_MARKUP = re.compile(r"</?(?:html|head|body|div|p|a|article|section|table|ul|li|span|h[1-6])(?:\s[^<>]*)?>", re.IGNORECASE)
_LOOK_FOR_FEED = 4096  # characters of junk, such as a warning that a script printed first
_LOOK_FOR_MARKUP = 65536
_TAGS_OF_A_PAGE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The form of a text, and the local name of its root element in lower case where it has one."""

    form: Form
    root: str | None = None


def look_at(text: str) -> Look:
    """Tell feed, other XML, HTML, JSON and plain text apart."""
    start = text.lstrip().removeprefix("\ufeff").lstrip()
    if not start:
        return Look(form="empty")
    if _JSON.match(start):
        return Look(form="json")
    element = _first_element(start[feed_start(start) :])
    if element:
        return _by_root(element, start)
    return Look(form="html" if _is_marked_up(start) else "text")


def feed_start(text: str) -> int:
    """Where a feed begins in a text that has something else before it, such as the warnings of a script; else 0."""
    element = _first_element(text)
    if element in FEED_ROOTS or element in _PAGE_ROOTS or _HTML_DOCTYPE.match(text):
        return 0
    junk = _FEED_AFTER_JUNK.search(text[:_LOOK_FOR_FEED])
    return junk.start() if junk else 0


def _first_element(text: str) -> str | None:
    """The name of the element that a document begins with, None where text comes first."""
    position = 0
    while match := _PROLOG.match(text, position):
        position = match.end()
    element = _ELEMENT.match(text, position)
    return element[1].lower() if element else None


def _by_root(name: str, start: str) -> Look:
    if name in FEED_ROOTS:
        return Look(form="feed", root=name)
    if name in _HTML_ELEMENTS or _HTML_DOCTYPE.match(start):
        return Look(form="html", root=name)
    if start.startswith("<?xml") or "xmlns" in start[:_LOOK_FOR_FEED]:
        return Look(form="xml", root=name)
    if _is_marked_up(start):
        return Look(form="html", root=name)
    return Look(form="xml" if f"</{name}" in start.lower() else "text", root=name)


def _is_marked_up(start: str) -> bool:
    """Whether a text has as many of HTML's everyday elements as a page has, whatever it begins with."""
    return len(_MARKUP.findall(start[:_LOOK_FOR_MARKUP])) >= _TAGS_OF_A_PAGE
