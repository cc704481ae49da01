"""Files that belong to an item, each once, with nothing made up about them."""

from __future__ import annotations

import pytest

from ingest.model import Enclosure
from ingest.parse.feed.media import byte_length, enclosures, seconds


@pytest.mark.parametrize(
    ("written", "length"),
    [
        ("3723", 3723),
        ("62:03", 3723),
        ("1:02:03", 3723),
        ("1.5", 1.5),
        ("00:30", 30),
        ("", None),
        (None, None),
        ("an hour", None),
    ],
)
def test_a_playing_time_is_read_as_podcasts_write_it(written, length):
    assert seconds(written) == length


@pytest.mark.parametrize(
    ("written", "length"), [("12", "12"), (" 7 ", "7"), ("0", None), ("-1", None), ("", None), ("12 MB", None)]
)
def test_a_length_that_only_fills_the_attribute_is_none(written, length):
    assert byte_length(written) == length


def test_one_address_is_one_enclosure_and_the_first_word_on_it_counts():
    entry = {
        "links": [
            {"rel": "enclosure", "href": "a.mp3", "length": "5", "type": "audio/mpeg"},
            {"rel": "alternate", "href": "https://a.example/"},
            {"rel": "enclosure", "href": "/a.mp3", "length": "6"},
            {"rel": "enclosure", "href": "javascript:x"},
        ],
        "media_content": [{"url": "b.jpg", "filesize": "9", "duration": "3"}, {"type": "video/mp4"}],
        "media_thumbnail": [{"url": "b.jpg"}, {"url": "c.jpg"}],
    }
    assert enclosures(entry, "https://a.example/", "1:00") == (
        Enclosure(url="https://a.example/a.mp3", type="audio/mpeg", length="5", duration_seconds=60),
        Enclosure(url="https://a.example/b.jpg", length="9", duration_seconds=3),
        Enclosure(url="https://a.example/c.jpg"),
    )


def test_the_type_that_feedparser_assumes_is_not_stated():
    assert (
        enclosures({"links": [{"rel": "enclosure", "href": "https://a.example/x", "type": "text/html"}]}, None, None)[0].type
        is None
    )
