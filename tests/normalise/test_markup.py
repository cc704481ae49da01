"""The form of HTML in which only edits show (rules 8 and 9)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.normalise.markup import comparable, comparable_text
from tests.normalise.html_strategies import ATTRIBUTES, BODIES, WILD, element


def hidden(address: str, key: int) -> str:
    """An e-mail address as Cloudflare writes it."""
    return bytes([key, *(byte ^ key for byte in address.encode())]).hex()


EQUAL = {
    "white space between blocks": ("<p>a</p><p>b</p>", "<p>\n a </p>\n\n<p>b\n</p>\n"),
    "white space within a line": ("<p>a  b\n\tc&nbsp;d</p>", "<p>a b c d</p>"),
    "an empty paragraph": ("<p>a</p><p>b</p>", "<p>a</p><p>&nbsp;</p><p>b</p>"),
    "a soft hyphen": ("<p>hyphenation</p>", "<p>hyphen&shy;ation</p>"),
    "spelling of characters": ("<p>It’s © é</p>", "<p>It&#8217;s &copy; e\u0301</p>"),
    "case and quotes of tags": ('<P TITLE="x">a', "<p title=x>a</p>"),
    "order of attributes": ('<a title="t" href="https://h/x">a</a>', '<a href="https://h/x" title="t">a</a>'),
    "image loading": ('<img src="a" alt="A">', '<img fetchpriority="high" decoding="async" loading="lazy" src="a" alt="A">'),
    "regenerated srcset": ('<img src="a.png" srcset="b 1x, c 2x" sizes="100vw">', '<img src="a.png" srcset="d 1x" sizes="auto">'),
    "an image that a script loads": ('<img src="a">', '<img src="data:image/gif;base64,R0" data-src="a" class="lazyload">'),
    "variants of an image": ('<img src="a">', '<picture><source srcset="a.webp" type="image/webp"><img src="a"></picture>'),
    "tracking": ('<a href="https://h/x?id=1">a</a>', '<a href="https://h/x?utm_source=rss&amp;id=1&amp;utm_medium=feed">a</a>'),
    "a signature": ('<img src="https://h/a.png?w=1&X-Amz-Signature=x">', '<img src="https://h/a.png?w=1&X-Amz-Signature=y">'),
    "a cache buster": ('<img src="https://h/a.png?ver=6.4.1">', '<img src="https://h/a.png?ver=6.4.2">'),
    "a nonce": ('<p nonce="a">x</p>', '<p nonce="b">x</p>'),
    "a comment": ("<p>a</p><!-- cached 10:01 -->", "<p>a</p><!-- cached 10:07 -->"),
    "styles and scripts": ("<p>a</p>", "<style>p{}</style><p class='x' style='y' id='z' data-q='1'>a</p><script>t()</script>"),
    "wrappers": ("<p>a b</p>", "<div class='post'><section><p><span>a</span> b</p></section></div>"),
    "a counter that nobody sees": ("<p>a</p>", "<p>a</p><img src='https://stats/x.gif?1' width='1' height='1'>"),
    "a hidden e-mail address": (
        f'<a href="/cdn-cgi/l/email-protection#{hidden("a@b.example", 7)}">mail</a>',
        f'<a href="/cdn-cgi/l/email-protection#{hidden("a@b.example", 99)}">mail</a>',
    ),
    "a hidden e-mail text": (
        f'<span class="__cf_email__" data-cfemail="{hidden("a@b.example", 7)}">[email&#160;protected]</span>',
        f'<span class="__cf_email__" data-cfemail="{hidden("a@b.example", 99)}">[email&#160;protected]</span>',
    ),
    "a single paragraph": ("one <b>two</b>", "<p>one <b>two</b></p>"),
}


@pytest.mark.parametrize("name", EQUAL)
def test_what_nobody_would_call_an_edit_does_not_show(name: str) -> None:
    before, after = EQUAL[name]
    assert comparable(before) == comparable(after)


EDITS = {
    "a word": ("<p>one word</p>", "<p>one term</p>"),
    "a number": ("<p>up 3 %</p>", "<p>up 4 %</p>"),
    "a letter's case": ("<p>Rust</p>", "<p>rust</p>"),
    "punctuation": ("<p>yes.</p>", "<p>yes!</p>"),
    "words run together": ("<p>any one</p>", "<p>anyone</p>"),
    "a space before a tag": ("<p>any<b>one</b></p>", "<p>any <b>one</b></p>"),
    "a link's target": ('<a href="https://h/x">a</a>', '<a href="https://h/y">a</a>'),
    "a link's real parameter": ('<a href="https://h/x?id=1">a</a>', '<a href="https://h/x?id=2">a</a>'),
    "a video's number": ('<a href="https://youtube.com/watch?v=1">a</a>', '<a href="https://youtube.com/watch?v=2">a</a>'),
    "a link's fragment": ('<a href="https://h/x#a">a</a>', '<a href="https://h/x#b">a</a>'),
    "a link taken away": ('<a href="https://h/x">a</a>', "a"),
    "another image": ('<img src="https://h/a.png">', '<img src="https://h/b.png">'),
    "another image that a script loads": ('<img src="p.gif" data-src="a.png">', '<img src="p.gif" data-src="b.png">'),
    "another drawing": ('<svg><path d="M0 1"/></svg>', '<svg><path d="M0 2"/></svg>'),
    "an image added": ("<p>a</p>", '<p>a</p><img src="https://h/a.png">'),
    "alternative text": ('<img src="a.png" alt="A">', '<img src="a.png" alt="B">'),
    "emphasis": ("<p>a <b>b</b></p>", "<p>a b</p>"),
    "struck out": ("<p>a</p>", "<p><del>a</del></p>"),
    "a paragraph split": ("<p>a b</p>", "<p>a</p><p>b</p>"),
    "another video in a frame": ('<iframe src="https://v/1"></iframe>', '<iframe src="https://v/2"></iframe>'),
    "another embedded snippet": ('<script src="https://gist/1.js"></script>', '<script src="https://gist/2.js"></script>'),
    "a cell's number": ("<table><tr><td>1</td></tr></table>", "<table><tr><td>2</td></tr></table>"),
    "a list's first number": ("<ol start=1><li>a</ol>", "<ol start=2><li>a</ol>"),
    "a task done": ("<li><input type=checkbox>a", "<li><input type=checkbox checked>a"),
    "an e-mail address": (
        f'<a href="/cdn-cgi/l/email-protection#{hidden("a@b.example", 7)}">mail</a>',
        f'<a href="/cdn-cgi/l/email-protection#{hidden("c@b.example", 7)}">mail</a>',
    ),
    "an e-mail address in the text": (
        f'<span data-cfemail="{hidden("a@b.example", 7)}">[email&#160;protected]</span>',
        f'<span data-cfemail="{hidden("c@b.example", 7)}">[email&#160;protected]</span>',
    ),
    "plain text": ("one word", "one term"),
    "two paragraphs made one": ("<p>one</p><p>two</p>", "<p>one two</p>"),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_people_would_call_an_edit_always_shows(name: str) -> None:
    before, after = EDITS[name]
    assert comparable(before) != comparable(after)


@given(BODIES)
@settings(max_examples=200)
def test_the_comparable_form_is_its_own_comparable_form(html: str) -> None:
    once = comparable(html)
    assert comparable(once) == once


@given(ATTRIBUTES, st.randoms(use_true_random=False))
def test_the_order_of_attributes_never_shows(attributes: list[tuple[str, str]], random: object) -> None:
    turned = list(reversed(attributes))
    assert comparable(element("p", attributes, "a")) == comparable(element("p", turned, "a"))


@given(BODIES, st.sampled_from(["\n", " ", "<!-- x -->", "\t\n "]))
def test_white_space_and_comments_around_a_body_never_show(html: str, noise: str) -> None:
    assert comparable(f"{noise}{html}{noise}") == comparable(html)


@given(WILD)
@settings(max_examples=300)
def test_any_markup_has_a_comparable_form(html: str) -> None:
    assert isinstance(comparable(html), str)


@given(BODIES, st.text(alphabet="abcxyz019", min_size=1, max_size=5))
def test_an_added_word_always_shows(html: str, word: str) -> None:
    assert comparable(f"{html}<p>{word}</p>") != comparable(html)


def test_plain_text_is_compared_by_how_it_looks() -> None:
    assert comparable_text(" a\u00a0 b\u200b\n") == "a b"
    assert comparable_text("e\u0301") == comparable_text("é")
    assert comparable_text("a b") != comparable_text("ab")
