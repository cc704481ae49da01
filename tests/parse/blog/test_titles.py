"""Titles as plain text."""

import pytest

from .pages import names, posts


def _title(inner: str) -> str | None:
    (post,) = posts(f"<article><h2>{inner}</h2><p>Some words of text.</p></article>")
    return post.title


TITLES = {
    "entities": ('<a href="/a">Tom &amp; &lt;b&gt;Jerry&lt;/b&gt; &#8212; &quot;x&quot;</a>', 'Tom & <b>Jerry</b> — "x"'),
    "markup": ('<a href="/a">On the <em>stipe</em>, <code>and</code> more</a>', "On the stipe, and more"),
    "line breaks": ('<a href="/a">A\n  title<br>in two</a>', "A title in two"),
    "words for screen readers": ('<a href="/a"><span class="sr-only">Post: </span>A</a>', "A"),
    "anchor beside it": ('<a href="/a">A title</a> <a class="headerlink" href="#a">¶</a>', "A title"),
    "icon": ('<a href="/a"><svg><title>icon</title></svg> A</a>', "A"),
    "cut, with the rest in title=": (
        '<a href="/a" title="A long title that goes on">A long title…</a>',
        "A long title that goes on",
    ),
    "cut for good": ('<a href="/a">A long title…</a>', "A long title…"),
    "only for screen readers": ('<a href="/a"><span class="visually-hidden">Hidden</span></a>', "Hidden"),
    "a year at its beginning": ('<a href="/a">2010: A Roadmap</a>', "2010: A Roadmap"),
}


@pytest.mark.parametrize(("inner", "title"), TITLES.values(), ids=TITLES)
def test_a_title_is_what_a_reader_sees(inner: str, title: str) -> None:
    assert _title(inner) == title


def test_a_note_whose_name_is_its_text_has_no_title() -> None:
    (post,) = posts('<div class="h-entry"><div class="p-name e-content">Agreed!</div><a class="u-url" href="/n">12:00</a></div>')
    assert (post.url, post.title, post.content_html) == ("https://b.example/n", None, "Agreed!")


def test_title_date_and_excerpt_in_one_link_are_told_apart() -> None:
    page = '<a class="row" href="/a"><span class="date">May 5, 2025</span><div>The title</div><p>And what it says.</p></a>'
    (post,) = posts(f"<div>{page}</div><div>{page.replace('/a', '/b')}</div>")[:1]
    assert (post.title, post.summary_html) == ("The title", "<p>And what it says.</p>")


def test_read_more_is_never_a_title() -> None:
    page = '<article><h2>Real title</h2><p>Text of it.</p><a href="/a">Continue reading →</a></article>'
    assert names(page) == [("/a", "Real title")]
