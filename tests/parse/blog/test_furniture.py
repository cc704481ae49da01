"""What moves on a page outside its posts, by name."""

import pytest

from .pages import read

PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>B</title><meta name="generator" content="Hugo 0.1">'
    '<meta name="csrf-token" content="aaa">'
    '<link rel="stylesheet" href="/style.css?ver=231"><script nonce="n0nce1" src="/app.8c1f2e77.js"></script></head><body>'
    '<article><h2><a href="/a">A</a></h2><p>Some words of text.</p></article><p class="ad">Buy 1</p>'
    '<script>var s = {"ajax_nonce":"4be1f09a2c"};</script><footer>Last updated: 2026-01-05 10:00</footer></body></html>'
    "<!-- Dynamic page generated in 0.231 seconds. --><!-- built on 2026-01-05T10:00:00Z -->"
)

MOVES = {
    "generator": ("Hugo 0.1", "Hugo 0.2", ["generator"]),
    "token": ('content="aaa"', 'content="bbb"', ["nonce"]),
    "nonce attribute": ("n0nce1", "n0nce2", ["nonce"]),
    "nonce in a script": ("4be1f09a2c", "0000000000", ["nonce"]),
    "version of a style sheet": ("?ver=231", "?ver=232", ["asset_version"]),
    "hash in a script's name": ("app.8c1f2e77", "app.1234abcd", ["asset_version"]),
    "cache comment": ("0.231", "0.232", ["cache_comment"]),
    "time of the build in a comment": ("built on 2026-01-05T10", "built on 2026-01-06T10", ["build_date"]),
    "time of the build in the footer": ("2026-01-05 10:00", "2026-01-06 11:00", ["build_date"]),
    "advertisement": ("Buy 1", "Buy 2", ["other"]),
    "title of the blog": ("<title>B", "<title>C", ["other"]),
    "words of a post": ("Some words", "Other words", []),
    "white space": ("<footer>Last", "<footer>\n \t Last", []),
}


@pytest.mark.parametrize(("before", "after", "kinds"), MOVES.values(), ids=MOVES)
def test_each_kind_of_noise_moves_its_own_kind_alone(before: str, after: str, kinds: list[str]) -> None:
    assert before in PAGE
    old, new = read(PAGE).furniture, read(PAGE.replace(before, after)).furniture
    assert [kind for kind in sorted({*old, *new}) if old.get(kind) != new.get(kind)] == kinds


def test_the_texts_are_what_stood_on_the_page() -> None:
    furniture = read(PAGE).furniture
    assert furniture["generator"] == "Hugo 0.1"
    assert furniture["nonce"].split("\n") == ["aaa", "n0nce1", "4be1f09a2c"]
    assert furniture["asset_version"].split("\n") == ["/style.css?ver=231", "/app.8c1f2e77.js"]
    assert furniture["cache_comment"] == "Dynamic page generated in 0.231 seconds."
    assert furniture["build_date"].split("\n") == ["Last updated: 2026-01-05 10:00", "built on 2026-01-05T10:00:00Z"]


def test_a_page_without_noise_has_only_the_rest() -> None:
    assert set(read('<article><h2><a href="/a">A</a></h2></article>').furniture) == {"other"}
