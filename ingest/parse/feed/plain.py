"""Reads the items that most feeds are made of, many times faster than feedparser, which has all others. Pure.

A plain item holds a few well-known elements, each once and with nothing in it but text. What is said of one here is what
feedparser and `outline` say of it, word for word; `plain_reader` tries that on a made-up item wherever items stand, and
lets this reader in only where it holds. The rest of the way, `entry`, is the same for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

from ingest.errors import ReadError
from ingest.model import FeedEntry
from ingest.parse.feed.aside import given_back
from ingest.parse.feed.calling import feedparser_reads, has_absurd_name
from ingest.parse.feed.cutting import closing_of
from ingest.parse.feed.entry import Context, read_entry
from ingest.parse.feed.frames import Surrounding
from ingest.parse.feed.namespaces import PREFIXES
from ingest.parse.feed.outline import BrokenXMLError, ItemFacts, outline
from ingest.parse.feed.plain_elements import NOTHING, ROWS, Found, Row

_SPACE = " \t\r\n"  # XML 1.0, section 2.3
_TEXT = r"(?:\s*+<!\[CDATA\[(?P<literal>[^\]]*+(?:\](?!\]>)[^\]]*+)*+)\]\]>\s*+|(?P<escaped>[^<]*+))".replace(
    r"\s", f"[{_SPACE}]"
)
_ELEMENT = re.compile(
    rf'[{_SPACE}]*+<(?P<name>[A-Za-z:]++)(?P<attributes>(?: [A-Za-z]++="[^"<&\t\r\n]*+")*+) ?+(?:/>|>{_TEXT}</(?P=name)>)'
)
_PERSON = re.compile(  # of Atom
    rf"[{_SPACE}]*+<(?P<name>author)(?P<attributes>)>[{_SPACE}]*+<name>{_TEXT}</name>"
    rf"(?:[{_SPACE}]*+<(?P<more>uri|email)>[^<&\]]*+</(?P=more)>)?[{_SPACE}]*+</author>"
)
_ATTRIBUTE = re.compile(r' ([A-Za-z]++)="([^"]*+)"')
_NO_ATTRIBUTES: Mapping[str, str] = {}
_OFTEN = "category"  # stands more than once in an item
_ATOM = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainReader:
    """Reads items named `name` where `rows` holds; `told_base` is their base by feedparser, `base` that by the outline."""

    name: str
    rows: Mapping[str, Row]
    context: Context
    told_base: str | None = None
    base: str | None = None

    def read(self, item: str) -> FeedEntry | None:
        """The entry in an item's clean text, of which nothing else is known; None where the item is not plain."""
        at = len(self.name) + 2
        if item[:at] != f"<{self.name}>" or has_absurd_name(item):
            return None
        found, names = Found(base=self.told_base), set[str]()
        while element := _ELEMENT.match(item, at) or _PERSON.match(item, at):
            name = element["name"]
            if (name in names and name != _OFTEN) or not self._note(element, found):
                return None
            names.add(name)
            at = element.end()
        if item[at:].lstrip(_SPACE) != f"</{self.name}>":
            return None
        facts = ItemFacts(
            fields=found.fields, permalink=found.permalink, authors=found.authors, base=self.base, bodies=tuple(found.bodies)
        )
        return read_entry(found.entry, facts, self.context)

    def _note(self, element: re.Match[str], found: Found) -> bool:
        """Note what an element says; False where it is not as its row wants it."""
        name, written, literal, escaped = element.group("name", "attributes", "literal", "escaped")
        row = self.rows.get(name)
        if row is None:
            return False
        attributes = _attributes(written, row) if written or row.needs else _NO_ATTRIBUTES
        if attributes is None:
            return False
        text = "" if row.text is NOTHING and not (literal or escaped) else given_back(literal, escaped)
        if text is None or not row.text.fullmatch(text):
            return False
        row.says(found, name, text, attributes)
        return True


def _attributes(written: str, row: Row) -> Mapping[str, str] | None:
    """The attributes of an element; None where they are not as its row wants them."""
    pairs = _ATTRIBUTE.findall(written)
    attributes = dict(pairs)
    if len(attributes) != len(pairs) or not row.needs <= attributes.keys():
        return None
    plain = all(key in row.attributes and row.attributes[key].fullmatch(value) for key, value in pairs)
    return attributes if plain else None


def plain_reader(around: Surrounding, declared: Set[tuple[str | None, str]]) -> PlainReader | None:
    """The reader of items that stand within tags that declare namespaces; None where it would not read as feedparser does."""
    name, context = around.name, around.context
    defaults = {address for prefix, address in declared if prefix is None}
    if name not in ROWS or defaults != ({_ATOM} if name == "entry" else set()) or context.atom is not (name == "entry"):
        return None
    rows = {key: row for key, row in ROWS[name].items() if _means_the_usual(key, declared)}
    sample = f"<{name}>{''.join(row.sample for row in rows.values())}</{name}>"
    document = "".join((*around.tags, sample, closing_of(around.tags)))
    try:
        (told,), (facts,) = feedparser_reads(document, around.url).entries, outline(document, around.url).items
    except (ReadError, BrokenXMLError, ValueError):
        return None
    told_base = (told.get("summary_detail") or {}).get("base")
    reader = PlainReader(name=name, rows=rows, context=context, told_base=told_base, base=facts.base)
    return reader if reader.read(sample) == read_entry(told, facts, context) else None


def _means_the_usual(name: str, declared: Set[tuple[str | None, str]]) -> bool:
    """Whether the prefix of a name, if it has one, stands for what everyone means by it."""
    prefix, colon, _ = name.partition(":")
    return not colon or {address for other, address in declared if other == prefix} == {PREFIXES[prefix]}
