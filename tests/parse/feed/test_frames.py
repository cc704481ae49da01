"""A frame in which only dates and comments moved is known again, and says what it says when it is read anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.parse.feed import frames
from ingest.parse.feed.frames import Frame, Frames
from ingest.parse.feed.outline import BrokenXMLError

URL = "https://a.example/feed.xml"


def frame(*head: str, before: str = "", after: str = "", hole: str = "<item/>") -> str:
    return f'{before}<rss version="2.0"><channel><title>T</title>{"".join(head)}{hole}</channel></rss>{after}'


def read(known: Frames, text: str) -> Frame | None | str:
    try:
        return known.read(text, "<item/>", 1, URL)
    except (BrokenXMLError, ReadError) as error:
        return str(error)


@pytest.fixture
def outlined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that go through expat from here on."""
    seen: list[str] = []
    real = frames.outline
    monkeypatch.setattr(frames, "outline", lambda text, base: seen.append(text) or real(text, base))
    return seen


def test_where_a_date_and_a_comment_moved_nothing_is_read_again(outlined: list[str]) -> None:
    known = Frames()
    for day in "123":
        found = read(known, frame(f"<lastBuildDate> {day} Jan </lastBuildDate><!-- a -->", after=f"<!-- cached {day} -->"))
        assert isinstance(found, Frame)
        assert found.outline.build_dates == (f"{day} Jan",)
        assert found.outline.comments == ("a", f"cached {day}")
    assert len(outlined) == 2  # once as it is, once to see what moves


@pytest.mark.parametrize(
    "head",
    [
        "<image><pubDate>1</pubDate></image>",  # no build date, but part of the rest
        "<docs><updated>1</updated></docs>",
        "<lastBuildDate>[moves] 0</lastBuildDate>",
    ],
)
def test_what_only_looks_like_a_build_date_is_read_each_time(head: str, outlined: list[str]) -> None:
    known = Frames()
    read(known, frame(head))
    outlined.clear()
    read(known, frame(head.replace("1", "2")))
    assert outlined


DATES = ["1", "", " 2 ", "3 &amp; 4", "5 &#38;", "6\r\n7", "&nbsp;", "<b/>", "[moves] 0", "\x85 8"]
COMMENTS = ["1", "", " 2 ", "a -- b", "c-", "<!DOCTYPE netscape", "<content >", "<item/>", "]]>", "<pubDate>9</pubDate>", "\r"]
PARTS = [
    "<lastBuildDate>{0}</lastBuildDate>",
    "<pubDate>{0}</pubDate>",
    "<image><updated>{0}</updated></image>",
    "<dc:date xmlns:dc='http://purl.org/dc/elements/1.1/'>{0}</dc:date>",
    "<updated><![CDATA[{0}]]></updated>",
    "<pubDate>{0}<!--{1}--></pubDate>",
    "<!--{1}-->",
    "<description><![CDATA[<!--{1}--><pubDate>{0}</pubDate>]]></description>",
    "<?php <!--{1}--> ?>",
    "<generator>{0}</generator>",
    "<!--{1}-->{0}",
]
OUTSIDE = ["", "", "<!--{1}-->", "<?xml version='1.0'?>", "<!--{1}--><?xml version='1.0'?>", "<!DOCTYPE rss>", "{0}"]


@st.composite
def frame_pairs(draw: st.DrawFn) -> list[str]:
    """Frames of one shape, or nearly."""
    head = draw(st.lists(st.sampled_from(PARTS), max_size=3))
    before, after = draw(st.sampled_from(OUTSIDE)), draw(st.sampled_from(OUTSIDE))
    dates, comments = st.sampled_from(DATES), st.sampled_from(COMMENTS)

    def filled(part: str) -> str:
        return part.format(draw(dates), draw(comments))

    return [
        frame(*map(filled, head[draw(st.integers(0, 1)) :]), before=filled(before), after=filled(after))
        for _ in range(draw(st.integers(2, 4)))
    ]


@given(frame_pairs())
def test_whatever_frame_was_read_before_the_next_one_says_the_same(texts: list[str]) -> None:
    known = Frames()
    for text in texts:
        assert read(known, text) == read(Frames(), text)
