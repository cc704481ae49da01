"""Selectors of a source, in place of the guess."""

import pytest

from ingest.errors import ReadError

from .pages import posts, read

ODD = (
    '<div class="z"><u>First</u><q data-href="/1">go</q><s>2026-01-05</s><em>by Ann</em><i>x</i><i>y</i>'
    "<tt>An excerpt …</tt></div>"
    '<div class="z"><u>Second</u><q data-href="/2">go</q><s>sometime</s><tt>Another.</tt></div>'
)


def test_every_field_is_read_by_its_selector() -> None:
    first, second = posts(ODD, item=".z", title="u", url="q", date="s", author="em", tags="i", summary="tt")
    assert (first.url, first.title, first.tags) == ("https://b.example/1", "First", ("x", "y"))
    assert (first.summary_html, first.truncated, first.author) == ("An excerpt …", True, "by Ann")
    assert first.published is not None
    assert first.published.text == "2026-01-05"
    assert (second.url, second.tags, second.author, second.truncated) == ("https://b.example/2", (), None, False)
    assert second.published is not None
    assert (second.published.raw, second.published.text) == ("sometime", "sometime")


def test_what_has_no_selector_is_guessed() -> None:
    page = '<nav class="x"><a href="/p">P</a> <time datetime="2026-01-05">x</time></nav><nav class="x"><a href="/q">Q</a></nav>'
    assert [(post.url, post.title) for post in posts(page, item="nav.x")] == [
        ("https://b.example/p", "P"),
        ("https://b.example/q", "Q"),
    ]


def test_a_single_selector_corrects_a_guess() -> None:
    page = '<article><h2><a href="/a">Kicker</a></h2><strong>Real title</strong></article>'
    assert [post.title for post in posts(page)] == ["Kicker"]
    assert [post.title for post in posts(page, title="strong")] == ["Real title"]


def test_an_item_that_is_itself_a_link_has_its_address() -> None:
    page = '<p><a class="k" href="/a"><b>A</b></a></p><p><a class="k" href="/b"><b>B</b></a></p>'
    assert [(post.url, post.title) for post in posts(page, item="a.k", title="b", url="a")] == [
        ("https://b.example/a", "A"),
        ("https://b.example/b", "B"),
    ]


def test_links_in_selected_html_are_absolute() -> None:
    (post,) = posts('<div class="z"><a href="/a">A</a><tt>See <a href="b">b</a>.</tt></div>', item=".z", content="tt")
    assert (post.summary_html, post.content_html) == (None, 'See <a href="https://b.example/b">b</a>.')


@pytest.mark.parametrize("key", ["item", "title", "url", "date", "summary", "content", "author", "tags"])
def test_a_selector_that_matches_nothing_is_named(key: str) -> None:
    with pytest.raises(ReadError, match=rf"selectors\.{key}: '\.gone' matches nothing") as caught:
        read(ODD, **{key: ".gone"})
    assert caught.value.kind == "no_items"


@pytest.mark.parametrize("selector", ["a[", "", "::before", "p >"])
def test_a_selector_that_is_none_is_named(selector: str) -> None:
    with pytest.raises(ReadError, match=r"selectors\.item: .* is no CSS selector") as caught:
        read(ODD, item=selector)
    assert caught.value.kind == "bad_selector"


def test_an_unknown_key_is_named_with_those_that_exist() -> None:
    with pytest.raises(ReadError, match=r"selectors\.headline: no such selector; there are item, title, url"):
        read(ODD, headline="h1")
