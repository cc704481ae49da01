"""What the plain reader takes upon itself it reads as feedparser does, and it takes upon itself what most feeds are made of."""

from __future__ import annotations

import html
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import FeedEntry
from ingest.parse import Reuse
from ingest.parse.decoding import clean_text
from ingest.parse.feed import plain
from ingest.parse.feed.cutting import closing_of
from ingest.parse.feed.plain import PlainReader
from ingest.parse.feed.plain_elements import ROWS
from ingest.parse.feed.reading import _whole
from tests.parse.feed.test_again import FEEDS, HISTORIES, _feeds_of, _lone_feeds, _pools, document, outcome
from tests.shared import needs_shared

URL = "https://a.example/feed.xml"
MODULES = (
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"'
)
RSS = (f'<rss version="2.0" {MODULES}>', "<channel>")
ATOM = ('<feed xmlns="http://www.w3.org/2005/Atom">',)
SURROUNDINGS = [
    RSS,
    ('<rss version="2.0">', "<channel>"),
    (f'<rss version="0.92" xml:base="/sub/" xml:lang="de" {MODULES}>', '<channel base="https://b.example/">'),
    ATOM,
    ('<feed xmlns="http://www.w3.org/2005/Atom" xml:base="sub/" xml:lang="de">',),
]
STRANGE = [
    (RSS[0].replace("http://purl.org/dc/elements/1.1/", "urn:dc"), "<channel>"),
    (RSS[0].replace("elements/1.1/", "elements/1.1/extra"), '<channel xmlns:dc="http://purl.org/dc/elements/1.1/">'),
    (RSS[0].replace("modules/slash/", ""), "<channel>"),
    ('<rss version="2.0" xmlns="http://backend.userland.com/rss2">', "<channel>"),
    ('<rss version="2.0" xmlns="http://purl.org/dc/elements/1.1/">', "<channel>"),
    ('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">',),
    ('<feed xmlns="http://purl.org/atom/ns#" version="0.3">',),
    ("<feed>",),
]


def named(tags: tuple[str, ...]) -> str:
    return "entry" if tags[0].startswith("<feed") else "item"


def whole(tags: tuple[str, ...], item: str) -> tuple[FeedEntry, ...]:
    """The entries of a feed of one item, by feedparser; none where it is not well-formed."""
    try:
        parts = _whole("".join((*tags, item, closing_of(tags))), URL)
    except ReadError:
        return ()
    return () if parts.problems or parts.junk else parts.entries


@cache
def reader(tags: tuple[str, ...]) -> PlainReader | None:
    """The reader that a feed gets for its items; None where it gets none."""
    reuse = Reuse()
    outcome(
        document("".join((*tags, "<title>T</title>", f"<{named(tags)}><title>t</title></{named(tags)}>", closing_of(tags)))),
        reuse,
    )
    return reuse.feed and reuse.feed._plain


def assert_read_as_by_feedparser(tags: tuple[str, ...], item: str) -> bool:
    found = reader(tags)
    entry = found and clean_text(item.encode("utf-8", "replace")) and found.read(item)
    if not entry:
        return False
    assert (entry,) == whole(tags, item), item
    return True


@pytest.mark.parametrize("tags", [RSS, ATOM])
@pytest.mark.parametrize("order", [1, -1])
def test_every_element_is_read_in_any_order(tags, order):
    rows = list(ROWS[named(tags)].values())[::order]
    together = "\n\t".join(row.sample for row in rows)
    assert assert_read_as_by_feedparser(tags, f"<{named(tags)}>\n\t{together}\n</{named(tags)}>")
    for row in rows:
        assert assert_read_as_by_feedparser(tags, f"<{named(tags)}>{row.sample}</{named(tags)}>")


def test_a_feed_that_means_something_else_by_a_prefix_is_read_without_it():
    for tags in STRANGE[:2]:
        found = reader(tags)
        assert found is not None
        assert "dc:creator" not in found.rows
        assert "content:encoded" in found.rows


@pytest.mark.parametrize("tags", STRANGE[3:])
def test_where_other_elements_are_usual_feedparser_reads_all(tags):
    assert reader(tags) is None


def test_where_feedparser_says_otherwise_of_the_made_up_item_it_reads_all(monkeypatch):
    monkeypatch.setattr(plain, "read_entry", lambda *_: object())
    reader.cache_clear()
    assert reader(RSS) is None
    reader.cache_clear()


@pytest.mark.parametrize(
    "inner",
    [
        "<link>/relative</link>",
        "<link>https://a.example/x?a&amp;copy;b</link>",
        "<link>https://a.example/ä</link>",
        "<link>HTTPS://a.example/</link>",
        "<link>https:///a.example/</link>",
        "<link>https://a.example/x?</link>",
        "<title>a</title><title>b</title>",
        "<title/>",
        "<title> </title>",
        "<title>a<b>c</b></title>",
        "<title>a<!-- b --></title>",
        "<title>a<![CDATA[b]]></title>",
        "<title>&nbsp;</title>",
        "<title>&#1;</title>",
        "<title>&#xD800;</title>",
        "<title>&#99999999;</title>",
        "<title>a & b</title>",
        "<title>]]></title>",
        "<title>\x96</title>",
        "<title>&#150;</title>",
        "<title>Ã©</title>",
        "<title type='html'>x</title>",
        '<title type="html">x</title>',
        "<title>x</title >",
        "<pubDate>yesterday</pubDate>",
        "<pubDate>06 Jan 26</pubDate>",
        '<guid isPermaLink="no">x</guid>',
        '<guid isPermaLink="true" isPermaLink="true">x</guid>',
        '<guid isPermaLink="a&amp;b">x</guid>',
        "<dc:creator>a@b.example (A)</dc:creator>",
        f"<dc:creator>{'n' * 301}</dc:creator>",
        f"<dc:creator><![CDATA[{'x' * 2500}]]></dc:creator>",
        '<enclosure length="5" />',
        '<enclosure url="https://a.example/b" type="Audio/MPEG" />',
        '<enclosure url="https://a.example/b">x</enclosure>',
        "<source>s</source>",
        "<!-- c -->",
        "text",
        "<itunes:author>x</itunes:author>",
        "</item><item>",
    ],
)
def test_what_is_out_of_the_common_is_left_to_feedparser(inner):
    assert reader(RSS).read(f"<item>{inner}</item>") is None
    assert reader(RSS).read(f"<item><title>t</title>{inner}</item>") is None


# --- made-up items ---------------------------------------------------------------------------------------------------

TEXTS = [
    "x",
    " ",
    "\n",
    "\r\n",
    "\t",
    "é",
    "–",
    "\xa0",
    "\u2028",
    "&amp;",
    "&lt;b&gt;",
    "&lt;/b&gt;",
    "&#38;",
    "&#x2014;",
    "&#13;",
    "'",
    '"',
    ">",
]
ODD = [
    "<b>",
    "</b>",
    "&",
    "&nbsp;",
    "&#150;",
    "\x96",
    "Ã©",
    "]]>",
    "]",
    "<!-- -->",
    "<![CDATA[",
    "\x85",
    "\ufffd",
    "@",
    "(",
    "<a href='y'>",
]
VALUES = [
    "https://a.example/b",
    "https://a.example/b?c=d&amp;e=f#g",
    "http://a.example",
    "/b",
    "https://b.example:80/../c",
    "Tue, 06 Jan 2026 12:00:00 GMT",
    "6 Jan 2026 25:61 +0000",
    "Xyz, 99 Feb 2026 12:00 -9999",
    "2026-01-06",
    "2026-13-45T99:99:99Z",
    "7",
    "n (m)",
    "n &lt;m&gt;",
]
ATTRIBUTES = [
    'type="html"',
    'type="text"',
    'type="xhtml"',
    'isPermaLink="false"',
    'isPermaLink="true"',
    'url="https://a.example/b.mp3"',
    'href="https://a.example/b"',
    'href="b"',
    'rel="alternate"',
    'rel="self"',
    'rel="enclosure"',
    'type="text/html"',
    'term="t"',
    'scheme="s"',
    'label=" L "',
    'length="5"',
    'xml:base="/c/"',
]
NAMES = sorted({*ROWS["item"], *ROWS["entry"], "media:title", "name", "image", "source"})

texts = st.one_of(
    st.sampled_from(VALUES),
    st.lists(st.sampled_from(TEXTS), max_size=6).map("".join),
    st.lists(st.sampled_from([*TEXTS, *ODD]), max_size=6).map("".join),
    st.text(max_size=8).map(lambda text: text.replace("&", "").replace("<", "")),
)


@st.composite
def elements(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(NAMES))
    attributes = "".join(f" {attribute}" for attribute in draw(st.lists(st.sampled_from(ATTRIBUTES), max_size=3)))
    text = draw(texts)
    return draw(
        st.sampled_from(
            [
                f"<{name}>{text}</{name}>",
                f"<{name}{attributes}>{text}</{name}>",
                f"<{name}{attributes}/>",
                f"<{name}> <![CDATA[{text}]]></{name}>",
                f"<{name}><name>{text}</name></{name}>",
            ]
        )
    )


@st.composite
def usual_elements(draw: st.DrawFn, name: str) -> str:
    """An element as its row wants it, and now and then nearly so."""
    row = ROWS[name.partition(" ")[0]][name.partition(" ")[2]]
    meant = {value: html.unescape(value).strip() for value in (*VALUES, *TEXTS)}
    fitting = [value for value, text in meant.items() if text and row.text.fullmatch(text)] or [""]
    text = draw(st.one_of(*[st.sampled_from(fitting)] * 7, texts))
    values = ["html", "text", "true", "false", "alternate", "text/html", "https://a.example/c", "7", "t", "audio/mpeg", " T "]
    attributes = "".join(
        f' {key}="{draw(st.sampled_from([value for value in values if pattern.fullmatch(value)]))}"'
        for key, pattern in draw(st.permutations(list(row.attributes.items())))
        if key in row.needs or draw(st.booleans())
    )
    element = name.partition(" ")[2]
    if element == "author":
        return f"<author>\n<name>{text}</name> </author>"
    forms = [f"<{element}{attributes}>{text}</{element}>", f"<{element}{attributes}><![CDATA[{text}]]></{element}>"]
    return f"<{element}{attributes}/>" if text == "" else draw(st.sampled_from(forms))


@st.composite
def items(draw: st.DrawFn, kind: str) -> str:
    names = draw(st.lists(st.sampled_from(sorted(ROWS[kind])), unique=True, max_size=7))
    parts = [draw(usual_elements(f"{kind} {name}")) for name in names]
    parts += draw(st.lists(elements(), max_size=1)) if draw(st.integers(0, 9)) == 0 else []
    gap = draw(st.sampled_from(["", "\n  ", "\r\n", "\t", " ", "", "<!-- c -->", "x"]))
    return f"<{kind}>{gap.join(parts)}\n</{kind}>"


@settings(max_examples=200)
@given(st.sampled_from(SURROUNDINGS * 3 + STRANGE), st.data())
def test_an_item_of_any_elements_is_read_as_by_feedparser_or_not_at_all(tags, data):
    assert_read_as_by_feedparser(tags, data.draw(items(named(tags))))


@given(st.sampled_from(SURROUNDINGS), st.data())
def test_a_plain_item_with_a_letter_changed_is_read_as_by_feedparser_or_not_at_all(tags, data):
    rows = [row.sample for key, row in ROWS[named(tags)].items() if key in reader(tags).rows]
    item = f"<{named(tags)}>{''.join(data.draw(st.permutations(rows)))}</{named(tags)}>"
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(item)))
        end = data.draw(st.integers(at, min(at + 9, len(item))))
        item = item[:at] + data.draw(st.one_of(st.just(""), texts, st.just(item[at:end] * 2))) + item[end:]
    assert_read_as_by_feedparser(tags, item)


# --- what there is in the world --------------------------------------------------------------------------------------


def test_the_items_of_the_fixtures_are_read_as_by_feedparser():
    for path in sorted(FEEDS.iterdir()):
        assert outcome(document(path.read_bytes()), Reuse()) == outcome(document(path.read_bytes())), path.name


@needs_shared
def test_every_item_there_is_is_read_as_by_feedparser():
    read = 0
    for tags, items in _pools().items():
        for item in dict.fromkeys(items):
            read += assert_read_as_by_feedparser(tags, item)
    assert read > 500


@needs_shared
def test_most_items_of_real_feeds_are_plain(monkeypatch):
    told: list[bool] = []
    real = PlainReader.read

    def note(self: PlainReader, item: str) -> FeedEntry | None:
        entry = real(self, item)
        told.append(entry is not None)
        return entry

    monkeypatch.setattr(PlainReader, "read", note)
    paths: list[Path] = [path for history in HISTORIES for path in _feeds_of(history)[:1]] + _lone_feeds()
    for path in paths:
        outcome(document(path.read_bytes()), Reuse())
    assert sum(told) > 0.7 * len(told)
