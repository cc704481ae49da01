"""Our own cases of dates (rule 10): spellings, zones, what names no instant, and dates that move."""

from __future__ import annotations

from collections.abc import Sequence

from tests.cases.build import atom, case, entry, item, rss
from tests.cases.case import Case


def _spelled(name: str, what: str, *dates: str, published: Sequence[str | None], **more: object) -> Case:
    """Items that differ by the spelling of their date."""
    feed = rss(*(item(f"n{number}", date=date) for number, date in enumerate(dates)))
    return case(name, what, feed, expect={"items": len(dates), "published": list(published), **more})


CASES: tuple[Case, ...] = (
    _spelled(
        "two-digit-years",
        "RFC 822 had years of two digits.",
        "Mon, 05 Jan 26 10:00:00 GMT",
        "5 Jan 99 10:00 +0000",
        "05 Jan 2026 10:00 GMT",
        published=["2026-01-05T10:00:00Z", "1999-01-05T10:00:00Z", "2026-01-05T10:00:00Z"],
    ),
    _spelled(
        "no-zone",
        "A time without a zone names no instant.",
        "2026-01-05T10:00:00",
        "Mon, 05 Jan 2026 10:00:00",
        "2026-01-05 10:00",
        published=[None, None, None],
        issues=["no_zone", "no_zone", "no_zone"],
    ),
    _spelled(
        "midnight-as-24",
        "24:00 is the midnight that ends a day.",
        "Mon, 05 Jan 2026 24:00:00 GMT",
        "2026-01-05T24:00:00Z",
        "2025-12-31T24:00:00+01:00",
        published=["2026-01-06T00:00:00Z", "2026-01-06T00:00:00Z", "2025-12-31T23:00:00Z"],
    ),
    _spelled(
        "impossible-dates",
        "Days that no calendar has, hours that no clock shows.",
        "Mon, 30 Feb 2026 10:00:00 GMT",
        "2026-13-05T10:00:00Z",
        "2026-01-05T25:00:00Z",
        "0000-00-00T00:00:00Z",
        published=[None, None, None, None],
        issues=["impossible_date"] * 4,
    ),
    _spelled(
        "days-alone",
        "A day without a time is known to the day.",
        "2026-01-05",
        "5 January 2026",
        "January 5, 2026",
        "Mon, 05 Jan 2026",
        published=["2026-01-05"] * 4,
        precision=["day"] * 4,
    ),
    _spelled(
        "offsets",
        "Offsets in every spelling.",
        "Mon, 05 Jan 2026 10:00:00 +0530",
        "2026-01-05T10:00:00+05:30",
        "2026-01-05T10:00:00+0530",
        "Mon, 05 Jan 2026 10:00:00 UTC+1",
        "2026-01-05T10:00:00.123Z",
        "2026-01-05t10:00:00z",
        "2026-01-05 10:00:00 +0000 UTC",
        "Mon, 5 Jan 2026 9:05:00 -0000",
        published=["2026-01-05T04:30:00Z"] * 3
        + [
            "2026-01-05T09:00:00Z",
            "2026-01-05T10:00:00.123Z",
            "2026-01-05T10:00:00Z",
            "2026-01-05T10:00:00Z",
            "2026-01-05T09:05:00Z",
        ],
    ),
    _spelled(
        "zone-names",
        "Abbreviations that name one zone, and those that name several.",
        "Mon, 05 Jan 2026 10:00:00 CET",
        "Sun, 05 Jul 2026 10:00:00 CEST",
        "Mon, 05 Jan 2026 10:00:00 America/New_York",
        "Mon, 05 Jan 2026 10:00:00 UT",
        published=["2026-01-05T09:00:00Z", "2026-07-05T08:00:00Z", "2026-01-05T15:00:00Z", "2026-01-05T10:00:00Z"],
    ),
    _spelled(
        "wrong-weekday",
        "The weekday contradicts the date, which counts.",
        "Sunday, 05 Jan 2026 10:00:00 GMT",
        "Fri 05 Jan 2026 10:00:00 GMT",
        published=["2026-01-05T10:00:00Z"] * 2,
    ),
    _spelled(
        "ambiguous-days",
        "Day or month first: nobody knows.",
        "01/02/2026",
        "2/1/2026 10:00",
        published=[None, None],
        issues=["ambiguous_date", "ambiguous_date"],
    ),
    _spelled(
        "zero-time",
        "What programs write where they know no date.",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "0001-01-01T00:00:00Z",
        published=[None, None],
        issues=["impossible_date"] * 2,
    ),
    _spelled(
        "other-languages",
        "Month names of other languages.",
        "lun., 05 janv. 2026 10:00:00 +0100",
        "Mo, 05 Mai 2025 10:00:00 +0200",
        "5 de enero de 2026",
        published=["2026-01-05T09:00:00Z", "2025-05-05T08:00:00Z", "2026-01-05"],
    ),
    _spelled(
        "white-space-and-commas",
        "Line breaks, missing commas, doubled blanks.",
        "\n  Mon,  05 Jan 2026   10:00:00 GMT \n",
        "Mon 05 Jan 2026 10:00:00 GMT",
        "Mon,05 Jan 2026 10:00:00 GMT",
        published=["2026-01-05T10:00:00Z"] * 3,
    ),
    _spelled(
        "no-dates",
        "Words where a date should be.",
        "soon",
        "yesterday",
        "",
        published=[None, None, None],
    ),
    case(
        "date-moved-alone",
        "Dates of old items move though nothing else does.",
        rss(item("a", date="Mon, 05 Jan 2026 10:00:00 GMT"), item("b", day=4)),
        rss(item("a", date="Tue, 06 Jan 2026 11:00:00 GMT"), item("b", day=4)),
        expect={"items": 2, "second_fetch": {"new": 0, "edited": 1, "changed_fields": ["published"], "missing": 0}},
    ),
    case(
        "date-respelled",
        "The same instant, spelled otherwise and in another zone: no edit.",
        rss(item("a", date="Mon, 05 Jan 2026 10:00:00 GMT")),
        rss(item("a", date="Mon, 05 Jan 2026 11:00:00 +0100")),
        expect={"items": 1, "versions": 1, "second_fetch": {"new": 0, "changed": 0, "outcome": "noise"}},
    ),
    case(
        "updated-moves-alone",
        "An Atom entry is touched: its `updated` moves, nothing else.",
        atom(entry("a", updated="2026-01-05T10:00:00Z")),
        atom(entry("a", updated="2026-01-06T10:00:00Z")),
        expect={"second_fetch": {"edited": 1, "changed_fields": ["updated"], "silent": [0]}},
    ),
    case(
        "date-appears",
        "An undated item gains a date, and loses it.",
        rss(item("a", day=None)),
        rss(item("a", day=5)),
        rss(item("a", day=None)),
        expect={
            "second_fetch": {"edited": 1, "changed_fields": ["published"]},
            "third_fetch": {"edited": 1},
            "first_seen": "2026-02-01T12:00:00Z",
            "published": None,
        },
    ),
    case(
        "dates-of-several-elements",
        "dc:date beside pubDate, and alone; Atom's published beside updated.",
        rss(
            item("a", day=None, more="<dc:date>2026-01-05T10:00:00Z</dc:date>"),
            item("b", more="<dc:date>2026-01-01T00:00:00Z</dc:date>"),
        ),
        expect={"published": ["2026-01-05T10:00:00Z", "2026-01-05T10:00:00Z"]},
    ),
    case(
        "future-then-past",
        "A scheduled item keeps its date; the finding is told once.",
        rss(item("a", date="Sun, 08 Feb 2026 10:00:00 GMT")),
        rss(item("b"), item("a", date="Sun, 08 Feb 2026 10:00:00 GMT")),
        expect={"published": ["2026-02-08T10:00:00Z", "2026-01-05T10:00:00Z"], "issues": ["future_date"]},
    ),
)
