"""Reading -> Items."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.model import (
    ChangeStatement,
    DateText,
    Enclosure,
    Entry,
    FeedEntry,
    Headers,
    Item,
    PostEntry,
    Reading,
    SourceFields,
    TweetEntry,
)
from ingest.normalise import NORMALISER_VERSION, normalise
from ingest.normalise.items import _item
from tests.normalise.html_strategies import WILD
from tests.normalise.make import NOW, a_tweet, date, source


def entry(guid: str, published: str | None = None, updated: str | None = None) -> FeedEntry:
    dates = [None if text is None else date(text) for text in (published, updated)]
    return FeedEntry(guid=guid, url=None, title=guid, published=dates[0], updated=dates[1])


def test_items_stand_in_the_order_of_the_document_each_in_its_own_table() -> None:
    entries = (entry("b"), entry("a"), PostEntry(url="https://h/1", title="p"), a_tweet("t"))
    items = normalise(Reading(format="test", entries=entries), source(), observed_at=NOW).items
    assert [item.table for item in items] == ["feed_items", "feed_items", "posts", "tweets"]
    assert [item.native_id for item in items[:3]] == ["b", "a", "https://h/1"]


def test_what_a_change_page_says_has_left_or_was_removed_becomes_items_as_well() -> None:
    statement = ChangeStatement(source_name="x", observed_at=NOW, headers=Headers(), left=(entry("l"),), removed=(entry("r"),))
    items = normalise(Reading(format="change_page", entries=(entry("a"),), statement=statement), source(), observed_at=NOW)
    assert [[item.native_id for item in part] for part in (items.items, items.left, items.removed)] == [["a"], ["l"], ["r"]]


@pytest.mark.parametrize(
    ("published", "updated", "late"),
    [
        ("2026-01-06T12:00:00Z", None, False),
        ("2026-01-06T12:04:59Z", None, False),  # clocks differ
        ("2026-01-06T12:06:00Z", None, True),
        ("2026-01-07", None, False),  # it is the seventh already, somewhere
        ("2026-01-08", None, True),
        ("Sun, 05 Jan 2206 10:00:00 GMT", None, True),
        ("2026-01-05T12:00:00Z", "2026-02-01T00:00:00Z", True),
        (None, None, False),
    ],
)
def test_a_date_to_come_is_kept_with_an_issue(published: str | None, updated: str | None, *, late: bool) -> None:
    [item] = normalise(Reading(format="test", entries=(entry("a", published, updated),)), source(), observed_at=NOW).items
    assert [issue.code for issue in item.issues] == (["future_date"] if late else [])
    assert (item.values["published"] is None) == (published is None)


def test_the_same_entry_is_judged_by_the_time_of_each_capture() -> None:
    reading = Reading(format="test", entries=(entry("a", "2026-01-07T12:00:00Z"),))
    early, late = (normalise(reading, source(), observed_at=NOW + timedelta(days=days)).items[0] for days in (0, 2))
    assert len(early.issues) == 1
    assert late.issues == ()
    assert (early.values, early.prints) == (late.values, late.prints)


def test_a_time_in_another_zone_is_the_same_time() -> None:
    reading = Reading(format="test", entries=(entry("a", "2026-01-06T12:06:00Z"),))
    elsewhere = NOW.astimezone(timezone(timedelta(hours=9)))
    assert normalise(reading, source(), observed_at=elsewhere) == normalise(reading, source(), observed_at=NOW)


def test_the_home_page_that_a_document_names_is_no_identity() -> None:
    entries = (FeedEntry(guid=None, url="https://home.example", title="t", published=date("2026-01-05")),)
    reading = Reading(format="test", entries=entries, source=SourceFields(home_url="https://www.home.example/"))
    [item] = normalise(reading, source(), observed_at=NOW).items
    assert item.identity_basis == "title_date"


def test_an_entry_that_stood_in_the_reading_before_is_not_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Reading(format="test", entries=(entry("a"), entry("b")))
    before = first, normalise(first, source(), observed_at=NOW)
    second = Reading(format="test", entries=(entry("c"), first.entries[0], entry("b")))
    seen: list[Entry] = []

    def note(one: Entry, own_pages: frozenset[str]) -> Item:
        seen.append(one)
        return _item(one, own_pages)

    monkeypatch.setattr("ingest.normalise.items._item", note)
    items = normalise(second, source(), observed_at=NOW, before=before)
    assert seen == [entry("c")]
    assert items == normalise(second, source(), observed_at=NOW)


def test_a_future_date_is_judged_anew_each_time() -> None:
    reading = Reading(format="test", entries=(FeedEntry(guid="a", url=None, title="t", published=date("2026-01-09T00:00:00Z")),))
    early = reading, normalise(reading, source(), observed_at=NOW)
    assert [issue.code for issue in early[1].items[0].issues] == ["future_date"]
    late = normalise(reading, source(), observed_at=NOW + timedelta(days=30), before=early)
    assert late.items[0].issues == ()
    again = normalise(reading, source(), observed_at=NOW, before=(reading, late))
    assert again == early[1]


def test_items_made_for_other_pages_of_the_source_are_not_taken_over() -> None:
    entries = (FeedEntry(guid=None, url="https://home.example/", title="t", published=date("2026-01-05")),)
    first = Reading(format="test", entries=entries)
    before = first, normalise(first, source(), observed_at=NOW)
    second = Reading(format="test", entries=entries, source=SourceFields(home_url="https://home.example"))
    [item] = normalise(second, source(), observed_at=NOW, before=before).items
    assert item.identity_basis == "title_date"


def test_nothing_at_all_is_an_item_too() -> None:
    nothing = (
        FeedEntry(guid=None, url=None, title=None),
        PostEntry(url=None, title=None),
        TweetEntry(status_id=None, url=None, text="", author_handle=None),
    )
    items = normalise(Reading(format="test", entries=nothing), source(), observed_at=datetime(2026, 1, 1, tzinfo=UTC)).items
    assert [item.label != "" for item in items] == [True, True, True]
    assert all(item.native_id in item.keys for item in items)


ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=20) | WILD
MAYBE = st.none() | ANY_TEXT
MANY = st.lists(ANY_TEXT, max_size=2).map(tuple)
DATES = st.none() | st.builds(DateText, raw=ANY_TEXT, text=ANY_TEXT, zone=MAYBE)
FILES = st.lists(st.builds(Enclosure, url=ANY_TEXT, type=MAYBE, length=MAYBE, title=MAYBE), max_size=2).map(tuple)
ENTRIES = st.one_of(
    st.builds(
        PostEntry, url=MAYBE, title=MAYBE, author=MAYBE, published=DATES, summary_html=MAYBE, content_html=MAYBE, tags=MANY
    ),
    st.builds(FeedEntry, guid=MAYBE, url=MAYBE, title=MAYBE, authors=MANY, updated=DATES, content_html=MAYBE, enclosures=FILES),
    st.builds(TweetEntry, status_id=MAYBE, url=MAYBE, text=ANY_TEXT, author_handle=MAYBE, posted=DATES, links=MANY, likes=MAYBE),
)


@given(ENTRIES)
def test_whatever_an_entry_holds_becomes_an_item_that_a_database_takes(entry: Entry) -> None:
    [item] = normalise(Reading(format="test", entries=(entry,)), source(), observed_at=NOW).items
    stored = [item.native_id, item.keys, item.url, item.canonical_url, item.label, asdict(item.content), item.values]
    json.dumps(stored, ensure_ascii=False).encode()  # half a surrogate pair would not pass
    assert "\\u0000" not in json.dumps(stored)
    assert item.native_id == item.keys[0]


def test_the_version_is_a_number() -> None:
    assert NORMALISER_VERSION >= 1
