"""Questions about the log as a whole."""

from __future__ import annotations

from pathlib import Path

from ingest.sqlite import connect
from ingest.store import Store, kind_of, open_store
from tests.store.builders import Log, item, source, write


def test_the_kind_of_a_file_is_known_without_opening_it_as_ours(path: Path, tmp_path: Path) -> None:
    open_store(path, create=True, kind="sample").close()
    assert kind_of(path) == "sample"
    assert kind_of(tmp_path / "missing.db") is None
    (tmp_path / "empty.db").touch()
    assert kind_of(tmp_path / "empty.db") is None
    (tmp_path / "letter.txt").write_text("no database at all, only a letter to whoever finds it")
    assert kind_of(tmp_path / "letter.txt") is None
    connect(tmp_path / "other.db", create=True).close()
    assert kind_of(tmp_path / "other.db") is None


def test_each_source_tells_how_it_is_doing_in_order_of_id(store: Store) -> None:
    for name in ("b", "a"):
        Log(store=store, source=source(name)).begin()
    log = Log(store=store, source=source("b"))
    good = log.apply(write(item()))
    bad = log.fetch("failed", error="no answer")
    asleep, awake = store.source_states()
    assert (asleep.id, asleep.last_fetch_at, asleep.last_outcome, asleep.failures) == ("a", None, None, 0)
    assert (awake.id, awake.last_fetch_id, awake.last_outcome, awake.failures) == ("b", bad.id, "failed", 1)
    assert (awake.last_change_at, awake.trouble_since, awake.last_error_kind, awake.last_error) == (
        good.observed_at, bad.observed_at, "timeout", "no answer",
    )  # fmt: skip


def test_attempts_are_counted_for_each_source(store: Store, log: Log) -> None:
    assert store.count_fetches("feed") == 0
    log.fetch("failed")
    log.fetch("same")
    assert (store.count_fetches("feed"), store.count_fetches("nobody")) == (2, 0)


def test_a_fetch_is_found_by_its_id(store: Store, log: Log) -> None:
    row = log.fetch("same")
    log.fetch("failed")
    assert store.fetch(row.id) == row
    assert store.fetch("nothing") is None
