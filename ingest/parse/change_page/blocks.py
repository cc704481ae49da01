"""Feed items on one side of a diff: which lines belong to which item, and whether an item is all there. Pure.

A diff finds lines, not items: the `<item>` of an added item may be an unchanged line (that of the item which stood there before),
and so may any line that two items share, their ends above all. Hence an item counts as added if it is complete, or complete but
for its last tags, and the lines of its id and its title are added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ingest.parse.change_page.page import DiffLine, Hunk, Sign

Where = Literal["inside", "outside", "unknown"]

_TAGS = {name: re.compile(rf"<(?P<close>/?){name}(?:\s[^<>]*)?>") for name in ("item", "entry")}
_AT_LINE_START = {name: re.compile(rf"\s*</?{name}[\s>]") for name in _TAGS}
_ENDS_LISTING = re.compile(r"</(?:channel|feed|rss|rdf:RDF)>")
_BEGINS_LISTING = re.compile(r"<(?:rss|channel|feed|rdf:RDF)[\s>]|rel=\"self\"|<lastBuildDate|<sy:update")
_ONLY_TAGS = re.compile(r"(?:\]\]>|</[\w:.-]+\s*>|<(?:item|entry)(?:\s[^<>]*)?>|\s)*")
_TITLE = re.compile(r"<title[\s>]")
_NAMES = (
    re.compile(r"<item\s[^<>]*rdf:about=[\"'](?P<value>[^\"']+)"),
    re.compile(r"<guid(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?(?P<value>[^<\]]+)"),
    re.compile(r"<id(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?(?P<value>[^<\]]+)"),
    re.compile(r"<link(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?(?P<value>[^<\]]+)"),
    re.compile(r"<link\s[^<>]*href=[\"'](?P<value>[^\"']+)"),
    re.compile(r"<title(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?(?P<value>[^<\]]+)"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A line of a diff, or a part of one, at its place: number of the hunk, number of the line in it."""

    at: tuple[int, int]
    sign: Sign
    text: str
    cut: bool = False

    @property
    def says_something(self) -> bool:
        """Whether there is more in it than an item's own tags and the ends of elements."""
        return _ONLY_TAGS.fullmatch(self.text) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """An item on one side, or what the hunk shows of it."""

    pieces: tuple[Piece, ...]
    begins: bool
    ends: bool
    runs_on: bool = False  # behind the last line shown of it nothing is changed

    def is_all(self, sign: Sign) -> bool:
        """Whether the item is complete, and new or gone as a whole: it is if its id and its title are."""
        if not (self.begins and (self.ends or self._ends_below())):
            return False
        named = self._named()
        title = next((piece for piece in self.pieces if _TITLE.search(piece.text)), None)
        return named is not None and named[0].sign == sign and (title is None or title.sign == sign)

    def _ends_below(self) -> bool:
        """Whether the hunk shows all but the last tags of the item: only such stand below its last changed line."""
        last = max((at for at, piece in enumerate(self.pieces) if piece.sign != " "), default=-1)
        return self.runs_on and last + 1 < len(self.pieces) and not any(piece.says_something for piece in self.pieces[last + 1 :])

    def is_begun(self, sign: Sign) -> bool:
        """Whether all that is shown of an item is new or gone, but the diff stops before its end."""
        return self.begins and not self.ends and all(piece.sign == sign for piece in self.pieces if piece.says_something)

    @property
    def ref(self) -> str | None:
        """What the item is called by what is seen of it: its guid, else its link, else its title."""
        named = self._named()
        return named[1] if named is not None else None

    def _named(self) -> tuple[Piece, str] | None:
        """The line that names the item, and the name."""
        for name in _NAMES:
            for piece in self.pieces:
                found = name.search(piece.text)
                if found is not None:
                    return piece, found["value"].strip()
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The old or the new document, as far as the diff shows it: its items, and where each changed line stands."""

    blocks: tuple[Block, ...]
    places: dict[tuple[int, int], Where] = field(default_factory=dict)
    end: tuple[int, int] | None = None  # where the end of the listing is seen

    def whole(self, sign: Sign) -> tuple[Block, ...]:
        """The items that are complete and of this sign altogether."""
        return tuple(block for block in self.blocks if block.is_all(sign))

    def where(self, at: tuple[int, int]) -> Where:
        """Whether a line stands in an item."""
        return self.places.get(at, "unknown")

    def block_at(self, at: tuple[int, int]) -> Block | None:
        """The item to which a line belongs."""
        return next((block for block in self.blocks if any(piece.at == at for piece in block.pieces)), None)


def item_tag(hunks: Sequence[Hunk]) -> str:
    """`entry` for an Atom feed, else `item`: the one that begins more lines, as the other may stand in a text."""
    texts = [line.text for hunk in hunks for line in hunk.lines]
    entries, items = (sum(1 for text in texts if _AT_LINE_START[name].match(text)) for name in ("entry", "item"))
    return "entry" if entries > items else "item"


def side_of(hunks: Sequence[Hunk], sign: Sign) -> Side:
    """One side of a diff: the unchanged lines with the removed (`-`) or the added ones (`+`)."""
    tag = _TAGS[item_tag(hunks)]
    blocks: list[Block] = []
    places: dict[tuple[int, int], Where] = {}
    end: tuple[int, int] | None = None
    for number, hunk in enumerate(hunks):
        lines = [(at, line) for at, line in enumerate(hunk.lines) if line.sign in (" ", sign)]
        found = _Scan(number=number, tag=tag)
        for at, line in lines:
            found.take(at, line)
        found.finish(runs_on=hunk.adds_up)
        blocks.extend(found.blocks)
        places.update(found.places)
        end = found.end or end
    return Side(blocks=tuple(blocks), places=places, end=end)


@dataclass(slots=True, kw_only=True)
class _Scan:
    """The state of reading one hunk's lines from top to bottom."""

    number: int
    tag: re.Pattern[str]
    blocks: list[Block] = field(default_factory=list)
    places: dict[tuple[int, int], Where] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    where: Where = "unknown"
    begun: bool = False
    end: tuple[int, int] | None = None

    def take(self, at: int, line: DiffLine) -> None:
        start = 0
        place = (self.number, at)
        for tag in self.tag.finditer(line.text):
            if tag["close"]:
                self._add(place, line, start, tag.end())
                self._close(ends=True)
                start = tag.end()
            else:
                self._before_item(place, line, start, tag.start())
                start = tag.start()
                self.begun, self.where = True, "inside"
        self._add(place, line, start, len(line.text))
        self._see_ends(place, line)

    def _before_item(self, place: tuple[int, int], line: DiffLine, start: int, end: int) -> None:
        """What stands above an item's start is the head of the listing, a space between items, or an item cut off."""
        self._add(place, line, start, end)
        if self.where == "unknown":
            self._settle("outside")
        elif self.where == "inside":
            self._close(ends=False)
        self.pieces = []

    def _add(self, place: tuple[int, int], line: DiffLine, start: int, end: int) -> None:
        text = line.text[start:end]
        if not text.strip() and line.text.strip():
            return
        self.places.setdefault(place, self.where)
        if self.where != "outside":
            self.pieces.append(Piece(at=place, sign=line.sign, text=text, cut=line.cut and end == len(line.text)))

    def _close(self, *, ends: bool, runs_on: bool = False) -> None:
        if self.where == "unknown":
            self._settle("inside")
        if self.pieces:
            self.blocks.append(Block(pieces=tuple(self.pieces), begins=self.begun, ends=ends, runs_on=runs_on))
        self.pieces, self.begun, self.where = [], False, "outside"

    def _settle(self, where: Where) -> None:
        """The lines so far stood inside or outside an item, which only what follows them has shown."""
        self.places.update({piece.at: where for piece in self.pieces if self.places.get(piece.at) == "unknown"})

    def _see_ends(self, place: tuple[int, int], line: DiffLine) -> None:
        """The beginning and the end of the listing are outside; what the hidden part of a cut line begins is unknown."""
        if _ENDS_LISTING.search(line.text) and self.where != "inside":
            self.where, self.pieces, self.end = "outside", [], place
        elif self.where == "unknown" and _BEGINS_LISTING.search(line.text):
            self._settle("outside")
            self.where, self.pieces = "outside", []
        if self.where == "outside" and line.cut and not line.text.lstrip().startswith("<!--"):
            self.where = "unknown"

    def finish(self, *, runs_on: bool) -> None:
        if self.where == "inside" and self.pieces:
            self._close(ends=False, runs_on=runs_on)
