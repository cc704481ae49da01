"""Displayed numbers (rule 11)."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.model import Count
from ingest.normalise.counts import count_problem, read_count
from tests.shared import SHARED, needs_shared


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("0", 0),
        ("14", 14),
        ("1,234", 1234),
        ("1,234,567", 1234567),
        ("1 234", 1234),
        ("1\u00a0234", 1234),
        ("1\u202f234", 1234),
        ("1’234", 1234),
        ("1.234.567", 1234567),
        ("1,23,456", 123456),
        ("٣٤", 34),
    ],
)
def test_a_number_written_out_is_exact(shown: str, value: int) -> None:
    assert read_count(shown, icon_means_zero=False) == Count(value=value, shown=shown, exact=True)
    assert count_problem(shown) is None


@pytest.mark.parametrize(
    ("shown", "value", "step"),
    [
        ("1.7K", 1700, 100),
        ("15.5k", 15500, 100),
        ("19K", 19000, 1000),
        ("1.25M", 1250000, 10000),
        ("3M", 3000000, 1000000),
        ("1.1B", 1100000000, 100000000),
        ("2,5 Tsd.", 2500, 100),
        ("1,2 Mio.", 1200000, 100000),
        ("1.2万", 12000, 1000),
        ("12万", 120000, 10000),
        ("3,4 тыс.", 3400, 100),
        ("2 mln", 2000000, 1000000),
        ("1,234K", 1234000, 1000),
        ("10K+", 10000, 1000),
        ("3 million", 3000000, 1000000),
    ],
)
def test_a_shortened_number_says_how_coarse_it_is(shown: str, value: int, step: int) -> None:
    assert read_count(shown, icon_means_zero=False) == Count(value=value, shown=shown, exact=False, step=step)
    assert count_problem(shown) is None


def test_what_is_not_shown_is_null_and_an_icon_alone_is_zero_where_that_is_the_custom() -> None:
    assert read_count(None, icon_means_zero=True) == Count(value=None, shown=None, exact=None)
    assert read_count("", icon_means_zero=True) == Count(value=0, shown="", exact=True)
    assert read_count(" ", icon_means_zero=True) == Count(value=0, shown=" ", exact=True)
    assert read_count("", icon_means_zero=False) == Count(value=None, shown="", exact=None)


@pytest.mark.parametrize(
    ("shown", "problem"),
    [
        ("1,1 B", "ambiguous_count"),  # billions, or thousands in Turkish
        ("1,2 mil.", "ambiguous_count"),  # thousands in Portuguese, millions in Czech
        ("1.234K", "ambiguous_count"),
        ("many", "unknown_count_format"),
        ("-5", "unknown_count_format"),
        ("1.2", "unknown_count_format"),
        ("12.34", "unknown_count_format"),
        ("1..2", "unknown_count_format"),
        ("5 apples", "unknown_count_format"),
        ("9" * 20, "unknown_count_format"),
        ("9" * 5000, "unknown_count_format"),
    ],
)
def test_what_means_two_things_or_none_is_null_with_the_reason(shown: str, problem: str) -> None:
    assert read_count(shown, icon_means_zero=True) == Count(value=None, shown=shown, exact=None)
    assert count_problem(shown) == problem


def test_a_point_before_three_digits_parts_thousands_and_is_reported() -> None:
    assert read_count("8.393", icon_means_zero=True) == Count(value=8393, shown="8.393", exact=True)
    assert count_problem("8.393") == "ambiguous_count"


@pytest.mark.parametrize("dash", ["-", "–", "—"])
def test_a_dash_is_no_number_and_nothing_to_report(dash: str) -> None:
    assert read_count(dash, icon_means_zero=True).value is None
    assert count_problem(dash) is None


@given(st.integers(min_value=0, max_value=10**12))
def test_a_grouped_number_is_the_number(number: int) -> None:
    assert read_count(f"{number:,}", icon_means_zero=False).value == number


@given(st.text(max_size=20))
def test_reading_never_raises_and_keeps_what_was_shown(shown: str) -> None:
    count = read_count(shown, icon_means_zero=True)
    assert count.shown == shown
    assert (count.value is None) == (count.exact is None)


@needs_shared
def test_the_spellings_of_the_field_case_are_read() -> None:
    folder = SHARED / "cases/088-tweet-counts"
    expect = json.loads((folder / "case.json").read_text())["expect"]
    shown = re.findall(r'icon-comment" title=""></span> ([^<]*)<', (folder / "input-1.html").read_text())
    counts = [read_count(text.strip(), icon_means_zero=True) for text in shown]
    assert [count.value for count in counts] == expect["counts"]
    assert [count.exact is False for count in counts] == expect["approximate"]
