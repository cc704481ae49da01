"""What users and other programs rely on in data.db is there, and the tables keep the habits that the rest builds on."""

from __future__ import annotations

import re

import pytest

from ingest.store import Store

FETCHES = """
    id source_id observed_at origin_date status outcome requested_url final_url redirects etag last_modified date age
    cache_control cf_cache_status content_type content_encoding content_length body_sha256 body_bytes body_format
    base_fetch_id lines_added lines_removed items_seen items_added items_edited items_removed items_returned items_left
    items_rekeyed elapsed_ms provenance external_ref external_path evidence_sha256 parser_version normaliser_version
    error_kind error
"""
ITEM = """
    id source_id native_id url canonical_url state position versions first_seen_at last_seen_at last_changed_at
    content_hash truncated
"""
VERSION = "item_id version fetch_id observed_at change changed content_hash"
POST = "title author published published_raw published_precision summary tags"
FEED_ITEM = """
    guid title authors categories published published_raw published_precision updated updated_raw updated_precision
    summary comments_url enclosures
"""
TWEET = """
    status_id author_handle author_name author_verified posted_at posted_at_raw posted_at_basis text kind reposted_by
    in_reply_to quoted_id quoted_handle quoted_name quoted_verified quoted_posted_raw quoted_text quoted_url links media
    pinned
"""
METRICS, ACCOUNT = ("replies", "reposts", "likes", "views"), ("followers", "following", "posts")
PROFILE = "source_id handle user_id name bio location website joined verified"


def with_displays(names: tuple[str, ...]) -> str:
    return " ".join(f"{name} {name}_shown {name}_exact" for name in names)


RELIED_ON = {
    "dataset": "kind",
    "sources": "id kind title url home_url",
    "source_history": "source_id fetch_id title description generator language changed",
    "fetches": FETCHES,
    "posts": f"{ITEM} {POST}",
    "feed_items": f"{ITEM} {FEED_ITEM}",
    "tweets": f"{ITEM} {TWEET} {' '.join(METRICS)}",
    "post_history": f"{VERSION} {POST}",
    "feed_item_history": f"{VERSION} {FEED_ITEM}",
    "tweet_history": f"{VERSION} {TWEET}",
    "contents": "content_hash summary_html content_html content_text",
    "tweet_metrics": f"tweet_id fetch_id observed_at {with_displays(METRICS)}",
    "profiles": f"{PROFILE} {with_displays(ACCOUNT)}",
    "profile_history": f"{PROFILE} fetch_id {with_displays(ACCOUNT)}",
    "changes": "fetch_id item_table item_id change source_id observed_at changed silent label",
    "presence": "item_table item_id from_fetch_id from_at to_fetch_id to_at",
    "aliases": "item_table item_id native_id until_fetch_id",
    "noise": "fetch_id kind count example",
    "issues": "fetch_id severity code entry_ref message",
    "daily_changes": "source_id change",
    "post_versions": f"{VERSION} {POST} summary_html content_html content_text",
    "feed_item_versions": f"{VERSION} {FEED_ITEM} summary_html content_html content_text",
    "tweet_versions": f"{VERSION} {TWEET} summary_html content_html content_text",
    "timeline": "item_table item_id source_id label url published first_seen_at state versions last_changed_at author",
    "same_work": "canonical_url item_table item_id source_id",
    "field_changes": "item_table item_id source_id fetch_id observed_at field old new silent",
    "fetch_log": f"{FETCHES} stamp stamp_basis",
}

TABLES = "SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"


def names(store: Store, query: str, *parameters: object) -> list[str]:
    return [row[0] for row in store.connection.execute(query, parameters)]


@pytest.mark.parametrize("table", list(RELIED_ON))
def test_every_table_and_view_has_the_columns_that_are_relied_on(store: Store, table: str) -> None:
    assert set(RELIED_ON[table].split()) <= set(names(store, "SELECT name FROM pragma_table_info(?)", table))


def test_every_table_is_strict_and_has_a_key_that_the_data_gives(store: Store) -> None:
    for table, _, strict in store.connection.execute(TABLES).fetchall():
        assert strict == 1, table
        assert names(store, "SELECT name FROM pragma_table_info(?) WHERE pk > 0", table), table
        (sql,) = names(store, "SELECT sql FROM sqlite_master WHERE name = ?", table)
        assert "AUTOINCREMENT" not in sql


def test_every_column_that_names_a_row_elsewhere_is_a_foreign_key(store: Store) -> None:
    """Left out are the pair (item_table, item_id) and ids that are not ours."""
    for table in names(store, TABLES):
        linked = set(names(store, 'SELECT "from" FROM pragma_foreign_key_list(?)', table))
        columns = set(names(store, "SELECT name FROM pragma_table_info(?)", table))
        named = {one for one in columns if re.fullmatch(r"(.*_)?(fetch_id|source_id|content_hash|tweet_id)", one)} - {"id"}
        if table == "contents":
            named.discard("content_hash")
        assert named <= linked, table


def test_every_foreign_key_has_an_index_that_begins_with_it(store: Store) -> None:
    for table in names(store, TABLES):
        indexes = names(store, "SELECT name FROM pragma_index_list(?)", table)
        first = {names(store, "SELECT name FROM pragma_index_info(?) WHERE seqno = 0", index)[0] for index in indexes}
        first |= set(names(store, "SELECT name FROM pragma_table_info(?) WHERE pk = 1", table))
        assert set(names(store, 'SELECT "from" FROM pragma_foreign_key_list(?)', table)) <= first, table


def test_the_words_of_the_outcomes_changes_and_states_are_checked(store: Store) -> None:
    for table, word in (
        ("fetches", "not_modified"),
        ("changes", "left_window"),
        ("posts", "left_window"),
        ("noise", "image_loading"),
    ):
        (sql,) = names(store, "SELECT sql FROM sqlite_master WHERE name = ?", table)
        assert f"'{word}'" in sql


def test_datasette_finds_the_search_index_of_bodies_by_itself(store: Store) -> None:
    (sql,) = names(store, "SELECT sql FROM sqlite_master WHERE name = 'contents_fts'")
    assert 'content="contents"' in sql
