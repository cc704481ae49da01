"""An import that applies while it archives gives what archiving all first gives, in whatever order commits are dated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.pipeline import ahead, catch_up, coming, in_step, intake
from ingest.pipeline.place import Place
from ingest.pipeline.rebuild import rebuild
from ingest.store import compare
from tests.importers.repository import START, Commit, make_repository
from tests.pipeline.command import Workplace, feed

HOUR = 3600
QUAY = '[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://blog.example/feed.xml"\n'


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "processors", lambda: 2)
    monkeypatch.setattr(catch_up, "WORTH_IT", 1)
    monkeypatch.setattr(coming, "WORTH_IT", 4)
    monkeypatch.setattr(in_step, "WORTH_IT", 4)
    monkeypatch.setattr(in_step, "BATCH", 5)
    monkeypatch.setattr(in_step, "_BEHIND", 4)
    monkeypatch.setattr(intake, "_BATCH", 3)


def texts(count: int) -> list[str]:
    return [feed(*((f"g{n}", f"Title {n}") for n in range(number + 1, max(number - 5, -1), -1))) for number in range(count)]


def taken_in(place: Workplace, name: str, commits: list[Commit]) -> str:
    (place.folder / "sources.toml").write_text(QUAY)
    result = place.run("import-git", make_repository(place.folder / name, commits), "f.xml", "--source", "quay", expect=None)
    return result.stdout


def changes_of(said: str) -> int:
    found = re.search(r"(\d+) changes?\.", said)
    assert found is not None
    return int(found[1])


def all_changes(place: Workplace) -> object:
    return place.one("SELECT count(*) FROM changes WHERE change <> 'baseline'")


def agrees_with_a_rebuild(place: Workplace) -> bool:
    kept = place.folder / "kept.db"
    (place.folder / "data.db").replace(kept)
    files = Place(sources=place.folder / "sources.toml", archive=place.folder / "archive.db", db=place.folder / "data.db")
    rebuild(files, (), progress=lambda _done, _total: None)
    return compare(kept, place.folder / "data.db") == []


def commits_of(bodies: list[str], times: list[int]) -> list[Commit]:
    return [Commit(files={"f.xml": body.encode()}, at=START + at * HOUR) for body, at in zip(bodies, times, strict=True)]


def test_versions_in_order_are_applied_as_they_come(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = list[int]()
    monkeypatch.setattr(intake, "catch_up", lambda both, name, seen: waiting.append(catch_up.catch_up(both, name, seen)))
    said = taken_in(place, "one", commits_of(texts(20), list(range(20))))
    assert waiting == [0]
    assert changes_of(said) == all_changes(place)
    assert agrees_with_a_rebuild(place)


def test_a_repository_that_grew_goes_on(place: Workplace) -> None:
    first = changes_of(taken_in(place, "one", commits_of(texts(20)[:8], list(range(8)))))
    second = changes_of(taken_in(place, "two", commits_of(texts(20), list(range(20)))))
    assert first + second == all_changes(place)
    assert agrees_with_a_rebuild(place)


def test_a_commit_dated_before_others_is_put_in_its_place(place: Workplace) -> None:
    said = taken_in(place, "one", commits_of(texts(20), [*range(12), 4, *range(13, 20)]))
    assert changes_of(said) == all_changes(place)
    assert agrees_with_a_rebuild(place)


def test_what_cannot_be_read_and_what_came_back_is_no_obstacle(place: Workplace) -> None:
    bodies = texts(12)
    bodies[5:5] = ["<rss", bodies[4], "", bodies[2], "<rss"]
    taken_in(place, "one", commits_of(bodies, list(range(len(bodies)))))
    assert place.one("SELECT count(*) FROM fetches WHERE outcome = 'held'") == 3
    assert agrees_with_a_rebuild(place)


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(10)))
def test_any_dates_give_the_same_history(tmp_path_factory: pytest.TempPathFactory, order: list[int]) -> None:
    place = Workplace(Path(tmp_path_factory.mktemp("dates")))
    said = taken_in(place, "one", commits_of(texts(10), order))
    assert changes_of(said) == all_changes(place)
    assert agrees_with_a_rebuild(place)


def test_what_fails_in_between_leaves_what_was_committed(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = intake._keep
    count = 0

    def failing(*arguments: object) -> object:
        nonlocal count
        count += 1
        if count == 17:
            raise RuntimeError("the disk is gone")
        return whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(intake, "_keep", failing)
    commits = commits_of(texts(20), list(range(20)))
    with pytest.raises(RuntimeError, match="the disk is gone"):
        taken_in(place, "one", commits)
    monkeypatch.undo()
    assert place.one("SELECT count(*) FROM fetches") == 10  # of fifteen that were archived, in transactions of five, four waiting
    place.run("import-git", place.folder / "one", "f.xml", "--source", "quay")
    assert place.one("SELECT count(*) FROM fetches") == 20
    assert agrees_with_a_rebuild(place)
