"""Links are made absolute, and nothing else of the HTML changes."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse import html_links
from ingest.parse.html_links import PLAIN_URL, absolute_links, absolute_url

BASE = "https://a.example/b/c"


@pytest.mark.parametrize(
    ("url", "absolute"),
    [
        (" /x ", "https://a.example/x"),
        ("x", "https://a.example/b/x"),
        ("//cdn.example/y", "https://cdn.example/y"),
        ("?p=1", "https://a.example/b/c?p=1"),
        ("HTTP://Other.example/A", "HTTP://Other.example/A"),
        ("https://a.example/\n  long", "https://a.example/  long"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:alert(1)", None),
        (" java\nscript:alert(1)", None),
        ("data:text/html,x", None),
        ("http://[", None),
        ("", None),
        (None, None),
    ],
)
def test_a_link_is_resolved_or_refused(url, absolute):
    assert absolute_url(url, BASE) == absolute


def test_without_a_base_a_relative_link_stays():
    assert absolute_url("/x", None) == "/x"
    assert absolute_links('<a href="/x">', None) == '<a href="/x">'


@pytest.mark.parametrize(
    ("source", "resolved"),
    [
        ('<a title="1 > 0" href="x?a=1&amp;b=2">', '<a title="1 > 0" href="https://a.example/b/x?a=1&amp;b=2">'),
        ("<IMG SRC=x.png alt='y'>", "<IMG SRC=\"https://a.example/b/x.png\" alt='y'>"),
        ("<img src='x.png'/>", "<img src='https://a.example/b/x.png'/>"),
        (
            '<img srcset="a.png 1x,\n /b.png 2x, https://c.example/d 3x">',
            '<img srcset="https://a.example/b/a.png 1x,\n https://a.example/b.png 2x, https://c.example/d 3x">',
        ),
        ('<object data="x"></object><div data="x">', '<object data="https://a.example/b/x"></object><div data="x">'),
        (
            '<video poster="p.jpg"><source src="v.mp4">',
            '<video poster="https://a.example/b/p.jpg"><source src="https://a.example/b/v.mp4">',
        ),
    ],
)
def test_links_in_attributes_are_resolved(source, resolved):
    assert absolute_links(source, BASE) == resolved


@pytest.mark.parametrize(
    "source",
    [
        '<a href="#note">1</a>',
        '<a href="https://b.example/?x=1&y=&amp;">as sent</a>',
        '<a href="mailto:x@y.example"><a href="">',
        "href=x is text, and so is <b > data-href='x'",
        '<a data-href="x" hrefx="y">',
        "1 < 2 href='x' > 0",
        "<a href='x",
    ],
)
def test_everything_else_stays_character_by_character(source):
    assert absolute_links(source, BASE) == source


@given(st.text(alphabet="<>\"'= /ahrefscimgt.#:&;", max_size=80))
def test_resolving_twice_is_resolving_once(source):
    once = absolute_links(source, BASE)
    assert absolute_links(once, BASE) == once


PIECES = [
    *(
        "<a ",
        "<img ",
        "<object ",
        "<td ",
        ">",
        "/>",
        "</a>",
        "<",
        "text",
        "href",
        "src",
        "Srcset",
        "srcset",
        "data",
        "background",
    ),
    *(
        "\N{LATIN SMALL LETTER LONG S}rc",
        "data-src",
        "class",
        "rel",
        "=",
        " = ",
        "            =",
        '"',
        "'",
        " ",
        "\n",
        "\xa0",
        "x",
        "/y",
    ),
    *(
        "#z",
        "?q",
        "http:",
        "HTTPS://b/",
        "java&#115;cript:",
        "&amp;",
        "mailto:q",
        ",",
        " 1x,",
        "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}",
    ),
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(["", '<a href="', "<img srcset='", '<a x="y" '])
)
def test_a_text_that_is_left_alone_has_no_link_to_resolve(text, start):
    source = f"{start}{text}>"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html_links, "_may_be_relative", lambda *_: True)
        resolved = absolute_links(source, BASE)
    assert absolute_links(source, BASE) == resolved


@given(st.from_regex(PLAIN_URL, fullmatch=True), st.from_regex(PLAIN_URL, fullmatch=True))
def test_a_plain_address_is_the_same_from_everywhere(url, base):
    assert urljoin(base, url) == url == urljoin("", url)
