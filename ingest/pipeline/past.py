"""What is known of a source before it is asked: its attempts with what became of them, for the fetcher to plan by."""

from __future__ import annotations

from datetime import datetime

from ingest.fetch.plan import Past
from ingest.history.stamps import stamp
from ingest.model import Attempt, FetchRow, Headers
from ingest.pipeline.place import Open

REACH = 60
"""How many attempts are looked back on; the last applied answer is found however old it is."""

DISCOVERED = "feed_discovered"
"""Code of the issue by which the fetcher says that a page named this address as its feed."""

_GOOD = frozenset({"changed", "noise", "same", "not_modified", "stale"})


def past_of(both: Open, source_id: str) -> list[Past]:
    """Oldest first. The archive alone has Retry-After and Expires, the database alone the outcomes."""
    kept = {_key_of(record.attempt): record.attempt for record in both.archive.recent(source_id, REACH)}
    rows = both.store.recent_fetches(source_id, REACH)
    return [Past(attempt=kept.get(_key(row)) or _attempt(row), outcome=row.outcome) for row in rows]


def discovered_url(past: list[Past]) -> str | None:
    """The address of a feed that was found through a page, where the newest attempt was there and went well."""
    if not past or past[-1].outcome not in _GOOD:
        return None
    newest = past[-1].attempt.requested_url
    found = {each.attempt.requested_url for each in past if any(issue.code == DISCOVERED for issue in each.attempt.issues)}
    return newest if newest in found else None


Key = tuple[str, str | None, int | None]


def _key_of(attempt: Attempt) -> Key:
    return stamp(attempt.observed_at), attempt.requested_url, attempt.status


def _key(row: FetchRow) -> Key:
    return row.observed_at, row.requested_url, row.status


def _attempt(row: FetchRow) -> Attempt:
    """An attempt older than the archive was asked for, as far as the row tells."""
    return Attempt(
        source_id=row.source_id,
        observed_at=datetime.fromisoformat(row.observed_at),
        provenance=row.provenance,
        requested_url=row.requested_url,
        final_url=row.final_url,
        status=row.status,
        redirects=row.redirects,
        headers=Headers(
            etag=row.etag, last_modified=row.last_modified, date=row.date, age=row.age, cache_control=row.cache_control
        ),
        error_kind=row.error_kind,
    )
