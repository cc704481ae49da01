"""Counts the lines that a body gained and lost against the one before it, as `git diff --minimal --numstat` does. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import filterfalse

from rapidfuzz.distance import LCSseq

BINARY_PROBE = 8000
"""git calls a file binary if a NUL stands in its first 8,000 bytes; no lines are counted then."""

MOST_CELLS = 40_000_000_000
"""Bound of the comparison, old lines times new lines without what is plainly equal or not: about a second and a half."""

FEW_LINES = 64
"""Of the shorter side, that a part in common may lack to be looked for near at hand alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A body's lines in order, and each once. Kept with the body, so that every line is hashed once for all comparisons."""

    all: tuple[bytes, ...]
    distinct: frozenset[bytes]
    binary: bool  # whether git would call the body so


def lines_of(body: bytes) -> Lines:
    """The lines without their ends; a last one that has no end keeps apart from the same line with one, as in git.

    Only LF ends a line.
    """
    *lines, last = body.split(b"\n")
    if last:
        lines.append(last + b"\n")
    return Lines(all=tuple(lines), distinct=frozenset(lines), binary=b"\0" in body[:BINARY_PROBE])


def count_lines(old: Lines, new: Lines) -> tuple[int | None, int | None]:
    """(added, removed) lines of a minimal diff; (None, None) for binary bodies and where there are too many to compare.

    Lines that the other side lacks are in no common part; once they are aside, what is left is most often equal.
    """
    if old.binary or new.binary:
        return None, None
    shared = _without(old.all, old.distinct - new.distinct)
    also_shared = _without(new.all, new.distinct - old.distinct)
    if shared == also_shared:
        kept = len(shared)
    else:
        start, before, after = _trim(shared, also_shared)
        if len(before) * len(after) > MOST_CELLS:
            return None, None
        kept = start + _in_common(before, after)
    return len(new.all) - kept, len(old.all) - kept


def fresh_lines(old: Lines, new: Lines) -> bytes:
    """The lines of a body that another one does not have, as one text."""
    return b"\n".join(new.distinct - old.distinct)


def _without(lines: tuple[bytes, ...], others: frozenset[bytes]) -> list[bytes]:
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
