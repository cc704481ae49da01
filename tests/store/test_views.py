"""The views say what their tables mean, and reach the tables by an index whichever way they are asked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ingest.model import Departure, Item
from ingest.store import Store
from tests.store.builders import Log, content, edit, item, source, stamp, write


def asked(log: Log, view: str, where: str = "1", *columns: str) -> list[Any]:
    return log.rows(f"SELECT {', '.join(columns)} FROM {view} WHERE {where}")


# --- fetch_log -------------------------------------------------------------------------------------------------------


def test_a_fetch_is_stamped_by_its_origin_where_that_is_known(log: Log) -> None:
    log.fetch("same", origin_date=stamp(-3))
    log.fetch("same")
    query = "SELECT stamp, stamp_basis FROM fetch_log ORDER BY observed_at"
    assert log.rows(query) == [(stamp(-3), "origin"), (stamp(10), "observed")]


def test_the_gap_is_the_time_since_the_page_was_last_asked_for_in_seconds(log: Log) -> None:
    first = log.fetch("same")
    log.fetch("same", page="2")
    log.fetch("failed", observed_at=stamp(10).replace(".578Z", ".579Z"))
    query = "SELECT page, previous_fetch_id, gap_seconds FROM fetch_log ORDER BY observed_at"
    assert log.rows(query) == [("1", None, None), ("2", None, None), ("1", first.id, 600.001)]


def test_the_log_has_every_column_of_its_table(store: Store) -> None:
    names = [row[1] for row in store.connection.execute("PRAGMA table_info(fetches)")]
    assert [column[0] for column in store.connection.execute("SELECT * FROM fetch_log").description][: len(names)] == names


# --- timeline, versions ----------------------------------------------------------------------------------------------


def three_kinds(store: Store) -> Log:
    for name, kind, table in (("blog", "blog", "posts"), ("feed", "feed", "feed_items"), ("ada", "tweets", "tweets")):
        own: dict[str, dict[str, Any]] = {
            "posts": {"title": "Tides", "author": "Ada", "published": "2026-10-01"},
            "feed_items": {"title": "Tides", "authors": ("Ada", "Bo"), "published": "2026-10-01T08:00:00Z"},
            "tweets": {"author_handle": "ada", "posted_at": "2026-10-02T08:00:00Z"},
        }
        log = Log(store=store, source=source(name, kind)).begin()
        log.apply(write(item(table, name, **own[table]), id=f"id-{name}"))
    return log


def test_all_kinds_stand_in_one_list(store: Store) -> None:
    log = three_kinds(store)
    rows = log.rows("SELECT item_table, item_id, source_id, label, published, author, state FROM timeline ORDER BY published")
    assert rows == [
        ("posts", "id-blog", "blog", "Tides", "2026-10-01", "Ada", "present"),
        ("feed_items", "id-feed", "feed", "Tides", "2026-10-01T08:00:00Z", "Ada, Bo", "present"),
        ("tweets", "id-ada", "ada", "some words", "2026-10-02T08:00:00Z", "@ada", "present"),
    ]


def test_a_listed_item_was_last_seen_by_the_last_fetch_that_confirmed_its_listing(log: Log) -> None:
    log.apply(write(item()))
    confirmed = log.fetch("not_modified")
    log.fetch("failed")
    for view in ("timeline", "feed_item_versions"):
        assert log.rows(f"SELECT last_seen_at FROM {view}") == [(confirmed.observed_at,)]
    assert log.one("SELECT last_seen_at FROM feed_items") == (None,)
    log.apply(departures=(Departure(id="id-a", table="feed_items", change="removed", label="x"),))
    assert log.one("SELECT last_seen_at FROM timeline") == (confirmed.observed_at,)


def test_an_item_known_from_a_change_page_alone_was_last_seen_by_that_page(log: Log) -> None:
    row = log.apply(write(item()), listing=None, items_seen=None)
    assert log.one("SELECT last_seen_at FROM timeline") == (row.observed_at,)


def test_a_version_shows_its_body_and_the_time_in_which_it_stood(log: Log) -> None:
    first = log.apply(write(item(body="one")))
    second = log.apply(edit(item(body="two"), 2, "content", silent=0))
    columns = ("source_id", "version", "content_text", "previous_at", "until_at", "silent", "item_state", "item_versions")
    assert asked(log, "feed_item_versions", "1 ORDER BY version", *columns) == [
        ("feed", 1, "one", None, second.observed_at, None, "present", 2),
        ("feed", 2, "two", first.observed_at, None, 0, "present", 2),
    ]


@pytest.mark.parametrize(
    ("view", "table"), [("post_versions", "posts"), ("feed_item_versions", "feed_items"), ("tweet_versions", "tweets")]
)
def test_a_kinds_versions_are_in_the_view_of_that_kind(store: Store, view: str, table: str) -> None:
    log = three_kinds(store)
    assert log.rows(f"SELECT item_id, content_text FROM {view}") == log.rows(f"SELECT id, 'some words' FROM {table}")


# --- field_changes ---------------------------------------------------------------------------------------------------


def test_each_changed_field_has_its_old_and_its_new_value(log: Log) -> None:
    log.apply(write(item(body="one", title="Old", authors=("Ada",), published="2026-10-01", published_raw="1 Oct")))
    row = log.apply(
        edit(
            item(body="two", title="New", authors=("Ada", "Bo"), published="2026-10-02", published_raw="2 Oct"),
            2, "title", "authors", "published", "content", silent=1,
        )
    )  # fmt: skip
    rows = asked(log, "field_changes", "1", "item_table", "item_id", "source_id", "fetch_id", "field", "old", "new", "silent")
    assert {one[:4] for one in rows} == {("feed_items", "id-a", "feed", row.id)}
    assert [one[4:] for one in rows] == [
        ("title", "Old", "New", 1),
        ("authors", '["Ada"]', '["Ada","Bo"]', 1),
        ("published", "2026-10-01", "2026-10-02", 1),
        ("content", "one", "two", 1),
    ]


def test_a_body_whose_text_stood_still_shows_its_html(log: Log) -> None:
    before, after = (replace(content("one"), hash=name, content_html=f"<a href={name}>one</a>") for name in ("h1", "h2"))
    log.apply(write(replace(item(), content=before)))
    log.apply(edit(replace(item(), content=after), 2, "content"))
    assert asked(log, "field_changes", "1", "old", "new") == [("<a href=h1>one</a>", "<a href=h2>one</a>")]


def test_a_summary_that_is_the_whole_body_is_shown_in_full(log: Log) -> None:
    bodies = [
        replace(content(f"{'long ' * 200}{end}"), content_html=None, summary_html=f"<p>{end}</p>") for end in ("ago", "since")
    ]
    before, after = (replace(item(summary="long long"), content=one) for one in bodies)
    log.apply(write(before))
    log.apply(edit(after, 2, "summary"))
    ((old, new),) = asked(log, "field_changes", "field = 'summary'", "old", "new")
    assert (old.endswith("long ago"), new.endswith("long since")) == (True, True)


def test_a_summary_beside_a_body_is_shown_itself(log: Log) -> None:
    log.apply(write(item(body="one", summary="short")))
    log.apply(edit(item(body="two", summary="shorter"), 2, "summary"))
    assert asked(log, "field_changes", "1", "field", "old", "new") == [("summary", "short", "shorter")]


def test_a_date_that_cannot_be_read_shows_what_was_written(log: Log) -> None:
    log.apply(write(item(published=None, published_raw="soon")))
    log.apply(edit(item(published=None, published_raw="later"), 2, "published"))
    assert asked(log, "field_changes", "1", "field", "old", "new") == [("published", "soon", "later")]


def test_a_first_version_and_a_field_that_did_not_change_are_not_listed(log: Log) -> None:
    log.apply(write(item(title="Old"), changed=("title",)))
    log.apply(edit(item(title="New"), 2, "title"))
    assert asked(log, "field_changes", "1", "version", "field") == [(2, "title")]


def shown(log: Log, table: str, before: Item, after: Item, field: str) -> tuple[Any, Any]:
    log.apply(write(before))
    log.apply(edit(after, 2, field))
    return log.one(f"SELECT old, new FROM field_changes WHERE item_table = '{table}' AND field = '{field}'")


@pytest.mark.parametrize(
    ("kind", "table", "field"),
    [
        *(("blog", "posts", name) for name in ("title", "author", "published", "summary", "tags")),
        *(("feed", "feed_items", name) for name in ("guid", "title", "authors", "categories", "published", "updated", "summary")),
        *(("feed", "feed_items", name) for name in ("comments_url", "enclosures")),
        *(("tweets", "tweets", name) for name in ("status_id", "author_name", "text", "reposted_by", "in_reply_to", "quoted_id")),
        *(("tweets", "tweets", name) for name in ("quoted_text", "quoted_url", "links", "media")),
    ],
)
def test_every_field_that_can_change_is_shown(store: Store, kind: Any, table: Any, field: str) -> None:
    log = Log(store=store, source=source("s", kind)).begin()
    old, new = (("x",), ("y",)) if field in {"tags", "authors", "categories", "enclosures", "links", "media"} else ("x", "y")
    before, after = (item(table, "a", **{field: value}) for value in (old, new))
    values = (json.dumps(value) if isinstance(value, tuple) else value for value in (old, new))
    assert shown(log, table, before, after, field) == tuple(values)


def test_an_address_is_a_field_of_every_kind(store: Store) -> None:
    for kind, table in (("blog", "posts"), ("feed", "feed_items"), ("tweets", "tweets")):
        log = Log(store=store, source=source(kind, kind)).begin()
        before, after = (replace(item(table, kind), url=f"https://a.example/{n}") for n in (1, 2))
        assert shown(log, table, before, after, "url") == ("https://a.example/1", "https://a.example/2")


# --- changes, uses, same work ----------------------------------------------------------------------------------------


def test_a_change_is_shown_with_its_source_and_its_items_address(store: Store) -> None:
    log = three_kinds(store)
    rows = log.rows("SELECT item_table, change, source_kind, url, state, stamp, stamp_basis FROM item_changes ORDER BY source_id")
    assert rows == [
        ("tweets", "added", "tweets", "https://feed.example/ada", "present", stamp(), "observed"),
        ("posts", "added", "blog", "https://feed.example/blog", "present", stamp(), "observed"),
        ("feed_items", "added", "feed", "https://feed.example/feed", "present", stamp(), "observed"),
    ]


def test_one_work_in_two_sources_is_listed_once_for_each(store: Store) -> None:
    for name, kind, table in (("index", "blog", "posts"), ("archive", "blog", "posts"), ("feed", "feed", "feed_items")):
        log = Log(store=store, source=source(name, kind)).begin()
        log.apply(
            write(replace(item(table, f"{name}-1"), canonical_url="//tides.example/1"), id=f"{name}-1"),
            write(replace(item(table, f"{name}-2"), canonical_url=f"//tides.example/{name}"), id=f"{name}-2", position=2),
        )
    rows = log.rows("SELECT canonical_url, source_id, item_table, item_id FROM same_work ORDER BY source_id")
    assert rows == [
        ("//tides.example/1", "archive", "posts", "archive-1"),
        ("//tides.example/1", "feed", "feed_items", "feed-1"),
        ("//tides.example/1", "index", "posts", "index-1"),
    ]


def test_two_items_of_one_source_with_one_address_are_not_the_same_work(log: Log) -> None:
    twins = [replace(item(native_id=name), canonical_url="//tides.example/1") for name in "ab"]
    log.apply(*(write(one, position=place) for place, one in enumerate(twins, start=1)))
    assert log.rows("SELECT * FROM same_work") == []


# --- plans -----------------------------------------------------------------------------------------------------------

BY_ITEM, BY_SOURCE, NEWEST = (
    "item_id = 'x'",
    "source_id = 's' ORDER BY observed_at DESC LIMIT 50",
    "1 ORDER BY observed_at DESC LIMIT 50",
)
BY_FETCH, BY_TIME = "fetch_id = 'f'", "observed_at BETWEEN '2026-10-06' AND '2026-10-07'"
OF_EVENTS = (BY_ITEM, BY_SOURCE, BY_FETCH, BY_TIME, NEWEST)
VIEWS = {
    "post_versions": OF_EVENTS,
    "feed_item_versions": OF_EVENTS,
    "tweet_versions": OF_EVENTS,
    "field_changes": (*OF_EVENTS, "silent = 1 ORDER BY observed_at DESC LIMIT 50"),
    "item_changes": (*OF_EVENTS, "change = 'removed' ORDER BY observed_at DESC LIMIT 50"),
    "fetch_log": ("id = 'f'", BY_SOURCE, BY_TIME, NEWEST, "outcome = 'failed' ORDER BY observed_at DESC LIMIT 50"),
    "timeline": (
        "item_table = 'posts' AND item_id = 'x'", "canonical_url = 'u'",
        "source_id = 's' AND state = 'present' ORDER BY position",
        *(f"1 ORDER BY {name} DESC LIMIT 50" for name in ("published", "first_seen_at", "last_changed_at")),
    ),
    "content_uses": ("content_hash = 'h'", BY_ITEM),
    "same_work": ("canonical_url = 'u'", "source_id = 's'", "1 ORDER BY published DESC LIMIT 50"),
    "listed_now": ("source_id = 's' AND page = '1' ORDER BY position",),
}  # fmt: skip


@pytest.mark.parametrize(("view", "where"), [(view, where) for view, wheres in VIEWS.items() for where in wheres])
def test_a_view_reaches_its_tables_by_an_index_and_sorts_nothing(store: Store, view: str, where: str) -> None:
    """A scan in the order of an index ends at the LIMIT; one of a whole table, or a sort, grows with the history."""
    steps = [row[3] for row in store.connection.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {view} WHERE {where}")]
    tables = {
        "posts",
        "feed_items",
        "tweets",
        "post_history",
        "feed_item_history",
        "tweet_history",
        "changes",
        "fetches",
        "presence",
    }
    aliases = {"h", "i", "c", "f", "r"}
    whole = [step for step in steps if step.startswith("SCAN") and " USING " not in step and step.split()[1] in tables | aliases]
    assert [step for step in whole if "VIRTUAL" not in step] == []
    assert [step for step in steps if step == "USE TEMP B-TREE FOR ORDER BY"] == []
