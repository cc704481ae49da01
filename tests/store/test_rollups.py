"""The numbers of a source follow its rows."""

from __future__ import annotations

from pathlib import Path

from ingest.store import check
from tests.store.builders import Log, edit, item, replay, write

COUNTS = "SELECT items, items_present, changes FROM sources"


def test_items_and_changes_are_counted_and_baselines_are_no_changes(log: Log) -> None:
    log.apply(write(item(native_id="a"), change="baseline"), write(item(native_id="b"), change="baseline", position=2))
    assert log.one(COUNTS) == (2, 2, 0)
    log.apply(edit(item(native_id="a"), 2, "title"), write(item(native_id="c"), position=3))
    assert log.one(COUNTS) == (3, 3, 2)


def test_what_leaves_and_returns_is_present_no_more_and_again(path: Path, log: Log) -> None:
    replay(log, [{"a": "one", "b": "two"}, {"b": "two"}])
    assert log.one(COUNTS) == (2, 1, 3)
    back = item(native_id="a", body="one", title="one")
    log.apply(write(back, new=False, version=None, change="returned"), listing=("id-a", "id-b"), items_seen=2)
    assert log.one(COUNTS) == (2, 2, 4)
    assert check(path) == []


def test_the_baseline_is_the_first_whole_capture(log: Log) -> None:
    log.apply(items_seen=None, listing=None)
    first = log.apply()
    log.apply()
    assert log.one("SELECT baseline_fetch_id FROM sources") == (first.id,)
