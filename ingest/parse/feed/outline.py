"""One pass of expat over a well-formed feed: what stands outside its items, and the facts of each item as written.

feedparser tells neither which element a date came from nor how a guid was spelt, and drops what moves around the items;
this file keeps exactly that and leaves text and links to feedparser. It opens no entity: see `prolog`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin
from xml.parsers import expat

from ingest.errors import ReadError
from ingest.parse.feed.namespaces import SHORT_NAMES

ITEMS = frozenset({"item", "entry"})
CONTENTS = ("content:encoded", "content", "fullitem", "xhtml:body", "body")
"""Elements that hold an item's text, best first."""
SUMMARIES = ("description", "summary", "abstract", "dc:description", "media:description", "itunes:summary")
"""Elements that hold a shorter one, best first."""
_BODIES = frozenset((*CONTENTS, *SUMMARIES))
_FIELDS = frozenset(
    {"guid", "id", "pubdate", "published", "issued", "dcterms:issued", "dc:date", "updated", "modified", "dcterms:modified"}
    | {"itunes:duration", "feedburner:origlink"}
)
_AUTHORS = frozenset({"author", "dc:creator", "dc:author"})
_BUILD_DATES = frozenset({"lastbuilddate", "pubdate", "updated", "modified", "published", "dc:date", "dcterms:modified"})
_GENERATORS = frozenset({"generator", "admin:generatoragent"})
_SOURCE_FIELDS = frozenset({"title", "link", "description", "subtitle", "tagline", "language", "dc:language"})
_MOST_ATTRIBUTES = 200  # of one element; feedparser's time grows with the square of their number
_DEEPEST_ITEMS = 100  # items open at once; the same
_LISTS_OF_ITEMS = frozenset({"items"})  # of RSS 1.0: moves with every item


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyFacts:
    """A text body of an item: which element, how deep below the item, the type it states.

    `text` is that of a summary without elements in it; None for one with markup of its own, and for contents.
    """

    name: str
    depth: int
    type: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """An item's own words. `fields` has the last text that is not empty of each child in `_FIELDS`, by short name.

    `authors` has the text of each author in order, '' for one that is told in elements of its own; `bodies` stand in the
    order of the document.
    """

    about: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    permalink: bool = True  # isPermaLink of its guid
    authors: tuple[str, ...] = ()
    base: str | None = None  # xml:base in force, made absolute as far as the document allows
    bodies: tuple[BodyFacts, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A feed without its items' content. `rest` is a short hash of what is outside them and named nowhere else.

    `starts` are the places of the items' start tags: the byte in the text as UTF-8, and the depth. `declared` are all
    namespaces that are declared anywhere, each with its prefix.
    """

    root: str
    items: tuple[ItemFacts, ...]
    build_dates: tuple[str, ...]
    generators: tuple[str, ...]  # name and version of each, its address where it has no name
    comments: tuple[str, ...]
    rest: str
    starts: tuple[tuple[int, int], ...] = ()
    declared: frozenset[tuple[str | None, str]] = frozenset()


def outline(text: str, base: str | None) -> Outline:
    """Read a whole document, without its DOCTYPE.

    Raises BrokenXMLError (not well-formed) or ReadError (`too_large`: attributes without end, `too_deep`: items).
    """
    walk = _Walk(base)
    try:
        walk.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise BrokenXMLError(str(error), after_root=walk.has_ended()) from error
    return Outline(
        root=walk.root,
        items=tuple(item.facts() for item in walk.items),
        build_dates=tuple(filter(None, walk.build_dates)),
        generators=tuple(filter(None, walk.generators)),
        comments=tuple(walk.comments),
        rest=hashlib.sha256("\n".join(walk.rest).encode()).hexdigest()[:16],
        starts=tuple(walk.starts),
        declared=frozenset(walk.declared),
    )


class BrokenXMLError(Exception):
    """The text is not well-formed. `after_root`: the root element had ended by then, so that the feed itself is whole."""

    def __init__(self, message: str, *, after_root: bool) -> None:
        super().__init__(message)
        self.after_root = after_root


@dataclass(slots=True)
class _Item:
    """An item while its elements go by."""

    depth: int
    about: str | None
    base: str | None
    fields: dict[str, str] = field(default_factory=dict)
    permalink: bool = True
    authors: list[str] = field(default_factory=list)
    bodies: list[BodyFacts] = field(default_factory=list)

    def facts(self) -> ItemFacts:
        return ItemFacts(
            about=self.about,
            fields=self.fields,
            permalink=self.permalink,
            authors=tuple(self.authors),
            base=self.base,
            bodies=tuple(self.bodies),
        )


class _Walk:
    """The handlers of one pass. Inside an item only its own children are looked at, outside it everything."""

    def __init__(self, base: str | None) -> None:
        self.items: list[_Item] = []
        self.build_dates: list[str] = []
        self.generators: list[str] = []
        self.comments: list[str] = []
        self.rest: list[str] = []
        self.starts: list[tuple[int, int]] = []
        self.declared: list[tuple[str | None, str]] = []
        self.root = ""
        self._names: dict[str, str] = {}
        self._path: list[str] = []
        self._bases: list[str | None] = [base]
        self._open: list[_Item] = []  # more than one where an item was put into another
        self._passed_over = 0  # depth of an element of which nothing inside is looked at
        self._in_body: list[str] | None = None  # the text of the summary that is being passed over, while it has no elements
        self._captured = 0  # depth of an element whose text is kept
        self._capture: list[str] = []
        self._keep: Callable[[str], None] = self.rest.append
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.namespace_prefixes = True
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.CommentHandler = self._comment
        self.parser.StartNamespaceDeclHandler = lambda prefix, address: self.declared.append((prefix, address))

    def has_ended(self) -> bool:
        """Whether the root element has come and gone."""
        return bool(self.root) and not self._path

    def _short(self, name: str) -> str:
        """'http://purl.org/dc/elements/1.1/ date dc' as 'dc:date'; a namespace nobody knows keeps its own prefix."""
        short = self._names.get(name)
        if short is None:
            *address, local = name.split(" ")
            prefix = ""
            if len(address) > 1:  # address, name, prefix
                prefix, local = f"{local}:", address.pop()
            short = f"{SHORT_NAMES.get(' '.join(address).lower().rstrip('/'), prefix)}{local}".lower()
            self._names[name] = short
        return short

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(attributes) > _MOST_ATTRIBUTES:
            raise ReadError("too_large", f"an element has more than {_MOST_ATTRIBUTES} attributes; no feed has")
        short = self._short(name)
        parent = self._path[-1] if self._path else ""
        self._path.append(short)
        named = {self._short(key): value for key, value in attributes.items()} if attributes else {}
        self._bases.append(_joined(self._bases[-1], named.get("xml:base")))
        if self._passed_over:
            self._in_body = None  # an element in a body: its text is markup
            return
        if short in ITEMS:
            if len(self._open) == _DEEPEST_ITEMS:
                raise ReadError("too_deep", f"more than {_DEEPEST_ITEMS} items stand within one another")
            self._open.append(_Item(depth=len(self._path), about=named.get("rdf:about"), base=self._bases[-1]))
            self.items.append(self._open[-1])
            self.starts.append((self.parser.CurrentByteIndex, len(self._path)))
        elif self._open:
            self._start_within(self._open[-1], short, named)
        else:
            self._start_outside(parent, short, named)

    def _start_within(self, item: _Item, short: str, attributes: Mapping[str, str]) -> None:
        below = len(self._path) - item.depth
        if short in _BODIES:
            item.bodies.append(BodyFacts(name=short, depth=below, type=attributes.get("type")))
            self._passed_over = len(self._path)
            self._in_body = [] if short in SUMMARIES else None
        elif below == 1 and short in _FIELDS:
            if short == "guid":
                item.permalink = attributes.get("ispermalink", "true").strip().lower() != "false"
            self._capture_text(lambda text: _keep(item.fields, short, text))
        elif below == 1 and short in _AUTHORS:
            self._capture_text(item.authors.append)
        elif below == 2 and self._captured:
            self._keep = _in_elements(self._keep)

    def _start_outside(self, parent: str, short: str, attributes: Mapping[str, str]) -> None:
        self.root = self.root or short
        of_channel = parent in ("channel", "feed")
        if of_channel and short in _BUILD_DATES:
            self._capture_text(self.build_dates.append)
        elif of_channel and short in _GENERATORS:
            address = attributes.get("rdf:resource") or attributes.get("uri")
            version = attributes.get("version")
            self._capture_text(lambda text: self.generators.append(" ".join(filter(None, [text or address, version]))))
        elif of_channel and (short in _LISTS_OF_ITEMS or (short in _SOURCE_FIELDS and not attributes)):
            self._passed_over = len(self._path)
        else:
            self.rest.append(" ".join([f"<{short}", *(f"{key}={value}" for key, value in sorted(attributes.items()))]))

    def _capture_text(self, keep: Callable[[str], None]) -> None:
        self._captured, self._capture, self._keep = len(self._path), [], keep

    def _characters(self, text: str) -> None:
        if self._captured:
            self._capture.append(text)
        elif self._in_body is not None:
            self._in_body.append(text)
        elif not self._open and not self._passed_over and not text.isspace():
            self.rest.append(text.strip())

    def _end(self, _name: str) -> None:
        depth = len(self._path)
        if self._captured == depth:
            self._keep("".join(self._capture).strip())
            self._captured = 0
        if self._passed_over == depth:
            self._passed_over = 0
            if self._in_body is not None:
                bodies = self._open[-1].bodies
                bodies[-1] = replace(bodies[-1], text="".join(self._in_body))
                self._in_body = None
        if self._open and self._open[-1].depth == depth:
            self._open.pop()
        self._path.pop()
        self._bases.pop()

    def _comment(self, text: str) -> None:
        if not self._open:
            self.comments.append(text.strip())


def _keep(fields: dict[str, str], name: str, text: str) -> None:
    if text:
        fields[name] = text


def _in_elements(keep: Callable[[str], None]) -> Callable[[str], None]:
    """For an element that has elements of its own: its text put together says nothing."""
    return lambda _text: keep("")


def _joined(base: str | None, relative: str | None) -> str | None:
    """The base that an xml:base gives; one that is no URL changes nothing."""
    if not relative:
        return base
    try:
        return urljoin(base or "", relative.strip())
    except ValueError:
        return base
