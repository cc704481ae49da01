"""Dates in whatever form people and programs write them (rule 10). Pure; never guesses an instant.

A text is taken apart in three steps: the time of day, the zone beside it, and what is left, which must be a date of a known
shape, whole. Anything else is null with a reason: no instant is better than a wrong one. Only `dates` loads this file, when a
date has no standard form: the patterns take their time to be made.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from ingest.model import Precision
from ingest.normalise.date_clock import find_clock, in_utc, zone_of
from ingest.normalise.date_value import DateValue, UnreadableDateError, instant_value, plausible
from ingest.normalise.date_words import FILLERS, MONTHS, WEEKDAYS, fold


def read_any_form(text: str, stated_zone: str | None) -> DateValue:
    """The instant or day; raises UnreadableDateError where nothing safe is read. `stated_zone` is for a text without one."""
    text = _rewritten(fold(text))
    return _number(text) or _written(text, stated_zone)


# --- spellings made one ---------------------------------------------------------------------------------------------

_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r" m=[+-][\d.]+$"), ""),  # Go's time.Time.String(), with a monotonic clock
    (re.compile(r"^(\d{4})(\d\d)(\d\d) ?t?(\d\d)(\d\d)(\d\d)(?=$|[^\d:])"), r"\1-\2-\3 \4:\5:\6"),  # ISO 8601 basic format
    (re.compile(r"^(\d{4})(\d\d)(\d\d) ?t(\d\d)(\d\d)(?=$|[^\d:])"), r"\1-\2-\3 \4:\5"),
    (re.compile(r"(?<=\d) ?t ?(?=\d)"), " "),
    (re.compile(r"(\d{1,2}) ?[時时시點点] ?(\d{1,2}) ?[分분] ?(\d{1,2}) ?[秒초]"), r" \1:\2:\3 "),
    (re.compile(r"(\d{1,2}) ?[時时시點点] ?(\d{1,2}) ?[分분]"), r" \1:\2 "),
)


def _rewritten(text: str) -> str:
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


# --- numbers of seconds ----------------------------------------------------------------------------------------------

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST, _LATEST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
_TICKS = {9: 1, 10: 1, 12: 10**3, 13: 10**3, 15: 10**6, 16: 10**6, 18: 10**9, 19: 10**9}  # digits -> ticks a second
_EPOCH_NUMBER = re.compile(r"(\d{9,19})(?:\.(\d{1,9}))?")


def _number(text: str) -> DateValue | None:
    """Seconds, milli-, micro- or nanoseconds since 1970, if that falls between 1990 and 2100."""
    found = _EPOCH_NUMBER.fullmatch(text)
    ticks = _TICKS.get(len(found[1])) if found else None
    if found is None or ticks is None:
        return None
    moment = _EPOCH + timedelta(microseconds=int(found[1]) * 10**6 // ticks + int((found[2] or "").ljust(6, "0")[:6]) // ticks)
    return instant_value(moment, "second") if _EARLIEST <= moment < _LATEST else None


# --- written dates ---------------------------------------------------------------------------------------------------


def _written(text: str, stated_zone: str | None) -> DateValue:
    clock = find_clock(text)
    day, precision = _find_day(_bare(clock.rest if clock else text), two_digit_years=clock is not None)
    if day is None:
        return DateValue(text=None, precision=precision, problem=None if clock is None else "unknown_date_format")
    if clock is None:
        return DateValue(text=plausible(day).isoformat(), precision="day", problem=None)
    zone = clock.zone or (stated_zone and fold(stated_zone.strip()))
    if not zone:
        raise UnreadableDateError("no_zone")
    return instant_value(in_utc(day, clock.since_midnight, zone_of(zone)), clock.precision)


# --- the day ---------------------------------------------------------------------------------------------------------

_WORD = r"[^\W\d_]+"
_ANY_MONTH = "|".join(re.escape(name) for name in sorted(MONTHS, key=len, reverse=True))
_WORD_AND_COMMA = re.compile(rf"^(?:(?!(?:{_ANY_MONTH})\b){_WORD}|{_WORD}(?=\.?,.*[^\W\d_]))\.?,")  # a weekday, however spelled
_TH = r"(?:st|nd|rd|th|er|re|[.ºª°])?"
_SHAPES: tuple[re.Pattern[str], ...] = tuple(
    re.compile(shape)
    for shape in (
        r"(?P<y>\d{4}) ?[-/.年년 ] ?0?(?P<m>\d{1,2}) ?[-/.月월 ] ?(?P<d>\d{1,2}) ?[.日일]?(?:z|[+-]\d\d:\d\d)?",
        rf"(?P<y>\d{{4}})[-/. ]+(?P<name>{_WORD})[-/. ]+(?P<d>\d{{1,2}}){_TH}",
        rf"(?P<d>\d{{1,2}}){_TH}[-/. ]*(?P<name>{_WORD})[-/. ]*(?:(?P<y>\d{{4}})|(?P<yy>\d\d))",
        rf"(?P<name>{_WORD})[-/. ]*(?P<d>\d{{1,2}}){_TH}[-/. ]+(?P<y>\d{{4}})",
        r"(?P<a>\d{1,2}) ?(?P<sep>[-/.]) ?(?P<b>\d{1,2}) ?(?P=sep) ?(?P<y>\d{4})",
        r"(?P<y>\d{4})(?P<m>\d\d)(?P<d>\d\d)",
        r"(?P<y>\d{4})-?w(?P<week>\d\d)-?(?P<weekday>[1-7])",
        r"(?P<y>\d{4})-(?P<ordinal>\d{3})",
    )
)
_COARSE: tuple[tuple[re.Pattern[str], Precision], ...] = (
    (re.compile(rf"(?P<name>{_WORD})[-/. ]*\d{{4}}|\d{{4}}[-/. ]+(?P<name2>{_WORD})"), "month"),
    (re.compile(r"-?\d{4}-(?:0\d|1[0-2])|(?:0?\d|1[0-2])/\d{4}|\d{4} ?年 ?\d{1,2} ?月|\d{4} ?년 ?\d{1,2} ?월"), "month"),
    (re.compile(r"(?:19|20)\d\d ?[年년]?"), "year"),
)
_WITHOUT_YEAR = re.compile(
    rf"\d{{1,2}}{_TH}[-/. ]*(?P<name>{_WORD})|(?P<name2>{_WORD})[-/. ]*\d{{1,2}}{_TH}"
    r"|\d\d?[-/.]\d\d?(?:[-/.]\d\d?)?|\d\d?月\d\d?日"
)
_RELATIVE = re.compile(
    r"(?:about |vor |il y a |hace )?(?:\d+|an?|one) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo"
    r"|months?|y|yrs?|years?|minuten?|stunden?|tagen?|heures?|jours?|horas?|dias?|分|時間|日|小时|天)(?: ?ago|前)?"
    r"|just now|now|today|yesterday|gestern|heute|hier|ayer|昨日|今日|昨天|今天"
)


def _bare(text: str) -> str:
    """A date without weekday, filler words and punctuation around them."""
    text = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", text).strip()  # comments of RFC 822, zone names of RFC 9557
    text = _WORD_AND_COMMA.sub(" ", text)
    words = re.sub(r"[,|·•]", " ", text).split()
    kept = [word for word in words if word.rstrip(".") not in WEEKDAYS and word not in FILLERS]
    return " ".join(kept)


def _find_day(text: str, *, two_digit_years: bool) -> tuple[date | None, Precision | None]:
    """The day, or None and how coarse the date is."""
    for shape in _SHAPES:
        found = shape.fullmatch(text)
        if found is not None and found.groupdict().get("name", "jan") in MONTHS:
            return _day_of(found.groupdict(), two_digit_years=two_digit_years), "day"
    for pattern, precision in _COARSE:
        found = pattern.fullmatch(text)
        if found is not None and _names_month(found):
            return None, precision
    without_year = _WITHOUT_YEAR.fullmatch(text)
    if without_year is not None and _names_month(without_year):
        raise UnreadableDateError("ambiguous_date")
    raise UnreadableDateError("relative_date" if _RELATIVE.fullmatch(text) else "unknown_date_format")


def _names_month(found: re.Match[str]) -> bool:
    return all(word in MONTHS for group, word in found.groupdict().items() if group.startswith("name") and word)


def _day_of(parts: dict[str, str | None], *, two_digit_years: bool) -> date:
    year = int(parts["y"]) if parts["y"] else _two_digit_year(parts["yy"] or "", allowed=two_digit_years)
    try:
        if parts.get("week"):
            return date.fromisocalendar(year, int(parts["week"] or 0), int(parts["weekday"] or 0))
        if parts.get("ordinal"):
            return _ordinal_day(year, int(parts["ordinal"] or 0))
        month, day = _month_and_day(parts)
        return date(year, month, day)
    except ValueError as error:
        raise UnreadableDateError("impossible_date") from error


def _two_digit_year(text: str, *, allowed: bool) -> int:
    """RFC 2822 section 4.3, within a date that has a time; '12-Jan-04' alone may begin with the year."""
    if not allowed:
        raise UnreadableDateError("ambiguous_date")
    return int(text) + (2000 if int(text) < 50 else 1900)


def _ordinal_day(year: int, number: int) -> date:
    day = date(year, 1, 1) + timedelta(days=number - 1)
    if day.year != year:
        raise UnreadableDateError("impossible_date")
    return day


def _month_and_day(parts: dict[str, str | None]) -> tuple[int, int]:
    if parts.get("name"):
        return MONTHS[parts["name"] or ""], int(parts["d"] or 0)
    if parts.get("m"):
        return int(parts["m"] or 0), int(parts["d"] or 0)
    first, second = int(parts["a"] or 0), int(parts["b"] or 0)
    if first != second and first <= 12 and second <= 12:
        raise UnreadableDateError("ambiguous_date")
    return (second, first) if first > 12 else (first, second)
