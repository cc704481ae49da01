"""Counts the lines that a body gained and lost against the one before it, as `git diff --minimal --numstat` does. Pure."""

from __future__ import annotations

from rapidfuzz.distance import LCSseq

BINARY_PROBE = 8000
"""git calls a file binary if a NUL stands in its first 8,000 bytes; no lines are counted then."""

MOST_CELLS = 40_000_000_000
"""Bound of the comparison, old lines times new lines after equal ends are cut off: about a second and a half of one core."""


def count_lines(old: bytes, new: bytes) -> tuple[int | None, int | None]:
    """(added, removed) lines of a minimal line diff; (None, None) for binary bodies or ones too large to compare."""
    if b"\0" in old[:BINARY_PROBE] or b"\0" in new[:BINARY_PROBE]:
        return None, None
    before, after = _trim(_split(old), _split(new))
    if len(before) * len(after) > MOST_CELLS:
        return None, None
    kept = int(LCSseq.similarity(before, after)) if before and after else 0
    return len(after) - kept, len(before) - kept


def _split(body: bytes) -> list[bytes]:
    # Only LF ends a line, and a last line without one differs from the same line with it, as in git.
    lines = body.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _trim(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Without the equal lines at both ends, which are part of every minimal diff."""
    limit = min(len(before), len(after))
    start = 0
    while start < limit and before[start] == after[start]:
        start += 1
    end = 0
    while end < limit - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return before[start : len(before) - end], after[start : len(after) - end]
