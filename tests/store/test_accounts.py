"""Counts of tweets, accounts, and a source's own fields: latest values beside their history."""

from __future__ import annotations

import pytest

from ingest.errors import StoreError
from ingest.model import Count, MetricsWrite, Profile, ProfileWrite, SourceFields
from ingest.store import Store
from tests.store.builders import Log, item, source, write


@pytest.fixture
def tweets(store: Store) -> Log:
    log = Log(store=store, source=source("ada", "tweets")).begin()
    log.apply(write(item("tweets")))
    return log


def exact(value: int) -> Count:
    return Count(value=value, shown=f"{value:,}", exact=True)


def rounded(value: int, shown: str, step: int = 100) -> Count:
    return Count(value=value, shown=shown, exact=False, step=step)


def move(log: Log, latest: dict[str, int | None], **shown: Count) -> None:
    log.apply(metrics=(MetricsWrite(item_id="id-a", shown=shown, latest=latest),), listing=("id-a",), items_seen=1)


def counts(log: Log) -> dict[str, Count]:
    return dict(log.store.known_for("ada", "tweets", "1").items["id-a"].counts)


def test_a_row_of_counts_keeps_number_display_and_exactness(tweets: Log) -> None:
    move(tweets, {"replies": 14, "likes": 1700}, replies=exact(14), likes=rounded(1700, "1.7K"))
    assert tweets.one("SELECT replies, replies_shown, replies_exact FROM tweet_metrics") == (14, "14", 1)
    assert tweets.one("SELECT likes, likes_shown, likes_exact FROM tweet_metrics") == (1700, "1.7K", 0)
    assert tweets.one("SELECT views, views_shown, views_exact FROM tweet_metrics") == (None, None, None)
    assert tweets.one("SELECT replies, reposts, likes, views FROM tweets") == (14, None, 1700, None)


def test_the_latest_counts_come_back_as_they_were_shown(tweets: Log) -> None:
    move(tweets, {"replies": 14, "likes": 1700}, replies=exact(14), likes=rounded(1700, "1.7K"))
    assert counts(tweets) == {"replies": exact(14), "likes": rounded(1700, "1.7K")}


def test_a_count_that_is_not_shown_this_time_stays(tweets: Log) -> None:
    move(tweets, {"replies": 14, "views": 9000}, replies=exact(14), views=exact(9000))
    move(tweets, {"replies": 15}, replies=exact(15))
    assert tweets.one("SELECT replies, views FROM tweets") == (15, 9000)
    assert counts(tweets) == {"replies": exact(15), "views": exact(9000)}


def test_an_exact_count_stays_exact_under_its_rounding(tweets: Log) -> None:
    move(tweets, {"likes": 1234, "replies": 1}, likes=exact(1234), replies=exact(1))
    move(tweets, {"likes": 1234, "replies": 2}, likes=rounded(1200, "1.2K"), replies=exact(2))
    assert counts(tweets)["likes"] == exact(1234)
    assert tweets.rows("SELECT likes, likes_shown, likes_exact FROM tweet_metrics ORDER BY fetch_id")[1] == (1200, "1.2K", 0)


def test_an_exact_count_stays_exact_where_its_rounding_is_the_same_number(tweets: Log) -> None:
    move(tweets, {"likes": 1200}, likes=exact(1200))
    move(tweets, {"likes": 1200, "replies": 1}, likes=rounded(1200, "1.2K"), replies=exact(1))
    assert counts(tweets)["likes"] == exact(1200)


def test_a_rounded_count_becomes_exact_when_the_same_number_is_shown_in_full(tweets: Log) -> None:
    move(tweets, {"likes": 1200}, likes=rounded(1200, "1.2K"))
    move(tweets, {"likes": 1200}, likes=exact(1200))
    assert counts(tweets)["likes"] == exact(1200)


def test_an_account_is_replaced_and_its_history_grows(tweets: Log) -> None:
    before = Profile(handle="ada", values={"name": "Ada", "bio": "sea"}, counts={"followers": rounded(18000, "18K", 1000)})
    after = Profile(handle="ada", values={"name": "Ada L.", "bio": None}, counts={"followers": exact(18002)})
    tweets.apply(profile=ProfileWrite(profile=before, changed=("name", "bio", "followers"), new=True))
    row = tweets.apply(profile=ProfileWrite(profile=after, changed=("name", "bio", "followers"), new=False))
    assert tweets.one("SELECT name, bio, followers, followers_shown, followers_exact FROM profiles") == (
        "Ada L.",
        None,
        18002,
        "18,002",
        1,
    )
    query = "SELECT fetch_id, name, followers, followers_shown, changed FROM profile_history ORDER BY fetch_id"
    assert [one[1:4] for one in tweets.rows(query)] == [("Ada", 18000, "18K"), ("Ada L.", 18002, "18,002")]
    assert tweets.rows(query)[1] == (row.id, "Ada L.", 18002, "18,002", '["name","bio","followers"]')


def test_an_account_with_a_value_that_has_no_column_is_an_error_that_names_it(tweets: Log) -> None:
    odd = Profile(handle="ada", values={"mood": "calm"}, counts={"likes": exact(1)})
    with pytest.raises(StoreError, match=r"profiles has no column for likes, mood \(account ada\)"):
        tweets.apply(profile=ProfileWrite(profile=odd, changed=(), new=True))


def test_a_sources_first_fields_all_count_as_changed(log: Log) -> None:
    row = log.apply(source_fields=SourceFields(title="Tides", language="en"))
    assert log.one("SELECT fetch_id, title, language, changed FROM source_history") == (
        row.id,
        "Tides",
        "en",
        '["title","language"]',
    )


def test_a_title_that_the_settings_lack_is_the_documents(log: Log) -> None:
    log.apply(source_fields=SourceFields(title="Tides", home_url="https://tides.example/"))
    assert log.one("SELECT title, home_url FROM sources") == ("Tides", "https://tides.example/")
    log.apply(source_fields=SourceFields(title="Tides and Storms"), source_changed=("title", "home_url"))
    assert log.one("SELECT title, home_url FROM sources") == ("Tides and Storms", None)


def test_a_title_that_the_settings_give_stays(store: Store) -> None:
    log = Log(store=store, source=source(title="My own name for it")).begin()
    log.apply(source_fields=SourceFields(title="Tides"))
    assert log.one("SELECT title FROM sources") == ("My own name for it",)
