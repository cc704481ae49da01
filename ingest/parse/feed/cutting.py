"""Cuts a feed's text into the texts of its items and the frame around them. Pure; proves nothing about the items themselves.

An item's text is what stands from `<item` to the next `</item>`. That is right where the text of each is well-formed by
itself and the frame, with an empty item in the place of each, is well-formed too and has that many items: XML is made of
elements within elements, and one that stands for another changes nothing around it. Whoever uses a cut checks both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FIRST = re.compile(r"<(item|entry)(?=[\s>])", re.IGNORECASE)
_AFTER_NAME = frozenset(" \t\r\n>")
_SPACE = " \t\r\n"  # XML 1.0, section 2.3
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(?P<end>/?)(?P<name>[^\s/<>!?]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """`items`: the texts in order. `frame`: the document with one empty item (`hole`) for each run of `runs` items in a row."""

    items: tuple[str, ...]
    frame: str
    hole: str
    runs: int


def cut(text: str) -> Cut | None:
    """The cut of a feed's text; None where it has no items or one of them does not end."""
    first = _FIRST.search(text)
    if first is None:
        return None
    items: list[str] = []
    frame: list[str] = []
    hole, runs, end = f"<{first[1]}/>", 0, 0
    for start, stop in _ranges(text, first[1], first.start()):
        gap = text[end:start]
        if not items or gap.strip(_SPACE):
            frame += (gap, hole)
            runs += 1
        items.append(text[start:stop])
        end = stop
    if not items:
        return None
    frame.append(text[end:])
    return Cut(items=tuple(items), frame="".join(frame), hole=hole, runs=runs)


def _ranges(text: str, name: str, at: int) -> Iterator[tuple[int, int]]:
    opening, closing = f"<{name}", f"</{name}>"
    while at >= 0:
        after = at + len(opening)
        if text[after : after + 1] in _AFTER_NAME:
            end = text.find(closing, after)
            if end < 0:
                return  # what is left stays in the frame and breaks it
            after = end + len(closing)
            yield at, after
        at = text.find(opening, after)


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
