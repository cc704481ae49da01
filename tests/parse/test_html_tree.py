"""Whole pages are parsed in one place, which refuses what would take for ever."""

from __future__ import annotations

import pytest

from ingest.errors import ReadError
from ingest.model import Document, SourceKind
from ingest.parse import parse
from ingest.parse.discovery import feed_links
from ingest.parse.html_tree import html_tree

TOWER = "<html><body>" + '<div class="timeline-item">' * 200_000


def test_a_page_becomes_a_tree() -> None:
    assert html_tree("<p>one<p>two").css("p")[1].text() == "two"


@pytest.mark.parametrize("kind", ["blog", "feed", "tweets"])
@pytest.mark.parametrize("sign", ["", "<b>x.com/i/status</b>", "__NEXT_DATA__"])
def test_a_page_that_nests_without_end_is_refused_whatever_was_expected(kind: SourceKind, sign: str) -> None:
    with pytest.raises(ReadError) as caught:
        parse(Document(body=(TOWER + sign).encode(), kind=kind, url="https://a.example/"))
    assert caught.value.kind == "too_deep"


def test_nothing_is_looked_for_in_such_a_page() -> None:
    with pytest.raises(ReadError, match="nests more than 5,000 elements"):
        feed_links(Document(body=TOWER.encode(), kind="feed", url="https://a.example/"))
