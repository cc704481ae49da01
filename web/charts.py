"""Draws the site's charts as SVG text: bars, lines, sparks, a calendar. Pure; knows no table, no page and no style.

Places are percentages of the chart's own size, so that it fits any width while its text keeps its size. Colours are classes
of static/site.css. Each chart has a title and says in words what it shows; bars and points lead to what they count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise

from markupsafe import Markup

from web.filling import filled
from web.stamps import day_words, instant, short_day

PLOT_HEIGHT = 150
_TOP = 14
_AXIS = 24
HUES = 8  # how many colours there are; the last is for all the others


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One colour of a bar chart: its name, the class that colours it, and a count per day."""

    name: str
    hue: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One point of a line: when, how much, the number as it was shown, whether it is exact, where it leads."""

    at: str
    value: int
    shown: str
    exact: bool
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One day of a calendar: the class that colours it, what it says, where it leads."""

    kind: str
    words: str
    href: str
    trouble: bool = False


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _frame(name: str, title: str, words: str, height: int, inside: Sequence[Markup], width: str = "100%") -> Markup:
    head = '<svg class="chart {}" role="group" aria-label="{}" width="{}" height="{}" xmlns="http://www.w3.org/2000/svg">'
    return (
        filled(head, name, title, width, height)
        + filled("<title>{}</title><desc>{}</desc>", title, words)
        + Markup("").join(inside)
        + Markup("</svg>")
    )


def nice_ceiling(value: float) -> int:
    """The next number of the kind 1, 2, 3, 5, 8, 10, 15, 20 … at or above a value."""
    if value <= 1:
        return 1
    step = 10 ** math.floor(math.log10(value))
    return int(next(step * factor for factor in (1, 1.5, 2, 3, 5, 8, 10) if step * factor >= value and step * factor % 1 == 0))


def short_number(value: float) -> str:
    """`950`, `1.2K`, `3M`: for axes."""
    for size, letter in ((1_000_000_000, "B"), (1_000_000, "M"), (1000, "K")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:g}"


# --- bars ------------------------------------------------------------------------------------------------------------


def stacked_bars(
    title: str, days: Sequence[str], series: Sequence[Series], link: Callable[[str], str], *, height: int = PLOT_HEIGHT
) -> Markup:
    """Counts per day, one bar per day, one part per series; each bar is a link."""
    totals = {day: sum(one.counts.get(day, 0) for one in series) for day in days}
    most = nice_ceiling(max(totals.values(), default=0))
    width = 100 / max(len(days), 1)
    bars = [
        _bar(day, index * width, width, series, most, totals[day], link(day)) for index, day in enumerate(days) if totals[day]
    ]
    busiest = max(days, key=lambda day: totals[day], default="")
    busy_days = sum(map(bool, totals.values()))
    words = f"{sum(totals.values()):,} changes on {busy_days:,} of {len(days):,} days; most on {day_words(busiest)}."
    plot = filled('<svg x="0" y="{}" width="100%" height="{}">', _TOP, height) + Markup("").join(bars) + Markup("</svg>")
    return _frame("bars", title, words, height + _TOP + _AXIS, [*_grid(most, height), plot, *_day_labels(days, height)])


def _bar(day: str, left: float, width: float, series: Sequence[Series], most: int, total: int, href: str) -> Markup:
    parts = [one for one in series if one.counts.get(day)]
    split = ", ".join(f"{one.name} {one.counts[day]:,}" for one in parts)
    words = f"{day_words(day)}: {total:,} {'change' if total == 1 else 'changes'} ({split})"
    rects, below = [], 0
    for one in parts:
        count = one.counts[day]
        rects.append(
            filled(
                '<rect class="h{}" x="{}%" y="{}%" width="{}%" height="{}%"/>',
                one.hue,
                _n(left + width * 0.12),
                _n(100 - (below + count) / most * 100),
                _n(width * 0.76),
                _n(count / most * 100),
            )
        )
        below += count
    hit = filled('<rect class="hit" x="{}%" y="0" width="{}%" height="100%"/>', _n(left), _n(width))
    return (
        filled('<a href="{}" aria-label="{}"><title>{}</title>', href, words, words)
        + hit
        + Markup("").join(rects)
        + Markup("</a>")
    )


def _grid(most: float, height: int, least: float = 0) -> list[Markup]:
    lines = []
    for part in (0, 0.5, 1):
        value = least + (most - least) * part
        y = _TOP + height * (1 - part)
        lines.append(filled('<line class="grid" x1="0" x2="100%" y1="{}" y2="{}"/>', _n(y), _n(y)))
        if part and (part == 1 or value == int(value)):
            lines.append(filled('<text class="value" x="0" y="{}">{}</text>', _n(y - 4), short_number(value)))
    return lines


def _day_labels(days: Sequence[str], height: int) -> list[Markup]:
    if not days:
        return []
    y = _TOP + height + 16
    places = sorted({0, len(days) // 3, 2 * len(days) // 3, len(days) - 1})
    labels = []
    for place in places:
        anchor = "start" if place == 0 else "end" if place == len(days) - 1 else "middle"
        x = 0 if place == 0 else 100 if place == len(days) - 1 else (place + 0.5) / len(days) * 100
        labels.append(
            filled('<text class="day" text-anchor="{}" x="{}%" y="{}">{}</text>', anchor, _n(x), y, short_day(days[place]))
        )
    return labels


def sparkline(title: str, counts: Sequence[int]) -> Markup:
    """Counts of successive days as small bars, without links: beside a number that has one."""
    most = max([*counts, 1])
    width = 100 / max(len(counts), 1)
    bars = [
        filled(
            '<rect x="{}%" y="{}%" width="{}%" height="{}%"/>',
            _n(index * width),
            _n(100 - count / most * 100),
            _n(width * 0.8),
            _n(count / most * 100),
        )
        for index, count in enumerate(counts)
        if count
    ]
    base = Markup('<line class="grid" x1="0" x2="100%" y1="100%" y2="100%"/>')
    inside = Markup("").join([base, *bars])
    return filled(
        '<svg class="chart spark" role="img" aria-label="{}" width="100%" height="28"><title>{}</title>{}</svg>',
        title,
        title,
        inside,
    )


# --- lines -----------------------------------------------------------------------------------------------------------


def line(title: str, points: Sequence[Point], *, hue: int = 0, height: int = 110, zero: bool = False) -> Markup:
    """A value over time, oldest point first. Exact points are filled, rounded ones hollow; each is a link."""
    if not points:
        return Markup("")
    least, most = _bounds([point.value for point in points], zero=zero)
    begin, span = _span(points)
    places = [
        (2 + 96 * ((instant(point.at) - begin).total_seconds() / span), 100 - 100 * (point.value - least) / ((most - least) or 1))
        for point in points
    ]
    strokes = [
        filled('<line class="stroke" x1="{}%" y1="{}%" x2="{}%" y2="{}%"/>', _n(a[0]), _n(a[1]), _n(b[0]), _n(b[1]))
        for a, b in pairwise(places)
    ]
    dots = [_dot(point, *place) for point, place in zip(points, places, strict=True)]
    ends = (f"{point.shown} on {day_words(point.at)}" for point in (points[0], points[-1]))
    words = f"From {' to '.join(ends)}, in {len(points):,} points."
    plot = filled('<svg class="l{}" x="0" y="{}" width="100%" height="{}" overflow="visible">', hue, _TOP, height)
    inside = plot + Markup("").join([*strokes, *dots]) + Markup("</svg>")
    labels = _day_labels(list(dict.fromkeys([points[0].at[:10], points[-1].at[:10]])), height)
    return _frame("lines", title, words, height + _TOP + _AXIS, [*_grid(most, height, least), inside, *labels])


def _bounds(values: Sequence[int], *, zero: bool) -> tuple[float, float]:
    least, most = (0 if zero else min(values)), max(values)
    if least == most:
        return (least - 1 if least else 0), most + 1
    step = nice_ceiling((most - least) / 4) or 1
    return math.floor(least / step) * step, math.ceil(most / step) * step


def _span(points: Sequence[Point]) -> tuple[datetime, float]:
    begin = instant(points[0].at)
    return begin, (instant(points[-1].at) - begin).total_seconds() or 1.0


def _dot(point: Point, x: float, y: float) -> Markup:
    words = f"{point.shown}{'' if point.exact else ' (rounded)'}, {day_words(point.at)} {point.at[11:16]} UTC"
    return filled(
        '<a href="{}" aria-label="{}"><title>{}</title><circle class="{}" cx="{}%" cy="{}%" r="4"/></a>',
        point.href,
        words,
        words,
        "exact" if point.exact else "rounded",
        _n(x),
        _n(y),
    )


# --- calendar --------------------------------------------------------------------------------------------------------

_SIZE = 15
_MONTHS_AT = 12


def calendar(title: str, first: str, last: str, cells: Mapping[str, Cell]) -> Markup:
    """One square per day, a column per week from Monday to Sunday; days without a cell are empty."""
    monday = _monday(date.fromisoformat(first))
    weeks = (date.fromisoformat(last) - monday).days // 7 + 1
    squares = [_square(day, cell, monday) for day, cell in cells.items() if first <= day <= last]
    months = []
    for week in range(weeks):
        start = monday + timedelta(days=7 * week)
        if week == 0 or start.day <= 7:
            months.append(
                filled('<text class="day" x="{}" y="9">{}</text>', week * _SIZE, short_day(start.isoformat()).split()[1])
            )
    if len(months) > 1 and _close(monday):
        months.pop(0)
    words = f"{len(cells):,} days with fetches from {day_words(first)} to {day_words(last)}."
    return _frame("calendar", title, words, 7 * _SIZE + _MONTHS_AT + 4, [*months, *squares], width=str(weeks * _SIZE + 24))


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _close(monday: date) -> bool:
    """Whether the next month begins so soon that two names would overlap."""
    return any((monday + timedelta(days=7 * week)).day <= 7 for week in (1,))


def _square(day: str, cell: Cell, monday: date) -> Markup:
    passed = (date.fromisoformat(day) - monday).days
    x, y = passed // 7 * _SIZE, _MONTHS_AT + passed % 7 * _SIZE
    mark = filled('<path class="cross" d="M{} {}l7 7m0-7l-7 7"/>', x + 3, y + 5) if cell.trouble else Markup("")
    words = f"{day_words(day)}: {cell.words}"
    return filled(
        '<a href="{}" aria-label="{}"><title>{}</title><rect class="day-{}" x="{}" y="{}" width="13" height="13" rx="2"/>{}</a>',
        cell.href,
        words,
        words,
        cell.kind,
        x,
        y + 2,
        mark,
    )
