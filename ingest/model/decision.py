"""What was known, and what a capture means: between store and history. Decides nothing, touches nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ingest.model.item import Count, Item, Items, Profile
from ingest.model.reading import Reading, SourceFields
from ingest.model.source import Source
from ingest.model.words import Change, Issue, ItemTable, JSONValue, Noise, Outcome, State


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownItem:
    """An item as data.db has it before a capture is applied."""

    id: str
    table: ItemTable
    native_id: str
    url: str | None
    canonical_url: str | None
    state: State
    page: str | None  # listing page it was last seen on
    position: int | None
    versions: int
    values: Mapping[str, JSONValue]
    prints: Mapping[str, str]
    content_hash: str | None
    label: str
    instant: str | None
    revised: str | None
    pinned: bool = False
    truncated: bool = False
    first_seen_at: str | None = None
    aliases: tuple[str, ...] = ()
    counts: Mapping[str, Count] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was known of a source before a capture: every present item, and any other that the capture's keys name."""

    items: Mapping[str, KnownItem]  # by id
    page_items: tuple[str, ...] = ()  # ids in the last applied listing of this page, in order
    page_seen: bool = False  # this page had an applied capture before
    source_seen: bool = False  # the source had a whole applied capture before
    source_fields: SourceFields | None = None
    profiles: Mapping[str, Profile] = field(default_factory=dict)  # by handle


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A reading that passed the gates, with the facts of its fetch that history may use."""

    source: Source
    fetch_id: str
    observed_at: str
    page: str
    reading: Reading
    items: Items
    partial: bool = False  # states only a part: no baseline, no absence but what it says itself (rule 4)
    absences_as_left: bool = False  # let through after three agreeing held captures (rule 13)
    noise: tuple[Noise, ...] = ()  # named beforehand from this reading and the one before
    has_base: bool = False  # there is an applied capture of this page to compare with, and its bytes differ


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemWrite:
    """One item to insert or update. `version` is the number of the version to add, None where none is due."""

    id: str
    item: Item
    native_id: str
    state: State
    position: int | None
    page: str | None
    new: bool
    change: Change | None
    changed: tuple[str, ...] = ()
    silent: int | None = None
    version: int | None = None
    event: bool = True  # False: a version that is no change by its publisher (a cut text completed); no row of `changes`
    aliases: tuple[str, ...] = ()  # native ids to remember as former
    first_seen: bool = True  # False: met only when it left (change page), `first_seen_at` stays null
    opens_presence: bool = False
    values: Mapping[str, JSONValue] | None = None  # columns to store where they differ from item.values (adoption)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """An item that is no longer listed."""

    id: str
    table: ItemTable
    change: Literal["removed", "left_window"]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsWrite:
    """Counts of a tweet that moved; `latest` is what `tweets` shall show afterwards."""

    item_id: str
    shown: Mapping[str, Count]
    latest: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileWrite:
    """An account of which something moved."""

    profile: Profile
    changed: tuple[str, ...]
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """All that a capture means, in the order in which it is to be written."""

    writes: tuple[ItemWrite, ...] = ()
    departures: tuple[Departure, ...] = ()
    positions: tuple[tuple[str, int], ...] = ()  # unchanged items that stand elsewhere now
    listing: tuple[str, ...] | None = None  # ids now listed on this page; None: leave the listing as it is
    shown: int | None = (
        None  # how many of `listing`, from its start, this capture itself shows (the rest is carried on); None: all
    )
    carried: frozenset[str] = frozenset()  # those of `listing` that this capture does not show, where they stand among the others
    metrics: tuple[MetricsWrite, ...] = ()
    profile: ProfileWrite | None = None
    source_fields: SourceFields | None = None  # set where they moved
    source_changed: tuple[str, ...] = ()
    noise: tuple[Noise, ...] = ()
    issues: tuple[Issue, ...] = ()
    items_seen: int | None = None
    outcome: Outcome = "noise"
