"""Whatever goes in, what comes out is XML, with the items that were whole."""

from __future__ import annotations

import time
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.feed.repair import repair


def check(text):
    expat.ParserCreate(namespace_separator=" ").Parse(text, True)


@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("<a>x & y &amp; &#0;&#x8;&eacute;&zz; &copy=3 < 4</a>", "<a>x &amp; y &amp; é&amp;zz; &amp;copy=3 &lt; 4</a>"),
        ('<a b=c d=\'e"f\' g h="<&" b=2>x</a>', '<a b="c" d=\'e"f\' h="&lt;&amp;">x</a>'),
        ("<a>&#55356;&#57098; &#xD83C;&#xDF0A; &#55356; &#57098;&#55356;</a>", "<a>&#127754; &#127754;  </a>"),
        ("<a><b><i>x</b></a>", "<a><b><i>x</i></b></a>"),
        ("<a>x</b></a></a>junk<c/>", "<a>x</a>"),
        ("<a><Title>x</title></a>", "<a><Title>x</Title></a>"),
        ("<a>one<br>two<img src=x></a>", '<a>one<br/>two<img src="x"/></a>'),
        ("<a><![CDATA[x[y[0]]> z]]></a>", "<a><![CDATA[x[y[0]]]]><![CDATA[> z]]></a>"),
        ("<a><![CDATA[never ended</a>", "<a>never ended</a>"),
        ("<a><!-- x -- y ---></a>", "<a><!-- x - - y - --></a>"),
        ("<a>]]></a>", "<a>]]&gt;</a>"),
        (
            "<a><dc:b zz:c='1'/></a>",
            '<a xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:zz="urn:prefix:zz"><dc:b zz:c=\'1\'/></a>',
        ),
        ("<a>x</a", "<a>x</a>"),
        ("no element", ""),
    ],
)
def test_a_slip_is_mended_where_it_is(broken, mended):
    assert repair(broken).text == mended
    if mended:
        check(mended)


def test_an_item_that_was_not_closed_ends_where_the_next_begins():
    mended = repair("<rss><item><t>1</t><item><t>2</t></item></rss>")
    assert mended.text == "<rss><item><t>1</t></item><item><t>2</t></item></rss>"
    assert not mended.cut


@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("<title>A</titel><link>/a</link>", "<title>A</title><link>/a</link>"),
        ("<title>A<guid>1</guid>", "<title>A</title><guid>1</guid>"),
        ('<link href="/a"><id>1</id>', '<link href="/a"></link><id>1</id>'),
        ("<description><b>x<pubDate>now</pubDate>", "<description><b>x</b></description><pubDate>now</pubDate>"),
        ("<title>A <b>x</b></title>", "<title>A <b>x</b></title>"),
        ("<description><title>x</title></description>", "<description><title>x</title></description>"),
        ("<source><title>x</title><id>1</id></source>", "<source><title>x</title><id>1</id></source>"),
    ],
)
def test_a_field_that_was_not_closed_ends_where_the_next_begins(broken, mended):
    assert repair(f"<feed><entry>{broken}</entry></feed>").text == f"<feed><entry>{mended}</entry></feed>"


def test_an_item_that_the_text_breaks_off_in_is_left_out():
    mended = repair("<rss><item>1</item><item><t>half")
    assert (mended.text, mended.cut, mended.cut_item) == ("<rss><item>1</item></rss>", True, True)


PIECES = st.sampled_from(
    [
        *("<rss>", "</rss>", "<item>", "</item>", "<entry x=1 y>", "</entry>", "<dc:date>", "</dc:date>", "<![CDATA[", "]]>"),
        *("<!--", "-->", "--", "&amp;", "&nbsp;", "&#0;", "&#X41;", "&", "<br>", '<a href="x&y">', '<a b="<">', "<a b='\">"),
        *("<xmlns:x>", '<x xmlns:q="" xmlns:xml="a" q:z="1">', '<x xmlns:q="u" xmlns="v">', '<p:a p:b="1" p:b="2"/>', "<?x"),
        *(
            "?>",
            "<!DOCTYPE a",
            "text",
            "<",
            ">",
            '"',
            "'",
            "=",
            "é",
            "\ufffd",
            "/",
            "&#99999999999;",
            "</ item>",
            "<Item/>",
            "<é>",
        ),
    ]
)


@given(st.lists(PIECES | st.text(alphabet="<>&;#x\"'=/ ab:-![]?", max_size=6), max_size=25).map("".join))
def test_any_text_becomes_well_formed_or_nothing(text):
    mended = repair(text).text
    if mended:
        check(mended)


@pytest.mark.parametrize(
    "piece", ["<!--", "<![CDATA[", "<!", "<a ", '<a "', "</b>", "<item>", "&#", "]]>", "a ", "<a b='x' ", "<?"], ids=repr
)
def test_time_grows_with_the_text_and_no_faster(piece):
    started = time.process_time()
    repair(f"<rss>{piece * 50_000}")
    repair(f"<rss {piece * 20_000}>")
    assert time.process_time() - started < 5
