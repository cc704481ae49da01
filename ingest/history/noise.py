"""Rule 9, noise: what is compared to find it, and how it is counted. Pure; the names come from the normaliser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from ingest.model import Item, Items, Noise

Named = tuple[str, str]
"""A kind of noise and an example of it."""


def unchanged_pairs(before: Items, now: Items) -> Iterator[tuple[Mapping[str, str], Mapping[str, str]]]:
    """Raw texts, old and new, of fields that are equal in comparable form, for each item that both readings list once."""
    carried_over = set(map(id, before.items))  # an item that did not move is the same object, as most are
    names = {item.native_id for item in now.items if id(item) not in carried_over}
    known, shown = _listed_once(before, names), _listed_once(now, names)
    for native_id, item in shown.items():
        old = known.get(native_id)
        if old is None or old.raw == item.raw:
            continue
        fields = [
            name for name, text in item.raw.items() if old.raw.get(name, text) != text and _equal(old.prints, item.prints, name)
        ]
        if fields:
            yield {name: old.raw[name] for name in fields}, {name: item.raw[name] for name in fields}


def _listed_once(items: Items, names: Set[str]) -> dict[str, Item]:
    """Those with one of these native ids, by it; which of several items with one id is which is not to be told by it."""
    named = [item for item in items.items if item.native_id in names] if names else []
    times = Counter([item.native_id for item in named])
    return {item.native_id: item for item in named if times[item.native_id] == 1}


def _equal(before: Mapping[str, str], now: Mapping[str, str], field: str) -> bool:
    return before.get(field) == now.get(field)


def tally(named: Iterable[Named]) -> tuple[Noise, ...]:
    """One row a kind, in the order met, with its count and first example."""
    counts: dict[str, int] = {}
    examples: dict[str, str] = {}
    for kind, example in named:
        counts[kind] = counts.get(kind, 0) + 1
        examples.setdefault(kind, example)
    return tuple(Noise(kind=kind, count=count, example=examples[kind]) for kind, count in counts.items())
