"""A source as sources.toml describes it. Decides nothing, touches nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ingest.model.words import SourceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One entry of sources.toml with the defaults filled in; README.md explains each key."""

    id: str
    kind: SourceKind
    url: str
    title: str | None = None
    home_url: str | None = None
    every: float | None = None  # seconds between two fetches; None: the watcher finds a pace
    listing: Literal["window", "full"] = "window"
    pages: int = 1  # how many pages of a paginated listing one fetch asks for
    min_items: int | None = None
    canary: str | None = None
    max_shrink: float = 0.5  # the part of the items that may go at once before a capture is held
    max_bytes: int = 50_000_000
    selectors: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)  # values may name $ENVIRONMENT variables; never stored filled in
    allow_private: bool = False
    enabled: bool = True
