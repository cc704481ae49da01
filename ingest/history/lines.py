"""Counts the lines that a body gained and lost against the one before it, as `git diff --minimal --numstat` does. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse
from operator import attrgetter

from rapidfuzz.distance import LCSseq

from ingest.history.alike import Stretch, stretches

BINARY_PROBE = 8000
"""git calls a file binary if a NUL stands in its first 8,000 bytes; no lines are counted then."""

MOST_CELLS = 40_000_000_000
"""Bound of the comparison, old lines times new lines without what is plainly equal or not: about a second and a half."""

FEW_LINES = 64
"""Of the shorter side, that a part in common may lack to be looked for near at hand alone."""

MOST_MOVED = 2000
"""Lines outside the stretches in common up to which the rest is looked for beside them, without setting any aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A body's lines in order. Kept with the body, so that what the next body has in common with it costs next to nothing."""

    body: bytes
    all: list[bytes]
    binary: bool  # whether git would call the body so
    mark: object = field(default_factory=object, compare=False)  # by which the next body tells what its stretches are of
    since: object = field(default=None, compare=False)
    stretches: Sequence[Stretch] = field(default=(), compare=False)  # lines that stand in the body marked so as well


def lines_of(body: bytes, like: Lines | None = None) -> Lines:
    """The lines without their ends; a last one that has no end keeps apart from the same line with one, as in git.

    Only LF ends a line. The same comes out whatever it is `like`; the lines in common are the same objects then.
    """
    binary = b"\0" in body[:BINARY_PROBE]
    if like is None:
        return Lines(body=body, all=_split(body), binary=binary)
    lines, found = _lines_after(like, body)
    return Lines(body=body, all=lines, binary=binary, since=like.mark, stretches=found)


def _split(text: bytes) -> list[bytes]:
    *lines, last = text.split(b"\n")
    return [*lines, last + b"\n"] if last else lines


def _lines_after(like: Lines, body: bytes) -> tuple[list[bytes], list[Stretch]]:
    """The lines of a body, and which of them stand in the other one, in lines from its first."""
    lines, found = list[bytes](), list[Stretch]()
    in_bytes = list(stretches(like.body, body))
    end = 0
    for (_, new, size), (first, count) in zip(in_bytes, _counted(like, in_bytes), strict=True):
        lines += _split(body[end:new])
        found.append(Stretch(first, len(lines), count))
        lines += like.all[first : first + count]
        end = new + size
    lines += _split(body[end:])
    return lines, found


def _counted(like: Lines, found: Sequence[Stretch]) -> Iterator[tuple[int, int]]:
    """The first line of each stretch in the older body, and how many they are. Those of the longest are what all others leave."""
    longest = max(found, key=attrgetter("size"), default=None)
    others = 0 if longest is None else _count(like, 0, longest.old) + _count(like, longest.old + longest.size, len(like.body))
    number = end = 0
    for stretch in found:
        number += _count(like, end, stretch.old)
        end = stretch.old + stretch.size
        count = len(like.all) - others if stretch is longest else _count(like, stretch.old, end)
        yield number, count
        number += count


def _count(lines: Lines, start: int, end: int) -> int:
    """How many lines stand between two places; the last one of the body may have no end."""
    has_open_end = start < end == len(lines.body) and not lines.body.endswith(b"\n")
    return lines.body.count(b"\n", start, end) + has_open_end


def count_lines(old: Lines, new: Lines) -> tuple[int | None, int | None]:
    """(added, removed) lines of a minimal diff; (None, None) for binary bodies and where there are too many to compare."""
    if old.binary or new.binary:
        return None, None
    kept = _kept_beside_stretches(old, new)
    if kept is None:
        kept = _kept(old.all, new.all)
    return (None, None) if kept is None else (len(new.all) - kept, len(old.all) - kept)


def _kept_beside_stretches(old: Lines, new: Lines) -> int | None:
    """Lines of the longest common part, which has at least those of the stretches; None where little is in these."""
    in_stretches = sum(stretch.size for stretch in new.stretches)
    before, after = len(old.all), len(new.all)
    if new.since is not old.mark or before + after - 2 * in_stretches > MOST_MOVED:
        return None
    if in_stretches in (before, after):
        return in_stretches
    start, end = _at_the_ends(new.stretches, before, after)
    least = in_stretches - start - end
    found = LCSseq.similarity(
        old.all[start : before - end], new.all[start : after - end],
        score_cutoff=max(least - 1, 0),  # at times rapidfuzz finds nothing where the cutoff is reached and no more
    )  # fmt: skip
    return None if found < least else start + int(found) + end


def _at_the_ends(found: Sequence[Stretch], before: int, after: int) -> tuple[int, int]:
    """How many lines are equal at the beginning and at the end: these are part of every longest common part."""
    first, last = found[:1], found[1:][-1:]
    start = sum(one.size for one in first if one.old == one.new == 0)
    return start, sum(one.size for one in last if (one.old + one.size, one.new + one.size) == (before, after))


def _kept(old: list[bytes], new: list[bytes]) -> int | None:
    """The same, whatever the two are; None where there are too many lines.

    Lines that the other side lacks are in no common part; once they are aside, what is left is most often equal.
    """
    only_old, only_new = frozenset(old), frozenset(new)
    only_old, only_new = only_old - only_new, only_new - only_old
    shared, also_shared = _without(old, only_old), _without(new, only_new)
    if shared == also_shared:
        return len(shared)
    start, before, after = _trim(shared, also_shared)
    return None if len(before) * len(after) > MOST_CELLS else start + _in_common(before, after)


def fresh_lines(old: Lines, new: Lines) -> bytes:
    """The lines of a body that another one does not have, as one text; some that it has may be among them."""
    if new.since is not old.mark:
        return b"\n".join(frozenset(new.all).difference(old.all))
    fresh, end = list[bytes](), 0
    for stretch in new.stretches:
        fresh += new.all[end : stretch.new]
        end = stretch.new + stretch.size
    return b"\n".join([*fresh, *new.all[end:]])


def _without(lines: list[bytes], others: frozenset[bytes]) -> list[bytes]:
    """The lines that are none of the others. Most often these are few, and to look among few is quick."""
    return list(filterfalse(others.__contains__, lines))


def _in_common(before: list[bytes], after: list[bytes]) -> int:
    """Lines of the longest common part, first looked for where all but a few are in it: that is quick, and most often so."""
    most = min(len(before), len(after))
    if most == 0:
        return 0
    found = LCSseq.similarity(before, after, score_cutoff=max(most - FEW_LINES, 0))  # 0 where there are fewer
    return int(found or LCSseq.similarity(before, after))


def _trim(before: list[bytes], after: list[bytes]) -> tuple[int, list[bytes], list[bytes]]:
    """How many lines are equal at both ends, which are part of every minimal diff, and what is between."""
    limit = min(len(before), len(after))
    start = 0
    while start < limit and before[start] == after[start]:
        start += 1
    end = 0
    while end < limit - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start + end, before[start : len(before) - end], after[start : len(after) - end]
