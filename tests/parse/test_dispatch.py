"""A body is read by what its bytes are, within what its source's kind allows."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import Document, FeedEntry, PostEntry, Reading, TweetEntry
from ingest.parse import PARSER_VERSION, parse
from tests.shared import SHARED, needs_shared

RSS = b'<rss version="2.0"><channel><title>T</title><item><title>A</title><guid>1</guid></item></channel></rss>'
NITTER = (
    b'<rss version="2.0"><channel><title>Ada / @ada</title><link>https://nitter.example/ada</link><item><title>Hello</title>'
    b'<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">@ada</dc:creator><description>Hello</description>'
    b"<guid>https://nitter.example/ada/status/1745174596389838848#m</guid>"
    b"<link>https://nitter.example/ada/status/1745174596389838848#m</link></item></channel></rss>"
)
BLOG = b"<!doctype html><title>B</title><article><h2><a href='/2026/a/'>A post</a></h2><time>2026-01-05</time><p>Words.</article>"


def read(body, kind, content_type=None):
    return parse(Document(body=body, kind=kind, url="https://a.example/", content_type=content_type))


@pytest.mark.parametrize("content_type", [None, "text/html", "application/json", "image/png", "nonsense"])
@pytest.mark.parametrize(
    ("body", "kind", "shape", "entry"),
    [
        (RSS, "feed", "rss20", FeedEntry),
        (b'{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", "title": "A"}]}', "feed", "json_feed", FeedEntry),
        (b'[{"id": "1", "title": "A"}]', "feed", "json_list", FeedEntry),
        (gzip.compress(RSS, mtime=0), "feed", "rss20", FeedEntry),
        (BLOG, "blog", "html", PostEntry),
        (NITTER, "tweets", "nitter_rss", TweetEntry),
    ],
)
def test_the_bytes_decide_and_no_header(body, kind, shape, entry, content_type):
    reading = read(body, kind, content_type)
    assert reading.format == shape
    assert reading.entries
    assert all(isinstance(one, entry) for one in reading.entries)


@pytest.mark.parametrize(
    ("body", "kind", "error"),
    [
        (b"", "feed", "empty_body"),
        (b" \r\n", "blog", "empty_body"),
        (b"", "tweets", "empty_body"),
        (RSS, "blog", "wrong_root"),
        (b'{"items": []}', "blog", "unknown_format"),
        (b'<?xml version="1.0"?><opml/>', "blog", "unknown_format"),
        (BLOG, "feed", "not_a_feed"),
        (b"{oh no", "feed", "not_a_feed"),
        (b'{"items": [', "feed", "bad_json"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00\x01\x02\xff" * 99, "blog", "unknown_format"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00\x01\x02\xff" * 99, "feed", "unknown_format"),
        (gzip.compress(RSS, mtime=0)[:40], "feed", "decode_error"),
    ],
)
def test_what_a_kind_does_not_allow_is_refused_with_its_reason(body, kind, error):
    with pytest.raises(ReadError) as caught:
        read(body, kind)
    assert caught.value.kind == error


def test_a_feed_given_for_a_blog_says_what_to_change():
    with pytest.raises(ReadError, match='kind = "feed"'):
        read(RSS, "blog")


def test_there_is_a_version_to_rebuild_by():
    assert PARSER_VERSION >= 1


@needs_shared
def test_a_change_page_is_known_for_what_it_is():
    (page,) = (SHARED / "seeds").glob("003_*")
    reading = read(page.read_bytes(), "feed")
    assert reading.format == "change_page"
    assert reading.statement is not None
    assert len(reading.entries) == len(reading.statement.left) == 2


@given(st.binary(max_size=150), st.sampled_from(["feed", "blog", "tweets"]))
def test_any_bytes_of_any_kind_give_a_reading_or_a_read_error(body, kind):
    try:
        reading = read(body, kind)
    except ReadError:
        return
    assert isinstance(reading, Reading)
