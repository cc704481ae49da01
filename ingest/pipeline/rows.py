"""Makes the row of `fetches` out of an attempt and, where it was applied, of the decision; decides nothing."""

from __future__ import annotations

from dataclasses import replace

from ingest.history.pages import page_of
from ingest.history.stamps import origin_date, stamp
from ingest.model import Attempt, Change, Decision, FetchRow, Outcome, PageState, Record, Source


def page_shown(attempt: Attempt, source: Source) -> str:
    """Which page of the source's listing was asked for."""
    return page_of(attempt.requested_url or attempt.final_url, source.url)


def confirming_row(record: Record, fetch_id: str, source: Source, state: PageState) -> FetchRow:
    """A 304: its own body is ignored, what it shows is the body that it confirms (rule 1)."""
    return recorded_row(record, fetch_id, source, outcome="not_modified", body=(state.body_sha256, None))


def recorded_row(
    record: Record,
    fetch_id: str,
    source: Source,
    *,
    outcome: Outcome = "failed",
    body: tuple[str | None, int | None] | None = None,
) -> FetchRow:
    """What an attempt alone says; its outcome stands as `failed` until one is found."""
    attempt, headers = record.attempt, record.attempt.headers
    origin = origin_date(headers, attempt.observed_at)
    return FetchRow(
        id=fetch_id,
        source_id=source.id,
        observed_at=stamp(attempt.observed_at),
        origin_date=None if origin is None else stamp(origin),
        outcome=outcome,
        page=page_shown(attempt, source),
        status=attempt.status,
        requested_url=attempt.requested_url,
        final_url=attempt.final_url,
        redirects=attempt.redirects,
        etag=headers.etag,
        last_modified=headers.last_modified,
        date=headers.date,
        age=headers.age,
        cache_control=headers.cache_control,
        cf_cache_status=headers.cf_cache_status,
        content_type=headers.content_type,
        content_encoding=headers.content_encoding,
        content_length=headers.content_length,
        body_sha256=record.body_sha256 if body is None else body[0],
        body_bytes=record.body_bytes if body is None else body[1],
        evidence_sha256=record.evidence_sha256,
        elapsed_ms=attempt.elapsed_ms,
        provenance=attempt.provenance,
        external_ref=attempt.external_ref,
        external_path=attempt.external_path,
        released=record.released,
    )


_SAID = (
    "provenance", "requested_url", "final_url", "redirects", "etag", "last_modified", "date", "age", "cache_control",
    "cf_cache_status", "content_type", "content_encoding", "content_length", "elapsed_ms", "external_ref", "external_path",
)  # fmt: skip


def said_of(row: FetchRow) -> tuple[object, ...]:
    """What the description of an attempt gives its row, whatever came of it."""
    return tuple(getattr(row, name) for name in _SAID)


def with_counts(row: FetchRow, decision: Decision) -> FetchRow:
    """The row with the number of items to which each kind of change happened; a baseline is no change."""
    events: list[Change] = [write.change for write in decision.writes if write.event and write.change is not None]
    events += [departure.change for departure in decision.departures]
    return replace(
        row,
        items_added=events.count("added"),
        items_edited=events.count("edited"),
        items_removed=events.count("removed"),
        items_returned=events.count("returned"),
        items_left=events.count("left_window"),
        items_rekeyed=events.count("rekeyed"),
    )
