"""What stands before a run of the fetcher (ingest/pipeline/ready.py): settings are noted, and nothing that waits is missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ingest.model import Attempt, Source
from ingest.pipeline import ready
from ingest.pipeline.catch_up import catch_up
from ingest.pipeline.place import Open, Place, opened
from ingest.pipeline.ready import make_ready

START = datetime(2026, 1, 6, 12, tzinfo=UTC)
SOURCES = [
    Source(id=name, kind="feed", url=f"https://{name}.example/feed", headers={"X-Key": "$KEY"}) for name in ("quay", "pier")
]
FEED = b"""<rss version="2.0"><channel><title>Quay</title><link>https://quay.example/</link>
<item><title>Tide</title><guid>tide-1</guid><link>https://quay.example/tide</link></item></channel></rss>"""


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Open]:
    place = Place(sources=tmp_path / "sources.toml", archive=tmp_path / "archive.db", db=tmp_path / "data.db")
    with opened(place, create=True) as both:
        make_ready(both, SOURCES, START)
        keep(both, "quay", 1)
        keep(both, "pier", 1)
        make_ready(both, SOURCES, START)
        yield both


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sources that are looked at one by one."""
    names: list[str] = []

    def noted(both: Open, name: str, seen: object) -> int:
        names.append(name)
        return catch_up(both, name, seen)  # type: ignore[arg-type]

    monkeypatch.setattr(ready, "catch_up", noted)
    return names


def keep(both: Open, name: str, hour: int, **more: object) -> None:
    attempt = Attempt(
        source_id=name,
        observed_at=START + timedelta(hours=hour),
        provenance="live",
        requested_url=f"https://{name}.example/feed",
        status=200,
        body=FEED,
    )
    assert both.archive.record(replace(attempt, **more)) is not None  # type: ignore[arg-type]


def hours(both: Open, name: str) -> list[int]:
    """When the attempts were made that have rows."""
    return [
        (datetime.fromisoformat(at) - START) // timedelta(hours=1)
        for streak in both.store.streaks(name, 99)
        for at in streak.times
    ]


def test_sources_of_which_nothing_waits_are_not_looked_at(both: Open, looked_at: list[str]) -> None:
    make_ready(both, SOURCES, START)
    assert looked_at == []


@pytest.mark.parametrize("hour", [2, 0])
def test_what_was_archived_and_not_applied_is_applied(both: Open, looked_at: list[str], hour: int) -> None:
    """In order and out of it."""
    keep(both, "quay", hour)
    make_ready(both, SOURCES, START)
    assert (looked_at, hours(both, "quay"), hours(both, "pier")) == (["quay"], sorted([1, hour]), [1])


def test_other_settings_derive_the_rows_again(both: Open, looked_at: list[str]) -> None:
    derived_with = make_ready(both, [replace(SOURCES[0], listing="full"), SOURCES[1]], START)
    assert looked_at == ["quay"]
    assert derived_with["quay"] == both.archive.settings("quay")
    assert both.store.connection.execute("SELECT id, listing FROM sources ORDER BY id").fetchall() == [
        ("pier", "window"),
        ("quay", "full"),
    ]


def test_an_attempt_of_which_more_was_said_later_is_looked_at(both: Open, looked_at: list[str]) -> None:
    keep(both, "quay", 1, final_url="https://quay.example/elsewhere", elapsed_ms=3)
    make_ready(both, SOURCES, START)
    assert looked_at == ["quay"]
    assert both.store.connection.execute("SELECT final_url FROM fetches WHERE source_id = 'quay'").fetchone() == (
        "https://quay.example/elsewhere",
    )


def test_a_release_is_looked_at(both: Open, looked_at: list[str]) -> None:
    both.archive.release(1, "a person said so", START)
    make_ready(both, SOURCES, START)
    assert looked_at == ["quay"]


def test_settings_are_those_of_the_archive(both: Open) -> None:
    assert make_ready(both, SOURCES, START) == {source.id: both.archive.settings(source.id) for source in SOURCES}
