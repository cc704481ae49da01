"""The words that values are made of, findings and noise. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

SourceKind = Literal["blog", "tweets", "feed"]
ItemTable = Literal["posts", "feed_items", "tweets"]
State = Literal["present", "left_window", "removed"]
Change = Literal["baseline", "added", "edited", "removed", "returned", "left_window", "rekeyed"]
Outcome = Literal["failed", "not_modified", "same", "held", "stale", "changed", "noise"]
Provenance = Literal["live", "import", "third_party"]
Severity = Literal["info", "warning", "error"]
Precision = Literal["second", "minute", "hour", "day", "month", "year"]

JSONValue: TypeAlias = None | bool | int | float | str | tuple["JSONValue", ...] | Mapping[str, "JSONValue"]
"""A column's value before it is stored: tuples and mappings become JSON text, booleans 0/1."""

TABLE_OF_KIND: Mapping[SourceKind, ItemTable] = {"blog": "posts", "feed": "feed_items", "tweets": "tweets"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """A finding while reading or comparing; becomes a row of `issues`."""

    severity: Severity
    code: str  # snake_case, listed in docs/glossary.md
    message: str
    entry_ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Bytes that differ while no item does (rule 9)."""

    kind: str
    count: int
    example: str
