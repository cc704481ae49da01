"""A post that a page shows twice is one post."""

from .pages import names, posts


def test_a_featured_post_is_listed_once_with_what_both_showings_tell() -> None:
    page = (
        '<section><article><h2><a href="/a">A</a></h2></article></section><article><a href="/a">'
        '<img src="x"></a><h3><a href="/a">A</a></h3>'
        '<time datetime="2026-01-02">x</time><p>Some words of A.</p></article><article><h3><a href="/b">B</a></h3></article>'
    )
    first, second = posts(page)
    assert (first.url, second.url) == ("https://b.example/a", "https://b.example/b")
    assert first.summary_html == "<p>Some words of A.</p>"
    assert first.published is not None
    assert first.published.text == "2026-01-02"


def test_the_fuller_title_is_kept() -> None:
    page = '<article><h2><a href="/a">A long…</a></h2></article><article><h2><a href="/a#more">A long title</a></h2></article>'
    assert names(page) == [("/a", "A long title")]


def test_tracking_parameters_make_no_second_post() -> None:
    page = (
        '<article><h2><a href="/a?utm_source=x">A</a></h2></article><article><h2><a href="/a?utm_source=y">A</a></h2></article>'
    )
    assert names(page) == [("/a?utm_source=x", "A")]


def test_real_parameters_and_fragments_tell_posts_apart() -> None:
    page = "".join(f'<article><h2><a href="{href}">{href}</a></h2></article>' for href in ("/?p=1", "/?p=2", "/log#x", "/log#y"))
    assert [url for url, _ in names(page)] == ["/?p=1", "/?p=2", "/log#x", "/log#y"]


def test_posts_without_addresses_are_told_apart_by_what_they_show() -> None:
    page = '<div class="z"><b>A</b></div><div class="z"><b>A</b></div><div class="z"><b>B</b></div>'
    assert [post.title for post in posts(page, item=".z", title="b")] == ["A", "B"]
