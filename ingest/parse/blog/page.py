"""An HTML page made ready for reading: where every node stands, what it says, what holds no posts. Pure; decides no post.

Every node has a *place*, its number in document order; a node and all that it holds are the places from its own to
`last[place]`. So "is inside" is a comparison of numbers, an element's text is a slice, and no reader walks the tree twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.parse.blog.links import absolute, base_of
from ingest.parse.blog.regions import holds_no_posts
from ingest.parse.blog.shown import seen_of, squash, words_of
from ingest.parse.html_tree import html_tree

_MOST_OF_A_PAGE = 0.7
_PASSES = 40
_PASSES = 40
_NONE: Mapping[str, str | None] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A parsed page. By place: the node, its tag (`-text` for text), attributes, parent's place (-1 at the top)."""

    tree: LexborHTMLParser
    url: str | None  # of the document itself
    base: str | None  # what relative links are relative to
    nodes: tuple[LexborNode, ...]
    tags: tuple[str, ...]
    attributes: tuple[Mapping[str, str | None], ...]
    parents: tuple[int, ...]
    last: tuple[int, ...]
    words: Sequence[str]  # the text that stands at a place itself
    seen: Sequence[str]  # the same without what is hidden from sight
    idle: tuple[bool, ...]  # part of navigation, a sidebar, a footer …
    places: Mapping[int, int]  # from selectolax's id of a node
    found: dict[str, Sequence[int]] = field(default_factory=dict)  # what `find` has found

    def place(self, node: LexborNode) -> int:
        """Where a node of this page's tree stands."""
        return self.places[node.mem_id]

    def find(self, selector: str) -> Sequence[int]:
        """Places of the elements that a CSS selector of ours matches, in document order; asked once for a page."""
        known = self.found.get(selector)
        if known is None:
            places = (self.places.get(node.mem_id) for node in self.tree.css(selector))
            known = self.found[selector] = [place for place in places if place is not None]
        return known

    def find_in(self, box: int, selector: str) -> Sequence[int]:
        """The same below one element, itself left out."""
        return () if self.last[box] == box else _between(self.find(selector), box + 1, self.last[box])

    def within(self, box: int, places: Sequence[int]) -> Sequence[int]:
        """Those of some places, in ascending order, that are in an element (or are it)."""
        return _between(places, box, self.last[box])

    def in_reach(self, boxes: Iterable[int]) -> Iterator[int]:
        """Boxes to be looked through, until they together are many times the page: nested without end, they hold no posts."""
        left = _PASSES * len(self.nodes)
        for box in boxes:
            left -= self.last[box] + 1 - box
            if left < 0:
                return
            yield box

    def is_element(self, place: int) -> bool:
        """Whether there is an element at a place, rather than a text or a comment."""
        return not self.tags[place].startswith("-")

    def climb(self, place: int) -> Iterator[int]:
        """The node itself, its parent, and so on up to the top of the page."""
        while place >= 0:
            yield place
            place = self.parents[place]

    def children(self, box: int) -> Iterator[int]:
        """Places of the direct children, text included."""
        place = box + 1
        while place <= self.last[box]:
            yield place
            place = self.last[place] + 1

    def text(self, place: int, *, without: Iterable[int] = ()) -> str:
        """The visible text of a node on one line, less that of some nodes inside it.

        Where everything is hidden from sight (a link whose only words are for screen readers), those words are the text.
        """
        if self.last[place] == place:
            return squash(self.words[place])
        return self._joined(self.seen, place, without) or self._joined(self.words, place, without)

    def _joined(self, words: Sequence[str], place: int, without: Iterable[int]) -> str:
        parts: list[str] = []
        start = place
        for left_out in without:
            parts += words[start:left_out]
            start = self.last[left_out] + 1
        parts += words[start : self.last[place] + 1]
        return squash("".join(parts))

    def link(self, href: str | None) -> str | None:
        """A link of this page as an absolute http(s) URL, or None."""
        return absolute(self.base, href)


def open_page(text: str, url: str | None, *, all_may_be_posts: bool = False) -> Page:
    """The page of a decoded HTML document, found at `url`. Raises ReadError `too_deep` for one that nests without end.

    With `all_may_be_posts` no part of it is taken for furniture: somebody has said where the posts are.
    """
    tree = html_tree(text)
    nodes = tuple(tree.root.traverse(include_text=True)) if tree.root is not None else ()
    tags = tuple(node.tag or "-" for node in nodes)
    attributes = tuple(_NONE if tag.startswith("-") else node.attributes for node, tag in zip(nodes, tags, strict=True))
    places = {node.mem_id: place for place, node in enumerate(nodes)}
    parents = _parents(nodes, places)
    last = _last_places(parents)
    words = words_of(nodes, tags, last)
    return Page(
        tree=tree,
        url=url,
        base=base_of(tree, url),
        nodes=nodes,
        tags=tags,
        attributes=attributes,
        parents=parents,
        last=last,
        words=words,
        seen=seen_of(words, tags, attributes, last),
        idle=(False,) * len(nodes) if all_may_be_posts else _idle_places(nodes, tags, attributes, last),
        places=places,
    )


def _between(places: Sequence[int], first: int, last: int) -> Sequence[int]:
    return places[bisect_left(places, first) : bisect_right(places, last)]


def _parents(nodes: Sequence[LexborNode], places: Mapping[int, int]) -> tuple[int, ...]:
    above = (node.parent for node in nodes)
    return tuple(-1 if parent is None else places.get(parent.mem_id, -1) for parent in above)


def _last_places(parents: Sequence[int]) -> tuple[int, ...]:
    last = list(range(len(parents)))
    for place in range(len(parents) - 1, 0, -1):
        parent = parents[place]
        if parent >= 0 and last[parent] < last[place]:
            last[parent] = last[place]
    return tuple(last)


def _idle_places(
    nodes: Sequence[LexborNode], tags: Sequence[str], attributes: Sequence[Mapping[str, str | None]], last: Sequence[int]
) -> tuple[bool, ...]:
    """By place, whether a node is in a part without posts; what is most of the page is never such a part."""
    idle = bytearray(len(nodes))
    most = len(nodes) * _MOST_OF_A_PAGE
    for place, tag in enumerate(tags):
        extent = last[place] + 1 - place
        if tag[0] != "-" and not idle[place] and extent < most and holds_no_posts(nodes[place], tag, attributes[place]):
            idle[place : last[place] + 1] = b"\x01" * extent
    return tuple(map(bool, idle))
