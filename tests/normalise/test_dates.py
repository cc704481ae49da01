"""Dates: what is read, to which precision, and why something is not read (rule 10)."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.model import DateText, Precision
from ingest.normalise.date_forms import read_any_form
from ingest.normalise.date_value import DateValue, UnreadableDateError
from ingest.normalise.date_words import _MONTHS, FILLERS, MONTHS, WEEKDAYS, ZONES, fold
from ingest.normalise.dates import read_date
from tests.shared import SHARED, needs_shared


def read(text: str, zone: str | None = None) -> DateValue:
    return read_date(DateText(raw=text, text=text, zone=zone))


INSTANTS = [
    # RFC 822 and 2822, and how they are misspelled
    ("Wed, 10 Oct 2018 20:19:24 GMT", "2018-10-10T20:19:24Z"),
    ("Wed, 10 Oct 2018 20:19:24 +0000", "2018-10-10T20:19:24Z"),
    ("10 Oct 2018 20:19:24 -0000", "2018-10-10T20:19:24Z"),
    ("Wednesday, 10 October 2018 20:19:24 UT", "2018-10-10T20:19:24Z"),
    ("Wed,10 Oct 2018 20:19:24 GMT", "2018-10-10T20:19:24Z"),
    ("Wed, 10 Oct, 2018 20:19:24 GMT", "2018-10-10T20:19:24Z"),
    ("Wed 10 Oct 2018 20:19:24 GMT", "2018-10-10T20:19:24Z"),
    ("Weds, 10-Oct-2018 20:19:24 GMT", "2018-10-10T20:19:24Z"),
    ("Wed, 10 Oct 18 20:19:24 GMT", "2018-10-10T20:19:24Z"),
    ("Wed, 10 Oct 98 20:19:24 GMT", "1998-10-10T20:19:24Z"),
    ("Wed, 10 Oct 2018 20:19:24 GMT+0200", "2018-10-10T18:19:24Z"),
    ("Wed, 10 Oct 2018 20:19:24 UTC+2", "2018-10-10T18:19:24Z"),
    ("Wed, 10 Oct 2018 20:19:24 +02:00", "2018-10-10T18:19:24Z"),
    ("Wed, 10 Oct 2018 20:19:24+0530", "2018-10-10T14:49:24Z"),
    ("Wed, 10 Oct 2018 20:19:24 -0700 (PDT)", "2018-10-11T03:19:24Z"),
    ("Thu, 10 Oct 2018 20:19:24 Z", "2018-10-10T20:19:24Z"),  # the weekday is wrong, and nobody's clock depends on it
    ("Mon, 05 Jan 2026 13:00:00 PM GMT", "2026-01-05T13:00:00Z"),
    # RFC 3339, ISO 8601, and how they are misspelled
    ("2018-10-10T20:19:24Z", "2018-10-10T20:19:24Z"),
    ("2018-10-10t20:19:24z", "2018-10-10T20:19:24Z"),
    ("2018-10-10T20:19:24.000Z", "2018-10-10T20:19:24Z"),
    ("2018-10-10T20:19:24.1234567Z", "2018-10-10T20:19:24.123Z"),
    ("2018-10-10T20:19:24,5Z", "2018-10-10T20:19:24.500Z"),
    ("2018-10-10T20:19:24-07:00", "2018-10-11T03:19:24Z"),
    ("2018-10-10T20:19:24−07:00", "2018-10-11T03:19:24Z"),
    ("2018-10-10T20:19:24+00:00Z", "2018-10-10T20:19:24Z"),
    ("2018-10-10T20:19:24-07:00[America/Los_Angeles]", "2018-10-11T03:19:24Z"),
    ("2018-10-10 20:19:24 +0000", "2018-10-10T20:19:24Z"),
    ("2018-10-10 20:19:24 UTC", "2018-10-10T20:19:24Z"),
    ("2018-1-2T3:4:5Z", "2018-01-02T03:04:05Z"),
    ("2018/10/10 20:19:24 EDT", "2018-10-11T00:19:24Z"),
    ("20181010T201924Z", "2018-10-10T20:19:24Z"),
    ("2018-10-10T24:00:00Z", "2018-10-11T00:00:00Z"),
    ("2018-12-31T23:59:60Z", "2019-01-01T00:00:00Z"),
    # other programs
    ("2018-10-10 20:19:24.123456789 +0000 UTC m=+0.000012", "2018-10-10T20:19:24.123Z"),
    ("2018-10-10 20:19:24 -0300 -03", "2018-10-10T23:19:24Z"),
    ("2018-10-10 20:19:24 +0530 IST", "2018-10-10T14:49:24Z"),
    ("Wed Oct 10 20:19:24 +0000 2018", "2018-10-10T20:19:24Z"),
    ("Wed Oct 10 20:19:24 UTC 2018", "2018-10-10T20:19:24Z"),
    ("Wed Oct 10 2018 20:19:24 GMT+0200 (Central European Summer Time)", "2018-10-10T18:19:24Z"),
    ("1539202764", "2018-10-10T20:19:24Z"),
    ("1539202764000", "2018-10-10T20:19:24Z"),
    ("1539202764123456", "2018-10-10T20:19:24.123Z"),
    ("1539202764.5", "2018-10-10T20:19:24.500Z"),
    # zones by name: daylight saving time is in the name, or in the rules of the place
    ("Mon, 21 Apr 2025 06:00:00 EST", "2025-04-21T11:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 EDT", "2025-04-21T10:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 ET", "2025-04-21T10:00:00Z"),
    ("Tue, 21 Jan 2025 06:00:00 PT", "2025-01-21T14:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 BST", "2025-04-21T05:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 CEST", "2025-04-21T04:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 Europe/Berlin", "2025-04-21T04:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 america/new_york", "2025-04-21T10:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 Etc/GMT+5", "2025-04-21T11:00:00Z"),
    ("Mon, 21 Apr 2025 06:00:00 NPT", "2025-04-21T00:15:00Z"),
    # other languages
    ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
    ("2004-július-13T9:15:00-05:00", "2004-07-13T14:15:00Z"),
    ("пн, 5 янв 2026 10:00:00 +0300", "2026-01-05T07:00:00Z"),
    ("2004-05-25 오후 11:23:17 KST", "2004-05-25T14:23:17Z"),
    ("mar, 3 mar 2026 10:00:00 +0100", "2026-03-03T09:00:00Z"),  # the first is a Tuesday, the second March
]


@pytest.mark.parametrize(("text", "expected"), INSTANTS)
def test_an_instant_is_read_as_utc(text: str, expected: str) -> None:
    assert read(text) == DateValue(text=expected, precision="second", problem=None)


@pytest.mark.parametrize(
    ("text", "expected", "precision"),
    [
        ("2018-10-10T20:19Z", "2018-10-10T20:19:00Z", "minute"),
        ("Oct 10, 2018 · 8:19 PM UTC", "2018-10-10T20:19:00Z", "minute"),
        ("Jan 2, 2026, 10:15 a.m. ET", "2026-01-02T15:15:00Z", "minute"),
        ("Posted on Jan 2, 2026 at 12:04 AM EST", "2026-01-02T05:04:00Z", "minute"),
        ("10:00, 5 January 2026 (UTC)", "2026-01-05T10:00:00Z", "minute"),
        ("2026年1月2日 10時30分 JST", "2026-01-02T01:30:00Z", "minute"),
        ("10 AM UTC Jan 5 2026", "2026-01-05T10:00:00Z", "hour"),
    ],
)
def test_precision_is_that_of_the_text(text: str, expected: str, precision: Precision) -> None:
    assert read(text) == DateValue(text=expected, precision=precision, problem=None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-02", "2026-01-02"),
        ("2026/01/02", "2026-01-02"),
        ("2026.01.02", "2026-01-02"),
        ("2026. 1. 2.", "2026-01-02"),
        ("20260102", "2026-01-02"),
        ("2026-01-02Z", "2026-01-02"),
        ("2026-01-02-06:00", "2026-01-02"),
        ("2026-W01-5", "2026-01-02"),
        ("2026-002", "2026-01-02"),
        ("January 2, 2026", "2026-01-02"),
        ("2 Jan 2026", "2026-01-02"),
        ("Jan 2nd, 2026", "2026-01-02"),
        ("Friday, 2 January 2026", "2026-01-02"),
        ("Friday January 2 2026", "2026-01-02"),
        ("2nd of January, 2026", "2026-01-02"),
        ("Jan. 2, 2026", "2026-01-02"),
        ("Sept 1, 2026", "2026-09-01"),
        ("Date: June 12, 2025", "2025-06-12"),
        ("Published on 2 Jan 2026", "2026-01-02"),
        ("2026年1月2日", "2026-01-02"),
        ("2026年1月2日(金)", "2026-01-02"),
        ("２０２６年１月２日", "2026-01-02"),
        ("2026년 1월 2일", "2026-01-02"),
        ("Freitag, 2. Januar 2026", "2026-01-02"),
        ("2. März 2026", "2026-03-02"),
        ("le 1er janvier 2026", "2026-01-01"),
        ("2 de enero de 2026", "2026-01-02"),
        ("2 de março de 2026", "2026-03-02"),
        ("2 stycznia 2026", "2026-01-02"),
        ("2 января 2026 г.", "2026-01-02"),
        ("2 Ocak 2026 Cuma", "2026-01-02"),
        ("2026. január 2.", "2026-01-02"),
        ("31/01/2026", "2026-01-31"),
        ("01/31/2026", "2026-01-31"),
        ("02.02.2026", "2026-02-02"),
        ("1943-03-12", "1943-03-12"),
    ],
)
def test_a_day_stays_a_day(text: str, expected: str) -> None:
    assert read(text) == DateValue(text=expected, precision="day", problem=None)


@pytest.mark.parametrize(
    ("text", "precision"), [("May 2008", "month"), ("2008-05", "month"), ("2008年5月", "month"), ("2008", "year")]
)
def test_what_is_coarser_than_a_day_has_a_precision_and_no_text(text: str, precision: Precision) -> None:
    assert read(text) == DateValue(text=None, precision=precision, problem=None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2026-01-05 10:00:00", "no_zone"),
        ("2026-01-05T10:00:00", "no_zone"),
        ("Sun Jan  4 16:29:06 2004", "no_zone"),
        ("Freitag, 2. Januar 2026, 10:00 Uhr", "no_zone"),
        ("3:34 PM at January 2, 2026", "no_zone"),  # the English word, not Atlantic Time
        ("20260105101455", "no_zone"),
        ("Mon, 31 Feb 2026 10:00:00 GMT", "impossible_date"),
        ("2026-02-30", "impossible_date"),
        ("2026-13-01", "impossible_date"),
        ("2026-01-05T25:00:00Z", "impossible_date"),
        ("2026-01-05T24:01:00Z", "impossible_date"),
        ("2026-01-05T10:61:00Z", "impossible_date"),
        ("2026-01-05T10:00:00+15:00", "impossible_date"),
        ("2026-01-05T10:00:00+01:75", "impossible_date"),
        ("2026-W54-1", "impossible_date"),
        ("2025-366", "impossible_date"),
        ("15:00 AM UTC 5 January 2026", "impossible_date"),
        ("9999-12-31T23:59:59-08:00", "impossible_date"),
        ("2026-03-29T02:30:00 Europe/Berlin", "impossible_date"),  # the clocks went from 2 to 3
        ("2025-10-26T02:30:00 Europe/Berlin", "ambiguous_date"),  # there were two of them
        ("01/02/2026", "ambiguous_date"),
        ("01.02.2026", "ambiguous_date"),
        ("1/2/26", "ambiguous_date"),
        ("12-Jan-04", "ambiguous_date"),
        ("Oct 20", "ambiguous_date"),
        ("20 October", "ambiguous_date"),
        ("Mon, 05 Jan 2026 10:00:00 IST", "ambiguous_date"),  # India, Ireland, Israel
        ("2026-01-05 10:00:00 +0000 EST", "ambiguous_date"),
        ("5h", "relative_date"),
        ("2 hours ago", "relative_date"),
        ("yesterday", "relative_date"),
        ("vor 3 Stunden", "relative_date"),
        ("", "unknown_date_format"),
        ("soon", "unknown_date_format"),
        ("May 5 - 7, 2026", "unknown_date_format"),
        ("Sun, 16 Dec 2012 1:2:3:4 GMT", "unknown_date_format"),
        ("2013-01-28T11:30:00-06:00Textra", "unknown_date_format"),
        ("Sun, 16 zzz 2012 11:47:32 GMT", "unknown_date_format"),
        ("3 listopada 2025", "unknown_date_format"),  # November in Polish, October in Croatian
        ("x" * 100_000, "unknown_date_format"),
    ],
)
def test_what_is_not_sure_is_null_with_the_reason(text: str, problem: str) -> None:
    assert read(text) == DateValue(text=None, precision=None, problem=problem)


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "Wed, 31 Dec 1969 19:00:00 -0500",
        "Thu, 1 Jan 1970 00:00:00 GMT",
        "1899-12-30",
    ],
)
def test_the_zero_of_a_calendar_is_no_date(text: str) -> None:
    assert read(text).problem == "impossible_date"


def test_a_far_future_is_kept() -> None:
    assert read("Sun, 05 Jan 2206 10:00:00 GMT").text == "2206-01-05T10:00:00Z"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "+02:00", "CEST"])
def test_a_zone_stated_elsewhere_is_used_where_the_text_has_none(zone: str) -> None:
    assert read("2026-07-05 10:00:00", zone).text == "2026-07-05T08:00:00Z"
    assert read("2026-07-05 10:00:00 UTC", zone).text == "2026-07-05T10:00:00Z"


def test_an_unknown_zone_stated_elsewhere_is_no_zone() -> None:
    assert read("2026-07-05 10:00:00", "Middle/Earth").problem == "no_zone"


def test_no_month_name_means_two_months() -> None:
    spellings = Counter(fold(word) for words in _MONTHS for word in set(words.split()))
    assert [word for word, times in spellings.items() if times > 1] == []
    assert set(MONTHS.values()) == set(range(1, 13))


def test_the_tables_are_folded_and_do_not_contradict_each_other() -> None:
    assert all(word == fold(word) for word in (*MONTHS, *WEEKDAYS, *FILLERS, *ZONES))
    assert not MONTHS.keys() & (FILLERS | WEEKDAYS)


@given(st.text(max_size=60) | st.text(alphabet="0123456789-/:.TZ +JanMayGMT,", max_size=40), st.none() | st.text(max_size=12))
def test_reading_never_raises_and_gives_text_or_a_reason(text: str, zone: str | None) -> None:
    value = read(text, zone)
    assert value.text is not None or value.problem is not None or value.precision in ("month", "year")
    assert value.text is None or (value.precision in ("second", "minute", "hour", "day") and value.problem is None)


MOMENTS = st.integers(min_value=31_536_000, max_value=7_226_582_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
OFFSETS = st.integers(min_value=-12 * 60, max_value=14 * 60)


@given(MOMENTS, OFFSETS)
def test_what_standard_libraries_write_is_read_back(moment: datetime, minutes: int) -> None:
    written = moment.astimezone(timezone(timedelta(minutes=minutes)))
    expected = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert read(written.isoformat()).text == expected
    assert read(format_datetime(written)).text == expected


# --- the two standard forms ------------------------------------------------------------------------------------------

TWO_DIGITS = st.integers(0, 99).map("{:02}".format)
CLOCKS = st.builds("{}:{}:{}{}".format, TWO_DIGITS, TWO_DIGITS, TWO_DIGITS, st.sampled_from(["", ".5", ".1234567"]))
OFFSETS = st.builds("{}{}{}{}".format, st.sampled_from("+-"), TWO_DIGITS, st.sampled_from(["", ":"]), TWO_DIGITS)
ZONES_WRITTEN = st.sampled_from(["Z", "GMT", "UTC", "EST", ""]) | OFFSETS
YEARS = st.sampled_from(["0001", "1899", "1900", "1969", "1970", "2024", "2026", "9999"])
MONTHS_WRITTEN = st.sampled_from(["Jan", "FEB", "mar", "Dec", "Okt", "Mon"])
IN_WORDS = st.builds(
    "{}{} {} {} {} {}".format, st.sampled_from(["", "Wed, ", "May, "]), TWO_DIGITS, MONTHS_WRITTEN, YEARS, CLOCKS, ZONES_WRITTEN
)
IN_NUMBERS = st.builds("{}-{}-{}{}{}{}".format, YEARS, TWO_DIGITS, TWO_DIGITS, st.sampled_from("Tt "), CLOCKS, ZONES_WRITTEN)


@given(IN_WORDS | IN_NUMBERS, st.sampled_from([None, "Europe/Berlin"]))
@settings(max_examples=1000)
def test_the_short_way_for_standard_forms_reads_what_the_long_way_reads(text: str, zone: str | None) -> None:
    try:
        expected = read_any_form(text, zone)
    except UnreadableDateError as reason:
        expected = DateValue(text=None, precision=None, problem=reason.problem)
    assert read(text, zone) == expected


# --- the peer's spellings --------------------------------------------------------------------------------------------

DIFFERENCES = {
    "-0312": "two-digit years without a time are ambiguous",
    "-03-12": "the same",
    "031231": "the same",
    "03-12-31": "the same",
    "03335": "the same",
    "2003": "a year is no day",
    "2003-12": "a month is no day",
    "2004-05-25 오후 11:23:17": "Korean words are no time zone",
    "2004년 05월 28일  01:31:15": "the same",
    "Sun Jan  4 16:29:06 2004": "no zone",
    "2004-07-08 23:56:58": "no zone",
    "2004-07-08 23:56:58.0": "no zone",
    "Thu, 01 Jan 0100 00:00:01 +0100": "no web page is of that year",
}


@needs_shared
def test_spellings_that_feedparser_knows_are_read_alike_but_for_a_reasoned_few() -> None:
    lines = (SHARED / "peers/feedparser/dates.jsonl").read_text().splitlines()
    wrong = {}
    for case in map(json.loads, lines):
        parts = case["expected_utc_struct"]
        expected = parts and "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}".format(*parts[:6])
        value = read(case["input"]).text
        got = value if value is None else f"{value}T00:00:00"[:19]
        if got != expected:
            wrong[case["input"]] = got
    assert wrong == dict.fromkeys(DIFFERENCES)


@needs_shared
def test_every_created_at_spelling_of_the_field_case_is_read() -> None:
    folder = SHARED / "cases/092-created-at-formats"
    written = json.loads((folder / "input-1.json").read_text())
    expected = json.loads((folder / "case.json").read_text())["expect"]["published"]
    assert [read(tweet["created_at"]).text for tweet in written] == expected
