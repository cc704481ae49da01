"""Status ids of 2010-11-04 or later carry the time of the tweet (rule 10). Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OFFSET_MS = 1_288_834_974_657  # 2010-11-04T01:42:54.657Z, where such ids begin to count
_FIRST = 100_000_000_000  # ids counted one by one never came so far; those with a time began far above
_LAST = 1 << 63


def posted_at_of(status_id: str) -> str | None:
    """'2025-12-14T00:28:52.123Z' for an id that carries its time, else None."""
    if not (status_id.isascii() and status_id.isdecimal() and len(status_id) < 20):
        return None
    number = int(status_id)
    if not _FIRST < number < _LAST:
        return None
    moment = _EPOCH + timedelta(milliseconds=(number >> 22) + _OFFSET_MS)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
