"""Authors, tags, and posts that are pinned."""

import pytest

from ingest.model import PostEntry

from .pages import posts


def _post(meta: str, names: str = "") -> PostEntry:
    (post,) = posts(f'<article class="{names}"><h2><a href="/a">A</a></h2>{meta}<p>Some words of text.</p></article>')
    return post


AUTHORS = {
    "microformats": '<span class="p-author h-card"><a class="u-url p-name" href="/">Ann Gull</a></span>',
    "hAtom": '<address class="vcard author">By <a class="url fn" href="/author/ann">Ann Gull</a></address>',
    "schema.org": '<span itemprop="author" itemscope><span itemprop="name">Ann Gull</span></span>',
    "rel": 'by <a rel="author" href="/author/ann">Ann Gull</a>',
    "class": '<span class="post-author-name">Ann Gull</span>',
    "by-line": '<p class="byline">By Ann Gull</p>',
    "label beside the date": "<footer>Date: July 4, 2026  |  Estimated Reading Time: 31 min  |  Author: Ann Gull</footer>",
    "words before the date": "<div>By <b>Ann Gull</b>, 5 March 2026</div>",
    "words without a date": "<div><span>Posted by Ann Gull at 10:11 AM</span></div>",
}


@pytest.mark.parametrize("meta", AUTHORS.values(), ids=AUTHORS)
def test_the_author_is_named(meta: str) -> None:
    assert _post(meta).author == "Ann Gull"


def test_without_a_name_there_is_no_author() -> None:
    assert _post("<div>5 March 2026</div>").author is None
    assert _post("<div>5 March 2026 by hand</div>").author is None


TAGS = {
    "rel": '<a rel="tag" href="/x">One</a> <a rel="category tag" href="/y">Two</a>',
    "addresses": '<a href="/tags/one/">One</a>, <a href="/category/two/">Two</a>',
    "a list": '<ul class="tags"><li><a href="/one">#One</a></li><li><a href="/two">#Two</a></li></ul>',
    "words": '<span class="categories">One, Two</span>',
    "microformats": '<span class="p-category">One</span> <a class="p-category" href="/two">Two</a>',
    "schema.org": '<meta itemprop="keywords" content="One, Two">',
}


@pytest.mark.parametrize("meta", TAGS.values(), ids=TAGS)
def test_tags_are_listed_in_order(meta: str) -> None:
    assert _post(meta).tags == ("One", "Two")


def test_a_tag_is_listed_once_and_the_post_is_no_tag_of_itself() -> None:
    assert _post('<a rel="tag" href="/a">A</a><a rel="tag" href="/x">x</a><a rel="tag" href="/x">x</a>').tags == ("x",)


@pytest.mark.parametrize(
    ("names", "meta"),
    [
        ("post sticky", ""),
        ("post is-pinned", ""),
        ("post", "<span>Pinned</span>"),
        ("post", '<div class="pin"><i class="fas fa-thumbtack"></i></div>'),
        ("post", '<span class="label">置顶</span>'),
    ],
)
def test_a_post_that_stays_on_top_is_pinned(names: str, meta: str) -> None:
    assert _post(meta, names).pinned


@pytest.mark.parametrize(
    ("names", "meta"), [("post sticky top-0", ""), ("post", "<p>He pinned it. <em>Pinned</em></p>"), ("post featured", "")]
)
def test_other_posts_are_not_pinned(names: str, meta: str) -> None:
    assert not _post(meta, names).pinned
