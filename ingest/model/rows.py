"""Rows of the log that the pipeline hands to the store. Decides nothing, touches nothing."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.model.attempt import Redirect
from ingest.model.words import Outcome, Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRow:
    """One row of `fetches`: an attempt as the published log shows it, whatever came of it. Times are ISO text, Z, with
    milliseconds; header fields as sent; `items_*` None where nothing was compared, `items_seen` None for a partial capture.
    """

    id: str
    source_id: str
    observed_at: str
    outcome: Outcome
    provenance: Provenance
    origin_date: str | None = None
    status: int | None = None
    page: str = "1"
    requested_url: str | None = None
    final_url: str | None = None
    redirects: tuple[Redirect, ...] = ()
    etag: str | None = None
    last_modified: str | None = None
    date: str | None = None
    age: str | None = None
    cache_control: str | None = None
    cf_cache_status: str | None = None
    content_type: str | None = None
    content_encoding: str | None = None
    content_length: str | None = None
    body_sha256: str | None = None
    body_bytes: int | None = None
    body_format: str | None = None
    base_fetch_id: str | None = None
    lines_added: int | None = None
    lines_removed: int | None = None
    items_seen: int | None = None
    items_added: int | None = None
    items_edited: int | None = None
    items_removed: int | None = None
    items_returned: int | None = None
    items_left: int | None = None
    items_rekeyed: int | None = None
    ttl_minutes: int | None = None
    elapsed_ms: int | None = None
    external_ref: str | None = None
    external_path: str | None = None
    evidence_sha256: str | None = None
    parser_version: int | None = None
    normaliser_version: int | None = None
    released: bool = False
    applied: bool = False
    error_kind: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """What the next capture of a listing page is compared with; one row of `pages`.

    `held_*` tell of the captures held since the last applied one: what they agree on, since when, how many in a row.
    `listed_*` is the last fetch that showed or confirmed the applied listing (a 304 or equal bytes confirm it); the store
    keeps it, `write_page` leaves it alone.
    """

    source_id: str
    page: str
    requested_url: str | None = None
    applied_fetch_id: str | None = None  # None: nothing applied yet, only held captures
    body_sha256: str | None = None
    origin_date: str | None = None  # the newest origin_date applied
    held_key: str | None = None
    held_since: str | None = None
    held_count: int = 0
    items: int = 0  # how many the applied listing had
    moved_since: bool = False  # whether a part of the listing, or a page that tells of it, moved an item since
    listed_fetch_id: str | None = None
    listed_at: str | None = None
