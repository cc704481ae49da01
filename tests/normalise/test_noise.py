"""Names for bytes that differ while no item does (rule 9)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from ingest.normalise.markup import comparable
from ingest.normalise.noise import name_bytes, name_furniture, name_noise
from tests.normalise.html_strategies import BODIES
from tests.shared import SHARED, needs_shared


def kinds(field: str, old: str, new: str) -> list[str]:
    return [kind for kind, _ in name_noise({field: old}, {field: new})]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<p>a</p>", "<p>a</p>\n", ["whitespace"]),
        ("<p>a b</p>", "<p>a&nbsp;b</p>", ["whitespace"]),
        ('<a href="h" title="t">a</a>', '<a title="t" href="h">a</a>', ["attribute_order"]),
        ('<img src="a" fetchpriority="high">', '<img src="a">', ["image_loading"]),
        ('<img src="a" srcset="b 1x">', '<img src="a" srcset="c 1x">', ["image_loading"]),
        ('<img src="a">', '<img src="x.gif" data-src="a">', ["image_loading"]),
        ('<a href="h?utm_source=a">b</a>', '<a href="h?utm_source=c">b</a>', ["tracking_parameter"]),
        ('<img src="h?sig=a">', '<img src="h?sig=b">', ["signed_url"]),
        ('<img src="h?ver=1">', '<img src="h?ver=2">', ["asset_version"]),
        ('<p nonce="a">b</p>', '<p nonce="c">b</p>', ["nonce"]),
        ("<p>a</p><!-- 10:01 -->", "<p>a</p><!-- 10:07 -->", ["cache_comment"]),
        ('<p class="a">b</p>', '<p class="c">b</p>', ["other"]),
        ("<p>it&#8217;s</p>", "<p>it’s</p>", ["other"]),
        ('<img src="a?v=1" loading="lazy">', '<img src="a?v=2" loading="eager">', ["image_loading", "asset_version"]),
        ("a", "<p>a</p>", ["other"]),
        ("<p>a</p>", "<p>a</p>", []),
    ],
)
def test_each_rule_that_hides_a_difference_is_named(old: str, new: str, expected: list[str]) -> None:
    assert comparable(old) == comparable(new)
    assert kinds("content", old, new) == expected


@pytest.mark.parametrize(
    ("field", "old", "new", "expected"),
    [
        ("url", "https://h/a?utm_source=x", "https://h/a", ["tracking_parameter"]),
        ("url", "http://h/a", "https://www.h/a/", ["other"]),
        ("url", "http://h/a?utm_source=x", "https://h/a?utm_source=y", ["tracking_parameter"]),
        ("enclosures", "https://h/a.mp3?token=1", "https://h/a.mp3?token=2", ["signed_url"]),
        ("enclosures", "https://h/a.mp3\nhttps://h/b.mp3", "https://h/b.mp3\nhttps://h/a.mp3", ["order"]),
        ("media", "https://h/a.jpg?v=1", "https://h/a.jpg?v=2", ["asset_version"]),
        ("categories", "a\nb", "b\na", ["order"]),
        ("title", "a  b", "a b", ["whitespace"]),
        ("published", "Mon, 05 Jan 2026 10:00:00 GMT", "Mon, 05 Jan 2026 10:00:00 +0000", ["other"]),
    ],
)
def test_links_lists_and_texts_have_their_own_noise(field: str, old: str, new: str, expected: list[str]) -> None:
    assert kinds(field, old, new) == expected


def test_an_example_shows_the_place_that_differs() -> None:
    long = "<p>word</p>" * 200
    old = f'{long}<img fetchpriority="high" src="a">{long}'
    [(kind, example)] = name_noise({"content": old}, {"content": old.replace(' fetchpriority="high"', "")})
    assert kind == "image_loading"
    before, after = example.split(" → ")
    assert "fetchpriority" in before
    assert "fetchpriority" not in after
    assert len(example) <= 200


def test_white_space_is_made_visible_where_it_alone_differs() -> None:
    assert name_noise({"title": "a  b"}, {"title": "a b"}) == (("whitespace", "a··b → a·b"),)


def test_a_kind_is_told_once_for_all_fields() -> None:
    old = {"summary": "<p>a</p>", "content": "<p>b</p>", "title": "c"}
    new = {"summary": "<p>a</p> ", "content": "<p>b</p> ", "title": "c "}
    assert [kind for kind, _ in name_noise(old, new)] == ["whitespace"]


def test_furniture_is_named_by_its_own_name() -> None:
    old = {"build_date": "Mon, 05 Jan 2026", "generator": "Hugo 1", "other": "x"}
    new = {"build_date": "Tue, 06 Jan 2026", "other": "x", "cache_comment": "<!-- c -->"}
    assert name_furniture(old, new) == (
        ("build_date", "Mon, 05 Jan 2026 → Tue, 06 Jan 2026"),
        ("cache_comment", "(nothing) → <!-- c -->"),
        ("generator", "Hugo 1 → (nothing)"),
    )
    assert name_furniture(old, old) == ()


@given(BODIES)
def test_a_body_with_other_classes_is_noise_with_a_name(html: str) -> None:
    old, new = f'{html}<p class="a">end</p>', f'{html}<p class="b">end</p>'
    assert kinds("content", old, new) == ["other"]


@needs_shared
def test_tokens_of_the_field_case_are_signatures() -> None:
    texts = [(SHARED / f"cases/071-rotating-media-tokens/input-{n}.xml").read_text() for n in (1, 2, 3)]
    urls = [re.findall(r'enclosure url="([^"]*)"', text)[0].replace("&amp;", "&") for text in texts]
    assert kinds("enclosures", urls[0], urls[1]) == kinds("enclosures", urls[1], urls[2]) == ["signed_url"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<rss><item/></rss>", "<rss>\n  <item/>\n</rss>", ["whitespace"]),
        ('{"a": [1, 2]}', '{\n "a": [1,2]\n}', ["whitespace"]),
        ('<nav><a href="h" title="t">a</a></nav>', '<nav><a title="t" href="h">a</a></nav>', ["attribute_order"]),
        ('<img src="a" loading="lazy"><p>b', '<img src="a"><p>b', ["image_loading"]),
        ('<a href="h?utm_source=a">b</a>', '<a href="h?utm_source=c">b</a>', ["tracking_parameter"]),
        ("<aside>one</aside>", "<aside>two</aside>", ["other"]),
    ],
)
def test_documents_of_which_all_that_is_read_is_equal_differ_in_how_they_are_written(
    old: str, new: str, expected: list[str]
) -> None:
    assert [kind for kind, _ in name_bytes(old.encode(), new.encode())] == expected


def test_what_differs_in_a_part_that_is_not_read_is_shown() -> None:
    assert name_bytes(b"<p>a</p><aside>Buy one</aside>", b"<p>a</p><aside>Buy two</aside>") == (
        ("other", "</p>Buy one → </p>Buy two"),
    )


def test_a_sum_of_the_rest_of_a_page_is_no_example() -> None:
    assert name_furniture({"other": "0f"}, {"other": "1e"}) == (("other", "something outside the entries differs"),)
