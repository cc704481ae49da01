"""Plain text and safe HTML."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser

from ingest.normalise.html_form import scrub, well_formed
from ingest.normalise.markup import comparable
from ingest.normalise.text import clean_html, excerpt, label, plain_text, squash
from tests.normalise.html_strategies import BODIES, WILD


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("plain  words\n here", "plain words here"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<p>one <b>t</b>wo</p>\n\n  three", "one two\nthree"),
        ("one<br>two<br/><br/>three", "one\ntwo\nthree"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<table><tr><td>1<td>2<tr><td>3</table>", "1 2\n3"),
        ("<pre>def f():\n    return 1\n</pre>", "def f():\nreturn 1"),
        ("AT&amp;T &copy; &#8217;", "AT&T © ’"),
        ("type &amp;lt;br&amp;gt; here", "type &lt;br&gt; here"),  # decoded once
        ("a<script>alert(1<2)</script>b<style>p{}</style>c<!-- d -->e", "abce"),
        ("<noscript>off</noscript><template><p>t</p></template>on", "on"),
        ("<a href='https://h.example'>a link</a>", "a link"),
        ("<p>soft&nbsp;space</p>", "soft space"),
        ("cut <b>off", "cut off"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("", ""),
    ],
)
def test_the_words_of_html_are_read_as_a_browser_shows_them(html: str, expected: str) -> None:
    assert plain_text(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>kept <b>all</b></p>", "<p>kept <b>all</b></p>"),
        ("<p onclick='x()' style='y' class='z' id='i'>a</p>", "<p>a</p>"),
        ("<script>alert(1)</script><style>p{}</style>a", "a"),
        ("<a href='javascript:alert(1)'>a</a>", '<a rel="noopener noreferrer">a</a>'),
        ("<a href='https://h.example/'>a</a>", '<a href="https://h.example/" rel="noopener noreferrer">a</a>'),
        ("<img src='https://h.example/a' alt='A' onerror='x()' srcset='b 2x'>", '<img src="https://h.example/a" alt="A">'),
        ("<iframe src='https://h.example'>inner</iframe>a", "a"),
        ("<object data='x'>inner</object>a<embed src=y>", "a"),
        ("<form action=x><input name=y>a</form>", "a"),
        ("<svg><script>x()</script></svg>a", "a"),
        ("a <!-- b --> c", "a  c"),
        ("a > b", "a &gt; b"),
        ("just words", "just words"),
    ],
)
def test_html_for_showing_holds_nothing_that_runs(html: str, expected: str) -> None:
    assert clean_html(html) == expected


RUNS = ("script", "style", "iframe", "object", "embed", "svg", "math", "form", "input", "link", "meta", "base", "template")


@given(WILD)
@settings(max_examples=300)
def test_no_markup_makes_the_cleaner_let_something_dangerous_through(html: str) -> None:
    cleaned = clean_html(html)
    body = LexborHTMLParser(cleaned).body
    for node in () if body is None else body.traverse():
        assert node.tag not in RUNS
        assert not [name for name in node.attributes if name.startswith("on") or name in ("style", "srcdoc")]
        assert not (node.attributes.get("href") or "").lower().lstrip().startswith("javascript:")
    assert cleaned == scrub(cleaned)


@given(BODIES)
def test_cleaning_twice_is_cleaning_once(html: str) -> None:
    once = clean_html(html)
    assert clean_html(once) == once


@given(WILD)
@settings(max_examples=300)
def test_text_of_any_markup_is_text(html: str) -> None:
    text = plain_text(html)
    assert text == scrub(text)
    assert "\n\n" not in text
    text.encode()


UNSEEN = "<noscript></noscript>"  # keeps a text from being read in the short way, tag by tag


@given((BODIES | WILD).map("<b>a</b>{}".format))
@settings(max_examples=500)
def test_the_short_way_of_simple_markup_gives_what_the_long_way_gives(html: str) -> None:
    assert plain_text(html) == plain_text(UNSEEN + html)
    assert clean_html(html) == clean_html(UNSEEN + html)
    assert comparable(html) == comparable(UNSEEN + html)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<pre></>\nx</pre>", "<pre>\nx</pre>"),
        ("\ufeff<b>x</b>", "<b>x</b>"),
        ("<p title='a&#13;b'>x</p><td>y", '<p title="a\rb">x</p>y'),
        ("<p<b>x</p<b>", "x"),
        ("<tt>a</tt><!-- > --><main><a>b</main>", '<tt>a</tt><a rel="noopener noreferrer">b</a>'),
    ],
)
def test_what_the_short_way_could_get_wrong_is_cleaned_as_a_whole(html: str, expected: str) -> None:
    assert clean_html(html) == expected


def test_control_characters_and_half_characters_are_taken_out() -> None:
    assert scrub("a\x00b\x0bc\x1bd\x7fe\ufffe\tf\ng") == "abcde\tf\ng"
    assert scrub("cut \ud83d end 👍") == "cut \ufffd end 👍"
    assert squash(" a\x00 \u00a0 b\n") == "a b"
    assert plain_text("<p>a&#1;b&#x1f;c</p>") == "abc"


def test_a_cut_text_ends_at_a_word() -> None:
    assert excerpt("short", 10) == "short"
    assert excerpt("one two three four", 12) == "one two…"
    assert excerpt("one two three four", 14) == "one two three…"
    assert excerpt("onetwothreefour", 10) == "onetwothr…"
    assert len(excerpt("word " * 200)) <= 500


def test_a_label_is_one_line_that_cannot_turn_what_follows_around() -> None:
    assert label("a\n title \u202eevil\u202c \u2066x\u2069") == "a title evil x"
    assert len(label("word " * 100)) <= 120


def test_markup_nested_without_end_costs_no_more_than_its_length() -> None:
    html = "<div>" * 50_000 + "deep" + "</div>" * 50_000
    assert plain_text(html) == "deep"
    assert clean_html(html).strip() == "deep"


def test_long_flat_markup_is_not_taken_for_deep() -> None:
    html = "<p>a <b>b</b><br><img src='c'></p>" * 2000
    assert well_formed(html).count("<b>") == 2000
