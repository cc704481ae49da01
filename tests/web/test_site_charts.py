"""Charts are SVG that says in words what it shows, and leads on."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from web.charts import Cell, Point, Series, calendar, line, nice_ceiling, short_number, sparkline, stacked_bars
from web.stamps import days_up_to

DAYS = days_up_to("2026-10-31", 31)


def point(at: str, value: int, *, exact: bool = True) -> Point:
    return Point(at=at, value=value, shown=f"{value}", exact=exact, href="/change/x")


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  # text of our own making


def percentages(svg: str, name: str) -> list[float]:
    return [float(found) for found in re.findall(rf'{name}="([\d.]+)%"', svg)]


def test_a_bar_is_a_link_with_the_days_counts_in_words() -> None:
    series = [Series(name="A & B", hue=0, counts={"2026-10-05": 3}), Series(name="<C>", hue=1, counts={"2026-10-05": 1})]
    svg = stacked_bars("Changes", DAYS, series, lambda day: f"/changes?day={day}&x=1")
    [bar] = parsed(svg).iter("{http://www.w3.org/2000/svg}a")
    assert bar.get("href") == "/changes?day=2026-10-05&x=1"
    assert bar.get("aria-label") == "5 October 2026: 4 changes (A & B 3, <C> 1)"
    assert len(bar.findall("{http://www.w3.org/2000/svg}rect")) == 3


def test_a_chart_has_a_title_and_a_description() -> None:
    svg = stacked_bars("Changes", DAYS, [Series(name="A", hue=0, counts={"2026-10-05": 3, "2026-10-07": 1})], str)
    root = parsed(svg)
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "Changes"
    assert root.findtext("{http://www.w3.org/2000/svg}desc") == "4 changes on 2 of 31 days; most on 5 October 2026."


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=40))
def test_bars_stay_within_the_chart(counts: list[int]) -> None:
    days = days_up_to("2026-10-31", len(counts))
    svg = stacked_bars("x", days, [Series(name="A", hue=0, counts=dict(zip(days, counts, strict=True)))], str)
    assert all(0 <= value <= 100 for name in ("x", "y", "width", "height") for value in percentages(svg, name))


@given(st.lists(st.integers(-(10**9), 10**12), min_size=1, max_size=30), st.booleans())
def test_points_stay_within_the_chart(values: list[int], zero: bool) -> None:
    points = [point(f"2026-10-{day + 1:02}T00:00:00.000Z", value) for day, value in enumerate(map(abs, values))]
    svg = line("x", points, zero=zero)
    assert all(0 <= value <= 100 for name in ("cx", "cy") for value in percentages(svg, name))
    assert svg.count("<circle") == len(points)
    parsed(svg)


def test_rounded_points_are_hollow_and_say_so() -> None:
    svg = line("x", [point("2026-10-01T00:00:00Z", 1), point("2026-10-02T00:00:00Z", 2000, exact=False)])
    assert svg.count('class="exact"') == svg.count('class="rounded"') == 1
    assert "2000 (rounded), 2 October 2026 00:00 UTC" in svg


def test_nothing_to_draw_draws_nothing() -> None:
    assert line("x", []) == ""
    parsed(stacked_bars("x", [], [], str))
    parsed(sparkline("x", []))


def test_a_calendar_has_a_square_for_each_day_that_had_a_fetch() -> None:
    cells = {
        "2026-10-05": Cell(kind="changed", words="2 changed", href="/a"),
        "2026-10-06": Cell(kind="failed", words="1 failed", href="/b", trouble=True),
    }
    svg = calendar("Outcomes", "2026-10-05", "2026-10-31", cells)
    assert svg.count("<a ") == 2
    assert svg.count('class="cross"') == 1
    assert 'aria-label="6 October 2026: 1 failed"' in svg
    parsed(svg)


@given(st.floats(0.001, 1e12))
def test_an_axis_ends_at_a_round_number_not_far_above(value: float) -> None:
    top = nice_ceiling(value)
    assert top >= value
    assert top <= max(2 * value, 1)


def test_numbers_on_axes_are_short() -> None:
    assert [short_number(value) for value in (950, 1200, 3_000_000, 0)] == ["950", "1.2K", "3M", "0"]
