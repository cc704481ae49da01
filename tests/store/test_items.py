"""Items and their versions are written as decided, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.errors import StoreError
from ingest.model import Content
from tests.store.builders import Log, content, edit, item, source, write


def test_a_new_item_has_its_version_its_body_and_its_times(log: Log) -> None:
    row = log.apply(write(item(native_id="a", body="red sails", title="Boats", guid="A")))
    assert log.one("SELECT state, versions, first_seen_at, last_seen_at, last_changed_at, title, guid FROM feed_items") == (
        "present", 1, row.observed_at, None, row.observed_at, "Boats", "A",
    )  # fmt: skip
    version = (
        "SELECT source_id, version, fetch_id, observed_at, change, changed, silent, native_id, url, title FROM feed_item_history"
    )
    assert log.one(version) == ("feed", 1, row.id, row.observed_at, "added", None, None, "a", "https://feed.example/a", "Boats")
    assert log.one("SELECT content_html, content_text FROM contents") == ("<p>red sails</p>", "red sails")


def test_an_edit_adds_a_version_and_leaves_the_first_one_as_it_was(log: Log) -> None:
    first = log.apply(write(item(body="one", title="Old")))
    second = log.apply(edit(item(body="two", title="New"), 2, "title", "content", silent=1))
    assert log.one("SELECT versions, first_seen_at, last_changed_at, title FROM feed_items") == (
        2, first.observed_at, second.observed_at, "New",
    )  # fmt: skip
    assert log.rows("SELECT version, change, changed, silent, title FROM feed_item_history ORDER BY version") == [
        (1, "added", None, None, "Old"),
        (2, "edited", '["title","content"]', 1, "New"),
    ]


def test_several_versions_of_one_fetch_end_in_the_last(log: Log) -> None:
    log.apply(write(item(body="one")), edit(item(body="two"), 2, event=False), edit(item(body="three"), 3, "content"))
    assert log.one("SELECT versions, content_hash FROM feed_items") == (3, content("three").hash)
    assert [row[0] for row in log.rows("SELECT version FROM feed_item_history ORDER BY version")] == [1, 2, 3]


def test_a_body_that_differs_by_noise_alone_is_not_taken_over(log: Log) -> None:
    log.apply(write(item(body="one")))
    log.apply(edit(replace(item(body="one"), content=content("one ")), None, change=None, page="2", position=7))
    assert log.one("SELECT content_hash, page, position, versions FROM feed_items") == (content("one").hash, "2", 7, 1)
    assert log.rows("SELECT content_text FROM contents") == [("one",)]


def test_an_address_that_is_not_shown_is_kept_and_one_that_was_taken_away_is_not(log: Log) -> None:
    log.apply(write(item()))
    bare = replace(item(), url=None, canonical_url=None)
    log.apply(edit(bare, 2, "title"))
    assert log.one("SELECT url, canonical_url FROM feed_items") == ("https://feed.example/a", "//feed.example/a")
    log.apply(edit(bare, 3, "url"))
    assert log.one("SELECT url, canonical_url FROM feed_items") == (None, None)
    assert [row[0] for row in log.rows("SELECT url FROM feed_item_history ORDER BY version")] == [
        "https://feed.example/a",
        None,
        None,
    ]


def test_values_of_the_decision_win_over_those_of_the_item(log: Log) -> None:
    log.apply(write(item(title="as shown"), values={"title": "as adopted"}))
    assert (
        log.one("SELECT i.title, h.title FROM feed_items i JOIN feed_item_history h ON h.item_id = i.id") == ("as adopted",) * 2
    )


def test_an_item_met_only_when_it_left_has_no_first_sight_until_it_is_seen(log: Log) -> None:
    log.apply(
        write(item(), state="left_window", change="left_window", first_seen=False, opens_presence=False, position=None),
        listing=None,
    )
    assert log.one("SELECT state, first_seen_at, last_seen_at FROM feed_items") == ("left_window", None, None)
    back = log.apply(write(item(), new=False, version=None, change="returned"))
    assert log.one("SELECT state, first_seen_at, last_seen_at FROM feed_items") == ("present", back.observed_at, None)


def test_equal_bodies_are_stored_once(log: Log) -> None:
    log.apply(write(item(native_id="a", body="same")), write(item(native_id="b", body="same")))
    assert log.one("SELECT count(*) FROM contents") == (1,)


def test_an_item_without_a_body_has_none(log: Log) -> None:
    log.apply(write(replace(item(), content=Content())))
    assert log.one("SELECT content_hash FROM feed_items") == (None,)
    assert log.rows("SELECT * FROM contents") == []


def test_a_changed_title_is_kept_beside_the_old_one_and_one_that_comes_back_is_not_kept_twice(log: Log) -> None:
    first = log.apply(write(item(title="Old")))
    second = log.apply(edit(item(title="New"), 2, "title"))
    log.apply(edit(item(title="Old"), 3, "title"))
    assert sorted(log.rows("SELECT title, fetch_id FROM titles")) == [("New", second.id), ("Old", first.id)]
    assert log.one("SELECT t.title FROM feed_items i JOIN titles t ON t.search_id = i.title_id") == ("Old",)


def test_a_tweet_is_found_by_its_text_and_a_post_by_its_title(log: Log) -> None:
    tweets = Log(store=log.store, source=source("ada", "tweets")).begin()
    tweets.apply(write(item("tweets", body="kelp again")))
    assert log.one("SELECT c.content_text FROM tweets t JOIN contents c ON c.search_id = t.text_id") == ("kelp again",)
    assert log.rows("SELECT * FROM titles") == []


def test_pinning_is_kept_in_a_tweets_versions_and_is_what_the_item_says(log: Log) -> None:
    tweets = Log(store=log.store, source=source("ada", "tweets")).begin()
    tweets.apply(write(replace(item("tweets", pinned=False), pinned=True)))
    assert log.one("SELECT t.pinned, h.pinned FROM tweets t JOIN tweet_history h ON h.item_id = t.id") == (1, 1)


def rows_touched_by_one_edit_among(log: Log, others: int) -> int:
    writes = [write(item(native_id=f"{others}-{n}", body=f"{others} {n}"), position=n + 1) for n in range(others)]
    log.apply(*writes)
    names = tuple(one.id for one in writes)
    before = log.store.connection.total_changes
    log.apply(edit(item(native_id=f"{others}-0", body=f"new {others}"), 2, "content"), listing=names, items_seen=others)
    return log.store.connection.total_changes - before


def test_rows_that_did_not_move_are_not_touched(log: Log) -> None:
    assert rows_touched_by_one_edit_among(log, 5) == rows_touched_by_one_edit_among(log, 50)


def test_positions_move_without_a_version(log: Log) -> None:
    log.apply(write(item(native_id="a")), write(item(native_id="b"), position=2))
    log.apply(positions=(("id-a", 2), ("id-b", 1)), listing=("id-b", "id-a"), items_seen=2)
    assert log.rows("SELECT id, position, versions FROM feed_items ORDER BY position") == [("id-b", 1, 1), ("id-a", 2, 1)]


def test_a_value_without_a_column_is_an_error_that_names_it(log: Log) -> None:
    with pytest.raises(StoreError, match=r"feed_items has no column for mood \(item id-a\)"):
        log.apply(write(item(mood="calm")))
    assert log.rows("SELECT * FROM feed_items") == []
