"""Rule 2, time: when a response was true at its origin, and whether it is older than what was applied. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from ingest.model import Headers

CLOCK_SLACK = timedelta(minutes=5)
"""How far a server's clock may run ahead of ours before its date is not believed (rule 2)."""


def origin_date(headers: Headers, observed_at: datetime) -> datetime | None:
    """`Date` minus `Age` (RFC 9110 section 6.6.1, RFC 9111 section 5.1), None if either is absent, unusable or too late."""
    date, age = _http_date(headers.date), _age_seconds(headers.age)
    if date is None or age is None:
        return None
    try:
        origin = date - timedelta(seconds=age)
    except OverflowError:
        return None
    return origin if origin <= observed_at + CLOCK_SLACK else None


def is_stale(origin: str | None, applied_origin: str | None) -> bool:
    """True for an older cache generation than the one applied; both as ISO text, None where unknown."""
    return origin is not None and applied_origin is not None and origin < applied_origin


def stamp(moment: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and Z, as every time of a fetch is written."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _http_date(text: str | None) -> datetime | None:
    if not text or not text.strip():
        return None
    try:
        moment = parsedate_to_datetime(text.strip())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _age_seconds(text: str | None) -> int | None:
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else None
