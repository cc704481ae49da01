"""JSON Feed as it is written in the wild, and lists of things. (Whole documents stand in fixtures/feeds.)"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import DateText, Document, Enclosure
from ingest.parse.json_feed import read_json_feed


def read(value):
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return read_json_feed(Document(body=body, kind="feed", url="https://a.example/feed.json"))


def one(**fields):
    (entry,) = read([{"id": "1", "title": "t"} | fields]).entries
    return entry


@pytest.mark.parametrize(
    ("written", "guid"), [("123", "123"), ('"123"', "123"), ("9007199254740993", "9007199254740993"), ("1.0", "1.0")]
)
def test_an_id_is_its_digits(written, guid):
    assert read(f'[{{"id": {written}, "title": "t"}}]'.encode()).entries[0].guid == guid


@pytest.mark.parametrize("written", [None, "", "  ", [], {}, False])
def test_an_id_that_says_nothing_is_none(written):
    assert read([{"id": written, "title": "t"}]).entries[0].guid is None


@pytest.mark.parametrize("place", ["items", "posts", "entries", "data", "articles", "results"])
def test_a_list_is_found_where_it_is_put(place):
    item = {"id": "1", "url": "/x"}
    assert read({place: [item]}).entries == read([item]).entries
    assert read({"data": {place: [item]}}).entries == read([item]).entries


@pytest.mark.parametrize(
    ("top", "shape"),
    [
        ({"version": "https://jsonfeed.org/version/1", "items": []}, "json_feed"),
        ({"home_page_url": "https://a.example/", "items": []}, "json_feed"),
        ({"items": []}, "json_list"),
        ([], "json_list"),
    ],
)
def test_a_list_may_be_empty_and_says_what_it_is(top, shape):
    reading = read(top)
    assert (reading.format, reading.entries, reading.whole) == (shape, (), True)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"error": "rate limited"}, "not_a_feed"),
        ("text", "not_a_feed"),
        ([1, 2], "no_items"),
        ([{"x": 1}], "no_items"),
        (b"{", "bad_json"),
    ],
)
def test_json_that_is_no_list_of_things_is_refused(value, kind):
    with pytest.raises(ReadError) as caught:
        read(value)
    assert caught.value.kind == kind


def test_a_thing_that_cannot_be_read_is_said_and_absence_not_judged():
    reading = read([{"id": "1", "title": "t"}, None, {"only": "noise"}])
    assert len(reading.entries) == 1
    assert not reading.whole
    assert [issue.code for issue in reading.issues] == ["unreadable_items"]


@pytest.mark.parametrize(
    ("fields", "published", "updated"),
    [
        ({"date_published": "P", "date_modified": "M"}, DateText(raw="P", text="P"), DateText(raw="M", text="M")),
        ({"date": "local", "date_gmt": "utc"}, DateText(raw="utc", text="utc", zone="UTC"), None),
        ({"created_at": 1767600000}, DateText(raw="1767600000", text="1767600000"), None),
        ({"date_published": None, "published": True}, None, None),
    ],
)
def test_dates_are_as_written_and_none_is_made_up(fields, published, updated):
    entry = one(**fields)
    assert (entry.published, entry.updated) == (published, updated)


@pytest.mark.parametrize(
    ("fields", "summary", "content"),
    [
        ({"content_html": "<p>h</p>", "content_text": "t", "summary": "a < b"}, "a &lt; b", "<p>h</p>"),
        ({"content_text": "a < b\n\nc"}, None, "a &lt; b<br>\n<br>\nc"),
        ({"content": {"rendered": '<a href="/x">y</a>'}}, None, '<a href="https://a.example/x">y</a>'),
        ({"description": "<p>markup</p>"}, "<p>markup</p>", None),
        ({"summary": "", "content_html": ""}, "", ""),
        ({"summary": None, "excerpt": "", "content_html": "", "content_text": "t"}, "", "t"),
    ],
)
def test_bodies_are_html(fields, summary, content):
    entry = one(**fields)
    assert (entry.summary_html, entry.content_html) == (summary, content)


@pytest.mark.parametrize(
    ("fields", "authors"),
    [
        ({"authors": [{"name": "A"}, {"name": "B"}, {"name": "A"}]}, ("A", "B")),
        ({"author": {"name": "A"}}, ("A",)),
        ({"author": "A"}, ("A",)),
        ({"authors": [], "author": {"url": "https://a.example/me"}}, ("https://a.example/me",)),
        ({"authors": [{}, None, 5]}, ("5",)),
    ],
)
def test_people_are_named(fields, authors):
    assert one(**fields).authors == authors


def test_attachments_come_once_each():
    entry = one(attachments=[{"url": "/a.mp3", "size_in_bytes": "12", "duration_in_seconds": 90}, {"url": "/a.mp3"}, {}, "x"])
    assert entry.enclosures == (Enclosure(url="https://a.example/a.mp3", length="12", duration_seconds=90),)


def test_a_title_is_plain_text_unless_it_is_rendered():
    assert one(title="AT&amp;T <b>").title == "AT&amp;T <b>"
    assert one(title={"rendered": "AT&amp;T <b>x</b>"}).title == "AT&T x"


def test_an_empty_title_is_not_an_absent_one():
    assert (one(title="", url="/a").title, one(title=None, url="/a").title) == ("", None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "url", "title", "items", "data", "author", "tags", "attachments", "date"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_gives_a_reading_or_a_read_error(value):
    try:
        reading = read(value)
    except ReadError:
        return
    assert reading.format in {"json_feed", "json_list"}


def test_an_item_without_author_is_by_those_of_the_feed():
    top = {"version": "https://jsonfeed.org/version/1.1", "title": "t", "authors": [{"name": "Whole"}, {"name": "Feed"}]}
    items = [{"id": "1", "content_text": "a"}, {"id": "2", "content_text": "b", "authors": [{"name": "Own"}]}]
    assert [entry.authors for entry in read(top | {"items": items}).entries] == [("Whole", "Feed"), ("Own",)]
