"""Many attempts in one transaction (ingest/pipeline/gathered.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.errors import ArchiveError, StoreError
from ingest.model import Attempt
from ingest.pipeline import gathered
from ingest.pipeline.gathered import Gathered
from ingest.store import Store, open_store
from tests.store.builders import Log, source


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "data.db", create=True) as opened:
        Log(store=opened, source=source("feed")).begin()
        yield opened


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive.db", create=True) as opened:
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


def test_lines_are_told_when_the_rows_are_there(archive: Archive, store: Store) -> None:
    told: list[tuple[str, str | None]] = []

    async def run() -> None:
        with Gathered(archive, store, lambda line: told.append((line, committed(store)))) as together:
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


def test_what_was_never_applied_is_told_at_once(archive: Archive, store: Store) -> None:
    told: list[str] = []
    Gathered(archive, store, told.append).say("known already")
    assert told == ["known already"]


def test_an_error_undoes_what_was_gathered_and_says_nothing_of_it(archive: Archive, store: Store) -> None:
    told: list[str] = []

    async def run() -> None:
        with Gathered(archive, store, told.append) as together:
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


def test_what_cannot_be_committed_stops_the_next_attempt(archive: Archive, store: Store) -> None:
    async def run() -> None:
        with Gathered(archive, store, print) as together:
            with together.part():
                write(store, "one")
                store.connection.execute("PRAGMA defer_foreign_keys = ON")
                store.connection.execute("UPDATE sources SET last_fetch_id = 'nowhere'")
            await asyncio.sleep(0.1)
            with together.part():
                pytest.fail("goes on after a failure")

    with pytest.raises(StoreError, match="FOREIGN KEY"):
        asyncio.run(run())


# --- the archive


def attempt(second: int, body: bytes | None = None) -> Attempt:
    at = datetime(2026, 1, 6, 12, 0, second, tzinfo=UTC)
    return Attempt(source_id="quay", observed_at=at, provenance="live", status=304 if body is None else 200, body=body)


def archived(archive: Archive) -> int:
    """How many attempts another process finds in the archive."""
    with Archive.open(archive.path, read_only=True) as other:
        return other.count()


def test_bytes_are_archived_at_once_and_what_brought_none_with_its_rows(archive: Archive, store: Store) -> None:
    async def run() -> None:
        with Gathered(archive, store, print) as together:
            for second, body, kept in ((0, b"one", 1), (1, None, 1), (2, None, 1), (3, b"two", 4), (4, None, 4)):
                assert together.keep(attempt(second, body)) is not None
                with together.part():
                    write(store, str(second))
                assert archived(archive) == kept
            await asyncio.sleep(0.1)
            assert (archived(archive), committed(store)) == (5, "4")
            assert together.keep(attempt(5)) is not None
        assert archived(archive) == 6

    asyncio.run(run())


def test_rows_are_never_there_before_the_attempts(archive: Archive, store: Store) -> None:
    """The archive that cannot be written has no rows and no lines."""
    told: list[str] = []

    async def run() -> None:
        with Gathered(archive, store, told.append) as together:
            together.keep(attempt(0))
            with together.part():
                write(store, "one")
            together.say("one")
            archive._connection.execute("PRAGMA defer_foreign_keys = ON")
            archive._connection.execute("INSERT INTO descriptions VALUES (99, '', '')")
            await asyncio.sleep(0.1)
            together.keep(attempt(1))

    before = committed(store)
    with pytest.raises(ArchiveError, match="FOREIGN KEY"):
        asyncio.run(run())
    assert (archived(archive), committed(store), told) == (0, before, [])


def test_a_fault_in_applying_leaves_what_was_archived(archive: Archive, store: Store) -> None:
    async def run() -> None:
        with Gathered(archive, store, print) as together:
            together.keep(attempt(0))
            with together.part():
                raise KeyError("a fault")

    with pytest.raises(KeyError):
        asyncio.run(run())
    assert archived(archive) == 1
