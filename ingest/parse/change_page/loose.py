"""Changed lines that are no item's coming or going: noise by name, or a part of an item that was edited. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ingest.model import Noise
from ingest.parse.change_page.blocks import Block, Side
from ingest.parse.change_page.noise_names import noise_of_line, noise_of_pair
from ingest.parse.change_page.page import DiffLine, Hunk

Place = tuple[int, int]
Placed = tuple[Place, DiffLine]

_EXAMPLE = 200  # characters of an example


@dataclass(slots=True, kw_only=True)
class Loose:
    """What such lines are, gathered hunk by hunk.

    `edited`: names of items of which a part changed; `begun`: names of items that come or go but are not shown to their end;
    `in_items`: places of changes within items that are in both documents.
    """

    noise: list[tuple[str, str]] = field(default_factory=list)  # kind, example
    edited: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    in_items: list[Place] = field(default_factory=list)


def loose_changes(hunks: Sequence[Hunk], old: Side, new: Side) -> Loose:
    """Every changed line outside the items that are whole on one side."""
    taken = {piece.at for block in (*old.whole("-"), *new.whole("+")) for piece in block.pieces}
    found = Loose()
    for number, hunk in enumerate(hunks):
        changed = [line for line in hunk.lines if line.sign != " "]
        if changed and not any(line.text.strip() for line in changed):
            found.noise.append(("whitespace", ""))
        for removed, added in _groups(number, hunk, taken):
            for pair in _paired(removed, added):
                _judge(found, hunk, pair, {"-": old, "+": new})
    return found


def _groups(number: int, hunk: Hunk, taken: set[Place]) -> Iterator[tuple[list[Placed], list[Placed]]]:
    """Removed and added lines that stand together, without unchanged lines between them."""
    removed: list[Placed] = []
    added: list[Placed] = []
    for at, line in enumerate(hunk.lines):
        if line.sign != " " and not line.text.strip():
            continue  # a blank line says nothing and keeps nothing apart
        loose = line.sign != " " and (number, at) not in taken
        if loose and not (line.sign == "-" and added):
            (removed if line.sign == "-" else added).append(((number, at), line))
            continue
        yield removed, added
        removed, added = ([((number, at), line)] if loose else []), []
    yield removed, added


def _paired(removed: Sequence[Placed], added: Sequence[Placed]) -> Iterator[tuple[Placed, ...]]:
    """A removed line with the added one that took its place, where there are as many of both; else each by itself."""
    if len(removed) == len(added):
        yield from zip(removed, added, strict=True)
    else:
        yield from ((placed,) for placed in (*removed, *added))


def _judge(found: Loose, hunk: Hunk, lines: tuple[Placed, ...], sides: dict[str, Side]) -> None:
    if len(lines) == 2:
        kind = noise_of_pair(lines[0][1], lines[1][1])
        if kind is not None:
            found.noise.append((kind, _example(lines[1][1])))
            found.in_items.extend(at for at, line in lines if sides[line.sign].where(at) != "outside")
            return
    kinds = [noise_of_line(line.text, sides[line.sign].where(at)) for at, line in lines]
    if None not in kinds:
        found.noise.append((kinds[-1] or "other", _example(lines[-1][1])))
        return
    blocks = [(at, line, sides[line.sign].block_at(at)) for at, line in lines]
    if any(_note_edit(found, hunk, at, line, block) for at, line, block in reversed(blocks)):
        found.in_items.extend(at for at, _ in lines)


def _note_edit(found: Loose, hunk: Hunk, at: Place, line: DiffLine, block: Block | None) -> bool:
    """Notes the item to which a changed line belongs; False for a line of tags, which is the item's before or behind."""
    if block is not None and not any(piece.at == at and piece.says_something for piece in block.pieces):
        return False
    name = (block.ref if block is not None else None) or hunk.ref
    begun = block is not None and block.is_begun(line.sign)
    (found.begun if begun else found.edited).append(name)
    return not begun


def _example(line: DiffLine) -> str:
    return line.text.strip()[:_EXAMPLE]


def summed_up(noise: Iterable[tuple[str, str]]) -> tuple[Noise, ...]:
    """Noise by kind: how many times, and the first example."""
    found: dict[str, list[str]] = {}
    for kind, example in noise:
        found.setdefault(kind, []).append(example)
    return tuple(Noise(kind=kind, count=len(seen), example=seen[0]) for kind, seen in found.items())
