"""Dates in running text."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.blog.date_words import find_date, find_day, in_year

FULL = {
    "January 4, 2026": "2026-01-04",
    "Jan. 4th, 2026": "2026-01-04",
    "Fri 30 November 2012": "2012-11-30",
    "4. Januar 2026": "2026-01-04",
    "1er janvier 2026": "2026-01-01",
    "4 de enero de 2026": "2026-01-04",
    "5 Şubat 2026": "2026-02-05",
    "1 мая 2026 г.": "2026-05-01",
    "2026-01-04": "2026-01-04",
    "2026/1/4": "2026-01-04",
    "2026. 1. 4.": "2026-01-04",
    "2018年9月18日": "2018-09-18",
    "2018년 9월 18일": "2018-09-18",
    "04-Jan-2026": "2026-01-04",
    "05.04.2026": "2026-04-05",
    "31/05/2026": "2026-05-31",
    "05/31/2026": "2026-05-31",
    "Mon Jan 5 10:00:00 2026": "2026-01-05",
    "January 2026": "2026-01",
    "2018年9月": "2018-09",
    "2026-01": "2026-01",
}


@pytest.mark.parametrize(("written", "read"), FULL.items())
def test_a_date_with_its_year_is_read_as_iso(written: str, read: str) -> None:
    found = find_date(f"on {written} they said")
    assert found is not None
    assert found.text == read


def test_a_date_that_has_two_readings_stays_as_written() -> None:
    found = find_date("04/05/2026")
    assert found is not None
    assert (found.raw, found.text) == ("04/05/2026", "04/05/2026")


def test_a_day_that_does_not_exist_stays_as_written() -> None:
    found = find_date("February 30, 2026")
    assert found is not None
    assert found.text == "February 30, 2026"


TIMES = {
    "2026-01-04T10:00:00Z": "2026-01-04T10:00:00Z",
    "Jan 4, 2026 10:30 PM EST": "2026-01-04 22:30:00 EST",
    "January 4, 2026 at 12:05 am UTC": "2026-01-04 00:05:00 UTC",
    "05 Jan 2026 10:00:00 +0100": "2026-01-05T10:00:00+0100",
    "2017-08-20 00:00:00 +0000 UTC": "2017-08-20T00:00:00+0000",
    "2018-09-18 18:55:35": "2018-09-18",
    "January 4, 2026 at 3:15 PM": "2026-01-04",
    "January 4, 2026 10:30 by Ann": "2026-01-04",
}


@pytest.mark.parametrize(("written", "read"), TIMES.items())
def test_a_time_counts_only_beside_a_zone(written: str, read: str) -> None:
    found = find_date(written)
    assert found is not None
    assert found.text == read


@pytest.mark.parametrize(
    "text", ["", "192.168.2024.1.1", "chapter 2024", "20261", "October 10, 25107", "version 3.2026x", "3 of 2026"]
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert find_date(text) is None


DAYS = {"January 2": (1, 2), "2. Jan.": (1, 2), "Dec 31st": (12, 31), "9月18日": (9, 18), "3 mars": (3, 3)}


@pytest.mark.parametrize(("written", "month_and_day"), DAYS.items())
def test_a_day_without_year_gives_month_and_day(written: str, month_and_day: tuple[int, int]) -> None:
    found = find_day(written)
    assert found is not None
    assert ((found.month, found.day), found.text) == (month_and_day, None)


def test_numbers_alone_are_a_day_only_where_a_date_is_expected() -> None:
    assert find_day("02-07") is None
    found = find_day("02-07", numbers=True)
    assert found is not None
    assert (found.month, found.day) == (2, 7)
    assert find_day("03/05", numbers=True) is None


def test_a_day_of_a_date_with_year_is_no_day_without() -> None:
    assert find_day("January 4, 2026") is None


def test_a_day_gets_its_year_unless_that_year_has_no_such_day() -> None:
    found = find_day("February 29")
    assert found is not None
    assert in_year(found, 2024) == "2024-02-29"
    assert in_year(found, 2025) is None


@given(st.dates(min_value=date(1950, 1, 1), max_value=date(2090, 1, 1)))
def test_every_day_is_read_back_from_its_usual_spellings(day: date) -> None:
    for spelling in ("%Y-%m-%d", "%B %d, %Y", "%d %b %Y", "%d.%m.%Y", "%A, %d %B %Y", "%Y/%m/%d"):
        found = find_date(day.strftime(spelling))
        assert found is not None
        assert found.text == day.isoformat()


@given(st.text(max_size=200))
def test_any_text_is_looked_through_without_error(text: str) -> None:
    for found in (find_date(text), find_day(text, numbers=True)):
        assert found is None or found.raw in text
