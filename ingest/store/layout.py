"""The tables as data: which columns an item table has of its own, and how a value becomes a column and back. Touches nothing.

Statements are made here and nowhere else, from the names in this file; data goes in by parameter only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ingest.model import METRICS, PROFILE_COUNTS, Count, ItemTable, JSONValue

Column = str | int | float | None
"""What a STRICT column of ours can hold."""

SHARED = (
    "native_id", "url", "canonical_url", "state", "page", "position", "content_hash", "truncated", "pinned", "label", "prints",
)  # fmt: skip
"""Columns of every item table that follow from an `ItemWrite`, beside the table's own."""

KEPT_IN_VERSIONS = ("native_id", "url", "content_hash", "truncated")
"""Shared columns that a version keeps as they were."""

PROFILE_COLUMNS = ("user_id", "name", "bio", "location", "website", "joined", "verified")

SOURCE_FIELDS = ("title", "description", "generator", "language", "home_url")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One item table: its history table, its own columns, which of them are JSON or boolean, and what links it to search."""

    history: str
    own: tuple[str, ...]
    json: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    instant: str
    revised: str | None = None
    search_column: str
    versioned: tuple[str, ...] = ()  # shared columns that only this kind keeps in its versions

    def value(self, name: str, column: Column) -> JSONValue:
        """A stored column as the value it was made of."""
        if name in self.json:
            return from_json(column)
        return bool(column) if name in self.flags and column is not None else column


LAYOUTS: Mapping[ItemTable, Layout] = {
    "posts": Layout(
        history="post_history",
        own=("title", "author", "published", "published_raw", "published_precision", "summary", "tags"),
        json=frozenset({"tags"}),
        instant="published",
        search_column="title_id",
    ),
    "feed_items": Layout(
        history="feed_item_history",
        own=(
            "guid", "title", "authors", "categories", "published", "published_raw", "published_precision",
            "updated", "updated_raw", "updated_precision", "summary", "comments_url", "enclosures",
        ),
        json=frozenset({"authors", "categories", "enclosures"}),
        instant="published",
        revised="updated",
        search_column="title_id",
    ),
    "tweets": Layout(
        history="tweet_history",
        own=(
            "status_id", "author_handle", "author_name", "author_verified", "posted_at", "posted_at_raw", "posted_at_basis",
            "text", "kind", "reposted_by", "in_reply_to", "quoted_id", "quoted_handle", "quoted_name", "quoted_verified",
            "quoted_posted_raw", "quoted_text", "quoted_url", "links", "media",
        ),
        json=frozenset({"links", "media"}),
        flags=frozenset({"author_verified", "quoted_verified"}),
        instant="posted_at",
        search_column="text_id",
        versioned=("pinned",),
    ),
}  # fmt: skip


# --- values ----------------------------------------------------------------------------------------------------------


def to_column(value: JSONValue) -> Column:
    """A value as its column holds it: lists and mappings as JSON text, booleans as 0/1."""
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    return to_json(value)


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=dict)


def to_json(value: object) -> str:
    """Compact JSON text; the same value always gives the same text."""
    return _JSON.encode(value)


def prints_to_json(prints: Mapping[str, str]) -> str:
    """The column `prints`: equal prints give equal text."""
    return to_json(dict(sorted(prints.items())))


def from_json(text: Column) -> JSONValue:
    """The value that `to_json` was given: arrays come back as tuples."""
    return None if text is None else _frozen(json.loads(str(text)))


def _frozen(value: Any) -> JSONValue:
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    if isinstance(value, dict):
        return {name: _frozen(one) for name, one in value.items()}
    return value  # type: ignore[no-any-return]  # a scalar, as json.loads makes them


def search_id(*parts: str) -> int:
    """A positive 63-bit number made of text: the row id of a full-text index, the same in every database."""
    return int.from_bytes(sha256("\0".join(parts).encode()).digest()[:8], "big") >> 1


def counts_to_json(counts: Mapping[str, Count]) -> str:
    """Counts as `{name: [value, shown, exact, step]}`, those without a value left out."""
    known = {name: count for name, count in sorted(counts.items()) if count.value is not None}
    return to_json({name: [count.value, count.shown, count.exact, count.step] for name, count in known.items()})


def counts_from_json(text: str) -> dict[str, Count]:
    """The counts that `counts_to_json` was given."""
    fields = ("value", "shown", "exact", "step")
    return {name: Count(**dict(zip(fields, one, strict=True))) for name, one in json.loads(text).items()}


def count_columns(counts: Mapping[str, Count], names: Sequence[str]) -> dict[str, Column]:
    """Three columns for each name: the number, `…_shown` and `…_exact`."""
    absent = Count(value=None, shown=None, exact=None)
    columns: dict[str, Column] = {}
    for name in names:
        count = counts.get(name, absent)
        columns |= {name: count.value, f"{name}_shown": count.shown, f"{name}_exact": to_column(count.exact)}
    return columns


# --- statements ------------------------------------------------------------------------------------------------------


def insert(table: str, columns: Iterable[str], suffix: str = "") -> str:
    """`INSERT INTO table (…) VALUES (:…)` with named parameters, and what follows it."""
    names = tuple(columns)
    places = ", ".join(f":{name}" for name in names)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places}) {suffix}".rstrip()  # noqa: S608 -- names from above


def update(table: str, settings: Iterable[str], where: str) -> str:
    """`UPDATE table SET … WHERE …`; a setting is a column's name or an assignment."""
    pairs = ", ".join(one if "=" in one else f"{one} = :{one}" for one in settings)
    return f"UPDATE {table} SET {pairs} WHERE {where}"  # noqa: S608 -- names from above


def _names_of_counts(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(column for name in names for column in (name, f"{name}_shown", f"{name}_exact"))


METRIC_COLUMNS = _names_of_counts(METRICS)
PROFILE_COUNT_COLUMNS = _names_of_counts(PROFILE_COUNTS)
