"""Draws growth curves as an SVG: both axes by powers, so that what grows in proportion is a straight line. Reads nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 330, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 18, 34, 78
COLOURS = ("#0b6e8a", "#c2571a", "#6b6f76")
MARKS = ("", "6 4", "2 3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A curve: a name, and (across, up) for each point."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One panel."""

    title: str
    unit: str
    lines: tuple[Line, ...]


def chart_svg(charts: Sequence[Chart], *, across: str) -> str:
    """The panels side by side."""
    panels = "\n".join(
        f'<g transform="translate({number * WIDTH} 0)">\n{_panel(chart, across)}\n</g>' for number, chart in enumerate(charts)
    )
    size = f'width="{len(charts) * WIDTH}" height="{HEIGHT}" viewBox="0 0 {len(charts) * WIDTH} {HEIGHT}"'
    style = 'font-family="system-ui, sans-serif" font-size="11" fill="#222"'
    title = "; ".join(chart.title for chart in charts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style} role="img">\n<title>{title}, by {across}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{panels}\n</svg>\n'
    )


def _panel(chart: Chart, across: str) -> str:
    xs = [x for line in chart.lines for x, _ in line.points]
    ys = [y for line in chart.lines for _, y in line.points]
    wide, high = (min(xs), max(xs)), (_below(min(ys)), _above(max(ys)))

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + _part(x, wide) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - _part(y, high) * (HEIGHT - TOP - BOTTOM),
        )

    parts = [f'<text x="{LEFT}" y="18" font-size="13" font-weight="600">{chart.title}, {chart.unit}</text>']
    for y in _powers(*high):
        _, at = place(wide[0], y)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in sorted(set(xs)):
        at, _ = place(x, high[0])
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{x:,.0f}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - BOTTOM + 31}" text-anchor="middle" fill="#666">{across}</text>'
    )
    for number, line in enumerate(chart.lines):
        parts += _drawn(line, COLOURS[number], MARKS[number], [place(x, y) for x, y in line.points])
        parts += _named(line, COLOURS[number], MARKS[number], HEIGHT - BOTTOM + 46 + 13 * number)
    return "\n".join(parts)


def _drawn(line: Line, colour: str, mark: str, points: Sequence[tuple[float, float]]) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    drawn = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{mark}"/>']
    for (x, y), (_, value) in zip(points, line.points, strict=True):
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"><title>{line.name}: {value:.3g}</title></circle>')
    return drawn


def _named(line: Line, colour: str, mark: str, y: float) -> list[str]:
    stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{mark}"'
    return [
        f'<line x1="{LEFT}" x2="{LEFT + 24}" y1="{y - 4}" y2="{y - 4}" {stroke}/>',
        f'<text x="{LEFT + 30}" y="{y}">{line.name}</text>',
    ]


def _part(value: float, ends: tuple[float, float]) -> float:
    low, high = map(math.log, ends)
    return (math.log(value) - low) / (high - low)


def _below(value: float) -> float:
    return float(10 ** math.floor(math.log10(value)))


def _above(value: float) -> float:
    return float(10 ** math.ceil(math.log10(value)))


def _powers(low: float, high: float) -> list[float]:
    return [float(10**power) for power in range(round(math.log10(low)), round(math.log10(high)) + 1)]
