"""Writes rows as a table for a terminal, line by line as they are measured, and as JSON. Measures nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from bench.measure import Row

HEAD = ("what", "ours", "beside it", "", "ratio", "aim", "")
WIDTHS = (48, 12, 12, 20, 9, 9, 5)


def heading() -> str:
    """The first two lines."""
    return f"{_line(HEAD)}\n{_line(['-' * width for width in WIDTHS])}"


def line(row: Row) -> str:
    """One row."""
    theirs = "" if row.beside == "" else "not here" if row.theirs is None else f"{_figure(row.theirs)} {row.unit}"
    ratio = "" if row.ratio is None else _ratio(row.ratio)
    aim = "" if row.at_most is None else f"≤ {_figure(row.at_most) if row.beside == '' else _ratio(row.at_most)}"
    verdict = {True: "yes", False: "NO", None: ""}[row.holds]
    return _line((row.what, f"{_figure(row.ours)} {row.unit}", theirs, row.beside, ratio, aim, verdict))


def as_json(rows: Sequence[Row]) -> str:
    """All rows, with ratio and whether the aim is reached."""
    return json.dumps([{**asdict(row), "ratio": row.ratio, "holds": row.holds} for row in rows], indent=1, ensure_ascii=False)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio(value: float) -> str:
    """As people say it: ten times, or a tenth."""
    return f"1/{1 / value:.1f}" if value < 0.5 else f"{value:.2f}"


def _line(cells: Sequence[str]) -> str:
    left = {0, 3}
    return "  ".join(
        cell.ljust(width) if number in left else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    ).rstrip()
