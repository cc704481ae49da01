"""Says times as a reader expects them: UTC, in words, with the machine's form beside. Pure; asks no clock."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from markupsafe import Markup

from web.filling import filled

_MONTHS = "January February March April May June July August September October November December".split()
_MOMENT = re.compile(
    r"(?P<day>\d{4}-\d{2}-\d{2})(?:[T ](?P<hour>\d{2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:\.(?P<part>\d{1,6}))?)?\s?Z?)?"
)


def day_words(text: str | None) -> str:
    """`2026-10-06…` as `6 October 2026`; what is no date is given back as it is."""
    day = _day(text)
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}" if day else text or "—"


def short_day(text: str | None) -> str:
    """`6 Oct`; for axes and cards, where the year stands elsewhere."""
    day = _day(text)
    return f"{day.day} {_MONTHS[day.month - 1][:3]}" if day else text or "—"


def moment_words(text: str | None) -> str:
    """`2026-10-06T05:18:28.000Z` as `6 October 2026 05:18 UTC`; a day alone as a day; null as a dash."""
    if text is None or len(text) < 16:
        return day_words(text)
    return f"{day_words(text)} {text[11:16]} UTC" if _day(text) else text


def time_tag(text: str | None, *, short: bool = False) -> Markup:
    """A `<time>` element with the exact value in its attributes; a dash for null."""
    if not text:
        return Markup('<span class="none">—</span>')
    words = f"{short_day(text)} {text[11:16]}".strip() if short else moment_words(text)
    return filled('<time datetime="{}" title="{}">{}</time>', text, text, words)


def span_words(earlier: str, later: str) -> str:
    """How much time lies between two moments, to the two largest units: `3 days 4 hours`."""
    seconds = int(abs((instant(later) - instant(earlier)).total_seconds()))
    units = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    words = []
    for name, size in units:
        count, seconds = divmod(seconds, size)
        if count:
            words.append(f"{count:,} {name}{'' if count == 1 else 's'}")
    return " ".join(words[:2]) or "no time"


def instant(text: str) -> datetime:
    """A stored UTC moment as a datetime."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def asked_moment(text: str) -> str | None:
    """A moment as people type it (`2026-10-26`, `2026-10-26T12:00`, …Z) in the stored form; a day means its end.

    None if it is no moment.
    """
    found = _MOMENT.fullmatch(text.strip())
    if not found or not _day(found["day"]):
        return None
    if found["hour"] is None:
        return f"{found['day']}T23:59:59.999Z"
    hour, minute, second = (int(found[name] or 0) for name in ("hour", "minute", "second"))
    if hour > 23 or minute > 59 or second > 59:
        return None
    # A moment given to the minute or second means that minute's or second's end: what was seen within it counts.
    if found["second"] is None:
        second = 59
    part = (found["part"] or "999")[:3].ljust(3, "0")
    return f"{found['day']}T{hour:02}:{minute:02}:{second:02}.{part}Z"


def is_day(text: str) -> bool:
    """Whether the text is a day, `YYYY-MM-DD`, that exists."""
    return len(text) == 10 and _day(text) is not None


def days_up_to(last: str, count: int) -> list[str]:
    """`count` days, oldest first, the last of them `last` (YYYY-MM-DD)."""
    end = date.fromisoformat(last)
    return [(end - timedelta(days=back)).isoformat() for back in range(count - 1, -1, -1)]


def _day(text: str | None) -> date | None:
    return _day_of((text or "")[:10])


@lru_cache(maxsize=4096)
def _day_of(text: str) -> date | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        return None
