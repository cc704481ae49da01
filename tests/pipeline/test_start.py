"""Beginning one's own data: what is replaced, what is kept, and what is finished that was begun."""

from __future__ import annotations

import pytest

from ingest.sqlite import connect
from tests.pipeline.command import Workplace

SOURCE = '[[source]]\nid = "a"\nkind = "feed"\nurl = "https://a.example/"\n'


@pytest.fixture
def listed(place: Workplace) -> Workplace:
    (place.folder / "sources.toml").write_text(SOURCE)
    return place


def test_own_data_begin_with_the_sources_that_are_listed(listed: Workplace) -> None:
    listed.run("start")
    assert listed.rows("SELECT id FROM sources") == [("a",)]
    assert listed.one("SELECT kind FROM dataset") == "own"


def test_data_that_are_begun_are_not_begun_again(listed: Workplace) -> None:
    listed.run("start")
    assert "your data is begun, nothing was changed" in listed.run("start", expect=2).output


@pytest.mark.parametrize("content", [b"", None], ids=["empty", "blank"])
def test_an_archive_into_which_nothing_came_is_no_beginning(listed: Workplace, content: bytes | None) -> None:
    path = listed.folder / "archive.db"
    if content is None:
        connect(path, create=True).close()  # as a process leaves it that is killed before it writes the first table
    else:
        path.write_bytes(content)
    listed.run("start")
    assert listed.rows("SELECT id FROM sources") == [("a",)]


@pytest.mark.parametrize("content", [b"a diary", None], ids=["text", "database"])
def test_what_is_no_database_of_ours_is_not_replaced(listed: Workplace, content: bytes | None) -> None:
    path = listed.folder / "data.db"
    if content is None:
        other = connect(path, create=True, wal=False)
        other.execute("CREATE TABLE diary (day)")
        other.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    assert "not a Strandline database" in listed.run("start", expect=2).output
    assert path.read_bytes() == before
    assert not (listed.folder / "archive.db").exists()


def test_a_list_without_a_source_leaves_nothing_to_ask(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text("")
    assert "sources.toml lists no source" in place.run("fetch", expect=2).output


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "yesterday"])
def test_a_moment_that_no_clock_shows_is_told(listed: Workplace, moment: str) -> None:
    (listed.folder / "x.xml").write_text("<rss/>")
    said = listed.run("import", listed.folder / "x.xml", "--source", "a", "--observed-at", moment, expect=2).output
    assert "is not an ISO 8601 time" in said
