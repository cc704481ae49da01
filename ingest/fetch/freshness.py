"""What response headers say about time: when to come back, how long an answer holds (RFC 9110, RFC 9111); pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from ingest.model import Headers

LONGEST_PAUSE = timedelta(days=7)
"""A Retry-After beyond this is a mistake of the server's, or as good as one."""

_SECONDS = re.compile(r"\s*(\d{1,12})\s*")
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,12})", re.IGNORECASE)
_NEVER_FRESH = re.compile(r"(?:^|[,\s])no-(?:cache|store)(?:$|[,\s=])", re.IGNORECASE)


def http_date(text: str | None) -> datetime | None:
    """An HTTP date in any of its three forms as UTC, None where it is absent or is none. A wrong weekday does not matter."""
    if not text:
        return None
    try:
        parsed = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return None
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)


def retry_at(retry_after: str | None, answered_at: datetime) -> datetime | None:
    """When a Retry-After lets us come back, given as seconds or as a date; None where it says nothing usable.

    Negative, wordy and past values say nothing; more than LONGEST_PAUSE is cut to it.
    """
    if not retry_after:
        return None
    if seconds := _SECONDS.fullmatch(retry_after):
        return answered_at + min(timedelta(seconds=int(seconds[1])), LONGEST_PAUSE)
    date = http_date(retry_after)
    if date is None or date <= answered_at:
        return None
    return min(date, answered_at + LONGEST_PAUSE)


def fresh_for(headers: Headers, answered_at: datetime) -> timedelta | None:
    """How much longer a cache may use this answer, as far as the server says; None where it says nothing, or that it may not.

    `max-age` less `Age` goes before `Expires` less `Date` (RFC 9111 section 4.2.1).
    """
    control = headers.cache_control or ""
    if _NEVER_FRESH.search(control):
        return None
    if age := _MAX_AGE.search(control):
        left = timedelta(seconds=int(age[1])) - timedelta(seconds=_whole(headers.age))
    else:
        expires = http_date(headers.expires)
        if expires is None:
            return None
        left = expires - (http_date(headers.date) or answered_at)
    return left if left > timedelta(0) else None


def _whole(text: str | None) -> int:
    match = _SECONDS.fullmatch(text or "")
    return int(match[1]) if match else 0
