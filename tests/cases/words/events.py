"""Words about what happened at a fetch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cases.told import Told, listed
from tests.cases.words.basis import Check, equal, key_of


def _count(*names: str) -> Check:
    """The number of changes of these kinds; the row of the fetch must count the same."""

    def check(told: Told, value: Any, number: int | None) -> None:
        happened = [row["change"] for row in told.changes(number) if row["change"] in names]
        assert len(happened) == value, f"{names}: {told.changes(number)}"
        rows = told.fetches() if number is None else [told.fetch(number)]
        columns = ["items_" + {"left_window": "left"}.get(name, name) for name in names]
        assert sum(row[column] or 0 for row in rows for column in columns) == value

    return check


def _changes_at_all(told: Told, value: Any, number: int | None) -> None:
    assert len(told.changes(number)) == value, told.changes(number)


def _changed_fields(told: Told, value: Any, number: int | None) -> None:
    [change] = [row for row in told.changes(number) if row["change"] in ("edited", "rekeyed")]
    assert listed(change["changed"]) == value


def _missing_keys(told: Told, value: Any, number: int | None) -> None:
    gone = {row["item_id"] for row in told.changes(number) if row["change"] in ("removed", "left_window")}
    assert [key_of(item) for item in told.items() if item["id"] in gone] == value


def _silent(told: Told, value: Any, number: int | None) -> None:
    assert [row["silent"] for row in told.changes(number) if row["change"] == "edited"] == value


def _unpinned(told: Told, value: Any, number: int | None) -> None:
    assert number is not None
    pinned = {item["id"] for item in told.after(number - 1).items() if item["pinned"]}
    still = {item["id"] for item in told.after(number).items() if item["pinned"]}
    assert len(pinned - still) == value


def _noise_kinds(told: Told, value: Any, number: int | None) -> None:
    assert sorted(row["kind"] for row in told.noise(number)) == sorted(value), told.noise(number)


def _source_fields(told: Told, value: Any, _number: int | None) -> None:
    moved = [listed(row["changed"]) for row in told.rows("SELECT * FROM source_history WHERE source_id = :source")[1:]]
    assert {name for names in moved for name in names} == set(value)


_added, _edited, _gone = _count("added"), _count("edited", "rekeyed"), _count("removed", "left_window")


WORDS: Mapping[str, Check] = {
    "new": _added,
    "changed": _edited,
    "edited": _count("edited"),
    "missing": _gone,
    "removed": _count("removed"),
    "deleted": _count("removed"),
    "left_window": _count("left_window"),
    "returned": _count("returned"),
    "rekeyed": _count("rekeyed"),
    "item_changes": _changes_at_all,
    "content_changed": _count("edited"),
    "changed_fields": _changed_fields,
    "missing_keys": _missing_keys,
    "silent": _silent,
    "unpinned": _unpinned,
    "noise": _noise_kinds,
    "noise_changes": lambda told, value, _n: equal([row["outcome"] for row in told.fetches()].count("noise"), value),
    "feed_level_changes": _source_fields,
}
