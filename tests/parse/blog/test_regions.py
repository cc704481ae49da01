"""Parts of a page that hold no posts."""

import pytest

from .pages import names

POSTS = '<ul class="posts"><li><a href="/a">A</a> 2026-01-05</li><li><a href="/b">B</a> 2026-01-04</li></ul>'
OLD = '<ul class="w"><li><a href="/z">Z</a> 2025-12-01</li></ul>'

BESIDE = {
    "nav": f"<nav>{OLD}</nav>",
    "footer": f"<footer>{OLD}</footer>",
    "aside": f"<aside><h3>Recent</h3>{OLD}</aside>",
    "sidebar": f'<div class="sidebar">{OLD}</div>',
    "widget": f'<div class="widget widget_recent_entries">{OLD}</div>',
    "id": f'<div id="sidebar-right">{OLD}</div>',
    "role": f'<div role="complementary">{OLD}</div>',
    "related": f'<section class="related-posts">{OLD}</section>',
    "comments": f'<ol class="comments">{OLD}</ol>',
    "site header": f"<header>{OLD}</header>",
    "menu": f'<div class="main-menu">{OLD}</div>',
}


@pytest.mark.parametrize("part", BESIDE.values(), ids=BESIDE)
def test_lists_beside_the_posts_are_not_posts(part: str) -> None:
    assert names(f"<body>{part}<div>{POSTS}</div></body>") == [("/a", "A"), ("/b", "B")]
    assert names(f"<body><div>{POSTS}</div>{part}</body>") == [("/a", "A"), ("/b", "B")]


AROUND = {
    "a class that says what is near": '<div class="content has-sidebar">{}</div>',
    "a column named after the page's layout": '<div id="wrapper" class="with-sidebar no-menu">{}</div>',
    "the widget that is the blog": '<div class="widget Blog">{}</div>',
    "a form around everything": "<form action='/'>{}</form>",
    "main in a part of a suspicious name": '<div class="sidebar-layout"><main>{}</main></div>',
}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
def test_what_is_around_the_posts_does_not_hide_them(around: str) -> None:
    assert names(f"<body>{around.format(POSTS)}<p>x</p></body>") == [("/a", "A"), ("/b", "B")]


def test_the_featured_post_in_an_aside_is_a_post() -> None:
    page = (
        '<aside id="featured"><article><h1><a href="/f">F</a></h1></article></aside><ol><li><article><h1>'
        '<a href="/a">A</a></h1></article></li></ol>'
    )
    assert names(page) == [("/f", "F"), ("/a", "A")]


def test_header_and_footer_of_a_post_belong_to_it() -> None:
    page = '<article><header><h2><a href="/a">A</a></h2></header><footer>January 5, 2026</footer></article>'
    assert names(page) == [("/a", "A")]
