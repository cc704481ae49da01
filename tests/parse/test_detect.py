"""What a body is follows from its first words, whatever a header says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.detect import feed_start, look_at


@pytest.mark.parametrize(
    ("text", "form", "root"),
    [
        ("", "empty", None),
        (" \n\t", "empty", None),
        ('<?xml version="1.0"?><!-- x --><rss version="2.0">', "feed", "rss"),
        ("\n\n<feed xmlns='http://www.w3.org/2005/Atom'>", "feed", "feed"),
        ("<rdf:RDF xmlns:rdf='x'>", "feed", "rdf"),
        ('<!DOCTYPE rss [<!ENTITY a "<b>">]><rss>', "feed", "rss"),
        ("<br />\n<b>Warning</b>: x <b>y.php</b>\n<?xml version='1.0'?>\n<rss>", "feed", "rss"),
        ("Notice: undefined index\n<rss version='2.0'>", "feed", "rss"),
        ("<!doctype html><p>About <rss> and <feed></p>", "html", "p"),
        ("<html><body><pre><rss version='2.0'></pre>", "html", "html"),
        ('<?xml version="1.0"?><!DOCTYPE html PUBLIC "a" "b"><html xmlns="x">', "html", "html"),
        ("<p>Not found</p>", "html", "p"),
        ("Hi <div><p>a</p><p>b</p></div> there", "html", None),
        ("<my-app><div><p>a</p></div><a href='x'>y</a></my-app>", "html", "my-app"),
        ('<?xml version="1.0"?><opml version="1.0"/>', "xml", "opml"),
        ("<Error><Code>AccessDenied</Code></Error>", "xml", "error"),
        ('{"items": []}', "json", None),
        (' [ {"id": 1}]', "json", None),
        ("[]", "json", None),
        ("[1] A reference and [2] another", "text", None),
        ("{curly} words", "text", None),
        ("Rate limited, come back later", "text", None),
        ("a < b and c > d", "text", None),
        ("<3 you", "text", None),
    ],
)
def test_a_body_is_what_it_begins_with(text, form, root):
    look = look_at(text)
    assert (look.form, look.root) == (form, root)


def test_a_feed_that_begins_properly_has_nothing_before_it():
    assert feed_start("<?xml version='1.0'?><!-- a --><rss>") == 0


@given(st.text(alphabet="<>!?-[]{}\"'/ arsfedx\n", max_size=80))
def test_any_text_has_a_form(text):
    assert look_at(text).form in {"empty", "feed", "xml", "html", "json", "text"}
