"""PostEntry -> Item."""

from __future__ import annotations

from dataclasses import replace

from ingest.model import PostEntry
from tests.normalise.make import date, item_of

ENTRY = PostEntry(
    url="https://blog.example/2026/01/a/",
    title="A title",
    author="Ann",
    published=date("January 2, 2026"),
    summary_html="A first sentence of the post. And a second one.",
    tags=("b", "a"),
)


def test_an_entry_becomes_the_row_of_posts() -> None:
    item = item_of(ENTRY)
    assert (item.table, item.native_id, item.identity_basis) == ("posts", "https://blog.example/2026/01/a", "url")
    assert item.values == {
        "title": "A title",
        "author": "Ann",
        "published": "2026-01-02",
        "published_raw": "January 2, 2026",
        "published_precision": "day",
        "summary": "A first sentence of the post. And a second one.",
        "tags": ("b", "a"),
    }
    assert set(item.prints) == {"title", "author", "published", "summary", "tags"}
    assert (item.instant, item.revised, item.label) == ("2026-01-02", None, "A title")


def test_the_url_is_compared_only_where_it_is_not_the_identity() -> None:
    home = item_of(replace(ENTRY, url="https://blog.example/"))
    assert home.identity_basis == "title_date"
    assert "url" in home.prints


def test_an_excerpt_alone_is_a_post_whose_url_may_come_later() -> None:
    cut = PostEntry(url=None, title=None, summary_html="A first sentence of the post. And a sec…", truncated=True)
    item = item_of(cut)
    assert item.native_id in item_of(ENTRY).keys
    assert (item.values["title"], item.url, item.truncated, item.identity_basis) == (None, None, True, "text")
    assert item.label == "A first sentence of the post. And a sec…"
    assert item.issues == ()


def test_order_of_tags_and_spelling_of_the_url_are_no_edit() -> None:
    other = replace(ENTRY, tags=("a", "b"), url="http://blog.example/2026/01/a?utm_source=x")
    assert item_of(other).prints == item_of(ENTRY).prints
    assert item_of(other).native_id == item_of(ENTRY).native_id


def test_a_relative_date_moves_no_print() -> None:
    before, after = (item_of(replace(ENTRY, published=date(text))) for text in ("2 hours ago", "3 hours ago"))
    assert before.prints == after.prints
    assert [issue.code for issue in before.issues] == ["relative_date"]


def test_a_month_is_a_precision_without_a_date_and_without_an_issue() -> None:
    item = item_of(replace(ENTRY, published=date("May 2008")))
    assert (item.values["published"], item.values["published_precision"], item.issues) == (None, "month", ())
