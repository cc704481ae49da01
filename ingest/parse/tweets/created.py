"""The date field of a tweet's JSON as something a date reader can read: milliseconds become ISO 8601. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from ingest.model import DateText

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECONDS = re.compile(r"\d{9,10}")
_MILLISECONDS = re.compile(r"\d{12,13}")


def date_at(value: Mapping[str, Any], *keys: str) -> DateText | None:
    """The first of these fields that holds a date: text as it is, or digits since 1970 (9-10 digits seconds, 12-13 ms)."""
    for key in keys:
        found = value.get(key)
        raw = found.strip() if isinstance(found, str) else ""
        if raw:
            return DateText(raw=raw, text=_readable(raw))
    return None


def _readable(raw: str) -> str:
    if _SECONDS.fullmatch(raw):
        return _iso(timedelta(seconds=int(raw)))
    if _MILLISECONDS.fullmatch(raw):
        return _iso(timedelta(milliseconds=int(raw)))
    return raw


def _iso(since: timedelta) -> str:
    return (_EPOCH + since).isoformat().replace("+00:00", "Z")
