"""Addresses made absolute and told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.blog.links import absolute, is_furniture, is_root, is_tag, leads_to_a_page, same_page

from .pages import posts

ABSOLUTE = {
    "/x": "https://b.example/x",
    "x.html": "https://b.example/blog/x.html",
    "../x": "https://b.example/x",
    "./": "https://b.example/blog/",
    "?p=12": "https://b.example/blog/?p=12",
    "//cdn.example/x": "https://cdn.example/x",
    " /x\n": "https://b.example/x",
    "/a\nb": "https://b.example/ab",
    "http://other.example": "http://other.example",
    "HTTPS://B.example/X": "https://B.example/X",
    "#top": "https://b.example/blog/#top",
    "javascript:void(0)": None,
    "mailto:a@b.example": None,
    "data:text/plain,x": None,
    "http://[bad": None,
    "": None,
    "  ": None,
}


@pytest.mark.parametrize(("href", "url"), ABSOLUTE.items(), ids=map(repr, ABSOLUTE))
def test_a_link_is_resolved_like_a_browser_does(href: str, url: str | None) -> None:
    assert absolute("https://b.example/blog/", href) == url


def test_without_a_base_only_absolute_links_are_links() -> None:
    assert absolute(None, "/x") is None
    assert absolute(None, "//cdn.example/x") is None
    assert absolute(None, "https://b.example/x") == "https://b.example/x"


POST = '<article><h2><a href="one">One</a></h2></article>'

BASES = {
    "the page's address": ("https://b.example/blog/", "", "https://b.example/blog/one"),
    "base element": ("https://b.example/", '<base href="https://www.other.example/blog/">', "https://www.other.example/blog/one"),
    "relative base element": ("https://b.example/x/y", '<base href="/blog/">', "https://b.example/blog/one"),
    "base without address": ("https://b.example/", '<base target="_blank">', "https://b.example/one"),
    "canonical link of a saved page": (
        None,
        '<link rel="canonical" href="https://b.example/blog/">',
        "https://b.example/blog/one",
    ),
    "og:url of a saved page": (None, '<meta property="og:url" content="https://b.example/">', "https://b.example/one"),
    "nothing": (None, "", None),
}


@pytest.mark.parametrize(("url", "head", "expected"), BASES.values(), ids=BASES)
def test_relative_links_are_relative_to(url: str | None, head: str, expected: str | None) -> None:
    found = posts(f"<html><head>{head}</head><body>{POST}{POST.replace('one', 'https://b.example/two')}</body></html>", url)
    assert expected in [post.url for post in found] or (expected is None and len(found) == 1)


def test_pages_are_the_same_whatever_scheme_www_slash_and_fragment() -> None:
    assert same_page("http://www.B.example/x/#y", "https://b.example/x")
    assert not same_page("https://b.example/x", "https://b.example/X")
    assert not same_page("https://b.example/x", None)


def test_addresses_say_what_they_are_for() -> None:
    assert is_root("https://b.example")
    assert is_root("https://b.example/index.html")
    assert not is_root("https://b.example/?p=1")
    assert leads_to_a_page("https://b.example/x.html")
    assert not leads_to_a_page("https://b.example/x.png?y")
    assert is_tag("https://b.example/tags/x/")
    assert not is_tag("https://b.example/tagged")
    assert is_furniture("https://b.example/about/")
    assert is_furniture("https://b.example/posts/feed/")
    assert not is_furniture("https://b.example/about-boats/")
    assert not is_furniture("https://b.example/posts/now/")


@given(st.text(max_size=60), st.none() | st.sampled_from(["https://b.example/x/", "http://[::1]/", "nonsense"]))
def test_any_text_is_taken_as_a_link_without_error(href: str, base: str | None) -> None:
    url = absolute(base, href)
    assert url is None or url[:4].lower() == "http"
