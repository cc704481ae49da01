"""Finds and reads dates in running text. Pure; knows calendars and spellings, not pages.

A day is read where it is certain: a month by name, the year first, or a number that can be no month. `04/05/2026` stays
as it is, and what it means is for others to refuse (rule 10). A time is kept only beside a zone: without one it
names no instant, and the day that is shown is all that is known.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass

from ingest.parse.blog.month_names import MONTHS

_MONTH = rf"(?<!\w)(?P<month>{'|'.join(sorted(map(re.escape, MONTHS), key=len, reverse=True))})(?!\w)\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_DAY = r"(?<!\d)(?P<day>3[01]|[12]\d|0?[1-9])"
_NUMBER_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?!\d)"
_NUMBER_MONTH = r"(?P<number>1[0-2]|0?[1-9])"
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª|\.)?"
_ZONE = r"(?P<zone>Z(?!\w)|[+-]\d\d:?\d\d(?!\d)(?:\s*\(?(?-i:[A-Z]{2,5})(?!\w)\)?)?|(?-i:[A-Z]{2,5})(?!\w))"
_TIME = (
    r"(?:[,\s]*(?:T|at|um|às|à|a las|@|kl\.?|в|[-–—|·])?\s*"
    r"(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:[.,]\d+)?)?"
    rf"(?:\s*(?P<half>[AaPp]\.?[Mm]\.?)(?!\w))?(?:\s*{_ZONE})?)?"
)

_FULL = (
    rf"(?<![\d/.-])(?P<year>(?:19|20)\d\d)(?P<mark>[-/.])\s?{_NUMBER_MONTH}(?P=mark)\s?{_NUMBER_DAY}",
    rf"(?<!\d)(?P<year>(?:19|20)\d\d)\s*[年년]\s*{_NUMBER_MONTH}\s*[月월]\s*{_NUMBER_DAY}\s*[日일]?",
    rf"{_MONTH}\s*{_NUMBER_DAY}{_ORDINAL}\s*(?:,\s*|\s+|de\s+|del\s+){_YEAR}",
    rf"{_DAY}{_ORDINAL}\s*(?:[-/\s]|de\s+|of\s+)?\s*{_MONTH}(?:\s*,\s*|\s*[-/]\s*|\s+(?:de\s+|del\s+)?){_YEAR}",
    rf"{_MONTH}\s+{_NUMBER_DAY}\s+\d\d:\d\d:\d\d\s+(?:[A-Z]{{3,4}}\s+)?{_YEAR}",  # asctime(3)
    rf"(?<![\d./-])(?P<first>\d\d?)(?P<mark>[./-])(?P<second_number>\d\d?)(?P=mark){_YEAR}",
)
_MONTH_ONLY = (
    rf"{_MONTH}(?:\s*,\s*|\s+(?:de\s+|del\s+)?){_YEAR}",
    rf"(?<!\d)(?P<year>(?:19|20)\d\d)\s*[年년]\s*{_NUMBER_MONTH}\s*[月월]",
    r"(?<![\d/.-])(?P<year>(?:19|20)\d\d)-(?P<number>1[0-2]|0[1-9])(?![\d-])",
)
_NO_YEAR = r"(?!:\d|\s*\d)(?!\s*[,/-]?\s*(?:del?\s+)?(?:19|20)\d\d)"
_DAY_ONLY = (
    rf"{_MONTH}\s*{_NUMBER_DAY}{_ORDINAL}{_NO_YEAR}",
    rf"{_DAY}{_ORDINAL}\s*(?:[-/\s]|de\s+|of\s+)?\s*{_MONTH}{_NO_YEAR}",
    rf"(?<!\d)(?P<number>1[0-2]|0?[1-9])\s*[月월]\s*{_NUMBER_DAY}\s*[日일]?",
)
_NUMBERS_ONLY = (r"(?<![\d./-])(?P<number>1[0-2]|0[1-9])-(?P<day>3[01]|[12]\d|0[1-9])(?![\d./-])",)

_WITH_TIME = tuple(re.compile(pattern + _TIME, re.IGNORECASE) for pattern in _FULL)
_MONTHS_SHOWN = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _MONTH_ONLY)
_DAYS_SHOWN = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _DAY_ONLY)
_NUMBERS_SHOWN = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _NUMBERS_ONLY)
_A_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_A_DAY = re.compile(r"(?<!\d)\d\d?(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDate:
    """A date in a text: where it stands, how it is written, what it says.

    `text` is None where the year is missing (then `month` and `day` are set); otherwise an ISO day or month, an ISO
    time with its zone, or the writing itself where it can be read in two ways or names no day at all.
    """

    start: int
    end: int
    raw: str
    text: str | None
    month: int | None = None
    day: int | None = None


def find_date(text: str) -> FoundDate | None:
    """The first date in a text that names its year (to the day, else to the month), or None."""
    if not _A_YEAR.search(text):
        return None
    return _first(_WITH_TIME, text) or _first(_MONTHS_SHOWN, text)


def find_day(text: str, *, numbers: bool = False) -> FoundDate | None:
    """The first day of a month without its year ('January 2'; with `numbers` also '01-02'), or None."""
    if not _A_DAY.search(text):
        return None
    return _first(_DAYS_SHOWN, text) or (_first(_NUMBERS_SHOWN, text) if numbers else None)


def in_year(found: FoundDate, year: int) -> str | None:
    """A day without a year as ISO text in that year; None where the year has no such day."""
    if found.month is None or found.day is None:
        return None
    return _iso(year, found.month, found.day)


def _first(patterns: tuple[re.Pattern[str], ...], text: str) -> FoundDate | None:
    found = [result for pattern in patterns for result in [_earliest(pattern, text)] if result is not None]
    return min(found, key=lambda date: (date.start, -date.end), default=None)


def _earliest(pattern: re.Pattern[str], text: str) -> FoundDate | None:
    return next((date for match in pattern.finditer(text) for date in [_read(match)] if date is not None), None)


def _read(match: re.Match[str]) -> FoundDate | None:
    parts = match.groupdict()
    start, end, raw = match.start(), match.end(), match[0].strip(" ,.·|-–—")
    if parts.get("first"):
        return FoundDate(start=start, end=end, raw=raw, text=_from_numbers(parts) or raw)
    month = _month(parts)
    day = int(parts["day"]) if parts.get("day") else None
    if parts.get("year") is None:
        return FoundDate(start=start, end=end, raw=raw, text=None, month=month, day=day)
    date = _iso(int(parts["year"]), month, day)
    text = raw if date is None else date + _time(parts)
    return FoundDate(start=start, end=end, raw=raw, text=text, month=month, day=day)


def _month(parts: dict[str, str | None]) -> int:
    name = parts.get("month")
    return MONTHS[name.lower()] if name else int(parts.get("number") or 0)


def _iso(year: int, month: int, day: int | None) -> str | None:
    """'YYYY-MM-DD', or 'YYYY-MM' without a day; None for a day that the month does not have."""
    if day is None:
        return f"{year:04}-{month:02}"
    return f"{year:04}-{month:02}-{day:02}" if day <= monthrange(year, month)[1] else None


def _from_numbers(parts: dict[str, str | None]) -> str | None:
    """A date of three numbers, the year last; dots mean that the day comes first (DIN 1355). None where two readings fit."""
    first, second, year = (int(parts[name] or 0) for name in ("first", "second_number", "year"))
    if parts["mark"] == "." or first > 12:
        return _day_of(year, second, first)
    return _day_of(year, first, second) if second > 12 or first == second else None


def _day_of(year: int, month: int, day: int) -> str | None:
    return _iso(year, month, day) if 1 <= month <= 12 and day >= 1 else None


def _time(parts: dict[str, str | None]) -> str:
    """The time of day as ISO text with its zone as written; empty where there is none, or no zone."""
    zone, hour = parts.get("zone"), parts.get("hour")
    if not zone or not hour:
        return ""
    shift = _hours_to_add(int(hour), parts.get("half"))
    clock = f"{int(hour) + shift:02}:{parts['minute']}:{parts.get('second') or '00'}"
    numeric = re.match(r"[+-]\d\d:?\d\d", zone)
    if zone in ("Z", "z"):
        return f"T{clock}Z"
    return f"T{clock}{numeric[0]}" if numeric else f" {clock} {zone}"


def _hours_to_add(hour: int, half: str | None) -> int:
    if half is None or hour > 12:
        return 0
    if half[0] in "Pp":
        return 0 if hour == 12 else 12
    return -12 if hour == 12 else 0
