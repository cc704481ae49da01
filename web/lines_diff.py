"""Compares two bodies line by line, for reading: hunks with context, long lines and long diffs cut and counted. Pure.

Lines are those of `git diff`: they end at LF, and a last line without one differs from the same line with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Indel

from web.words_diff import equal_ends

CONTEXT = 3
MOST_CHARACTERS = 300
MOST_LINES = 400
MOST_CELLS = 300_000_000
"""Bound of one minimal comparison, old lines times new ones: 40 MB. Larger ones are first cut at lines that occur once."""

Sign = Literal[" ", "+", "-", "\\"]
Block = tuple[int, int, int, int]  # old from, old to, new from, new to: a stretch that differs


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line as shown; `before`, `changed`, `after` are its parts, `changed` what differs from its counterpart."""

    sign: Sign
    before: str
    changed: str = ""
    after: str = ""
    cut: bool = False  # characters are left out
    cut_start: bool = False  # some of them at its beginning


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """Lines that lie together, with git's header `@@ -12,7 +12,7 @@`."""

    header: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDiff:
    """All hunks that are shown, and what is not."""

    hunks: tuple[Hunk, ...]
    added: int
    removed: int
    lines: int  # of all hunks
    lines_shown: int
    lines_cut: int  # of those shown, how many are cut at MOST_CHARACTERS
    minimal: bool  # False where the bodies were too large to find the smallest diff


def line_diff(old: str, new: str) -> LineDiff:
    """The diff of two texts, at most MOST_LINES lines of it."""
    before, after = _split(old), _split(new)
    minimal = _is_small(before, after)
    blocks = list(_blocks(before, after))
    hunks = list(_hunks(before, after, blocks))
    shown = list(_first(hunks, MOST_LINES))
    return LineDiff(
        hunks=tuple(shown),
        added=sum(new_to - new_from for _, _, new_from, new_to in blocks),
        removed=sum(old_to - old_from for old_from, old_to, _, _ in blocks),
        lines=sum(_counted(hunk.lines) for hunk in hunks),
        lines_shown=sum(_counted(hunk.lines) for hunk in shown),
        lines_cut=sum(line.cut for hunk in shown for line in hunk.lines),
        minimal=minimal,
    )


def _split(text: str) -> list[str]:
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def _counted(lines: Iterable[Line]) -> int:
    return sum(line.sign != "\\" for line in lines)


# --- what differs ----------------------------------------------------------------------------------------------------


def _is_small(before: Sequence[str], after: Sequence[str]) -> bool:
    start, end = equal_ends(before, after)
    return (len(before) - start - end) * (len(after) - start - end) <= MOST_CELLS


def _blocks(before: Sequence[str], after: Sequence[str], old_at: int = 0, new_at: int = 0) -> Iterator[Block]:
    """The stretches that differ, in order, with line numbers counted from `old_at` and `new_at`."""
    start, end = equal_ends(before, after)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    old_at, new_at = old_at + start, new_at + start
    if not old and not new:
        return
    if not old or not new:
        yield old_at, old_at + len(old), new_at, new_at + len(new)
    elif len(old) * len(new) <= MOST_CELLS:
        yield from _minimal(old, new, old_at, new_at)
    else:
        yield from _between_anchors(old, new, old_at, new_at)


def _minimal(old: Sequence[str], new: Sequence[str], old_at: int, new_at: int) -> Iterator[Block]:
    block: list[int] | None = None
    for op in Indel.opcodes(old, new):
        if op.tag == "equal":
            if block:
                yield block[0], block[1], block[2], block[3]
            block = None
        elif block:
            block[1], block[3] = old_at + op.src_end, new_at + op.dest_end
        else:
            block = [old_at + op.src_start, old_at + op.src_end, new_at + op.dest_start, new_at + op.dest_end]
    if block:
        yield block[0], block[1], block[2], block[3]


def _between_anchors(old: Sequence[str], new: Sequence[str], old_at: int, new_at: int) -> Iterator[Block]:
    """Cut at the lines that occur once on both sides, in the longest order they share ("patience"), and compare between."""
    anchors = _anchors(old, new)
    if not anchors:
        yield old_at, old_at + len(old), new_at, new_at + len(new)
        return
    old_from = new_from = 0
    for old_line, new_line in [*anchors, (len(old), len(new))]:
        yield from _blocks(old[old_from:old_line], new[new_from:new_line], old_at + old_from, new_at + new_from)
        old_from, new_from = old_line + 1, new_line + 1


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    once = {line for line, count in Counter(old).items() if count == 1} & {
        line for line, count in Counter(new).items() if count == 1
    }
    place = {line: index for index, line in enumerate(new) if line in once}
    pairs = [(index, place[line]) for index, line in enumerate(old) if line in once]
    ends: list[int] = []  # the smallest last place of an ascending run of each length
    heads: list[int] = []  # the pair that it ends with
    previous: list[int] = []  # the pair before each one in its run
    for index, (_, new_line) in enumerate(pairs):
        length = bisect_left(ends, new_line)
        previous.append(heads[length - 1] if length else -1)
        ends[length : length + 1] = [new_line]
        heads[length : length + 1] = [index]
    found: list[tuple[int, int]] = []
    at = heads[-1] if heads else -1
    while at >= 0:
        found.append(pairs[at])
        at = previous[at]
    return found[::-1]


# --- what is shown ---------------------------------------------------------------------------------------------------


def _hunks(before: Sequence[str], after: Sequence[str], blocks: Sequence[Block]) -> Iterator[Hunk]:
    for group in _groups(blocks):
        old_from, new_from = max(group[0][0] - CONTEXT, 0), max(group[0][2] - CONTEXT, 0)
        old_to, new_to = min(group[-1][1] + CONTEXT, len(before)), min(group[-1][3] + CONTEXT, len(after))
        header = f"@@ -{_range(old_from, old_to)} +{_range(new_from, new_to)} @@"
        lines: list[Line] = []
        at = old_from
        for block in group:
            lines += map(_same, before[at : block[0]])
            lines += _changed(before[block[0] : block[1]], after[block[2] : block[3]])
            at = block[1]
        lines += map(_same, before[at:old_to])
        yield Hunk(header=header, lines=tuple(lines))


def _groups(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    group: list[Block] = []
    for block in blocks:
        if group and block[0] - group[-1][1] > 2 * CONTEXT:
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _range(start: int, stop: int) -> str:
    count = stop - start
    return f"{start + 1 if count else start}" + ("" if count == 1 else f",{count}")


def _same(line: str) -> Line:
    text = line.rstrip("\n").removesuffix("\r")
    return Line(sign=" ", before=text[:MOST_CHARACTERS], cut=len(text) > MOST_CHARACTERS)


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    """Removed lines, then added ones; where there are as many of both, each pair is compared within the line."""
    paired = len(old) == len(new)
    for sign, mine, other in (("-", old, new), ("+", new, old)):
        for index, line in enumerate(mine):
            yield _one(sign, line, other[index] if paired else None)  # type: ignore[arg-type]
            if not line.endswith("\n"):
                yield Line(sign="\\", before="No newline at end of file")


def _one(sign: Sign, line: str, other: str | None) -> Line:
    text, counterpart = line.rstrip("\n"), (other or "").rstrip("\n")
    if text.removesuffix("\r") != counterpart.removesuffix("\r"):
        text, counterpart = text.removesuffix("\r"), counterpart.removesuffix("\r")
    if other is None:
        return Line(sign=sign, before=text[:MOST_CHARACTERS], cut=len(text) > MOST_CHARACTERS)
    start, end = equal_ends(text, counterpart)
    if start + end < len(text) // 3:  # hardly anything in common: two different lines
        return Line(sign=sign, before=text[:MOST_CHARACTERS], cut=len(text) > MOST_CHARACTERS)
    # A difference far along a long line is shown from a little before it.
    skip = start - 60 if len(text) > MOST_CHARACTERS and start > MOST_CHARACTERS - 60 else 0
    stop = skip + MOST_CHARACTERS
    return Line(
        sign=sign,
        before=text[skip:start][:MOST_CHARACTERS],
        changed=text[start : min(len(text) - end, stop)],
        after=text[len(text) - end : stop] if end else "",
        cut=len(text) > MOST_CHARACTERS,
        cut_start=skip > 0,
    )


def _first(hunks: Iterable[Hunk], most: int) -> Iterator[Hunk]:
    left = most
    for hunk in hunks:
        if left <= 0:
            return
        yield hunk if len(hunk.lines) <= left else Hunk(header=hunk.header, lines=hunk.lines[:left])
        left -= _counted(hunk.lines)
