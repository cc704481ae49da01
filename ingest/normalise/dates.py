"""Dates as people and programs write them, read as UTC text (rule 10). Pure; never guesses an instant.

The two forms that the standards of feeds prescribe are read here, all others in `date_forms`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ingest.model import DateText
from ingest.normalise.date_value import DateValue, UnreadableDateError, instant_value

_LONGEST = 200  # characters; what is longer is no date


@lru_cache(maxsize=8192)
def read_date(date: DateText) -> DateValue:
    """The instant or day that a written date names; never raises."""
    text = date.text[:_LONGEST]
    moment = _standard(text)
    try:
        return _any_form(text, date.zone) if moment is None else instant_value(moment, "second")
    except UnreadableDateError as reason:
        return DateValue(text=None, precision=None, problem=reason.problem)


def _any_form(text: str, stated_zone: str | None) -> DateValue:
    from ingest.normalise.date_forms import read_any_form

    return read_any_form(text, stated_zone)


_CLOCK = r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(?:\.(?P<fraction>\d+))?"
_ZONE = r" ?(?:Z|GMT|UTC|(?P<sign>[+-])(?P<hours>0\d|1[0-3]):?(?P<minutes>[0-5]\d))"
_RFC_2822 = re.compile(
    rf"(?:[a-z]{{3}}, )?(?P<day>\d\d?) (?P<month>[a-z]{{3}}) (?P<year>\d{{4}}) {_CLOCK}{_ZONE}", re.ASCII | re.IGNORECASE
)
_RFC_3339 = re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)[T ]{_CLOCK}{_ZONE}", re.ASCII | re.IGNORECASE)
_NAMES = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTHS = {month: number for number, name in enumerate(_NAMES, start=1) for month in (name, f"{number:02}")}


def _standard(text: str) -> datetime | None:
    """The instant (UTC) of a date in the form of RFC 2822 or 3339; None for any other, and for one that does not exist."""
    found = _RFC_2822.fullmatch(text) or _RFC_3339.fullmatch(text)
    month = _MONTHS.get(found["month"].lower()) if found else None
    if found is None or month is None:
        return None
    micros = int((found["fraction"] or "").ljust(6, "0")[:6])
    try:
        year, day, hour, minute, second = map(int, found.group("year", "day", "hour", "minute", "second"))
        local = datetime(year, month, day, hour, minute, second, micros, UTC)
        if found["sign"] is None:
            return local
        offset = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"]))
        return local + offset if found["sign"] == "-" else local - offset
    except (ValueError, OverflowError):
        return None
