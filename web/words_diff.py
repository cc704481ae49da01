"""Compares two short texts word by word, within bounds of time and memory. Pure; marks up nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Indel

MOST_CELLS = 60_000_000
"""Bound of one comparison, old words times new ones after equal ends are cut off: under 10 MB and a tenth of a second."""

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+|\s+|.", re.DOTALL)
_SENTENCE = re.compile(r"[^\n.!?]*(?:[\n.!?]\s*|$)")

Op = Literal["same", "del", "ins", "gap"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text: on both sides, only in the old, only in the new; `gap` stands for equal text left out."""

    op: Op
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDiff:
    """The pieces in order. `cut` if there is more than was asked for, `coarse` if whole sentences were compared."""

    pieces: tuple[Piece, ...]
    cut: bool = False
    coarse: bool = False


def word_diff(old: str, new: str, *, context: int = 70, most: int = 4000) -> WordDiff:
    """What went and what came between two texts.

    Equal text longer than twice `context` characters is left out but for its ends; after `most` characters it ends.
    """
    before, after = _WORD.findall(old), _WORD.findall(new)
    coarse = not _fits(before, after)
    if coarse:
        before, after = _SENTENCE.findall(old), _SENTENCE.findall(new)
    pieces = list(_shortened(_readable(_pieces(before, after)), context))
    kept = list(_first(pieces, most))
    return WordDiff(pieces=tuple(kept), cut=kept != pieces, coarse=coarse)


def equal_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many elements are equal at the beginning, and how many of the rest at the end."""
    limit = min(len(before), len(after))
    start = 0
    while start < limit and before[start] == after[start]:
        start += 1
    end = 0
    while end < limit - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, end


def _fits(before: Sequence[str], after: Sequence[str]) -> bool:
    start, end = equal_ends(before, after)
    return (len(before) - start - end) * (len(after) - start - end) <= MOST_CELLS


def _pieces(before: Sequence[str], after: Sequence[str]) -> Iterator[Piece]:
    start, end = equal_ends(before, after)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    yield Piece("same", "".join(before[:start]))
    if old and new and len(old) * len(new) <= MOST_CELLS:
        for op in Indel.opcodes(old, new):
            if op.tag == "equal":
                yield Piece("same", "".join(old[op.src_start : op.src_end]))
            yield Piece("del", "".join(old[op.src_start : op.src_end]) if op.tag != "equal" else "")
            yield Piece("ins", "".join(new[op.dest_start : op.dest_end]) if op.tag != "equal" else "")
    else:
        yield Piece("del", "".join(old))
        yield Piece("ins", "".join(new))
    yield Piece("same", "".join(before[len(before) - end :]))


def _readable(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Neighbours joined: within a change, a lone space or comma that both sides share belongs to it."""
    gone, come, between = "", "", ""
    for piece in (piece for piece in pieces if piece.text):
        if piece.op == "same":
            if (gone or come) and not between and len(piece.text) < 3 and not piece.text.isalnum():
                between = piece.text
                continue
            yield from _changed(gone, come)
            yield Piece("same", between + piece.text)
            gone, come, between = "", "", ""
            continue
        gone, come, between = gone + between, come + between, ""
        if piece.op == "del":
            gone += piece.text
        else:
            come += piece.text
    yield from _changed(gone, come)
    if between:
        yield Piece("same", between)


def _changed(gone: str, come: str) -> Iterator[Piece]:
    if gone:
        yield Piece("del", gone)
    if come:
        yield Piece("ins", come)


def _shortened(pieces: Iterator[Piece], context: int) -> Iterator[Piece]:
    all_pieces = list(pieces)
    last = len(all_pieces) - 1
    for index, piece in enumerate(all_pieces):
        if piece.op != "same" or len(piece.text) <= 2 * context + 20 or last == 0:
            yield piece
            continue
        if index > 0:
            yield Piece("same", _end_at_space(piece.text[:context]))
        yield Piece("gap", "…")
        if index < last:
            yield Piece("same", _begin_at_space(piece.text[-context:]))


def _end_at_space(text: str) -> str:
    head, space, _ = text.rpartition(" ")
    return head + space if space and len(head) > len(text) // 2 else text


def _begin_at_space(text: str) -> str:
    _, space, tail = text.partition(" ")
    return space + tail if space and len(tail) > len(text) // 2 else text


def _first(pieces: Sequence[Piece], most: int) -> Iterator[Piece]:
    left = most
    for piece in pieces:
        if left <= 0:
            return
        yield Piece(piece.op, piece.text[:left])
        left -= len(piece.text)
