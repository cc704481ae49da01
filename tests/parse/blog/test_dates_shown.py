"""Where a page shows a post's date, and what is taken as written and as read."""

import pytest

from ingest.model import DateText

from .pages import dates, posts


def _date(shown: str) -> DateText | None:
    (post,) = posts(f'<article><h2><a href="/a">A</a></h2>{shown}<p>Some words of text.</p></article>')
    return post.published


SHOWN = {
    "attribute of time": ('<time datetime="2026-01-05T10:00:00Z">5 Jan</time>', "2026-01-05T10:00:00Z", "2026-01-05T10:00:00Z"),
    "attribute of abbr": ('<abbr class="d" title="2026-01-05">January 5, 2026</abbr>', "2026-01-05", "2026-01-05"),
    "attribute of span": (
        '<span title="2026-01-05 00:00:00 +0000 UTC">January 5</span>',
        "2026-01-05 00:00:00 +0000 UTC",
        "2026-01-05 00:00:00 +0000 UTC",
    ),
    "meta": ('<meta itemprop="datePublished" content="2026-01-05">', "2026-01-05", "2026-01-05"),
    "words of time": ("<time>2026-01-05</time>", "2026-01-05", "2026-01-05"),
    "words of a named element": ('<span class="postDate">Posted on 5 January 2026</span>', "5 January 2026", "2026-01-05"),
    "words next to the title": ("<small>January 5, 2026</small>", "January 5, 2026", "2026-01-05"),
    "time without zone beside a day": (
        '<time datetime="2026-01-05 10:00:00">January 5, 2026</time>',
        "2026-01-05 10:00:00",
        "2026-01-05",
    ),
    "time without zone alone": (
        '<time datetime="2026-01-05 10:00:00">Jan 5</time>',
        "2026-01-05 10:00:00",
        "2026-01-05 10:00:00",
    ),
    "ambiguous": ("<time>04/05/2026</time>", "04/05/2026", "04/05/2026"),
    "day without year": ('<span class="date">Jan 5</span>', "Jan 5", "Jan 5"),
    "unreadable": ("<time>yesterday</time>", "yesterday", "yesterday"),
    "empty attribute": ('<time datetime="">5 January 2026</time>', "5 January 2026", "2026-01-05"),
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_the_date_is_taken_as_written_with_what_should_be_read(shown: tuple[str, str, str]) -> None:
    html, raw, text = shown
    assert _date(html) == DateText(raw=raw, text=text)


def test_a_date_in_the_address_alone_is_none() -> None:
    assert dates('<article><h2><a href="/2026/01/02/a/">A</a></h2></article>') == [None]


@pytest.mark.parametrize(
    "edited", ['<time class="updated" datetime="2026-02-01">x</time>', '<p>Updated: <time datetime="2026-02-01">x</time></p>']
)
def test_the_time_of_an_edit_never_beats_that_of_publication(edited: str) -> None:
    assert _date(f'{edited}<time class="published" datetime="2026-01-05">x</time>') == DateText(
        raw="2026-01-05", text="2026-01-05"
    )


def test_the_time_of_an_edit_alone_is_no_date_of_publication() -> None:
    assert _date('<p>Updated: <time datetime="2026-02-01">Feb 1</time></p>') is None


def test_a_lone_updated_class_is_the_date_as_old_themes_mean_it() -> None:
    assert _date('<time class="updated" datetime="2026-02-01">x</time>') == DateText(raw="2026-02-01", text="2026-02-01")


def test_a_date_in_a_quotation_is_not_the_post_s() -> None:
    assert _date("<blockquote>January 5, 2026</blockquote>") is None
