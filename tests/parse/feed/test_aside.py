"""What feedparser is not shown comes back as if it had been: on texts of every kind, and on every feed there is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.parse.decoding import decode
from ingest.parse.feed import aside, calling
from ingest.parse.feed.calling import feedparser_reads
from ingest.parse.feed.wellformed import well_formed
from tests.shared import SHARED, needs_shared

URL = "https://a.example/feed.xml"
ATOM = "http://www.w3.org/2005/Atom"
LONG = "<p>one &amp; two – three</p>\n" * 40


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that feedparser is shown from here on."""
    seen: list[str] = []
    real = calling._parsed

    def note(text: str, url: str | None) -> Any:
        seen.append(text)
        return real(text, url)

    monkeypatch.setattr(calling, "_parsed", note)
    return seen


def rss(*parts: str, head: str = "") -> str:
    root = '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
    return f"{root}<channel><title>T</title>{head}<item><guid>1</guid>{''.join(parts)}</item></channel></rss>"


def atom(*entries: str) -> str:
    return f'<feed xmlns="{ATOM}" xmlns:content="urn:c"><entry>{"</entry><entry>".join(entries)}</entry></feed>'


def literal(text: str, name: str = "content:encoded") -> str:
    return f"<{name}><![CDATA[{text}]]></{name}>"


def escaped(text: str, name: str = "description", attributes: str = "") -> str:
    return f"<{name}{attributes}>{text.replace('&', '&amp;').replace('<', '&lt;')}</{name}>"


def assert_read_as_shown_whole(xml: str) -> None:
    told = feedparser_reads(xml, URL)
    whole = calling._parsed(xml, URL)
    assert told.entries == whole["entries"]
    assert told.version == whole["version"]
    assert told.strict is not whole["bozo"]


@pytest.mark.parametrize(
    "xml",
    [
        rss(literal(LONG)),
        rss(literal("\r\n" + LONG.replace("\n", "\r\n") + "\r")),
        rss(escaped(LONG), "<title>t</title>"),
        rss(escaped(LONG), literal(LONG)),
        rss(literal(LONG), escaped(LONG)),
        atom(escaped(LONG, "content", ' type="html"')),
        atom(escaped(LONG, "summary", " type='html'")),
    ],
)
def test_a_long_text_is_not_shown_to_feedparser(xml: str, shown: list[str]) -> None:
    assert_read_as_shown_whole(xml)
    assert LONG[:40] not in shown[0].replace("&lt;", "<").replace("&amp;amp;", "&amp;")
    assert len(shown) == 2, "the first time was enough"


@pytest.mark.parametrize(
    "xml",
    [
        rss(escaped("one"), escaped(LONG)),  # feedparser guesses the type of a second description from its words
        rss(literal(LONG, "itunes:summary")),
        rss(f"<source>{escaped(LONG)}</source>"),
        rss(f"<image>{escaped(LONG)}</image>"),
        rss(f"<title>t{literal(LONG)}</title>"),
        rss(f"<body>{escaped(LONG)}</body>"),
        rss(f"<!-- {literal(LONG)} -->"),
        rss(f"<description><![CDATA[ <description>{LONG}</description> ]]></description>"),
        rss(f"<content:encoded><![CDATA[{LONG}]]>more<![CDATA[{LONG}]]></content:encoded>"),
        rss(f"<content:encoded><![CDATA[{LONG}]]><b>x</b><![CDATA[{LONG}]]></content:encoded>"),
        rss(literal("[text put aside: 0]"), literal(LONG)),
        rss(literal(LONG.replace("–", "\x96"))),
        rss(literal(LONG.replace("–", "Ã©"))),
        rss(literal(LONG.replace("–", "é"))),
        rss(literal(" " * 600)),
        rss(escaped(LONG).replace("–", "&#150;&#x2014;&#13;")),
        rss(escaped(LONG, attributes=' mode="base64"')),
        rss(escaped(LONG, "summary"), escaped(LONG, "content"), escaped(LONG, "content", ' type="text"')),
        rss(head=literal(LONG, "description")),
        atom(f'<content type="xhtml"><div>{escaped(LONG)}</div></content>'),
        atom(f'<content type="html"><summary type="html">{LONG}</summary></content>'),
        f'<x:rss xmlns:x="urn:x"><item>{escaped(LONG)}</item></x:rss>',
    ],
)
def test_where_feedparser_may_judge_by_the_words_it_gets_them(xml: str) -> None:
    try:
        whole = calling._parsed(xml, URL)
    except ReadError:
        whole = None
    if whole is None or not whole["version"]:
        with pytest.raises(ReadError):
            feedparser_reads(xml, URL)
    else:
        assert_read_as_shown_whole(xml)


PIECES = [
    "<p>",
    "</p>",
    "&amp;",
    "&lt;b&gt;",
    "&#8230;",
    "é",
    "Ã©",
    "\x96",
    "–",
    "]",
    "]]",
    "\r",
    "\r\n",
    " ",
    "x",
    "\xa0",
    "<b/>",
]
ELEMENTS = ["content:encoded", "description", "content", "summary", "title", "source", "image", "body"]
FORMS = ["<{0}{1}><![CDATA[{2}]]></{0}>", "<{0}{1}>{3}</{0}>", "<{0}{1}>{4}</{0}>", "<{0}>{3}{4}</{0}>"]


@st.composite
def items(draw: st.DrawFn) -> str:
    """Elements of text, some of them within one another."""
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        text = "".join(draw(st.lists(st.sampled_from(PIECES), max_size=8)))
        name = draw(st.sampled_from(ELEMENTS))
        attributes = draw(st.sampled_from(["", "", ' type="html"', ' type="text"', ' type="xhtml"', ' mode="base64"']))
        inner = draw(st.sampled_from([literal, escaped]))(text, draw(st.sampled_from(ELEMENTS)))
        form = draw(
            st.sampled_from(["<{0}{1}><![CDATA[{2}]]></{0}>", "<{0}{1}>{3}</{0}>", "<{0}{1}>{4}</{0}>", "<{0}>{3}{4}</{0}>"])
        )
        shown_as_text = text.replace("<", "&lt;")
        parts.append(form.format(name, attributes, text, shown_as_text, inner))
    return "".join(parts)


@given(st.lists(items(), min_size=1, max_size=3), st.sampled_from(["rss", "atom"]))
def test_whatever_a_text_holds_it_is_read_as_if_feedparser_saw_it(parts: list[str], kind: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aside, "_LONG", 1)
        assert_read_as_shown_whole(atom(*parts) if kind == "atom" else rss("</item><item>".join(parts)))


def _texts() -> Iterator[tuple[Path, str]]:
    folders = (SHARED / "peers", SHARED / "cases", SHARED / "real")
    for path in (path for folder in folders for path in sorted(folder.rglob("*"))):
        if path.is_file() and path.suffix in (".xml", ".rss", ".atom") and path.stat().st_size < 1_000_000:
            try:
                yield path, well_formed(decode(path.read_bytes()).text, URL).text
            except ReadError:
                continue


@needs_shared
def test_every_feed_is_read_as_if_feedparser_saw_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "_LONG", 1)
    for path, xml in _texts():
        try:
            assert_read_as_shown_whole(xml)
        except ReadError:
            continue
        except AssertionError as error:
            raise AssertionError(path) from error
