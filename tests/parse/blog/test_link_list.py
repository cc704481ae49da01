"""Bare lists of links, the last way of telling posts."""

import pytest

from ingest.errors import ReadError

from .pages import names, posts, read


def test_links_alone_in_their_items_are_posts_where_nothing_better_is_there() -> None:
    page = (
        '<div><a href="/">Home</a> <a href="/contact">Contact</a></div><ul><li><a href="p1.html">One</a>'
        '</li><li><a href="p2.html">Two</a></li></ul>'
    )
    assert names(page) == [("/p1.html", "One"), ("/p2.html", "Two")]


def test_lists_of_tags_and_of_pages_about_the_blog_are_not_posts() -> None:
    page = (
        '<ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul><h3>Tags</h3><ul class="t"><li>'
        '<a href="/tags/x">x</a></li>'
        '<li><a href="/tags/y">y</a></li><li><a href="/tags/z">z</a></li></ul><ul class="m"><li>'
        '<a href="/about">About</a></li></ul>'
    )
    assert names(page) == [("/a", "A"), ("/b", "B")]


def test_a_list_of_links_to_other_sites_and_papers_is_no_blog() -> None:
    page = (
        '<ul><li><a href="https://x.example/1">X</a></li><li><a href="/paper.pdf">P</a></li><li>'
        '<a href="/me.html">Me</a></li></ul>'
    )
    with pytest.raises(ReadError, match="no post found"):
        read(page)


def test_text_in_an_item_is_the_excerpt_of_its_post() -> None:
    one, two = posts(
        '<ul><li><a href="/a">A</a><p>About <a href="https://x.example/z">z</a> and more.</p></li><li>'
        '<a href="/b">B</a></li></ul>'
    )
    assert one.summary_html == '<p>About <a href="https://x.example/z">z</a> and more.</p>'
    assert two.summary_html is None


def test_links_that_are_all_of_their_blocks_are_a_list_without_list_items() -> None:
    row = '<table><tr><td><img src="x"></td><td><font><a href="/{0}.html">Essay {0}</a></font></td></tr></table>'
    page = f'<p>Not sure? Try <a href="/first.html">First</a>.</p>{row.format("a")}{row.format("b")}'
    assert names(page) == [("/a.html", "Essay a"), ("/b.html", "Essay b")]
