"""Excerpts and whole posts, and whether they are cut."""

import pytest

from ingest.model import PostEntry
from ingest.parse.blog.bodies import is_cut

from .pages import plain, posts


def _post(body: str) -> PostEntry:
    (post,) = posts(f'<article><h2><a href="/a">A</a></h2><time datetime="2026-01-05">5 Jan</time>{body}</article>')
    return post


def test_one_short_block_is_an_excerpt_and_more_is_the_post() -> None:
    assert _post("<p>One.</p>").summary_html == "<p>One.</p>"
    assert _post("<p>One.</p><p>Two.</p>").content_html == "<p>One.</p><p>Two.</p>"
    assert _post("<p>" + "Long words. " * 60 + "</p>").summary_html is None


def test_what_a_theme_calls_content_or_summary_is_taken_as_that() -> None:
    assert _post('<div class="entry-content"><p>One.</p></div>').content_html == "<p>One.</p>"
    assert _post('<div class="entry-summary"><p>One.</p><p>Two.</p></div>').summary_html == "<p>One.</p><p>Two.</p>"


def test_links_and_pictures_in_it_are_made_absolute() -> None:
    post = _post('<p>See <a href="../y">this</a> <img src="i.png" srcset="i.png 1x, /j.png 2x"> and <a href="#n">that</a>.</p>')
    assert post.summary_html == (
        '<p>See <a href="https://b.example/y">this</a> <img src="https://b.example/i.png" srcset="https://b.example/i.png 1x, '
        'https://b.example/j.png 2x"> and <a href="#n">that</a>.</p>'
    )


@pytest.mark.parametrize("end", ["…", "...", " [&hellip;]", " [...]", "… »", "(…)"])
def test_an_excerpt_that_ends_in_the_middle_is_cut(end: str) -> None:
    post = _post(f"<p>Words that go on and on{end}</p>")
    assert post.truncated
    assert post.summary_html is not None


def test_an_excerpt_before_a_read_more_link_is_cut_and_the_link_is_not_in_it() -> None:
    post = _post('<p>Words of the text. <a href="/a">Read more</a></p>')
    assert (post.summary_html, post.truncated) == ("<p>Words of the text. </p>", True)


def test_read_more_about_something_else_does_not_cut_a_post() -> None:
    post = _post('<p>Words of the text, as long as they may be. <a href="https://x.example/">Read more</a></p>')
    assert not post.truncated


def test_by_lines_tags_pictures_and_buttons_around_a_text_are_no_part_of_it() -> None:
    post = _post(
        '<img src="x.png"><div class="meta">5 min read</div><p class="byline">By Ann Gull</p><p>The text.</p>'
        '<p>In <a href="/category/misc">misc</a>.</p><a class="btn" href="/a#comments">3 comments</a>'
        '<div class="share">Share this</div>'
    )
    assert post.summary_html == "<p>The text.</p>"


def test_pictures_and_films_between_paragraphs_belong_to_the_post() -> None:
    post = _post('<p>One.</p><figure><img src="/x.png"></figure><iframe src="https://v.example/1"></iframe><p>Two.</p>')
    assert plain(post.content_html) == "One. Two."
    assert "https://b.example/x.png" in (post.content_html or "")
    assert "https://v.example/1" in (post.content_html or "")


def test_short_sentences_that_begin_like_by_lines_are_text() -> None:
    assert _post("<p>By the mark, twain.</p>").summary_html == "<p>By the mark, twain.</p>"
    assert _post("<p>In March he left.</p>").summary_html == "<p>In March he left.</p>"


def test_a_post_without_text_has_none_and_is_not_cut() -> None:
    post = _post('<a href="/a">Read more</a>')
    assert (post.summary_html, post.content_html, post.truncated) == (None, None, False)


@pytest.mark.parametrize(
    ("text", "cut"), [("so…", True), ("so...", True), ("so. . .", True), ("(…)", True), ("so.", False), ("…so", False)]
)
def test_cut_marks_count_at_the_end_alone(text: str, cut: bool) -> None:
    assert is_cut(text) is cut
