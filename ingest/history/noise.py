"""Rule 9, noise: what is compared to find it, and how it is counted. Pure; the names come from the normaliser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ingest.model import Items, Noise

Named = tuple[str, str]
"""A kind of noise and an example of it."""


def unchanged_pairs(before: Items, now: Items) -> Iterator[tuple[Mapping[str, str], Mapping[str, str]]]:
    """Raw texts, old and new, of fields that are equal in comparable form, for each item that both readings list."""
    known = {item.native_id: item for item in before.items}
    for item in now.items:
        old = known.get(item.native_id)
        if old is None or old.raw == item.raw:
            continue
        fields = [
            name for name, text in item.raw.items() if old.raw.get(name, text) != text and _equal(old.prints, item.prints, name)
        ]
        if fields:
            yield {name: old.raw[name] for name in fields}, {name: item.raw[name] for name in fields}


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
