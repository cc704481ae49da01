"""Headings that are years, months and days."""

import pytest

from .pages import dates

LIST = '<ul><li><a href="/a">A</a> {}</li></ul>'


@pytest.mark.parametrize(
    "heading", ["2025", "2025 (12)", "Posts from 2025", "Archive 2025", "2025年", "2025<sup>&nbsp;&nbsp;2</sup>", "Year 2025"]
)
def test_a_year_above_completes_the_days_under_it(heading: str) -> None:
    assert dates(f"<h2>{heading}</h2>" + LIST.format("January 2")) == ["2025-01-02"]


@pytest.mark.parametrize("heading", ["2010: A Roadmap", "Best of 2025 and more things", "Room 2025b"])
def test_a_title_with_a_year_in_it_is_no_year(heading: str) -> None:
    assert dates(f"<h2>{heading}</h2>" + LIST.format("January 2")) == ["January 2"]


def test_months_under_years_complete_lone_days() -> None:
    page = (
        "<h2>2025</h2><h3>December <sup>2</sup></h3><ul><li>28 - <a href='/a'>A</a></li></ul><h3>March</h3>"
        "<ul><li>7: <a href='/b'>B</a></li></ul>"
        "<h2>2024</h2><h3>June</h3><ul><li><span class='day'>30th</span> <a href='/c'>C</a></li></ul>"
    )
    assert dates(page) == ["2025-12-28", "2025-03-07", "2024-06-30"]


def test_a_lone_number_without_a_month_above_is_no_day() -> None:
    assert dates('<h2>2025</h2><ul><li><a href="/a">A</a> <span class="date">28</span></li></ul>') == [None]


def test_a_day_as_heading_dates_the_posts_that_have_no_date_of_their_own() -> None:
    page = (
        "<h2>Sunday, 4 January 2026</h2><article><h3><a href='/a'>A</a></h3></article>"
        "<article><h3><a href='/b'>B</a></h3><time datetime='2026-01-04T09:00:00Z'>x</time></article>"
    )
    assert dates(page) == ["2026-01-04", "2026-01-04T09:00:00Z"]


def test_a_day_holds_until_another_heading_of_its_rank() -> None:
    page = "<h3>March 5, 2026</h3><ul><li><a href='/w/1'>One</a></li></ul><h3>Links</h3><ul><li><a href='/w/9'>Nine</a></li></ul>"
    assert dates(page) == ["2026-03-05"]


def test_a_month_of_a_year_as_heading_is_known_to_the_month() -> None:
    page = "<h2>January 2026</h2><ul><li>04 <a href='/a'>A</a></li></ul>"
    assert dates(page) == ["2026-01-04"]


def test_a_day_that_the_year_above_does_not_have_stays_as_shown() -> None:
    assert dates("<h2>2025</h2>" + LIST.format("February 29")) == ["February 29"]
