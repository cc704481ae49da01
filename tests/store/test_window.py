"""What is kept at hand over the captures of a run is what the database has; places written late are those written at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.archive import Archive
from ingest.model import Attempt, Known, Source
from ingest.pipeline.derivation import derivation
from ingest.pipeline.project import Projection
from ingest.pipeline.readings import Readings
from ingest.sqlite import connect
from ingest.store import Store, compare, open_store
from ingest.store.window import Windows

NOON = datetime(2026, 1, 6, 12, tzinfo=UTC)
QUAY = Source(id="quay", kind="feed", url="https://quay.example/feed")
ONE_AT_A_TIME, ALL_AT_ONCE = True, False


@dataclass(frozen=True)
class Shown:
    """One document: items as (guid, title, path), newest first; which page, which status."""

    items: tuple[tuple[str, str, str], ...]
    page: int = 1
    status: int = 200

    def body(self) -> bytes:
        entries = "".join(
            f"<item><guid isPermaLink='false'>{guid}</guid><title>{title}</title><link>https://quay.example/{path}</link></item>"
            for guid, title, path in self.items
        )
        return f"<rss version='2.0'><channel><title>Q</title>{entries}</channel></rss>".encode()


ITEM = st.tuples(st.sampled_from("abcdef"), st.sampled_from(["x", "y"]), st.sampled_from("abc"))
SHOWN = st.builds(
    Shown,
    items=st.lists(ITEM, max_size=5).map(tuple),
    page=st.sampled_from([1, 1, 1, 2]),
    status=st.sampled_from([200, 200, 200, 206]),
)


def build(folder: Path, name: str, history: list[Shown], *, one_at_a_time: bool) -> Path:
    """A database of a history, each capture in a transaction of its own with nothing at hand, or all in one."""
    path = folder / f"{name}.db"
    with Archive.open(folder / f"{name}-archive.db", create=True) as archive, open_store(path, create=True) as store:
        with archive.batch():
            for number, shown in enumerate(history):
                url = QUAY.url if shown.page == 1 else f"{QUAY.url}?page={shown.page}"
                archive.record(
                    Attempt(
                        source_id="quay",
                        observed_at=NOON + timedelta(hours=number),
                        provenance="live",
                        requested_url=url,
                        status=shown.status,
                        body=shown.body(),
                    )
                )
        with store.transaction():
            store.ensure_source(QUAY, derivation(QUAY, ()))
        _apply(archive, store, one_at_a_time=one_at_a_time)
    return path


def _apply(archive: Archive, store: Store, *, one_at_a_time: bool) -> None:
    if not one_at_a_time:
        projection = Projection(archive, store, QUAY, Readings())
        with store.transaction():
            for record in archive.records("quay"):
                projection.apply(record)
        return
    for record in archive.records("quay"):
        store._windows.clear()
        with store.transaction():
            Projection(archive, store, QUAY, Readings()).apply(record)


@settings(max_examples=25, deadline=None)
@given(history=st.lists(SHOWN, min_size=2, max_size=7))
def test_one_transaction_for_all_captures_gives_what_one_for_each_gives(
    tmp_path_factory: pytest.TempPathFactory, history: list[Shown]
) -> None:
    folder = tmp_path_factory.mktemp("law")
    single = build(folder, "single", history, one_at_a_time=ONE_AT_A_TIME)
    bulk = build(folder, "bulk", history, one_at_a_time=ALL_AT_ONCE)
    assert compare(single, bulk) == []


@settings(max_examples=25, deadline=None)
@given(history=st.lists(SHOWN, min_size=2, max_size=6))
def test_what_is_at_hand_is_what_the_database_has(tmp_path_factory: pytest.TempPathFactory, history: list[Shown]) -> None:
    path = build(tmp_path_factory.mktemp("law"), "one", [], one_at_a_time=ALL_AT_ONCE)
    archive_path = path.with_name("one-archive.db")
    with Archive.open(archive_path) as archive, open_store(path) as store:
        for number, shown in enumerate(history):
            record = archive.record(
                Attempt(
                    source_id="quay", observed_at=NOON + timedelta(hours=number), provenance="live", requested_url=QUAY.url,
                    status=shown.status, body=shown.body(),
                )
            )  # fmt: skip
            if record is not None:
                with store.transaction():
                    Projection(archive, store, QUAY, Readings()).apply(record)
            assert _known(store) == _known_afresh(store)


def _known(store: Store) -> Known:
    keys, addresses = set("abcdef"), {f"//quay.example/{path}" for path in "abc"}
    return store.known_for("quay", "feed_items", "1", keys=keys, canonicals=addresses)


def _known_afresh(store: Store) -> Known:
    kept, store._windows = store._windows, Windows(store.connection)
    try:
        return _known(store)
    finally:
        store._windows = kept


@pytest.fixture
def quay(tmp_path: Path) -> Iterator[Store]:
    history = [Shown(items=(("b", "x", "b"), ("a", "x", "a")))]
    with open_store(build(tmp_path, "quay", history, one_at_a_time=ALL_AT_ONCE)) as store:
        yield store


def test_what_another_process_wrote_is_read(quay: Store) -> None:
    assert {item.state for item in _known(quay).items.values()} == {"present"}
    other = connect(quay.path)
    other.execute("UPDATE feed_items SET state = 'removed'")
    other.close()
    assert {item.state for item in _known(quay).items.values()} == {"removed"}


def test_nothing_is_at_hand_after_a_transaction_that_failed(quay: Store) -> None:
    def fail() -> None:
        with quay.transaction():
            quay.drop_source_rows("quay")
            raise KeyError

    before = _known(quay)
    with pytest.raises(KeyError):
        fail()
    assert _known(quay) == before


def test_sources_that_were_not_used_for_long_are_forgotten(quay: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.store.window.MOST_ITEMS", 1)
    _known(quay)
    quay.known_for("other", "posts", "1")
    with quay.transaction():
        pass
    assert list(quay._windows._windows) == ["other"]
