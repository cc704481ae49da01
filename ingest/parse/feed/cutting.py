"""Cuts a feed into its items and the frame around them. Pure; proves nothing about the items themselves.

An item is what stands from `<item` to the next `</item>`. That is right where each is well-formed by itself and the frame,
with an empty item in the place of each, is well-formed too and has that many items: XML is made of elements within
elements, and one that stands for another changes nothing around it. Whoever uses a cut checks both. It is made in the bytes
of UTF-8, where a place between two items is a place between two characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

_FIRST = re.compile(rb"<(item|entry)(?=[ \t\r\n>])", re.IGNORECASE)
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(?P<end>/?)(?P<name>[^\s/<>!?]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """`items`: each by itself, in order. `frame`: the document with one empty item (`hole`) for each run of `runs` items."""

    items: tuple[bytes, ...]
    frame: bytes
    hole: bytes
    runs: int


@dataclass(frozen=True, slots=True)
class Order:
    """The items of a document in order, and the place of each: where the next document goes on like it, nothing is searched."""

    items: tuple[bytes, ...] = ()
    places: Mapping[bytes, int] = field(default_factory=dict)


def order_of(items: tuple[bytes, ...]) -> Order:
    """The order of a cut's items."""
    return Order(items, {item: place for place, item in enumerate(items)})


def cut(body: bytes, before: Order = Order()) -> Cut | None:
    """The cut of a feed, the same whatever stood before; None where it has no items or one of them does not end."""
    first = _FIRST.search(body)
    if first is None:
        return None
    opening, _ = _patterns(first[1])
    items: list[bytes] = []
    frame: list[bytes] = []
    runs = end = 0
    start = first.start()
    while True:
        stop = _take_run(body, start, first[1], before, items)
        if stop == start:
            break  # an item that does not end: what is left stays in the frame and breaks it
        frame += (body[end:start], b"<%b/>" % first[1])
        runs, end = runs + 1, stop
        following = opening.search(body, stop)
        if following is None:
            break
        start = following.start()
    if not items:
        return None
    frame.append(body[end:])
    return Cut(items=tuple(items), frame=b"".join(frame), hole=b"<%b/>" % first[1], runs=runs)


@cache
def _patterns(name: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """The beginning of an item's start tag, and the same after white space and nothing else."""
    opening = rb"<%b(?=[ \t\r\n>])" % name
    return re.compile(opening), re.compile(rb"([ \t\r\n]*)%b" % opening)


def _take_run(body: bytes, at: int, name: bytes, before: Order, items: list[bytes]) -> int:
    """Add the items that stand in a row, the first of them at `at`; where the last of them ends, `at` where none does."""
    opening, following = _patterns(name)
    known, place, end, closing = before.items, 0, at, b"</%b>" % name
    gap, next_opens = b"", b"<%b" % name
    while True:
        if place < len(known) and body.startswith(known[place], at):
            item = known[place]
        elif place + 1 < len(known) and body.startswith(known[place + 1], at):  # after one that was edited
            place += 1
            item = known[place]
        else:
            stop = body.find(closing, at)
            if stop < 0 or not opening.match(body, at):
                return end
            item = body[at : stop + len(closing)]
            place = before.places.get(item, place - 1)
        items.append(item)
        place += 1
        end = at + len(item)
        if not body.startswith(next_opens, end):  # not after the same white space as the one before
            found = following.match(body, end)
            if not found:
                return end
            gap, next_opens = found[1], b"%b<%b" % (found[1], name)
        at = end + len(gap)


def ancestors(frame: str, hole: str, runs: int) -> tuple[str, ...] | None:
    """The start tags of the elements that hold the holes, outermost first.

    None where the holes are not all in one element, or where another element follows the first of them. The frame must be
    well-formed.
    """
    found: tuple[tuple[int, str], ...] | None = None
    path: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(frame):
        if token["name"] is None:
            continue
        if token[0] == hole:
            runs -= 1
            if found is None:
                found = tuple(path)
            if list(found) != path:
                return None
        elif token["end"]:
            path.pop()
        elif found is not None:
            return None
        elif not token[0].endswith("/>"):
            path.append((token.start(), token[0]))
    return None if runs or found is None else tuple(tag for _, tag in found)


def closing_of(tags: tuple[str, ...]) -> str:
    """The end tags that belong to start tags."""
    names = (tag[1:-1].split(None, 1)[0] for tag in reversed(tags))
    return "".join(f"</{name}>" for name in names)
