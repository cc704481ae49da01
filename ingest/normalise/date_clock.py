"""The time of day and the zone within a written date (rule 10). Pure; never guesses a zone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from ingest.model import Precision
from ingest.normalise.date_value import UnreadableDateError
from ingest.normalise.date_words import HALVES, ZONES


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A time of day; `zone` as written, None where there is none; `rest` is the text without both."""

    since_midnight: timedelta
    precision: Precision
    zone: str | None
    rest: str


# --- the time of day -------------------------------------------------------------------------------------------------

_HALF = "|".join(re.escape(word) for word in sorted(HALVES, key=len, reverse=True))
_TIME = re.compile(
    rf"(?P<half_before>{_HALF})? ?(?<![\d:.,+\-/])(?P<hour>\d{{1,2}})"
    r"(?::(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?:[.,](?P<fraction>\d+))?)?)?"
    rf"(?: ?(?P<half>{_HALF})(?![^\W\d_]))?(?![\d:])"
)


def find_clock(text: str) -> Clock | None:
    """The first time of day in a folded text, None where there is none; raises UnreadableDateError for 25:00."""
    for found in _TIME.finditer(text):
        if found["minute"] or found["half"]:
            since, precision = _time_of_day(found)
            zone, after = _take_zone(text[found.end() :])
            rest = f"{text[: found.start()]} {after}"
            if zone is None:
                zone, rest = _zone_at_end(rest)
            return Clock(since_midnight=since, precision=precision, zone=zone, rest=rest)
    return None


def _time_of_day(found: re.Match[str]) -> tuple[timedelta, Precision]:
    hour, minute, second = int(found["hour"]), int(found["minute"] or 0), int(found["second"] or 0)
    half = found["half"] or found["half_before"]
    if half:
        hour = _of_whole_day(hour, HALVES[half])
    ends_the_day = hour == 24 and minute == second == 0
    if (hour > 23 and not ends_the_day) or minute > 59 or second > 60:
        raise UnreadableDateError("impossible_date")
    micros = int((found["fraction"] or "").ljust(6, "0")[:6])
    precision: Precision = "second" if found["second"] else "minute" if found["minute"] else "hour"
    return timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micros), precision


def _of_whole_day(hour: int, half: int) -> int:
    """'12 AM' is 0, '12 PM' 12, '3 PM' 15; '15:04 PM' says the same twice, '15:04 AM' contradicts itself."""
    if hour > 12 and half == 0:
        raise UnreadableDateError("impossible_date")
    return hour if hour > 12 else hour % 12 + half


# --- zones -----------------------------------------------------------------------------------------------------------

_OFFSET = r"(?:(?:gmt|utc|ut) ?)?[+-]\d{1,2}(?::?\d\d)?(?!\d)"
_ZONE = re.compile(rf"[ ,]*[\[(]?({_OFFSET}|(?:[a-z]+(?:[_-][a-z]+)*/[a-z0-9_+/-]+|[a-z]+)(?![^\W\d_]))[\])]?")
_OFFSET_PARTS = re.compile(r"(?:(?:gmt|utc|ut) ?)?([+-])(\d{1,2}?):?(\d\d)?")
_MOST_HOURS = 14


def _take_zone(text: str) -> tuple[str | None, str]:
    """The zone at the start of what follows a time, and what comes after; Go and browsers write offset and name."""
    zone: str | None = None
    while (found := _ZONE.match(text)) and _is_zone(name := found[1], last=found.end() == len(text)):
        if zone is None or _contradict(zone, name):
            zone = name if zone is None else "?"
        text = text[found.end() :]
    return zone, text


def _zone_at_end(text: str) -> tuple[str | None, str]:
    """'10:00, 5 January 2026 (UTC)': the zone stands apart from the time."""
    before, _, last = text.rstrip().rpartition(" ")
    name = last.strip("()[]")
    return (name, before) if _is_zone(name, last=True) else (None, text)


def _is_zone(name: str, *, last: bool) -> bool:
    if name == "at":  # Atlantic Time, or the English word
        return last
    if "/" in name:
        return name in _iana_names()
    return name in ZONES or _OFFSET_PARTS.fullmatch(name) is not None


@lru_cache(maxsize=1)
def _iana_names() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones()}


def _contradict(offset: str, name: str) -> bool:
    """Whether an offset and a name after it, both of one fixed meaning, differ ('+0000 EST')."""
    minutes = ZONES.get(name)
    return isinstance(minutes, int) and isinstance(ZONES.get(offset, 0), int) and minutes != _minutes(offset)


def _minutes(zone: str) -> int | None:
    """Minutes east of UTC of an offset or a fixed zone's name."""
    known = ZONES.get(zone)
    if isinstance(known, int):
        return known
    parts = _OFFSET_PARTS.fullmatch(zone)
    if parts is None:
        return None
    hours, minutes = int(parts[2]), int(parts[3] or 0)
    if hours > _MOST_HOURS or minutes > 59:
        raise UnreadableDateError("impossible_date")
    return (hours * 60 + minutes) * (-1 if parts[1] == "-" else 1)


def zone_of(zone: str) -> tzinfo:
    """The zone that a folded name or offset means; raises UnreadableDateError for an unknown or ambiguous one."""
    if zone == "?" or (zone in ZONES and ZONES[zone] is None):
        raise UnreadableDateError("ambiguous_date")
    minutes = _minutes(zone)
    if minutes is not None:
        return timezone(timedelta(minutes=minutes))
    name = ZONES.get(zone) or _iana_names().get(zone)
    if name is None:
        raise UnreadableDateError("no_zone")
    return ZoneInfo(str(name))


def in_utc(day: date, since_midnight: timedelta, zone: tzinfo) -> datetime:
    """An hour that a change of clocks skips is impossible, one that it repeats is ambiguous (PEP 495)."""
    try:
        local = datetime.combine(day, time()) + since_midnight
        first, second = (local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    except OverflowError as error:
        raise UnreadableDateError("impossible_date") from error
    if first == second:
        return first
    exists = first.astimezone(zone).replace(tzinfo=None) == local
    raise UnreadableDateError("ambiguous_date" if exists else "impossible_date")
