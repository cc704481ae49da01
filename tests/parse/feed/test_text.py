"""Titles are plain text, decoded once; bodies are HTML."""

from __future__ import annotations

import pytest

from ingest.parse.feed.text import body_html, title_text

XHTML = "application/xhtml+xml"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("R & D", "R & D"),
        ("R &amp; D", "R & D"),
        ("<b>Bold</b> move", "Bold move"),
        ("It’s &#8220;on&#8221;", "It’s “on”"),
        ("Use the &lt;br&gt; tag", "Use the <br> tag"),
        ("Use the <br> tag", "Use the <br> tag"),
        ("vector<int> &amp; friends", "vector<int> & friends"),
        ("How to close </div> twice &amp; <x>", "How to close </div> twice & <x>"),
        ("<script>alert(1)</script> considered", "<script>alert(1)</script> considered"),
        ("a=1&copy=2 &copy; &nosuch;", "a=1&copy=2 © &nosuch;"),
        ("no\u00a0break\n  here", "no\u00a0break here"),
        (" \n ", None),
    ],
)
def test_a_title_of_no_stated_type_is_decoded_once_and_stripped_only_of_sure_markup(written, text):
    assert title_text(written, "text/plain", stated=False) == text


@pytest.mark.parametrize(
    ("written", "content_type", "text"),
    [
        ("How to write &amp; in HTML", "text/plain", "How to write &amp; in HTML"),
        ("&lt;script&gt; considered", "text/plain", "&lt;script&gt; considered"),
        ("Joren-&gt;blog", "text/html", "Joren->blog"),
        ("Less <em>than</em> &lt;", XHTML, "Less than <"),
        ("safe<script>bad()</script>ty <!-- x -->first<!-- never ends", "text/html", "safety first"),
    ],
)
def test_a_stated_type_is_believed(written, content_type, text):
    assert title_text(written, content_type, stated=True) == text


@pytest.mark.parametrize(
    ("written", "content_type", "html"),
    [
        (" <p>x</p> ", "text/html", "<p>x</p>"),
        ("a < b & c", "text/plain", "a &lt; b &amp; c"),
        ("<![CDATA[some text]]>", "text/html", "some text"),
        ("<div>a<br></br>b<img src='x'></img><p></p></div>", XHTML, "<div>a<br />b<img src='x' /><p></p></div>"),
        ("<b>decoded</b>", "application/octet-stream", "<b>decoded</b>"),
        ("  ", "text/html", None),
    ],
)
def test_a_body_is_html_whatever_it_was(written, content_type, html):
    assert body_html(written, content_type) == html
