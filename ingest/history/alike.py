"""Where a text goes on as an earlier one did, by whole lines. Pure; may find less of it than there is, never what is not so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_SIGN = 64
"""Bytes by which a place is known again, at least: as many whole lines as it takes."""

_NEAR = 16_384
"""Bytes in which a place is looked for at first; in twice as many at every further try."""

_TRIES = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
"""How many lines further on it is tried: most often one line was edited, or some were put in or taken out."""

_MOST = 100
"""Stretches that are looked for; what has more of them is as good as new."""

_STEP = 65_536
"""Bytes that are compared at once, then a sixteenth of them, and so on down to one."""


class Stretch(NamedTuple):
    """`[old, old + size)` of the one text is `[new, new + size)` of the other: whole lines of both."""

    old: int
    new: int
    size: int


def stretches(old: bytes, new: bytes) -> Iterator[Stretch]:
    """What stands in both, in bytes, in the order of both."""
    end = _alike_before_the_end(old, new)
    before, after = len(old) - end, len(new) - end
    yield from _from_the_beginning(old[:before], new[:after])
    if end:
        yield Stretch(before, after, end)


def _from_the_beginning(old: bytes, new: bytes) -> Iterator[Stretch]:
    at = to = 0
    for number in range(_MOST):
        size = _alike_from(old, at, new, to)
        if size:
            yield Stretch(at, to, size)
        elif number:
            return
        following = _resumed(old, at + size, new, to + size)
        if following is None:
            return
        at, to = following


def _alike_from(old: bytes, at: int, new: bytes, to: int) -> int:
    """How many bytes are equal from these places on, up to the end of a line in both, or of both texts."""
    most = min(len(old) - at, len(new) - to)
    part = memoryview(old)[at : at + most]
    size, step = 0, _STEP
    while step:
        while size < most and new.startswith(part[size : size + step], to + size):
            size += step
        step //= 16
    size = min(size, most)
    if at + size == len(old) and to + size == len(new):
        return size
    return max(old.rfind(b"\n", at, at + size) + 1 - at, 0)


def _alike_before_the_end(old: bytes, new: bytes) -> int:
    """How many bytes are equal at the end of both, from behind the end of a line on."""
    most = min(len(old), len(new))
    part = memoryview(old)[len(old) - most :]
    size, step = 0, _STEP
    while step:
        while size < most and new.endswith(part[max(most - size - step, 0) : most - size], 0, len(new) - size):
            size += step
        step //= 16
    if size >= most and _begins_a_line(old, len(old) - most) and _begins_a_line(new, len(new) - most):
        return most
    first = old.find(b"\n", len(old) - min(size, most)) if size else -1
    return 0 if first < 0 else len(old) - first - 1


def _resumed(old: bytes, at: int, new: bytes, to: int) -> tuple[int, int] | None:
    """The next two places from which both go on alike; None where none is found, or one of the texts is at its end."""
    here, there, near, passed = at, to, _NEAR, 0
    for lines in _TRIES:
        for _ in range(lines - passed):
            here, there = _next_line(old, here), _next_line(new, there)
        if here == len(old) or there == len(new):
            return None
        found = [
            *((here, place) for place in _found(_sign(old, here), new, to, near)),
            *((place, there) for place in _found(_sign(new, there), old, at, near)),
        ]
        if found:
            return min(found, key=sum)
        near, passed = 2 * near, lines
    return None


def _next_line(text: bytes, at: int) -> int:
    return text.find(b"\n", at) + 1 or len(text)


def _sign(text: bytes, at: int) -> bytes:
    return text[at : _next_line(text, at + _SIGN)]


def _found(sign: bytes, text: bytes, after: int, near: int) -> Iterator[int]:
    """Where the sign stands at the beginning of a line, if it does."""
    place = text.find(sign, after, after + near + len(sign))
    if place >= 0 and _begins_a_line(text, place):
        yield place


def _begins_a_line(text: bytes, at: int) -> bool:
    return at == 0 or text[at - 1] == 0x0A
