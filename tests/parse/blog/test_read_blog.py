"""What read_blog takes, what it refuses, and that nothing but ReadError ever comes out of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import Document, PostEntry, Reading
from ingest.parse.blog import read_blog


def _read(body: bytes, **more: str | None) -> Reading:
    return read_blog(Document(body=body, kind="blog", **more))  # type: ignore[arg-type]


REFUSED = {
    "nothing": (b"", "empty_body"),
    "white space": (b" \n\t ", "empty_body"),
    "RSS": (b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>', "wrong_root"),
    "Atom": (b'<?xml version="1.0"?>\n<!-- x --><feed xmlns="http://www.w3.org/2005/Atom"/>', "wrong_root"),
    "RDF": (b'<rdf:RDF xmlns:rdf="x"/>', "wrong_root"),
    "JSON": (b'{"items": []}', "wrong_root"),
    "a page without posts": (b"<html><body><nav><a href='/a'>A</a></nav><p>Nothing here.</p></body></html>", "no_items"),
    "a single post": (b"<article><h1>One post</h1><p>With a <a href='https://x.example/'>link</a>.</p></article>", "no_items"),
    "a redirect": (b'<html><head><meta http-equiv="refresh" content="0; url=https://b.example/"></head></html>', "no_items"),
    "a word": (b"Hi! Hi!\n", "no_items"),
}


@pytest.mark.parametrize(("body", "kind"), REFUSED.values(), ids=REFUSED)
def test_a_body_that_is_no_index_is_refused_with_its_reason(body: bytes, kind: str) -> None:
    with pytest.raises(ReadError) as caught:
        _read(body, url="https://b.example/")
    assert caught.value.kind == kind
    assert str(caught.value)


def test_the_message_about_a_page_without_posts_says_what_was_looked_for() -> None:
    with pytest.raises(ReadError, match=r"looked for h-entry.*article.*dates.*`selectors`"):
        _read(b"<p>Nothing.</p>")


def test_a_charset_that_only_the_page_names_is_obeyed() -> None:
    body = '<meta http-equiv="Content-Type" content="charset=gbk"><ul><li><a href="/p/1">家居</a></li></ul>'.encode("gbk")
    reading = _read(body, url="https://b.example/", content_type="text/html; charset=none")
    assert [post.title for post in reading.entries if isinstance(post, PostEntry)] == ["家居"]


def test_what_was_found_while_decoding_is_told() -> None:
    body = b'<ul><li><a href="/p/1">A\x00\x01B</a></li></ul>'
    reading = _read(body, url="https://b.example/")
    assert [issue.code for issue in reading.issues] == ["control_characters"]


def test_an_xhtml_page_is_a_page() -> None:
    body = b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h2><a href="/a">A</a></h2></body></html>'
    assert len(_read(body, url="https://b.example/").entries) == 1


TAGS = "article ul li h2 p div dl dt dd table tr td nav span br svg math template select frameset time".split()
PIECES = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    '<a href="/a">',
    '<a href="/b" class="more-link">',
    '<a rel="tag" href="/tags/x">',
    "</a>",
    "<div class='post'>",
    '<div class="h-entry p-name e-content">',
    "<time datetime='2026-01-05'>",
    "<span class=date>",
    '<script type="application/ld+json">',
    '{"@type":"BlogPosting","url":"/x"}',
    "</script>",
    "<base href='//x'>",
    "<!-- x -->",
    *"2026-01-05|January 2| 2026 |Title|Read more|…|\x00|\ufffd|&amp|<".split("|"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_a_page_read_twice_says_the_same(html: str) -> None:
    document = Document(body=html.encode("utf-8", "replace"), kind="blog", url="https://b.example/")
    try:
        first = read_blog(document)
    except ReadError:
        return
    assert read_blog(document) == first
