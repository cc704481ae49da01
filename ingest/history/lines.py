"""Counts the lines that a body gained and lost against the one before it, as `git diff --minimal --numstat` does. Pure."""

from __future__ import annotations

from rapidfuzz.distance import LCSseq

BINARY_PROBE = 8000
"""git calls a file binary if a NUL stands in its first 8,000 bytes; no lines are counted then."""

MOST_CELLS = 40_000_000_000
"""Bound of the comparison, old lines times new lines without what is plainly equal or not: about a second and a half."""


Lines = tuple[bytes, ...]
"""A body as `lines_of` splits it; kept with the body, each line is hashed once for all comparisons."""


def lines_of(body: bytes) -> Lines:
    """The lines without their ends; a last one that has no end keeps apart from the same line with one, as in git.

    Only LF ends a line.
    """
    *lines, last = body.split(b"\n")
    return (*lines, last + b"\n") if last else tuple(lines)


def count_lines(old: bytes, new: bytes) -> tuple[int | None, int | None]:
    """(added, removed) lines of a minimal line diff; (None, None) for binary bodies or ones too large to compare."""
    if is_binary(old) or is_binary(new):
        return None, None
    return count_between(lines_of(old), lines_of(new))


def is_binary(body: bytes) -> bool:
    """Whether git would call it so."""
    return b"\0" in body[:BINARY_PROBE]


def count_between(old: Lines, new: Lines) -> tuple[int | None, int | None]:
    """(added, removed) lines of a minimal diff; (None, None) where there are too many to compare.

    Lines that the other side lacks are in no common part; once they are aside, what is left is most often equal.
    """
    before, after = _trim(old, new)
    there, here = frozenset(before), frozenset(after)
    shared, also_shared = [line for line in before if line in here], [line for line in after if line in there]
    if shared == also_shared:
        kept = len(shared)
    elif len(shared) * len(also_shared) > MOST_CELLS:
        return None, None
    else:
        kept = int(LCSseq.similarity(shared, also_shared))
    return len(after) - kept, len(before) - kept


def fresh_lines(old: Lines, new: Lines) -> bytes:
    """The lines of a body that another one does not have, as one text."""
    known = frozenset(old)
    return b"\n".join([line for line in new if line not in known])


def _trim(before: Lines, after: Lines) -> tuple[Lines, Lines]:
    """Without the equal lines at both ends, which are part of every minimal diff."""
    limit = min(len(before), len(after))
    start = 0
    while start < limit and before[start] == after[start]:
        start += 1
    end = 0
    while end < limit - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return before[start : len(before) - end], after[start : len(after) - end]
