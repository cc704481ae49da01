"""What moved of a source's own fields, of an account, and of a tweet's counts. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from ingest.history.versions import counts_moved, merged_counts
from ingest.model import Count, Item, JSONValue, KnownItem, MetricsWrite, Profile, ProfileWrite, SourceFields

CARD_FIELDS = ("name", "bio", "location", "website")
"""What a profile card shows whenever there is any: missing from a card means gone, missing elsewhere means not shown."""


def source_moves(before: SourceFields | None, now: SourceFields) -> tuple[str, ...]:
    """Names of a source's own fields that moved; all that are stated when the source is seen for the first time."""
    names = [field.name for field in fields(SourceFields)]
    if before is None:
        return tuple(name for name in names if getattr(now, name) is not None)
    return tuple(name for name in names if getattr(before, name) != getattr(now, name))


def profile_move(before: Profile | None, now: Profile) -> ProfileWrite | None:
    """The account with what moved, None where nothing did. Counts follow their own rules; only a card takes a field away."""
    if before is None:
        stated = (
            *(n for n, v in now.values.items() if v is not None),
            *(n for n, c in now.counts.items() if c.value is not None),
        )
        return ProfileWrite(profile=now, changed=stated, new=True)
    is_card = any(count.value is not None for count in now.counts.values())
    values = {name: _kept(name, value, before, is_card=is_card) for name, value in now.values.items()}
    counts = merged_counts(before.counts, now.counts)
    moved = [name for name, value in values.items() if value != before.values.get(name)]
    moved += [name for name, count in counts.items() if counts_moved(_only(name, before.counts), {name: count})]
    if not moved:
        return None
    return ProfileWrite(profile=replace(now, values=values, counts=counts), changed=tuple(moved), new=False)


def _only(name: str, counts: Mapping[str, Count]) -> dict[str, Count]:
    return {name: counts[name]} if name in counts else {}


def _kept(name: str, value: JSONValue, before: Profile, *, is_card: bool) -> JSONValue:
    return before.values.get(name) if value is None and not (is_card and name in CARD_FIELDS) else value


def metrics_move(item_id: str, item: Item, known: KnownItem | None) -> MetricsWrite | None:
    """The counts of a tweet where one moved, or where they are seen for the first time; None otherwise."""
    before = {} if known is None else known.counts
    if not counts_moved(before, item.counts):
        return None
    latest = {name: count.value for name, count in merged_counts(before, item.counts).items()}
    return MetricsWrite(item_id=item_id, shown=item.counts, latest=latest)
