"""A database that does not agree with itself is told apart from one that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import StoreError
from ingest.model import Departure
from ingest.sqlite import connect
from ingest.store import check, open_store
from tests.store.builders import Log, edit, item, source, write


@pytest.fixture
def sound(path: Path) -> Path:
    with open_store(path, create=True) as store:
        log = Log(store=store, source=source()).begin()
        log.apply(write(item(native_id="a", body="one", title="T")), write(item(native_id="b", body="two"), position=2))
        log.fetch("failed")
        gone = Departure(id="id-b", table="feed_items", change="removed", label="x")
        log.apply(edit(item(native_id="a", body="three", title="U"), 2, "title", "content"), departures=(gone,))
    return path


def test_nothing_is_found_in_a_sound_database(sound: Path) -> None:
    before = sound.read_bytes()
    assert check(sound) == []
    assert sound.read_bytes() == before


FAULTS = [
    ("UPDATE changes SET item_id = 'nobody' WHERE change = 'edited'", "changes of an item that is not there"),
    ("UPDATE presence SET item_id = 'nobody' WHERE to_at IS NOT NULL", "presence of an item that is not there"),
    (
        "INSERT INTO aliases SELECT 'posts', 'id-a', 'feed', 'x', last_fetch_id FROM sources",
        "former ids of an item that is not there",
    ),
    ("UPDATE listings SET item_id = 'nobody'", "a listing holds an item that is not there"),
    ("UPDATE presence SET to_at = NULL, to_fetch_id = NULL", "an item is present without being listed"),
    ("UPDATE feed_items SET state = 'left_window' WHERE id = 'id-a'", "an item is present without being listed"),
    ("UPDATE feed_items SET versions = 3", "the number of versions is not that of the history"),
    ("UPDATE feed_items SET title = 'V' WHERE id = 'id-a'", "an item is not what its last version says: feed_items id-a"),
    ("INSERT INTO contents (rowid, content_hash, search_id) VALUES (1, 'h', 1)", "a text that no version uses: h"),
    ("UPDATE sources SET items = 9", "the counts of a source are not those of its rows: feed"),
    ("UPDATE sources SET changes = 9", "the counts of a source are not those of its rows: feed"),
    ("UPDATE sources SET last_good_at = NULL", "the times of a source are not those of its fetches: feed"),
    ("UPDATE daily_changes SET count = 9 WHERE change = 'edited'", "the changes of a day are miscounted: feed 2026-10-06 edited"),
    ("UPDATE dataset SET updated_at = NULL", "the dataset is dated otherwise than its last fetch"),
    ("DELETE FROM feed_item_history", "the number of versions is not that of the history"),
    (
        "UPDATE feed_items SET source_id = 'nobody' WHERE id = 'id-b'",
        "foreign keys: row 2 of feed_items points to no row of sources",
    ),
    ("UPDATE titles SET title = 'W' WHERE title = 'U'", "search: titles_fts does not hold the words of its texts"),
    ("UPDATE contents SET content_text = 'four' WHERE content_text = 'three'", "search: contents_fts does not hold the words"),
    ("DELETE FROM contents WHERE content_text = 'two'", "search: contents_fts does not hold the words of its texts"),
]


@pytest.mark.parametrize(("statement", "sentence"), FAULTS)
def test_a_fault_is_found_and_named(sound: Path, statement: str, sentence: str) -> None:
    connection = connect(sound)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute(statement)
    connection.close()
    found = check(sound)
    assert any(sentence in one for one in found), found


EARLIER = """
    INSERT INTO presence
    SELECT item_table, item_id, last_fetch_id, '2026-10-06T06:20:00.000Z', last_fetch_id, ? FROM presence, sources
    WHERE item_id = 'id-a'
"""


@pytest.mark.parametrize(("ends", "overlaps"), [("2026-10-06T06:21:09.578Z", False), ("2026-10-07T00:00:00.000Z", True)])
def test_stretches_of_presence_that_overlap_are_found(sound: Path, ends: str, overlaps: bool) -> None:
    connection = connect(sound)
    connection.execute(EARLIER, (ends,))
    connection.close()
    assert ("stretches of presence overlap: feed_items id-a" in check(sound)) is overlaps


def test_a_damaged_file_is_told(sound: Path) -> None:
    data = bytearray(sound.read_bytes())
    data[4096 * 40 : 4096 * 41] = b"\xff" * 4096
    sound.write_bytes(data)
    try:
        found = check(sound)
    except StoreError as error:  # so damaged that it cannot even be asked: that is told as well
        found = [str(error)]
    assert any("data.db" in one or "structure" in one for one in found)
