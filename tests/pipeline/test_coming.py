"""What is known of a repository's versions before they are taken in: how many are new, in their order, up to a fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.errors import CaptureError
from ingest.importers import GitFile
from ingest.model import Source
from ingest.pipeline import coming, in_step
from ingest.pipeline.ahead import Ahead
from ingest.pipeline.coming import Coming
from ingest.pipeline.place import Open, Place, opened
from tests.importers.repository import START, Commit, make_repository
from tests.pipeline.command import Workplace, feed

QUAY = Source(id="quay", kind="feed", url="https://blog.example/feed.xml")
IMPOSSIBLE = 400_000_000_000  # in the year 14,645: no time of day by Python


def commits(count: int, *, odd: int | None = None) -> list[Commit]:
    bodies = [feed((f"g{number}", f"Title {number}")).encode() for number in range(count)]
    return [Commit(files={"f.xml": body}, at=IMPOSSIBLE if n == odd else START + n * 3600) for n, body in enumerate(bodies)]


@pytest.fixture(autouse=True)
def files(place: Workplace) -> Place:
    sources = place.folder / "sources.toml"
    sources.write_text('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://blog.example/feed.xml"\n')
    return Place(sources=sources, archive=place.folder / "archive.db", db=place.folder / "data.db")


@pytest.fixture
def both(files: Place) -> Iterator[Open]:
    with opened(files, create=True) as both:
        yield both


def test_as_many_are_known_beforehand_as_make_a_second_process_worth_its_while(tmp_path: Path, both: Open) -> None:
    with GitFile(make_repository(tmp_path / "many", commits(coming.WORTH_IT + 30)), "f.xml", QUAY) as file:
        versions = Coming(both, file)
        assert versions.new() == coming.WORTH_IT
        assert len(versions.batch(40)) == 40
        assert versions.new() == coming.WORTH_IT - 10
        rest = versions.batch(1000)
        assert [version.blob for version, _ in rest] == [version.blob for version in file.versions()][40:]
        assert versions.new() == 0
        assert versions.batch(16) == []


def test_those_that_the_archive_has_are_not_new(place: Workplace, files: Place, tmp_path: Path) -> None:
    place.run("import-git", make_repository(tmp_path / "few", commits(3)), "f.xml", "--source", "quay")
    with GitFile(make_repository(tmp_path / "more", commits(5)), "f.xml", QUAY) as file, opened(files) as both:
        versions = Coming(both, file)
        assert versions.new() == 2
        assert [is_new for _, is_new in versions.batch(16)] == [False, False, False, True, True]


def test_what_stands_before_a_fault_in_the_log_comes_first(tmp_path: Path, both: Open) -> None:
    with GitFile(make_repository(tmp_path / "odd", commits(6, odd=4)), "f.xml", QUAY) as file:
        versions = Coming(both, file)
        assert versions.new() == 4
        assert len(versions.batch(3)) == 3
        assert len(versions.batch(3)) == 1
        for _ in range(2):
            with pytest.raises(CaptureError, match="has no possible time"):
                versions.batch(3)


def test_an_import_that_meets_a_fault_in_the_log_keeps_what_stands_before_it(place: Workplace, tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "odd", commits(6, odd=4))
    said = place.run("import-git", repository, "f.xml", "--source", "quay", expect=None)
    assert said.exit_code == 2
    assert "has no possible time" in said.output
    place.run("rebuild")
    assert place.one("SELECT count(*) FROM fetches") == 4


def test_the_second_process_begins_before_the_first_version_is_archived(
    place: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_step, "WORTH_IT", 4)
    happened = list[str]()
    batch = Coming.batch
    monkeypatch.setattr(Ahead, "start", lambda _: happened.append("start"))
    monkeypatch.setattr(Coming, "batch", lambda one, size: happened.append("batch") or batch(one, size))
    for count in (3, 4, 9):  # too few; only one of them new; enough
        place.run("import-git", make_repository(tmp_path / str(count), commits(count)), "f.xml", "--source", "quay")
        happened.append("end")
    assert happened[:6] == ["batch", "batch", "end", "batch", "batch", "end"]
    assert happened[6:8] == ["start", "batch"]
