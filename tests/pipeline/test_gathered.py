"""Many attempts in one transaction (ingest/pipeline/gathered.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.errors import StoreError
from ingest.pipeline import gathered
from ingest.pipeline.gathered import Gathered
from ingest.store import Store, open_store
from tests.store.builders import Log, source


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "data.db", create=True) as opened:
        Log(store=opened, source=source("feed")).begin()
        yield opened


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathered, "PAUSE", 0.02)


def committed(store: Store) -> str | None:
    """What another process reads of the source's title."""
    with open_store(store.path, read_only=True) as other:
        title: str | None = other.connection.execute("SELECT title FROM sources").fetchone()[0]
        return title


def write(store: Store, title: str) -> None:
    store.connection.execute("UPDATE sources SET title = ?", (title,))


def test_lines_are_told_when_the_rows_are_there(store: Store) -> None:
    told: list[tuple[str, str | None]] = []

    async def run() -> None:
        with Gathered(store, lambda line: told.append((line, committed(store)))) as together:
            for title in ("one", "two"):
                with together.part():
                    write(store, title)
                together.say(title)
            assert told == []
            await asyncio.sleep(0.1)
            assert told == [("one", "two"), ("two", "two")]
            with together.part():
                write(store, "three")
            together.say("three")
        assert told[2:] == [("three", "three")]

    asyncio.run(run())


def test_what_was_never_applied_is_told_at_once(store: Store) -> None:
    told: list[str] = []
    Gathered(store, told.append).say("known already")
    assert told == ["known already"]


def test_an_error_undoes_what_was_gathered_and_says_nothing_of_it(store: Store) -> None:
    told: list[str] = []

    async def run() -> None:
        with Gathered(store, told.append) as together:
            with together.part():
                write(store, "one")
            together.say("one")
            with together.part():
                write(store, "two")
                raise KeyError("a fault")

    before = committed(store)
    with pytest.raises(KeyError):
        asyncio.run(run())
    assert (committed(store), told, store.connection.in_transaction) == (before, [], False)


def test_what_cannot_be_committed_stops_the_next_attempt(store: Store) -> None:
    async def run() -> None:
        with Gathered(store, print) as together:
            with together.part():
                write(store, "one")
                store.connection.execute("PRAGMA defer_foreign_keys = ON")
                store.connection.execute("UPDATE sources SET last_fetch_id = 'nowhere'")
            await asyncio.sleep(0.1)
            with together.part():
                pytest.fail("goes on after a failure")

    with pytest.raises(StoreError, match="FOREIGN KEY"):
        asyncio.run(run())
