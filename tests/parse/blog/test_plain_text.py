"""The plain-text form of a blog index."""

import pytest

from ingest.errors import ReadError
from ingest.model import Document, Reading
from ingest.parse.blog import read_blog

from .pages import entries


def _read(text: str) -> Reading:
    return read_blog(Document(body=text.encode(), kind="blog", content_type="text/plain; charset=utf-8"))


def _cut(length: int, end: str = "…") -> str:
    return ("words and more words " * 20)[: length - len(end)] + end


def test_a_heading_and_excerpts_are_a_blog_and_its_posts() -> None:
    reading = _read("Somebody's blog\n\nThe first one.\n\nIs <this> & that the second?\n")
    assert (reading.format, reading.source.title, reading.whole, reading.next_url) == ("text", "Somebody's blog", True, None)
    assert [post.summary_html for post in entries(reading)] == ["The first one.", "Is &lt;this&gt; &amp; that the second?"]
    assert {(post.url, post.title, post.published) for post in entries(reading)} == {(None, None, None)}


def test_excerpts_cut_at_one_length_are_cut_with_or_without_the_mark() -> None:
    texts = [_cut(120), "A whole one.", _cut(120), _cut(120, ""), _cut(119, ""), _cut(120, "end."), _cut(80, "")]
    reading = _read("Blog\n\n" + "\n\n".join(texts))
    assert [post.truncated for post in entries(reading)] == [True, False, True, True, True, False, False]


def test_marks_at_different_lengths_say_nothing_of_bare_ends() -> None:
    reading = _read("Blog\n\n" + "\n\n".join([_cut(120), _cut(90), _cut(120, "")]))
    assert [post.truncated for post in entries(reading)] == [True, True, False]


def test_a_first_block_that_is_a_sentence_is_a_post_and_no_heading() -> None:
    reading = _read("This is the first post.\n\nThis is the second.\n")
    assert reading.source.title is None
    assert len(reading.entries) == 2


def test_windows_line_ends_and_spaces_on_empty_lines_part_excerpts_as_well() -> None:
    assert [post.summary_html for post in entries(_read("Blog\r\n\r\nOne.\r\n \t\r\n\r\nTwo.\r\nStill two."))] == [
        "One.",
        "Two.\nStill two.",
    ]


def test_tags_that_an_excerpt_talks_about_make_no_page_of_it() -> None:
    assert _read("Blog\n\nPut it in a <div> and see.\n\nOr `the post <http://b.example/x>`_ says.").format == "text"


@pytest.mark.parametrize("text", ["error code: 1015", "Not found\n", "Just a moment..."])
def test_a_single_line_is_no_list_of_posts(text: str) -> None:
    with pytest.raises(ReadError, match="no list of excerpts") as caught:
        _read(text)
    assert caught.value.kind == "no_items"


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ReadError):
        read_blog(Document(body=b"\xff\xd8\xff\xe0" + bytes(range(128, 256)) * 40, kind="blog"))
