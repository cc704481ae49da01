"""What a change page says of a feed: items that came, items that went and from where, noise by name, and what is not known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import ChangeStatement, Document, FeedEntry, Reading
from ingest.parse.change_page import looks_like_change_page
from ingest.parse.change_page.reading import read_change_page, read_stamp
from ingest.parse.feed import read_feed
from tests.parse.change_page.made_feeds import Made, atom, paragraphs, rss
from tests.parse.change_page.tracker_page import COMMIT, html_page, text_page

Form = Callable[..., str]
FORMS = pytest.mark.parametrize("form", [html_page, text_page])
URL = "https://feeds.example/blog/feed.xml"


def read(page: str | bytes, url: str | None = URL) -> Reading:
    body = page.encode() if isinstance(page, str) else page
    return read_change_page(Document(body=body, kind="feed", url=url))


def statement(reading: Reading) -> ChangeStatement:
    assert reading.statement is not None
    return reading.statement


def guids(entries: Sequence[Any]) -> list[str | None]:
    return [entry.guid for entry in entries if isinstance(entry, FeedEntry)]


def numbers(entries: Sequence[Any]) -> list[int]:
    return [int((guid or "").rpartition("=")[2]) for guid in guids(entries)]


def noise(reading: Reading) -> dict[str, int]:
    return {item.kind: item.count for item in statement(reading).noise}


def codes(reading: Reading) -> list[str]:
    return [issue.code for issue in reading.issues]


def feed(*items: int | Made, **fields: Any) -> bytes:
    return rss([Made(number=item) if isinstance(item, int) else item for item in items], **fields)


@FORMS
def test_the_stamp_is_what_the_page_recorded(form: Form) -> None:
    page = form(feed(3, 2, 1), feed(4, 3, 2))
    said = read_stamp(page.encode())
    assert said is not None
    assert (said.source_name, said.status, said.final_url) == ("blog-feed", 200, "https://feeds.example/blog/feed.xml")
    assert said.observed_at == datetime(2031, 2, 3, 4, 5, 6, 789000, tzinfo=UTC)
    assert (said.external_ref, said.external_path) == (COMMIT, "raw/blog-feed/response.xml")
    assert (said.body_bytes, said.lines_added, said.lines_removed) == (len(feed(4, 3, 2)), 20, 20)
    headers = said.headers
    assert (headers.etag, headers.age, headers.cache_control) == ('W/"abc-1"', "306", "public, max-age=60")
    assert (headers.last_modified, headers.content_encoding, headers.content_type) == (None, None, None)
    assert statement(read(page)) == replace(said, left=statement(read(page)).left)


@FORMS
def test_items_that_came_are_entries_and_those_that_stood_last_have_left(form: Form) -> None:
    reading = read(form(feed(5, 4, 3, 2, 1), feed(7, 6, 5, 4, 3)))
    assert numbers(reading.entries) == [7, 6]
    assert numbers(statement(reading).left) == [2, 1]
    assert (statement(reading).removed, statement(reading).edited, noise(reading)) == ((), (), {})
    assert (reading.format, reading.whole, codes(reading)) == ("change_page", False, ["lines_cut"])


@FORMS
def test_an_item_that_went_while_an_older_one_stays_was_removed(form: Form) -> None:
    reading = read(form(feed(5, 4, 3, 2, 1), feed(5, 3, 2)))
    assert (numbers(statement(reading).removed), numbers(statement(reading).left)) == ([4], [1])
    assert (reading.entries, statement(reading).edited) == ((), ())


@FORMS
def test_every_field_of_an_added_item_is_read_and_its_cut_body_is_marked(form: Form) -> None:
    new = feed(7, 5, 4)
    [shown] = [entry for entry in read(form(feed(5, 4, 3), new)).entries if isinstance(entry, FeedEntry)]
    whole = read_feed(Document(body=new, kind="feed", url=URL)).entries[0]
    assert isinstance(whole, FeedEntry)
    assert replace(shown, content_html=None, truncated=False) == replace(whole, content_html=None)
    assert shown.truncated
    assert "<p>That was boat 7.</p>" in (shown.content_html or "")
    assert "what they c…</p>" in (shown.content_html or "")


@FORMS
def test_an_item_that_is_shown_whole_is_not_truncated(form: Form) -> None:
    short = Made(number=7, body="<p>Short.</p>")
    [entry] = [entry for entry in read(form(feed(5, 4), feed(short, 5, 4))).entries if isinstance(entry, FeedEntry)]
    assert (entry.truncated, entry.content_html) == (False, "<p>Short.</p>")


@FORMS
def test_build_date_and_cache_comment_are_noise(form: Form) -> None:
    reading = read(form(feed(3, 2, hits=1), feed(3, 2, hits=2, built="Tue, 04 Feb 2031 04:00:00 +0000")))
    assert noise(reading) == {"build_date": 1, "cache_comment": 1}
    assert statement(reading).edited == ()


@FORMS
@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ('loading="lazy" ', "", "image_loading"),
        ('loading="lazy" ', 'fetchpriority="high" decoding="async" ', "image_loading"),
        ("/boat-2.jpg", "/boat-2.jpg?utm_source=feed", "tracking_parameter"),
        ('src="/boat-2.jpg" alt="boat 2"', 'alt="boat 2" src="/boat-2.jpg"', "attribute_order"),
    ],
)
def test_a_line_that_differs_in_nothing_that_is_said_is_noise_by_name(form: Form, old: str, new: str, kind: str) -> None:
    before = Made(number=2, body=paragraphs(2))
    after = Made(number=2, body=paragraphs(2).replace(old, new))
    reading = read(form(feed(3, before, 1), feed(3, after, 1)))
    assert (noise(reading), statement(reading).edited) == ({kind: 1}, ())


@FORMS
def test_an_image_on_a_line_of_its_own_is_told_from_the_unchanged_lines_behind_it(form: Form) -> None:
    old, new = (
        Made(number=3, body=f'<p>Words.</p>\n<img {hints} src="https://feeds.example/i.png" alt="">\n<p>More.</p>\n<p>End.</p>')
        for hints in ('loading="lazy" decoding="async"', 'decoding="async" fetchpriority="high"')
    )
    reading = read(form(feed(4, old, 2), feed(4, new, 2)))
    assert noise(reading) == {"image_loading": 1}
    assert statement(reading).edited == ()


@FORMS
def test_a_word_that_changed_is_an_edit_of_which_only_a_part_is_seen(form: Form) -> None:
    after = Made(number=2, title="Boat two")
    reading = read(form(feed(3, 2, 1), feed(3, after, 1)))
    assert statement(reading).edited == ("https://feeds.example/boat-2/",)
    assert (reading.entries, codes(reading)) == ((), ["fragment_only"])


@FORMS
def test_an_edit_in_an_item_that_the_page_does_not_name_is_named_by_its_lines(form: Form) -> None:
    after = Made(number=2, body=paragraphs(2).replace("sail(2)", "row(2)"))
    reading = read(form(feed(3, 2, 1), feed(3, after, 1)))
    assert len(statement(reading).edited) == 1
    assert statement(reading).edited[0].startswith("lines ")


@FORMS
def test_two_cut_lines_that_look_the_same_are_no_noise(form: Form) -> None:
    after = Made(number=2, body=paragraphs(2).replace("carry. </p>", "carry? </p>"))
    reading = read(form(feed(3, 2, 1), feed(3, after, 1)))
    assert noise(reading) == {}
    assert len(statement(reading).edited) == 1


@FORMS
def test_an_item_that_only_moved_is_noise_and_one_rewritten_whole_is_edited(form: Form) -> None:
    moved = read(form(feed(9, 8, 7, 6), feed(8, 7, 6, 9)))
    assert (noise(moved), moved.entries, statement(moved).left, statement(moved).removed) == ({"order": 1}, (), (), ())


@FORMS
def test_atom_entries_are_read_as_well(form: Form) -> None:
    old, new = (atom([Made(number=number) for number in found]) for found in ((3, 2, 1), (4, 3, 2)))
    reading = read(form(old, new.replace(b"<updated>2031-02-03", b"<updated>2031-02-04"), path="raw/blog-feed/response.atom"))
    assert (numbers(reading.entries), numbers(statement(reading).left)) == ([4], [1])
    assert (noise(reading), statement(reading).edited) == ({"build_date": 1}, ())


@FORMS
def test_a_diff_that_is_not_shown_to_its_end_says_so_and_gives_no_half_item(form: Form) -> None:
    reading = read(form(feed(3, 2, 1), feed(5, 4, 3, 2, 1), limit=30))
    assert numbers(reading.entries) == [5]
    assert codes(reading) == ["diff_cut", "lines_cut", "item_shown_in_part"]


@FORMS
def test_a_page_about_something_that_is_no_feed_gives_its_stamp_and_an_issue(form: Form) -> None:
    reading = read(form(b'{"models": [1, 2]}\n', b'{"models": [1, 2, 3]}\n', path="raw/catalog/response.json"))
    assert (statement(reading).source_name, statement(reading).lines_added) == ("catalog", 1)
    assert (reading.entries, statement(reading).noise, codes(reading)) == ((), (), ["not_a_feed"])


def test_a_document_that_is_new_to_the_tracker_comes_with_all_its_items() -> None:
    page = html_page(b"", feed(3, 2, 1)).replace("<span>modified</span>", "<span>added</span>")
    assert numbers(read(page).entries) == [3, 2, 1]


def test_items_of_a_deleted_document_are_not_judged() -> None:
    page = html_page(feed(3, 2, 1), b"").replace("<span>modified</span>", "<span>deleted</span>")
    reading = read(page)
    assert (reading.entries, statement(reading).left, statement(reading).removed) == ((), (), ())
    assert "artifact_deleted" in codes(reading)


def two_documents(form: Form) -> str:
    """A page about two documents of one commit."""
    first = form(b"{}\n", b'{"a": 1}\n', path="raw/catalog/response.json").replace(URL, "https://catalog.example/models")
    second = form(feed(2, 1), feed(3, 2))
    begins, ends = ("<section>", "</section>") if form is html_page else ("raw/blog-feed/response.xml modified", "")
    section = second[second.index(begins) :]
    section = section[: section.index(ends) + len(ends)] if ends else section
    return first.replace("</section>", "</section>" + section) if ends else first + "\n" + section


@FORMS
def test_of_several_documents_the_one_of_the_source_is_read_and_the_others_are_named(form: Form) -> None:
    page = two_documents(form)
    reading = read(page)
    assert (statement(reading).source_name, numbers(reading.entries)) == ("blog-feed", [3])
    assert codes(reading)[0] == "other_artifacts"
    stamp = read_stamp(page.encode(), URL)
    assert stamp is not None
    assert stamp.source_name == "blog-feed"
    assert statement(read(page, url="https://catalog.example/models/")).source_name == "catalog"
    assert statement(read(page, url=None)).source_name == "blog-feed"


@FORMS
def test_a_page_that_recorded_no_time_is_no_capture(form: Form) -> None:
    page = form(feed(2, 1), feed(3, 2)).replace("2031-02-03T04:05:06.789Z", "null")
    assert looks_like_change_page(page.encode())
    assert read_stamp(page.encode()) is None
    with pytest.raises(ReadError) as refused:
        read(page)
    assert refused.value.kind == "no_time"


def test_bytes_that_are_no_change_page_are_refused() -> None:
    with pytest.raises(ReadError) as refused:
        read("<html><body><p>Hello</p></body></html>")
    assert refused.value.kind == "not_a_change_page"


listing = st.lists(st.integers(1, 12), min_size=1, max_size=5, unique=True).map(lambda found: sorted(found, reverse=True))


@settings(max_examples=25)
@given(listing, listing, st.sampled_from([html_page, text_page]))
def test_items_come_and_go_as_in_the_two_documents(old: list[int], new: list[int], form: Form) -> None:
    reading = read(form(feed(*old), feed(*new), limit=10_000))
    said = statement(reading)
    gone = [number for number in old if number not in new]
    left = [number for number in gone if not any(kept < number for kept in old if kept in new)]
    unsure = [int((issue.entry_ref or "").rpartition("=")[2]) for issue in reading.issues if issue.code == "place_unknown"]
    assert numbers(reading.entries) == [number for number in new if number not in old]
    assert sorted([*numbers(said.left), *numbers(said.removed)], reverse=True) == gone
    assert [number for number in numbers(said.left) if number not in left] == [number for number in unsure if number not in left]
    assert not set(numbers(said.removed)) & set(left)
    assert (said.edited, "diff_mismatch" in codes(reading)) == ((), False)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with suppress(ReadError):
        assert read(body).format == "change_page"
    assert not looks_like_change_page(body)


@given(st.data())
def test_a_damaged_page_is_read_or_refused(data: st.DataObject) -> None:
    page = PAGES[data.draw(st.integers(0, len(PAGES) - 1))]
    start = data.draw(st.integers(0, len(page)))
    end = data.draw(st.integers(start, min(len(page), start + 600)))
    body = (page[:start] + data.draw(st.sampled_from(["", "\0", "<", "+\n", "@\n", "…", "]]>"])) + page[end:]).encode()
    read_stamp(body)
    with suppress(ReadError):
        assert not read(body).whole


PAGES = [form(feed(5, 4, 3, 2), feed(6, 5, Made(number=3, title="x"))) for form in (html_page, text_page)]
