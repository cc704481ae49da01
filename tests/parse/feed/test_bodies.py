"""Which body is the summary does not depend on the order in which a publisher wrote them."""

from __future__ import annotations

from itertools import permutations

import pytest

from ingest.model import Document
from ingest.parse.feed import read_feed

HEAD = (
    '<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" '
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item>'
)
BODIES = {
    "description": "<description>a &lt;br&gt; b</description>",
    "content": "<content:encoded>&lt;p&gt;all&lt;/p&gt;</content:encoded>",
    "itunes": "<itunes:summary>the app's</itunes:summary>",
    "media": "<media:group><media:description>the player's</media:description></media:group>",
}


def bodies(*elements):
    source = f"{HEAD}{''.join(elements)}</item></channel></rss>"
    (entry,) = read_feed(Document(body=source.encode(), kind="feed", url="https://a.example/")).entries
    return entry.summary_html, entry.content_html


@pytest.mark.parametrize("order", list(permutations(BODIES)), ids=".".join)
def test_a_description_is_the_summary_and_encoded_content_the_content(order):
    assert bodies(*(BODIES[name] for name in order)) == ("a <br> b", "<p>all</p>")


@pytest.mark.parametrize("order", list(permutations(["description", "itunes", "media"])), ids=".".join)
def test_without_content_there_is_none(order):
    assert bodies(*(BODIES[name] for name in order)) == ("a <br> b", None)


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        ([BODIES["content"]], (None, "<p>all</p>")),
        ([BODIES["itunes"]], ("the app's", None)),
        ([BODIES["media"]], ("the player's", None)),
        (["<description/>", BODIES["itunes"]], ("the app's", None)),
        (["<content:encoded></content:encoded>", BODIES["description"]], ("a <br> b", "")),
        (["<description/>"], ("", None)),
        (["<description> </description>", "<content:encoded/>"], ("", "")),
        ([], (None, None)),
    ],
)
def test_what_is_there_is_used_and_nothing_is_copied(elements, expected):
    assert bodies(*elements) == expected
