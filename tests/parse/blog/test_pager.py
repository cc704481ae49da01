"""The link to the page with older posts."""

import pytest

from .pages import URL, entries, read

POSTS = '<article><h2><a href="/a">A</a></h2></article><article><h2><a href="/b">B</a></h2></article>'

PAGERS = {
    "link in the head": ('<link rel="next" href="/page/2/">', "page/2/"),
    "words in a link": ('<a href="/page/2/">Older Posts »</a>', "page/2/"),
    "words with an arrow on the left": (
        '<div class="nav-previous"><a href="/page/2/"><span>←</span> Older posts</a></div>',
        "page/2/",
    ),
    "words against rel": (
        '<a rel="prev" href="/page/3">← Older posts</a><a rel="next" href="/page/1">Newer posts →</a>',
        "page/3",
    ),
    "rel alone": ('<a rel="next" href="/p2"><svg></svg></a>', "p2"),
    "class alone": ('<ul class="pagination"><li class="next"><a href="/p2">»</a></li></ul>', "p2"),
    "label for screen readers": ('<nav><a href="/p2" aria-label="Next page"><svg></svg></a></nav>', "p2"),
    "glyphs": ('<nav><a href="/1">⟨</a> Page 2 / 3 <a href="/3">⟩</a> <a href="/9">⟫</a></nav>', "3"),
    "numbers": (
        '<div><span class="current">1</span> <a href="?page=2">2</a> <a href="?page=3">3</a> <a href="?page=9">Last</a></div>',
        "?page=2",
    ),
    "German": ('<a href="/seite/2">Ältere Beiträge</a>', "seite/2"),
    "French": ('<a href="/p2">Articles plus anciens →</a>', "p2"),
    "Japanese": ('<nav><a href="/page/2/">次ページへ »</a></nav>', "page/2/"),
    "Chinese": ('<a class="extend" href="/page/2/">下一页</a>', "page/2/"),
}


@pytest.mark.parametrize(("pager", "path"), PAGERS.values(), ids=PAGERS)
def test_the_next_page_is_found(pager: str, path: str) -> None:
    assert read(POSTS + pager).next_url == URL + path


NO_PAGERS = {
    "newer posts": '<a href="/page/1" rel="next">Newer posts</a>',
    "the page itself": '<a href="/" rel="next">Next</a>',
    "a slider": '<div class="slick-slider"><a class="next" href="/s/2">Next</a></div>',
    "a number that is no page": '<div><a href="/2026">2</a></div>',
    "nothing": "",
}


@pytest.mark.parametrize("pager", NO_PAGERS.values(), ids=NO_PAGERS)
def test_other_links_are_no_next_page(pager: str) -> None:
    assert read(POSTS + pager).next_url is None


def test_a_post_called_next_is_a_post() -> None:
    page = '<article><h2><a href="/next">Next</a></h2></article><article><h2><a href="/older">Older</a></h2></article>'
    reading = read(page)
    assert [post.title for post in entries(reading)] == ["Next", "Older"]
    assert reading.next_url is None


def test_numbers_go_on_from_the_page_s_own() -> None:
    pager = '<nav><a href="/page/1/">1</a> <a href="/page/3/">3</a> <a href="/page/2/">2</a></nav>'
    assert read(POSTS + pager, "https://b.example/page/2/").next_url == "https://b.example/page/3/"
