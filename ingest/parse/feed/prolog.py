"""What stands before a feed's root element: junk, the XML declaration, a DOCTYPE and its entities. Pure text to text.

The DOCTYPE is taken off and its plain entities are put in place, so that no parser behind this ever sees a DTD: no file
or address can be asked for, and no entity can grow another (XXE, "billion laughs").
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html.entities import html5

from ingest.parse.detect import feed_start

MAX_EXPANSION = 1_000_000
"""Characters that a document's own entities may add; what lies beyond stays as written."""

_DECLARATION = re.compile(r"<\?xml\s[^>]*>")
_LATE_DECLARATION = re.compile(r"((?:\s*+(?><!--.*?-->|<\?(?!xml\s).*?\?>))++\s*+)<\?xml\s[^>]*>", re.DOTALL)
_INSTRUCTION = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->)", re.DOTALL)
_DOCTYPE = re.compile(r"\s*<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE)
_ENTITY = re.compile(r"<!ENTITY\s+([\w.\-]+)\s+(?:\"([^\"]*)\"|'([^']*)')\s*>")
_PLAIN = re.compile(r"(?:[^&%]|&#\w+;)*+\Z")
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z][\w.\-]*;")
_REFERENCE = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&([A-Za-z][\w.\-]*);", re.DOTALL)
_XML_NAMES = frozenset({"amp", "lt", "gt", "quot", "apos"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A document without declaration and DOCTYPE. `junk`: something stood before it; `problems`: what XML does not allow."""

    text: str
    junk: bool = False
    problems: tuple[str, ...] = ()


def open_prolog(text: str) -> Opened:
    """The document from its first comment, instruction or element on, with named entities put in place."""
    text = text.lstrip()
    start = feed_start(text)
    late = _LATE_DECLARATION.match(text, start)
    text = late[1] + text[late.end() :] if late else _without_declaration(text[start:])
    text, entities, external = _without_doctype(text)
    undeclared = False
    if _NAMED.search(text):
        text, undeclared = _expand(text, entities)
    problems = ("entities that XML does not know",) if undeclared and not external else ()
    return Opened(text=text, junk=start > 0 or late is not None, problems=problems)


def _without_declaration(text: str) -> str:
    declaration = _DECLARATION.match(text)
    return text[declaration.end() :].lstrip() if declaration else text


def _without_doctype(text: str) -> tuple[str, dict[str, str], bool]:
    """The text, the plain entities that the DOCTYPE declares, and whether it names a DTD that may declare more."""
    position = 0
    while match := _INSTRUCTION.match(text, position):
        position = match.end()
    match = _DOCTYPE.match(text, position)
    if not match:
        return text, {}, False
    entities = {name: double or single for name, double, single in _ENTITY.findall(match[1] or "")}
    head = match[0][: match.start(1) - match.start()] if match[1] else match[0]
    external = re.search(r"\b(?:PUBLIC|SYSTEM)\b", head, re.IGNORECASE) is not None
    plain = {name: value for name, value in entities.items() if _PLAIN.match(value)}
    return text[:position] + text[match.end() :], plain, external


def _expand(text: str, entities: Mapping[str, str]) -> tuple[str, bool]:
    """Named references outside CDATA and comments, replaced; and whether one was not the document's own."""
    left = MAX_EXPANSION
    undeclared = False

    def value(match: re.Match[str]) -> str:
        nonlocal left, undeclared
        name = match[1]
        if name is None or name in _XML_NAMES:
            return match[0]
        own = entities.get(name)
        if own is not None and len(own) <= left:
            left -= len(own)
            return own if "<" in own else own.replace('"', "&quot;")
        undeclared = True
        known = html5.get(f"{name};")
        return html.escape(known) if known else f"&amp;{name};"

    return _REFERENCE.sub(value, text), undeclared
