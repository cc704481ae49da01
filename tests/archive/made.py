"""Attempts for tests: sensible where nothing is said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from ingest.model import Attempt, Headers, Issue, Redirect, Source

NOON = datetime(2026, 1, 6, 12, tzinfo=UTC)
SOURCE = Source(id="tide", kind="feed", url="https://tide.example/feed.xml", selectors={"title": "h2"})


def attempt(hours: float = 0, **said: Any) -> Attempt:
    """An attempt so many hours after noon."""
    values: dict[str, Any] = {
        "source_id": "tide",
        "observed_at": NOON + timedelta(hours=hours),
        "provenance": "live",
        "requested_url": "https://tide.example/feed.xml",
        "status": 200,
        "body": b"<rss/>",
    }
    return Attempt(**{**values, **said})


FULL = attempt(
    final_url="https://tide.example/feeds/main.xml",
    redirects=(Redirect(url="https://tide.example/feed.xml", status=301, location="/feeds/main.xml"),),
    headers=Headers(
        etag='W/"ä"',
        last_modified="Tue, 06 Jan 2026 11:00:00 GMT",
        date="Tue, 06 Jan 2026 12:00:00 GMT",
        age="17",
        cache_control="max-age=60",
        cf_cache_status="HIT",
        content_type="application/rss+xml",
        content_encoding="br",
        content_length="6",
        retry_after="120",
        expires="0",
    ),
    evidence=b"a page that tells of it",
    complete=False,
    elapsed_ms=142,
    external_ref="1a2b3c",
    external_path="0001.xml",
    error_kind="cut",
    error="the transfer was cut",
    issues=(Issue(severity="warning", code="content_encoding_mismatch", message="not there", entry_ref="x"),),
)

_few = st.sampled_from
attempts = st.builds(
    attempt,
    hours=_few([0, 1]),
    provenance=_few(["live", "import", "third_party"]),
    requested_url=_few([None, "https://tide.example/feed.xml", "https://tide.example/é"]),
    status=_few([None, 200, 304, 503]),
    body=_few([None, b"", b"one", b"two", b"\x00\xff"]),
    evidence=_few([None, b"page", b"another page"]),
    external_path=_few([None, "a.xml", "b.xml"]),
    elapsed_ms=_few([None, 5]),
    headers=_few([Headers(), Headers(etag='"1"'), Headers(etag='"2"')]),
)
