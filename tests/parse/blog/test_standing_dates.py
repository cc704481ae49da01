"""Dates that stand for themselves, told from those that a sentence mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.blog.standing_dates import announces_change, leading_date, opening_date, standing_date

STANDING = [
    "January 4, 2026",
    "Posted on January 4, 2026",
    "Posted by Ann Gull on January 4, 2026",
    "By Ann, 4 January, 2026",
    "Date: July 4, 2026  |  Estimated Reading Time: 31 min  |  Author: Lilian",
    "Sunday, 8 March 2026",
    "4 Jan 2026 · 3 min read",
    "(2026-01-04)",
    "04 Jan 2026 »",
    "January 4, 2026 in Programming",
    "January 4, 2026 by Ann",
    "Veröffentlicht am 4. Januar 2026",
    "Publié le 4 janvier 2026",
    "2018年9月18日(火)",
    "Published Jan 5, 2026, updated Feb 1, 2026",
]


@pytest.mark.parametrize("text", STANDING)
def test_a_line_that_shows_a_date_has_one(text: str) -> None:
    date = standing_date(text)
    assert date is not None
    assert not date.changed


MENTIONED = [
    "On January 4, 2026, we shipped the new thing",
    "In May 2024 we",
    "Proc. of the 8th Conf. June 26-July 1 2011, Boston, MA, USA. [",
    "The deadline was 4 January 2026 and nobody came.",
    "since January 4, 2026 everything that we know about it has changed",
    "Release 2026-01-04-beta of it",
]


@pytest.mark.parametrize("text", MENTIONED)
def test_a_sentence_that_mentions_a_date_shows_none(text: str) -> None:
    assert standing_date(text) is None


@pytest.mark.parametrize(
    "text", ["Updated January 4, 2026", "Last modified: 4 Jan 2026", "Aktualisiert am 4. Januar 2026", "更新日 2026年1月4日"]
)
def test_the_time_of_an_edit_is_told_as_such(text: str) -> None:
    date = standing_date(text)
    assert date is not None
    assert date.changed


def test_the_publication_comes_before_the_edit_where_a_line_has_both() -> None:
    date = standing_date("Updated February 1, 2026 | Published January 5, 2026")
    assert date is not None
    assert date.found.text == "2026-01-05"


def test_words_before_a_date_element_can_announce_an_edit() -> None:
    assert announces_change("Last updated: ")
    assert announces_change("… and updated on ")
    assert not announces_change("Published on ")


def test_a_title_may_begin_or_end_with_its_date() -> None:
    assert leading_date("2026-03-05 First thing") is not None
    assert leading_date("First thing (2026-03-05)") is not None
    assert leading_date("2010: A Roadmap") is None
    assert leading_date("What happened in May 2024") is None


def test_a_text_may_open_with_a_date_and_go_on() -> None:
    assert opening_date(" (5 March 2026): what we found under the pier") is not None
    assert opening_date("5 March 2026 was a good day, said everybody") is None


@given(
    st.lists(st.sampled_from(["by ", "posted ", "on ", "mon ", "published ", ", ", "- ", "2026-01-02 ", "x ", "1 "]), max_size=60)
)
def test_long_runs_of_labels_take_no_time(words: list[str]) -> None:
    standing_date("".join(words))
    opening_date("(" + "".join(words))
