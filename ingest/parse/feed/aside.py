"""Puts the long texts of items aside while feedparser reads the feed, and back into what it made of it. Pure.

feedparser goes through a text letter by letter, several times, and then gives most of them back as they were: in an element of
type `text/html` nothing that it does hangs on the words, save for what `given_back` looks for. So a stand-in will do for it,
wherever it comes out again as the whole of an HTML body; where one does not, feedparser must read the feed as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.parse.feed.repair import is_character

_LONG = 500  # letters
_FIRST_ITEM = re.compile(r"<(?:item|entry)[\s>]")
_BODY = re.compile(
    r"(?P<start><(?P<name>content:encoded|content|description|summary)(?: type=(?:\"html\"|'html'))?>)"
    r"(?:\s*<!\[CDATA\[(?P<literal>[^\]]*+(?:\](?!\]>)[^\]]*+)*+)\]\]>\s*|(?P<escaped>[^<]*+))"
    r"(?P<end></(?P=name)>)"
)
_REFERENCE = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]+)|#(?P<number>[0-9]+)|(?P<name>amp|lt|gt|quot|apos));")
_NUMBER = re.compile(r"&#(x[0-9a-fA-F]+|[0-9]+);")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_STAND_IN = "[text put aside: {}]"
_ANY_STAND_IN = _STAND_IN.partition("{")[0]
_WINDOWS = tuple(map(chr, range(0x80, 0xA0)))  # control characters that feedparser reads as those of windows-1252
_HTML = "text/html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """The XML with stand-ins for long texts, and the text that belongs to each."""

    xml: str
    texts: Mapping[str, str] = field(default_factory=dict)


def put_aside(xml: str) -> Aside:
    """Well-formed XML without the long texts of its items."""
    first = _FIRST_ITEM.search(xml)
    if first is None or _ANY_STAND_IN in xml:
        return Aside(xml=xml)
    texts: dict[str, str] = {}

    def stand_in_for(body: re.Match[str]) -> str:
        literal, escaped = body.group("literal", "escaped")
        text = given_back(literal, escaped) if len(literal or escaped or "") >= _LONG else None
        if text is None:
            return body[0]
        stand_in = _STAND_IN.format(len(texts))
        texts[stand_in] = text
        return f"{body['start']}{stand_in}{body['end']}"

    return Aside(xml=xml[: first.start()] + _BODY.sub(stand_in_for, xml[first.start() :]), texts=texts)


def put_back(entries: Sequence[Any], texts: Mapping[str, str]) -> bool:
    """Each text in the place of its stand-in, within feedparser's entries; False where one has not become a body as HTML."""
    found = set()
    for entry in entries:
        detail = dict.get(entry, "summary_detail")
        for body in (*dict.get(entry, "content", ()), *([detail] if detail else ())):
            stand_in = body.get("value")
            if stand_in in texts and body.get("type") == _HTML:
                found.add(stand_in)
                body["value"] = texts[stand_in]
        summary = dict.get(entry, "summary")
        if summary is not None and summary in texts:
            entry["summary"] = texts[summary]
    return len(found) == len(texts)


def given_back(literal: str | None, escaped: str | None) -> str | None:
    """What feedparser makes of a text that is written as a CDATA section, or escaped; None where it does more than strip it.

    None as well for a text that is empty, or that XML does not allow.
    """
    text = _lines_as_xml_has_them((escaped or "") if literal is None else literal)
    if literal is None and "]]>" in text:
        return None
    if literal is None and "&" in text:
        if not all(map(is_character, _NUMBER.findall(text))):
            return None
        written = text.count("&")
        text, references = _REFERENCE.subn(_referred, text)
        if references != written:
            return None
    text = text.strip()
    if text.isascii():
        return text or None
    return None if any(character in text for character in _WINDOWS) or _is_utf8_read_as_latin(text) else text


def _lines_as_xml_has_them(text: str) -> str:
    """XML 1.0, section 2.11."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _referred(reference: re.Match[str]) -> str:
    if reference["name"]:
        return _NAMED[reference["name"]]
    return chr(int(reference["hex"], 16) if reference["hex"] else int(reference["number"]))


def _is_utf8_read_as_latin(text: str) -> bool:
    """Whether feedparser would undo a wrong decoding."""
    try:
        text.encode("iso-8859-1").decode("utf-8")
    except UnicodeError:
        return False
    return True
