"""Pages that were cut off."""

import pytest

from ingest.parse.blog.wholeness import is_cut_off

from .pages import names, read

WHOLE = [
    "<html><body><div><p>x</body></html>",
    "<article><h2>x</h2></article><p>y",
    "<ul><li>a<li>b</ul>",
    "<p>one<p>two",
    "<script>if (a < b) document.write('<div>')</script><p>x",
    "<!-- <div> --><p>x",
    "<body><div><div></body>",
]


@pytest.mark.parametrize("page", WHOLE)
def test_careless_pages_are_whole(page: str) -> None:
    assert not is_cut_off(page)


CUT = [
    "<div><p>x",
    "<article><h2>x</h2><p>half of",
    '<ul><li><a href="/x',
    "<p>x</p><!-- half a",
    "<p>x</p><script>var a =",
    "<table><tr><td>x",
]


@pytest.mark.parametrize("page", CUT)
def test_pages_that_end_in_the_middle_are_cut(page: str) -> None:
    assert is_cut_off(page)


def test_the_post_in_which_a_page_ends_is_left_out_and_said_so() -> None:
    page = '<html><body><article><h2><a href="/a">A</a></h2><p>Whole.</p></article><article><h2><a href="/b">B</a></h2><p>Half of'
    reading = read(page)
    assert names(page) == [("/a", "A")]
    assert (reading.whole, [issue.code for issue in reading.issues]) == (False, ["document_cut"])


def test_a_page_that_ends_after_its_posts_keeps_them_all() -> None:
    page = (
        '<body><div><article><h2><a href="/a">A</a></h2></article><article><h2><a href="/b">B</a></h2>'
        '</article></div><div class="side">Abo'
    )
    assert names(page) == [("/a", "A"), ("/b", "B")]
    assert not read(page).whole
