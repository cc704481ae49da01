"""What others wrote is shown escaped, masked and visible; times as people say them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.stamps import asked_moment, day_words, days_up_to, moment_words, span_words
from web.text import cut, masked, plain, visible, web_address


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("write to jane.doe+x@mail.example.org.", "write to j…@mail.example.org."),
        ("mailto:jane@example.org?subject=x", "mailto:j…@example.org?subject=x"),
        ("?to=jane%40example.org", "?to=j…%40example.org"),
        ("jane&#64;example.org", "j…&#64;example.org"),
        ("josé@münchen.example", "j…@münchen.example"),
        ("@jane@mastodon.example", "@jane@mastodon.example"),
        ("logo@2x.png and logo@1.5x.png", "logo@2x.png and logo@1.5x.png"),
        ("react@18.2.0", "react@18.2.0"),
        ("https://medium.com/@jane", "https://medium.com/@jane"),
        ("a@b", "a@b"),
    ],
)
def test_addresses_are_masked_and_what_only_looks_like_one_is_not(text: str, shown: str) -> None:
    assert masked(text) == shown


@given(st.text())
def test_masking_twice_is_masking_once(text: str) -> None:
    assert masked(masked(text)) == masked(text)


def test_a_long_run_of_letters_is_looked_at_once() -> None:
    assert masked("a" * 1_000_000 + "@") == "a" * 1_000_000 + "@"


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_what_is_shown_is_the_text_itself_with_labels_for_what_cannot_be_seen(text: str) -> None:
    html = str(visible(text))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", html)
    kept = unescape(re.sub(r'<span class="ctl"[^>]*>[^<]*</span>', "", html))
    assert kept == re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]", "", text)


def test_markup_is_shown_and_a_turned_direction_has_a_label() -> None:
    assert visible("<script>&\"'") == "&lt;script&gt;&amp;&#34;&#39;"
    assert "U+202E RIGHT-TO-LEFT OVERRIDE" in visible("a\u202eb")
    assert visible("a\ud800b") == "a\ufffdb"


@given(st.text())
def test_plain_text_is_good_xml(text: str) -> None:
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", plain(text))


def test_plain_text_of_a_length_is_one_line() -> None:
    assert plain("a\n b\tc\x01", 100) == "a b c␁"
    assert cut("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:x",
        "data:text/html,x",
        "vbscript:x",
        "java\nscript:x",
        "//x",
        "",
        None,
    ],
)
def test_only_http_addresses_become_links(url: str | None) -> None:
    assert web_address(url) is None


def test_an_address_with_something_invisible_in_it_is_no_link() -> None:
    assert web_address("https://a.example/\u202e") is None
    assert web_address("http://[::1") is None
    assert web_address("https://a.example/?q=ü") == "https://a.example/?q=ü"


def test_moments_are_said_as_people_say_them() -> None:
    assert moment_words("2026-10-06T05:18:28.000Z") == "6 October 2026 05:18 UTC"
    assert moment_words("2026-10-06") == "6 October 2026"
    assert day_words(None) == "—"
    assert day_words("sometime") == "sometime"
    assert span_words("2026-10-06T05:00:00Z", "2026-10-08T06:30:00Z") == "2 days 1 hour"
    assert span_words("2026-10-06T05:00:00Z", "2026-10-06T05:00:00Z") == "no time"


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2026-10-26", "2026-10-26T23:59:59.999Z"),
        ("2026-10-26T12:00", "2026-10-26T12:00:59.999Z"),
        ("2026-10-26 12:00:05Z", "2026-10-26T12:00:05.999Z"),
        ("2026-10-26T12:00:05.25Z", "2026-10-26T12:00:05.250Z"),
        ("20261026", None),
        ("2026-02-30", None),
        ("2026-10-26T25:00", None),
        ("noon", None),
    ],
)
def test_a_moment_is_taken_as_people_type_it(typed: str, moment: str | None) -> None:
    assert asked_moment(typed) == moment


def test_days_follow_each_other() -> None:
    assert days_up_to("2026-03-01", 3) == ["2026-02-27", "2026-02-28", "2026-03-01"]
