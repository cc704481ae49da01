"""A second process that reads ahead changes nothing: with it, without it, and where it dies, the database is the same."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from ingest.archive import Archive
from ingest.archive.log import SortKey
from ingest.history.gates import Verdict
from ingest.model import Attempt, Source
from ingest.pipeline import ahead, catch_up, reader
from ingest.pipeline.ahead import Ahead
from ingest.pipeline.parcels import Parcel, Unpacker
from ingest.pipeline.place import Open, Place
from ingest.pipeline.readings import Read
from ingest.pipeline.rebuild import rebuild
from ingest.store import compare, open_store
from tests.importers.repository import START, Commit, make_repository
from tests.pipeline.command import Workplace, feed
from tests.properties.play import desk
from tests.properties.wild import lives

QUAY = 'id = "quay"\nkind = "feed"\nurl = "https://blog.example/feed.xml"\n'


class Nearby(Ahead):
    """Does what the second process does without one."""

    def begin(self, source_id: str, after: SortKey | None) -> None:
        self._unpacker, self._next, self._asked, self.taken = Unpacker(), None, 1, 0
        self._parcels = reader.Going(source_id, after).parcels(Archive.open(self._archive, read_only=True))

    def take(self, key: SortKey) -> Read | Verdict | None:
        made = super().take(key)
        self.taken += made is not None
        return made

    def _received(self) -> Parcel | None:
        parcel = next(self._parcels, None)
        self._asked -= parcel is None
        return pickle.loads(pickle.dumps(parcel))  # type: ignore[no-any-return]  # noqa: S301


@pytest.fixture(autouse=True)
def _two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "processors", lambda: 2)
    monkeypatch.setattr(catch_up, "WORTH_IT", 1)


@settings(max_examples=15)
@given(lives())
def test_whatever_came_is_read_ahead_as_it_is_read_here(life: tuple[Source, list[Attempt]]) -> None:
    source, attempts = life
    with desk() as one:
        one.take_in(source, attempts)
        other = one.db.with_name("other.db")
        with Archive.open(one.db.with_name("archive.db")) as archive, open_store(other, create=True) as store:
            catch_up.derive_again(Open(archive=archive, store=store, ahead=Nearby(archive.path)), source, lambda _row: None)
        assert compare(one.db, other) == []


def test_an_item_that_did_not_move_is_sent_once_and_is_the_same_object(place: Workplace) -> None:
    archive = begun(place, versions=3)
    near = Nearby(archive)
    near.begin("quay", None)
    made = []
    with Archive.open(archive) as log:
        for record in log.records("quay"):
            read = near.take(record.sort_key)
            assert isinstance(read, Read)
            made.append(read)
    assert made[1].items.items[1] is made[0].items.items[0]
    assert made[0].counts is None
    assert made[1].counts == (made[0].sha256, 2, 2)


def test_what_was_left_out_is_read_here(place: Workplace) -> None:
    archive = begun(place, versions=3)
    near = Nearby(archive)
    near.begin("quay", None)
    with Archive.open(archive) as log:
        first, second, third = log.records("quay")
    assert near.take(second.sort_key) is not None
    assert near.take(first.sort_key) is None
    assert near.take(third.sort_key) is not None
    assert near.take((*third.sort_key[:4], "~")) is None


@pytest.mark.parametrize("most", [1, 3, ahead._MOST_ASKED])
def test_nothing_of_what_comes_while_more_is_asked_for_is_lost(
    place: Workplace, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "_MOST_ASKED", most)
    archive = begun(place, versions=12)
    with Ahead(archive) as second, Archive.open(archive) as log:
        second.begin("quay", None)
        for _ in range(20):
            second.go_on()
        assert [second.take(record.sort_key) is not None for record in log.records("quay")] == [True] * 12


@pytest.fixture
def _a_minute() -> Iterator[None]:
    """What waits for ever fails."""

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("_a_minute")
def test_orders_without_end_that_bring_nothing_stop_neither_process(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "widen", lambda _pipe: None)
    archive = begun(place, versions=1)
    with Ahead(archive) as second, Archive.open(archive) as log:
        second.begin("quay", None)
        (record,) = log.records("quay")
        for _ in range(10_000):  # more than the pipes hold
            second.go_on()
        assert second.take(record.sort_key) is not None


HOW = {  # how the second process fares: how many of thirty bodies it reads, where that is certain
    "as it should": 30,
    "Ctrl-C": 30,
    "killed at once": 0,
    "killed in between": None,
    "not to be started": 0,
    "one processor": 0,
}


@pytest.mark.parametrize("how", HOW)
def test_the_database_is_the_same_however_the_second_process_fares(
    place: Workplace, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(place, versions=30)
    kept = place.folder / "kept.db"
    (place.folder / "data.db").rename(kept)
    if how == "not to be started":
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
    if how == "one processor":
        monkeypatch.setattr(ahead, "processors", lambda: 1)
    taken = list[bool]()
    monkeypatch.setattr(Ahead, "take", troubled(Ahead.take, how, taken))
    rebuild(files(place), (), progress=lambda _done, _total: None)
    assert compare(kept, place.folder / "data.db") == []
    assert len(taken) == 30
    assert HOW[how] in (None, sum(taken))


def troubled(take, how: str, taken: list[bool]):  # type: ignore[no-untyped-def]
    """`take`, with a signal to the other process before the first body or before the sixth."""
    signals = {"Ctrl-C": (5, signal.SIGINT), "killed at once": (0, signal.SIGKILL), "killed in between": (5, signal.SIGKILL)}
    at, sent = signals.get(how, (None, None))

    def taking(self: Ahead, key: SortKey) -> Read | Verdict | None:
        if len(taken) == at and sent is not None:
            assert self._process is not None
            self._process.send_signal(sent)
        made = take(self, key)
        taken.append(made is not None)
        return made  # type: ignore[no-any-return]

    return taking


def test_several_sources_follow_each_other(place: Workplace) -> None:
    begun(place, versions=4)
    (place.folder / "sources.toml").write_text(
        "\n".join(f"[[source]]\n{QUAY.replace('quay', name)}" for name in ("pier", "quay"))
    )
    place.run("import-git", place.folder / "repository", "f.xml", "--source", "pier")
    place.run("rebuild")
    assert place.rows("SELECT source_id, count(*) FROM feed_items GROUP BY 1") == [("pier", 5), ("quay", 5)]


def test_nothing_is_left_running(place: Workplace) -> None:
    archive = begun(place, versions=2)
    with Ahead(archive) as other:
        other.begin("quay", None)
        assert other._process is not None
        pid = other._process.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_reader_ends_with_the_process_that_asked(place: Workplace) -> None:
    archive = begun(place, versions=2)
    with Ahead(archive) as other:
        other.begin("quay", None)
        process = other._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        assert process.wait(timeout=20) == 0


def begun(place: Workplace, *, versions: int) -> Path:
    """The archive of a feed that gained an item with each version and changed its first one."""
    (place.folder / "sources.toml").write_text(f"[[source]]\n{QUAY}")
    commits = [Commit(files={"f.xml": text.encode()}, at=START + 3600 * n) for n, text in enumerate(texts(versions))]
    place.run("import-git", make_repository(place.folder / "repository", commits), "f.xml", "--source", "quay")
    return place.folder / "archive.db"


def texts(count: int) -> Iterator[str]:
    for number in range(count):
        items = [(f"g{n}", f"Title {n}") for n in range(number + 1, max(number - 8, -1), -1)]
        yield feed(*items, build=f"build {number}").replace("<item>", "\n<item>", 1)


def files(place: Workplace) -> Place:
    return Place(sources=place.folder / "sources.toml", archive=place.folder / "archive.db", db=place.folder / "data.db")
