"""Reads the time of a capture: a stamp in a file name, or ISO 8601 in a sidecar. Pure; a wrong time is worse than none."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_STAMP = re.compile(
    r"(?<!\d)(\d{4})(-?)(\d{2})\2(\d{2})T(\d{2})([-:_.]?)(\d{2})\6(\d{2})(?:[.,]?(\d{3}))?Z",
    re.IGNORECASE,
)  # 20260106T120000Z, 20260106T120000123Z, 2026-01-06T12-00-00.123Z


class StampError(ValueError):
    """A text that should tell a time does not, or tells two."""


def stamp_in_name(name: str) -> datetime | None:
    """The UTC time that a file name carries, None where it carries none.

    Raises:
        StampError: the stamp is of no possible time, or there are several that differ.
    """
    found = {_moment(match) for match in _STAMP.finditer(name)}
    if len(found) > 1:
        raise StampError("the name carries two different times")
    return found.pop() if found else None


def stamp_of_text(text: str) -> datetime:
    """A moment in ISO 8601, with `Z` or an offset.

    Raises:
        StampError: the text is something else, or names no zone.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise StampError(f"{text!r} is not a time like 2026-01-06T12:00:00.000Z") from error
    if moment.tzinfo is None:
        raise StampError(f"{text!r} names no zone; write it in UTC, like 2026-01-06T12:00:00.000Z")
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise StampError(f"{text!r} is before the first year or after the last") from error


def _moment(match: re.Match[str]) -> datetime:
    year, month, day, hour, minute, second = (int(match[group]) for group in (1, 3, 4, 5, 7, 8))
    try:
        return datetime(year, month, day, hour, minute, second, int(match[9] or 0) * 1000, tzinfo=UTC)
    except ValueError as error:
        raise StampError(f"{match[0]} is no possible time ({error})") from error
