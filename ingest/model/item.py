"""What we say of it: made by normalise, compared by history. Decides nothing, touches nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ingest.model.words import Issue, ItemTable, JSONValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A text body: cleaned HTML for showing, plain text for searching; `hash` names it, None where there is no body."""

    hash: str | None = None
    summary_html: str | None = None
    content_html: str | None = None
    content_text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A displayed number: value, the text as shown, and whether the value is exact (rule 11)."""

    value: int | None
    shown: str | None
    exact: bool | None
    step: int = 1  # the value is known to the nearest `step`: 100 for 1.2K


METRICS = ("replies", "reposts", "likes", "views")
PROFILE_COUNTS = ("followers", "following", "posts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An entry in our words.

    `native_id` is the id by the ladder of rule 5 before duplicates in the document are told apart; `keys` are all ids
    under which the same item may be known (best first, `native_id` among them). `values` are the kind's own columns
    (not the shared ones, not counts). `prints` maps each compared field to a short hash of its comparable form:
    equal hash, no edit; absent field, no key. `raw` holds the texts behind HTML and URL fields as sent, for naming noise.
    """

    table: ItemTable
    native_id: str
    keys: tuple[str, ...]
    url: str | None
    canonical_url: str | None
    values: Mapping[str, JSONValue]
    prints: Mapping[str, str]
    content: Content = Content()
    raw: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, Count] = field(default_factory=dict)
    label: str = ""  # a title's worth of text for lists
    instant: str | None = None  # published as ISO text where known: 'YYYY-MM-DD' or with time and Z
    revised: str | None = None  # the item's own `updated`, ISO text
    identity_basis: Literal["id", "url", "title_date", "text"] = "id"
    pinned: bool = False
    truncated: bool = False
    text_alone: bool = False  # what it lacks is not absent: it is as it was known
    edit_ids: tuple[str, ...] = ()
    issues: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """An account in our words: `values` the columns of `profiles`, `counts` its three numbers."""

    handle: str
    values: Mapping[str, JSONValue]
    counts: Mapping[str, Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """A reading in our words."""

    items: tuple[Item, ...]
    profile: Profile | None = None
    left: tuple[Item, ...] = ()  # of a change page
    removed: tuple[Item, ...] = ()
    issues: tuple[Issue, ...] = ()
