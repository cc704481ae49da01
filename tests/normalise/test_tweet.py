"""TweetEntry -> Item."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ingest.model import Count, TweetEntry
from ingest.normalise.tweet import media_key
from tests.normalise.make import a_tweet, date, item_of

ENTRY = TweetEntry(
    status_id="2000000000000000101",
    url="https://nitter.example/someone/status/2000000000000000101#m",
    text="Look at this\n\nhttps://h.example/a?utm_source=x",
    author_handle="Someone",
    author_name="Some One",
    author_verified=True,
    posted=date("5h"),
    kind="quote",
    quoted_id="2000000000000000001",
    quoted_handle="other",
    quoted_text="their words",
    quoted_url="https://nitter.example/other/status/2000000000000000001",
    links=("https://h.example/a?utm_source=x",),
    media=("https://nitter.example/pic/orig/media%2FAbc-1_x.jpg",),
    replies="",
    reposts="1.2K",
    likes="177",
    views=None,
)


def test_an_entry_becomes_the_row_of_tweets() -> None:
    item = item_of(ENTRY)
    assert (item.table, item.native_id, item.identity_basis) == ("tweets", "2000000000000000101", "id")
    assert (item.url, item.canonical_url) == (ENTRY.url, "https://x.com/i/status/2000000000000000101")
    assert item.values == {
        "status_id": "2000000000000000101",
        "author_handle": "Someone",
        "author_name": "Some One",
        "author_verified": True,
        "posted_at": "2025-12-14T00:28:52.860Z",
        "posted_at_raw": "5h",
        "posted_at_basis": "status_id",
        "text": "Look at this\n\nhttps://h.example/a?utm_source=x",
        "kind": "quote",
        "reposted_by": None,
        "in_reply_to": None,
        "quoted_id": "2000000000000000001",
        "quoted_handle": "other",
        "quoted_name": None,
        "quoted_verified": None,
        "quoted_posted_raw": None,
        "quoted_text": "their words",
        "quoted_url": "https://nitter.example/other/status/2000000000000000001",
        "links": ("https://h.example/a?utm_source=x",),
        "media": ("https://nitter.example/pic/orig/media%2FAbc-1_x.jpg",),
    }
    assert item.counts == {
        "replies": Count(value=0, shown="", exact=True),
        "reposts": Count(value=1200, shown="1.2K", exact=False, step=100),
        "likes": Count(value=177, shown="177", exact=True),
        "views": Count(value=None, shown=None, exact=None),
    }
    assert item.content.content_text == item.values["text"]
    assert (item.instant, item.issues) == ("2025-12-14T00:28:52.860Z", ())


def test_an_icon_without_a_number_is_no_number_of_views() -> None:
    assert item_of(replace(ENTRY, views="")).counts["views"] == Count(value=None, shown="", exact=None)


def test_a_displayed_date_counts_where_the_id_tells_none() -> None:
    item = item_of(replace(ENTRY, status_id="20", posted=date("Mar 21, 2006 · 8:50 PM UTC")))
    assert (item.values["posted_at"], item.values["posted_at_basis"]) == ("2006-03-21T20:50:00Z", "shown")


def test_a_displayed_date_that_says_nothing_is_null_with_an_issue() -> None:
    item = item_of(replace(ENTRY, status_id=None, posted=date("Oct 20")))
    assert (item.values["posted_at"], item.values["posted_at_basis"], item.values["posted_at_raw"]) == (None, None, "Oct 20")
    assert [issue.code for issue in item.issues] == ["ambiguous_date"]


def test_a_count_that_means_two_things_is_reported() -> None:
    item = item_of(replace(ENTRY, likes="8.393"))
    assert item.counts["likes"].value == 8393
    assert [(issue.code, issue.entry_ref) for issue in item.issues] == [("ambiguous_count", ENTRY.status_id)]


ATTRIBUTES: dict[str, Any] = {
    "author_handle": "renamed",
    "author_name": "New Name",
    "author_verified": False,
    "posted": date("6h"),
    "quoted_handle": "renamed",
    "quoted_name": "x",
    "quoted_verified": True,
    "quoted_posted_raw": "Oct 20",
    "pinned": True,
    "likes": "178",
    "url": "https://x.com/renamed/status/2000000000000000101",
}


@pytest.mark.parametrize("field", ATTRIBUTES)
def test_what_is_of_the_moment_is_no_version(field: str) -> None:
    assert item_of(replace(ENTRY, **{field: ATTRIBUTES[field]})).prints == item_of(ENTRY).prints


EDITS: dict[str, Any] = {
    "text": "Look at that",
    "kind": "post",
    "reposted_by": "someone",
    "in_reply_to": "@other",
    "quoted_id": "2000000000000000002",
    "quoted_text": "their other words",
    "quoted_url": "https://x.com/other/status/2000000000000000002",
    "links": ("https://h.example/b",),
    "media": ("https://pbs.twimg.com/media/Def.jpg",),
}


@pytest.mark.parametrize("field", EDITS)
def test_what_the_tweet_says_is_a_version(field: str) -> None:
    before, after = item_of(ENTRY).prints, item_of(replace(ENTRY, **{field: EDITS[field]})).prints
    assert [name for name in {**before, **after} if before.get(name) != after.get(name)] == [field]


def test_another_front_end_shows_the_same_tweet() -> None:
    elsewhere = replace(
        ENTRY,
        url="https://x.com/Someone/status/2000000000000000101",
        quoted_url="https://x.com/other/status/2000000000000000001",
        links=("https://h.example/a",),
        media=("https://pbs.twimg.com/media/Abc-1_x?format=jpg&name=small",),
    )
    assert item_of(elsewhere).prints == item_of(ENTRY).prints


def test_media_are_known_by_their_own_name_where_they_have_one() -> None:
    assert (
        media_key("https://pbs.twimg.com/media/Abc.jpg:large")
        == media_key("https://n.example/pic/media%2FAbc.jpg%3Fname%3Dsmall")
        == "Abc"
    )
    assert media_key("https://pbs.twimg.com/media/Abc.jpg:large") == "Abc"
    assert media_key("https://nitter.example/pic/media%2FAbc.jpg%3Fname%3Dsmall") == "Abc"
    assert media_key("https://h.example/a.jpg?v=2") == "https://h.example/a.jpg"


def test_a_tweet_without_an_id_shares_a_key_with_itself_once_it_has_one() -> None:
    without = item_of(a_tweet("Some words to know it by"))
    assert without.identity_basis == "text"
    assert without.canonical_url is None
    assert without.native_id in item_of(a_tweet("Some words to know it by", status_id="20", handle="SomeOne")).keys


def test_an_image_without_words_has_an_empty_text_and_no_content() -> None:
    item = item_of(replace(ENTRY, text="", kind="post"))
    assert (item.values["text"], item.content.hash) == ("", None)
    assert item.label == ENTRY.media[0]


def test_all_ids_of_an_edited_tweet_are_handed_on() -> None:
    assert item_of(replace(ENTRY, edit_ids=("1", "2000000000000000101"))).edit_ids == ("1", "2000000000000000101")
