"""The elements that plain items are made of, what each says, and when it is plain: two tables. Pure.

A row holds for what feedparser leaves as it is: a date that it reads without trouble, an address that is absolute and has
nothing in it to mend.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.parse.feed.outline import BodyFacts
from ingest.parse.html_links import PLAIN_URL


@dataclass(slots=True)
class Found:
    """What feedparser (`entry`) and the outline would say of an item, as far as anyone asks; `base` is that of its bodies."""

    base: str | None
    entry: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    permalink: bool = True
    authors: tuple[str, ...] = ()
    bodies: list[BodyFacts] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """What an element says, by name, text and attributes; what these must look like; an element that is written so."""

    says: Callable[[Found, str, str, Mapping[str, str]], None]
    text: re.Pattern[str]
    sample: str
    attributes: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()  # of the attributes


def _title(found: Found, _name: str, text: str, attributes: Mapping[str, str]) -> None:
    found.entry |= {"title": text, "title_detail": {"type": _TYPES[attributes.get("type", "text")]}}


def _field(found: Found, name: str, text: str, attributes: Mapping[str, str]) -> None:
    found.fields[name.lower()] = text
    found.permalink = found.permalink and attributes.get("isPermaLink") != "false"


def _link(found: Found, _name: str, text: str, attributes: Mapping[str, str]) -> None:
    found.entry.setdefault("links", []).append({"rel": "alternate", "type": "text/html", "href": text, **attributes})


def _enclosure(found: Found, _name: str, _text: str, attributes: Mapping[str, str]) -> None:
    found.entry.setdefault("links", []).append({**attributes, "rel": "enclosure", "href": attributes["url"]})


def _tag(found: Found, _name: str, text: str, attributes: Mapping[str, str]) -> None:
    found.entry.setdefault("tags", []).append({"term": text, **attributes})


def _creator(found: Found, _name: str, text: str, _attributes: Mapping[str, str]) -> None:
    found.authors, found.entry["authors"] = (text,), [{"name": text}]


def _comments(found: Found, name: str, text: str, _attributes: Mapping[str, str]) -> None:
    found.entry[name] = text


def _body(found: Found, name: str, text: str, attributes: Mapping[str, str]) -> None:
    told = {"type": _TYPES[attributes.get("type", "text" if name == "summary" else "html")], "base": found.base}
    found.bodies.append(BodyFacts(name=name, depth=1))
    if name.startswith("content"):
        found.entry["content"] = [{**told, "value": text}]
    else:
        found.entry |= {"summary": text, "summary_detail": told}


def _nothing(_found: Found, _name: str, _text: str, _attributes: Mapping[str, str]) -> None:
    """No part of an entry."""


NOTHING = re.compile("")
_ANY = re.compile(r".+", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+")
_NAME = re.compile(r"[^@]{1,300}")
_DATE = re.compile(
    r"""(?:[A-Z][a-z][a-z],\ )?[0-9]{1,2}\ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\ [0-9]{4}
            \ [0-9]{2}:[0-9]{2}(?::[0-9]{2})?\ (?:GMT|[+\-][0-9]{4})
        |[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+\-][0-9]{2}:[0-9]{2}))?""",
    re.VERBOSE,
)
_TYPES = {"html": "text/html", "text": "text/plain"}
_TYPE = {"type": re.compile("html|text")}
_ENCLOSURE = {"url": PLAIN_URL, "length": _NUMBER, "type": re.compile(r"[a-z0-9/.+\-]+")}
_LINK = {"href": PLAIN_URL, "rel": re.compile("alternate"), "type": re.compile("text/html"), "title": _ANY}

ROWS: Mapping[str, Mapping[str, Row]] = {
    "item": {
        "title": Row(_title, _ANY, "<title>a &amp;lt; b</title>"),
        "link": Row(_link, PLAIN_URL, "<link>https://a.example/b?c=d&amp;e=f</link>"),
        "guid": Row(_field, _ANY, '<guid isPermaLink="false">g</guid>', {"isPermaLink": re.compile("true|false")}),
        "pubDate": Row(_field, _DATE, "<pubDate>Tue, 06 Jan 2026 12:00:00 +0000</pubDate>"),
        "dc:date": Row(_field, _DATE, "<dc:date>2026-01-06T12:00:00Z</dc:date>"),
        "dc:creator": Row(_creator, _NAME, "<dc:creator><![CDATA[n (m)]]></dc:creator>"),
        "category": Row(_tag, _ANY, "<category>t</category><category><![CDATA[u]]></category>"),
        "comments": Row(_comments, PLAIN_URL, "<comments>https://a.example/b#respond</comments>"),
        "wfw:commentRss": Row(_nothing, PLAIN_URL, "<wfw:commentRss>https://a.example/b/feed/</wfw:commentRss>"),
        "slash:comments": Row(_nothing, _NUMBER, "<slash:comments>7</slash:comments>"),
        "enclosure": Row(_enclosure, NOTHING, '<enclosure url="https://a.example/b" />', _ENCLOSURE, frozenset({"url"})),
        "description": Row(_body, _ANY, "<description>&lt;a href='x'>s&lt;/a></description>"),
        "content:encoded": Row(_body, _ANY, "<content:encoded><![CDATA[<a href='y'>c</a>]]></content:encoded>"),
    },
    "entry": {
        "title": Row(_title, _ANY, '<title type="html">a &amp;lt; b</title>', _TYPE),
        "link": Row(_link, NOTHING, '<link rel="alternate" href="https://a.example/b"/>', _LINK, frozenset({"href"})),
        "id": Row(_field, _ANY, "<id>tag:a.example,2026:b</id>"),
        "published": Row(_field, _DATE, "<published>2026-01-06T12:00:00Z</published>"),
        "updated": Row(_field, _DATE, "<updated>2026-01-06T12:00:00+01:00</updated>"),
        "author": Row(_creator, _NAME, "<author><name>n</name><uri>https://a.example/n</uri></author>"),
        "category": Row(
            _tag, NOTHING, '<category term="t"/>', {"term": _ANY, "scheme": _ANY, "label": _ANY}, frozenset({"term"})
        ),
        "summary": Row(_body, _ANY, "<summary type=\"html\">&lt;a href='x'>s&lt;/a></summary>", _TYPE),
        "content": Row(_body, _ANY, "<content type=\"html\">&lt;a href='y'>c&lt;/a></content>", _TYPE, frozenset({"type"})),
    },
}
