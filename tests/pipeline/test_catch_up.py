"""A first import is applied in parts: what is done stays done, and the end is the same as of one without a pause."""

import pytest

from ingest.model import Record
from ingest.pipeline import catch_up
from ingest.pipeline.project import Projection
from ingest.store import compare
from tests.pipeline.command import Workplace, feed

DAYS = range(10, 15)


class StoppedError(Exception):
    """Stands for whatever ends a run."""


def test_a_first_import_that_is_stopped_goes_on_from_there(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = place.captures("quay", "feed")
    for day in DAYS:
        items = [(f"g{number}", f"Title {number}") for number in range(day + 5, day, -1)]
        (folder / f"202601{day}T120000Z.xml").write_text(feed(*items))
    apply, applied = Projection.apply, list[str]()

    def stop_at_the_fourth(projection: Projection, record: Record) -> object:
        applied.append(str(record.seq))
        if len(applied) == 4:
            raise StoppedError
        return apply(projection, record)

    monkeypatch.setattr(catch_up, "BATCH", 2)
    monkeypatch.setattr(Projection, "apply", stop_at_the_fourth)
    with pytest.raises(StoppedError):
        place.run("import", place.folder / "captures")
    assert place.one("SELECT count(*) FROM fetches") == 2
    place.run("import", place.folder / "captures")
    assert len(applied) == 4 + len(DAYS) - 2
    (place.folder / "kept.db").write_bytes((place.folder / "data.db").read_bytes())
    place.run("rebuild")
    assert compare(place.folder / "kept.db", place.folder / "data.db") == []


def test_what_a_source_says_of_itself_is_compared_with_what_it_said_last_within_one_import_too(place: Workplace) -> None:
    folder = place.captures("quay", "feed")
    for day, title in zip(range(10, 17), ["Quay", "Quay", "Pier", "Pier", "Pier", "Quay", "Quay"], strict=True):
        body = feed((f"g{day}", "Fog"), ("g1", "Tide")).replace("Quay notes", title)
        (folder / f"202601{day}T120000Z.xml").write_text(body)
    place.run("import", place.folder / "captures")
    assert [title for (title,) in place.rows("SELECT title FROM source_history ORDER BY observed_at")] == ["Quay", "Pier", "Quay"]
