"""What the tables of words share: the form of a check, and checks that several tables need."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from tests.cases.told import Row, Told

Check = Callable[[Told, Any, int | None], None]
"""Asserts that a value holds: of one input (by number, from 0), or of the whole case (None)."""


def equal(found: Any, value: Any) -> None:
    """An assertion that can stand in a table."""
    assert found == value


def key_of(item: Row) -> str:
    """What an item is known by in a case: its own id, else its address, else the id of our making."""
    return str(item.get("guid") or item.get("status_id") or item["url"] or item["native_id"])


def same_moment(text: str | None, expected: str | None) -> bool:
    """Whether two times are one, however they are written."""
    if text is None or expected is None:
        return text == expected
    return datetime.fromisoformat(text) == datetime.fromisoformat(expected)


def each(of: Callable[[Row], Any]) -> Check:
    """A list for the items in their order, or one value for the first."""

    def check(told: Told, value: Any, number: int | None) -> None:
        items = told.items() if number is None else told.after(number).items()
        found = [of(item) for item in items]
        if isinstance(value, list):
            assert found == value
        else:
            assert found[0] == value

    return check


def column(name: str) -> Check:
    """A column of the items."""
    return each(lambda item: item[name])
