"""What is remembered of earlier readings spares work, is bounded, and changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest.history.gates import Verdict
from ingest.model import Document, FetchRow, Source
from ingest.pipeline.place import Place
from ingest.pipeline.readings import Read, Readings
from ingest.pipeline.rebuild import rebuild
from ingest.store import compare
from tests.importers.repository import START, Commit, make_repository
from tests.pipeline.command import Workplace, feed

QUAY = Source(id="quay", kind="feed", url="https://blog.example/feed.xml")
DAY = 86400


def examine(readings: Readings, text: str, source: Source = QUAY, page: str = "1") -> Read | Verdict:
    fetch = FetchRow(
        id="f", source_id=source.id, observed_at="2026-01-06T12:00:00.000Z", outcome="failed", provenance="live", page=page
    )
    return readings.examine(source, fetch, text.encode(), sha256=text[:8], judged=True)


def read(readings: Readings, text: str, source: Source = QUAY, page: str = "1") -> Read:
    found = examine(readings, text, source, page)
    assert isinstance(found, Read)
    return found


def test_what_did_not_move_is_the_same_object() -> None:
    readings = Readings()
    first = read(readings, feed(("b", "B"), ("a", "A")))
    readings.apply(QUAY, "1", first)
    second = read(readings, feed(("c", "C"), ("b", "B")))
    assert second.items.items[1] is first.items.items[0]
    assert second.reading.entries[1] is first.reading.entries[0]


def test_an_applied_reading_is_found_by_its_body() -> None:
    readings = Readings()
    first = read(readings, feed(("a", "A")))
    assert readings.applied(QUAY, "1", first.sha256) is None
    readings.apply(QUAY, "1", first)
    assert readings.applied(QUAY, "1", first.sha256) is first
    assert readings.applied(QUAY, "1", "another") is None
    assert readings.applied(QUAY, "2", first.sha256) is None


def test_a_source_with_other_settings_is_read_anew() -> None:
    readings = Readings()
    readings.apply(QUAY, "1", read(readings, feed(("a", "A"))))
    assert readings.applied(replace(QUAY, home_url="https://blog.example/"), "1", feed()[:8]) is None


def test_pages_that_were_not_read_for_long_are_forgotten() -> None:
    text = feed(*((f"{n}", "x" * 100) for n in range(10)))
    readings = Readings(most_bytes=3 * len(text))
    for number in range(20):
        readings.apply(QUAY, str(number), read(readings, text, page=str(number)))
    there = [number for number in range(20) if readings.applied(QUAY, str(number), text[:8])]
    assert there == [17, 18, 19]


def test_a_fault_in_a_reader_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(document: Document, reuse: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("ingest.pipeline.readings.parse", fail)
    refused = examine(Readings(), feed(("a", "A")))
    assert isinstance(refused, Verdict)
    assert (refused.outcome, refused.kind) == ("held", "reader_failed")
    assert "the reader itself failed on this body" in refused.message


def test_captures_one_at_a_time_give_what_all_at_once_give(place: Workplace, tmp_path: Path) -> None:
    """Each run of a command remembers nothing of the one before; a rebuild goes through everything in one run."""
    texts = [
        feed(("b", "B"), ("a", "A")),
        feed(("c", "C"), ("b", "B"), build="Wed, 07 Jan 2026 12:00:00 GMT"),
        feed(("c", "C  "), ("b", "B"), build="Thu, 08 Jan 2026 12:00:00 GMT"),
        feed(("c", "C"), ("b", "B!"), build="Thu, 08 Jan 2026 12:00:00 GMT"),
    ]
    (place.folder / "sources.toml").write_text(f'[[source]]\nid = "quay"\nkind = "feed"\nurl = "{QUAY.url}"\n')
    for number in range(len(texts)):
        commits = [Commit(files={"f.xml": text.encode()}, at=START + n * DAY) for n, text in enumerate(texts[: number + 1])]
        place.run("import-git", make_repository(tmp_path / f"repo{number}", commits), "f.xml", "--source", "quay")
    single = place.folder / "single.db"
    (place.folder / "data.db").rename(single)
    files = Place(sources=place.folder / "sources.toml", archive=place.folder / "archive.db", db=place.folder / "data.db")
    rebuild(files, (), progress=lambda _done, _total: None)
    assert compare(single, files.db) == []
