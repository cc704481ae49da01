"""FeedEntry -> Item."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ingest.model import Enclosure, FeedEntry, PostEntry
from tests.normalise.make import date, item_of

ENTRY = FeedEntry(
    guid="https://blog.example/?p=1",
    url="http://www.blog.example/a/?utm_source=rss",
    title="A title",
    authors=("Ann", "Bob"),
    categories=("b", "a"),
    published=date("Mon, 05 Jan 2026 10:00:00 +0100"),
    updated=date("2026-01-05T12:00:00Z"),
    summary_html="<p>In <b>short</b>.</p>",
    content_html='<p>At <a href="https://h.example/x">length</a>.</p>',
    comments_url="https://blog.example/a/#comments",
    enclosures=(Enclosure(url="https://cdn.example/1.mp3?token=abc", type="audio/mpeg", length="9"),),
)


def test_an_entry_becomes_the_row_of_feed_items() -> None:
    item = item_of(ENTRY)
    assert item.table == "feed_items"
    assert (item.native_id, item.keys, item.identity_basis) == (ENTRY.guid, (ENTRY.guid,), "id")
    assert (item.url, item.canonical_url) == (ENTRY.url, "https://blog.example/a")
    assert item.values == {
        "guid": "https://blog.example/?p=1",
        "title": "A title",
        "authors": ("Ann", "Bob"),
        "categories": ("b", "a"),
        "published": "2026-01-05T09:00:00Z",
        "published_raw": "Mon, 05 Jan 2026 10:00:00 +0100",
        "published_precision": "second",
        "updated": "2026-01-05T12:00:00Z",
        "updated_raw": "2026-01-05T12:00:00Z",
        "updated_precision": "second",
        "summary": "In short.",
        "comments_url": "https://blog.example/a/#comments",
        "enclosures": ({"url": "https://cdn.example/1.mp3?token=abc", "type": "audio/mpeg", "length": 9},),
    }
    assert (item.instant, item.revised, item.label, item.issues) == (
        "2026-01-05T09:00:00Z",
        "2026-01-05T12:00:00Z",
        "A title",
        (),
    )
    assert item.content.summary_html == "<p>In <b>short</b>.</p>"
    assert item.content.content_text == "At length."


def test_what_is_absent_has_no_print_and_what_is_empty_has_one() -> None:
    bare = item_of(FeedEntry(guid="g", url=None, title=None))
    empty = item_of(FeedEntry(guid="g", url=None, title="", summary_html=""))
    assert bare.prints == {}
    assert set(empty.prints) == {"title", "summary"}
    assert set(bare.values.values()) == {None, "g"}
    assert bare.content.hash is None


FIELDS: dict[str, Any] = {
    "title": "Another title",
    "authors": ("Ann",),
    "categories": ("a", "c"),
    "published": date("Mon, 05 Jan 2026 10:00:01 +0100"),
    "updated": date("2026-01-05T12:00:01Z"),
    "comments_url": "https://blog.example/b/#comments",
    "enclosures": (Enclosure(url="https://cdn.example/2.mp3?token=abc", type="audio/mpeg", length="9"),),
    "url": "https://blog.example/b",
}


@pytest.mark.parametrize("field", FIELDS)
def test_an_edit_of_a_field_moves_its_print_alone(field: str) -> None:
    before, after = item_of(ENTRY), item_of(replace(ENTRY, **{field: FIELDS[field]}))
    assert [name for name in before.prints if before.prints[name] != after.prints[name]] == [field]


@pytest.mark.parametrize("field", ["summary", "content"])
def test_an_edit_of_a_body_moves_its_print_and_the_content(field: str) -> None:
    edit: dict[str, Any] = {f"{field}_html": "<p>Other words.</p>"}
    before, after = item_of(ENTRY), item_of(replace(ENTRY, **edit))
    assert [name for name in before.prints if before.prints[name] != after.prints[name]] == [field]
    assert before.content.hash != after.content.hash


def test_noise_moves_no_print() -> None:
    noisy = replace(
        ENTRY,
        url="https://blog.example/a#more",
        title=" A  title ",
        categories=("a", "b"),
        published=date("2026-01-05T09:00:00.000Z"),
        summary_html="<p class='x'>In <b>short</b>.</p>\n",
        content_html='<p>At <a href="https://h.example/x?utm_medium=feed">length</a>.</p>',
        enclosures=(replace(ENTRY.enclosures[0], url="https://cdn.example/1.mp3?token=def"),),
    )
    assert item_of(noisy).prints == item_of(ENTRY).prints
    assert item_of(noisy).raw != item_of(ENTRY).raw


def test_a_blank_guid_is_none_and_the_link_identifies() -> None:
    item = item_of(replace(ENTRY, guid=" \n"))
    assert (item.values["guid"], item.native_id, item.identity_basis) == (None, "https://blog.example/a", "url")


def test_a_link_to_the_sites_own_front_page_identifies_nothing() -> None:
    item = item_of(replace(ENTRY, guid=None, url="https://www.blog.example/"))
    assert item.identity_basis == "title_date"
    assert item.canonical_url == "https://blog.example"
    assert item_of(replace(ENTRY, guid=None, url="https://blog.example/#post-1")).identity_basis == "url"


def test_a_file_stands_once_and_a_length_is_a_number_of_bytes() -> None:
    one = Enclosure(url="https://cdn.example/1.mp3", type="audio/mpeg", length="-1")
    item = item_of(replace(ENTRY, enclosures=(one, replace(one, length=""), one)))
    assert item.values["enclosures"] == ({"url": "https://cdn.example/1.mp3", "type": "audio/mpeg"},)


def test_a_files_duration_is_kept_and_compared() -> None:
    one = Enclosure(url="https://cdn.example/1.mp3", duration_seconds=3723)
    before, after = (item_of(replace(ENTRY, enclosures=(file,))) for file in (one, replace(one, duration_seconds=3724)))
    assert before.values["enclosures"] == ({"url": "https://cdn.example/1.mp3", "duration_seconds": 3723},)
    assert before.prints["enclosures"] != after.prints["enclosures"]


def test_a_date_that_cannot_be_read_is_null_with_an_issue_and_compared_as_written() -> None:
    before, after = (item_of(replace(ENTRY, published=date(text))) for text in ("2026-01-05 10:00", "2026-01-05 11:00"))
    assert before.values["published"] is None
    assert before.values["published_raw"] == "2026-01-05 10:00"
    assert [(issue.code, issue.severity, issue.entry_ref) for issue in before.issues] == [("no_zone", "warning", ENTRY.guid)]
    assert before.prints["published"] != after.prints["published"]


def test_no_date_is_null_without_an_issue() -> None:
    item = item_of(replace(ENTRY, published=None, updated=None))
    assert (item.values["published"], item.values["published_raw"], item.issues, item.instant) == (None, None, (), None)


def test_the_summary_is_short_plain_and_taken_from_the_content_where_none_is_stated() -> None:
    item = item_of(replace(ENTRY, summary_html=None, content_html="<p>" + "word " * 200 + "</p>"))
    summary = item.values["summary"]
    assert isinstance(summary, str)
    assert summary.startswith("word word")
    assert summary.endswith("word…")
    assert len(summary) <= 500
    assert "summary" not in item.prints


def test_equal_texts_of_post_and_feed_item_are_one_content() -> None:
    post = PostEntry(url="https://blog.example/a", title="t", summary_html=ENTRY.summary_html, content_html=ENTRY.content_html)
    assert item_of(post).content == item_of(ENTRY).content


def test_nothing_that_a_database_refuses_is_left_in_a_value() -> None:
    bad = "\ud83d\x00"
    item = item_of(FeedEntry(guid=f"g{bad}", url=f"https://h/{bad}", title=bad, authors=(bad,), summary_html=f"<p>{bad}</p>"))
    texts = [item.native_id, item.url, *item.values.values(), item.content.summary_html, item.label]
    assert "\x00" not in repr(texts)
    assert repr(texts).encode()
    assert "\\ud83d" not in repr(texts)
