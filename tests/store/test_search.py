"""Full-text search: current and past texts, each once, whatever is typed, and in step with the tables it was made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.store import Store, check
from ingest.store.search import FULL, SearchQueue
from tests.store.builders import Log, edit, item, source, write


def found(log: Log, typed: str) -> list[str]:
    """Texts for what a person types, quoted as Datasette quotes it: each word a phrase of its own."""
    phrases = " ".join('"{}"'.format(word.replace('"', '""')) for word in typed.replace("\0", " ").split())
    query = (
        "SELECT c.content_text FROM contents_fts JOIN contents c ON c.search_id = contents_fts.rowid WHERE contents_fts MATCH ?"
    )
    return [row[0] for row in log.rows(f"{query} ORDER BY rank", phrases or '""')]


def test_a_text_is_found_while_it_is_current_and_when_it_is_past(log: Log) -> None:
    log.apply(write(item(body="red sails")))
    log.apply(edit(item(body="white sails"), 2, "content"))
    assert found(log, "red") == ["red sails"]
    assert sorted(found(log, "sails")) == ["red sails", "white sails"]
    uses = "SELECT item_id, version, is_current FROM content_uses u JOIN contents c USING (content_hash) WHERE c.content_text = ?"
    assert log.rows(uses, "red sails") == [("id-a", 1, 0)]
    assert log.rows(uses, "white sails") == [("id-a", 2, 1)]


def test_titles_have_an_index_of_their_own(log: Log) -> None:
    log.apply(write(item(title="Kelp forests", body="water")))
    log.apply(edit(item(title="Forests of kelp", body="water"), 2, "title"))
    query = "SELECT t.title FROM titles_fts f JOIN titles t ON t.search_id = f.rowid WHERE titles_fts MATCH ? ORDER BY 1"
    assert log.rows(query, "forest") == [("Forests of kelp",), ("Kelp forests",)]
    assert found(log, "kelp") == []


def test_a_tweets_text_is_found(store: Store) -> None:
    log = Log(store=store, source=source("ada", "tweets")).begin()
    log.apply(write(item("tweets", body="low tide @noon")))
    assert found(log, "@noon") == ["low tide @noon"]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("cafe", "a café at sea"),
        ("CAFÉ", "a café at sea"),
        ("edit", "edited twice"),
        ("edits", "an edit"),
        ("検索", "日本語 検索"),
    ],
)
def test_accents_case_and_endings_do_not_matter(log: Log, typed: str, text: str) -> None:
    log.apply(write(item(body=text)))
    assert found(log, typed) == [text]


TYPED = ["20.04", "C++", "multi-agent", "don't", "@tide", "#tag", "grammar::fa", "50%"]
TEXTS = [
    "release 20.04 is out",
    "C++ at sea",
    "a multi-agent net",
    "don't panic",
    "@tide #tag",
    "grammar::fa of waves",
    "50% off",
]


@pytest.mark.parametrize("typed", TYPED)
def test_marks_that_mean_something_to_fts5_find_what_they_stand_in(log: Log, typed: str) -> None:
    log.apply(*(write(item(native_id=str(place), body=text), position=place) for place, text in enumerate(TEXTS, start=1)))
    (text,) = found(log, typed)
    assert typed in text


@pytest.mark.parametrize("typed", ['"', "AND", "(", "NEAR(", "*", "", "a\0b", "-", "content_text:", "^"])
def test_nothing_typed_is_an_error(log: Log, typed: str) -> None:
    log.apply(write(item(body="plain words")))
    assert found(log, typed) == []


def test_a_text_that_two_sources_share_is_found_until_both_are_dropped(path: Path, store: Store, log: Log) -> None:
    other = Log(store=store, source=source("other")).begin()
    log.apply(write(item(body="shared words")))
    other.apply(write(item(native_id="o", body="shared words")), write(item(native_id="p", body="its own"), position=2))
    with store.transaction():
        store.drop_source_rows("other")
    assert (found(log, "shared"), found(log, "own")) == (["shared words"], [])
    with store.transaction():
        store.drop_source_rows("feed")
    assert found(log, "shared") == []
    assert check(path) == []


def test_texts_written_and_dropped_in_one_transaction_leave_no_words(path: Path, store: Store, log: Log) -> None:
    with store.transaction():
        log.apply(write(item(body="short lived")))
        store.drop_source_rows("feed")
    assert found(log, "lived") == []
    assert check(path) == []


def test_a_full_queue_is_put_into_the_index_before_the_transaction_ends(store: Store) -> None:
    with store.transaction():
        queue = SearchQueue(store.connection)
        for number in range(FULL):
            queue.add_content(number, "kelp")
        (rows,) = store.connection.execute("SELECT count(*) FROM contents_fts WHERE contents_fts MATCH 'kelp'").fetchone()
    assert rows == FULL


def test_an_index_row_is_found_by_the_row_id_of_its_text_as_well(log: Log) -> None:
    log.apply(write(item(body="red sails", title="Boats")))
    assert log.rows("SELECT content_text FROM contents WHERE rowid IN (SELECT rowid FROM contents_fts('sails'))") == [
        ("red sails",)
    ]
    assert log.rows("SELECT title FROM titles WHERE rowid IN (SELECT rowid FROM titles_fts('boat'))") == [("Boats",)]
