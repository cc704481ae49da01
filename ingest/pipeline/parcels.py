"""Readings on their way from one process to another; an item that did not move is sent once, and named by a number after that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ingest.archive.log import SortKey
from ingest.history.gates import Verdict
from ingest.model import Item
from ingest.pipeline.readings import Read


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """What was made of the body of one attempt, known by its place in the order of history (`Record.sort_key`).

    `made` is a reading without its entries, lines and items, or why the body is held. `items` names the items, in order;
    `new` are those that no parcel brought before, or not lately.
    """

    key: SortKey
    made: Read | Verdict
    items: tuple[int, ...] = ()
    new: dict[int, Item] = field(default_factory=dict)


Order = tuple[int, str, SortKey | None]
"""What is asked of the other process: a source and the attempt after which to begin, under a number; once more, to go on."""

Answer = tuple[int, Parcel | None]
"""A parcel with the number of its order; None at the end of what there is."""


class Packer:
    """Makes parcels, one after another. Both ends remember the items of the newest reading and no others."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # by the identity of an item, which `_held` keeps from being given to another
        self._held: Sequence[Item] = ()
        self._next = 0

    def pack(self, key: SortKey, made: Read | Verdict) -> Parcel:
        """The parcel for an attempt."""
        if isinstance(made, Verdict):
            return Parcel(key=key, made=made)
        before, self._numbers = self._numbers, {}
        new: dict[int, Item] = {}
        for item in made.items.items:
            number = self._numbers.get(id(item), before.get(id(item)))
            if number is None:
                number, self._next = self._next, self._next + 1
                new[number] = item
            self._numbers[id(item)] = number
        self._held = made.items.items
        names = tuple([self._numbers[id(item)] for item in self._held])
        bare = replace(made, reading=replace(made.reading, entries=()), items=replace(made.items, items=()), lines=None)
        return Parcel(key=key, made=bare, items=names, new=new)


class Unpacker:
    """Opens the parcels of one packer, all of them and in order."""

    def __init__(self) -> None:
        self._items: dict[int, Item] = {}

    def unpack(self, parcel: Parcel) -> Read | Verdict:
        """What was packed. An item that stands in two parcels is the same object."""
        if isinstance(parcel.made, Verdict):
            return parcel.made
        known = {**self._items, **parcel.new}
        self._items = {number: known[number] for number in parcel.items}
        items = tuple([self._items[number] for number in parcel.items])
        return replace(parcel.made, items=replace(parcel.made.items, items=items))
