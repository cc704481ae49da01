"""Search over texts and titles, current and past, whatever is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.sqlite import connect
from tests.web.site import QUERIES, ROOT, Site


def test_all_words_must_occur_in_any_form(site: Site) -> None:
    assert {row["label"] for row in site.rows("search", q="ships answering")} >= {"Counting ships that do not answer"}
    assert not site.rows("search", q="ships zeppelin")


def test_a_past_text_is_found_and_said_to_be_past(site: Site) -> None:
    [row] = [row for row in site.rows("search", q="wrong map", source="lamproom") if row["found_in"] == "title"]
    assert row["label"] == "A short history of the wrong chart"
    assert row["is_current"] == 0


def test_posts_feed_items_and_tweets_are_found_together(site: Site) -> None:
    assert {row["item_table"] for row in site.rows("search", q="mast")} == {"posts", "feed_items", "tweets"}


def test_a_star_at_the_end_stands_for_any_ending(site: Site) -> None:
    assert not site.rows("search", q="equin")
    assert site.rows("search", q="equin*")


@pytest.mark.parametrize("typed", ["", "  ", "\0"])
def test_nothing_typed_shows_the_newest_items(site: Site, typed: str) -> None:
    assert site.rows("search", q=typed)[0]["excerpt"] is None


@pytest.mark.parametrize(
    "typed", ['"', "AND", "(", "NEAR(", "*", '""', "- -", "NOT", "a\0b", "title:x", "^a", "{a b}: c", "x\ny\tz"]
)
def test_what_is_syntax_elsewhere_is_only_words_here(site: Site, typed: str) -> None:
    assert site.rows("search", q=typed) is not None


@given(st.text(max_size=40))
def test_any_text_can_be_searched_for(typed: str) -> None:
    connection = connect(ROOT / "data.db", read_only=True)
    try:
        connection.execute(
            QUERIES["search"]["sql"], {"q": typed.encode("utf-8", "ignore").decode(), "source": "", "rows": ""}
        ).fetchall()
    finally:
        connection.close()
