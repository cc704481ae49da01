"""Whole feeds: fixtures beside what they must give, and every way in which a body is none."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import Document, Reading
from ingest.parse import parse
from ingest.parse.feed import read_feed
from tests.parse.golden import as_json

FEEDS = Path(__file__).parents[2] / "fixtures" / "feeds"
FIXTURES = sorted(path.name for path in FEEDS.iterdir() if not path.name.endswith(".expected.json"))
ITEM = "<item><title>{0}</title><link>https://a.example/{0}</link><guid>{0}</guid></item>"


def read(source, url="https://a.example/feed.xml", content_type=None):
    body = source if isinstance(source, bytes) else source.encode()
    return read_feed(Document(body=body, kind="feed", url=url, content_type=content_type))


def rss(items="", head='<?xml version="1.0"?><rss version="2.0">'):
    return f"{head}<channel><title>T</title><link>https://a.example/</link>{items}</channel></rss>"


def codes(reading):
    return [issue.code for issue in reading.issues]


def guids(reading):
    return [entry.guid for entry in reading.entries]


@pytest.mark.parametrize("name", FIXTURES)
def test_a_feed_gives_what_lies_beside_it(name):
    path = FEEDS / name
    reading = parse(Document(body=path.read_bytes(), kind="feed", url=f"https://{path.stem}.example/feed/x.xml"))
    assert as_json(reading) == json.loads((FEEDS / f"{name}.expected.json").read_text("utf-8"))


def test_a_feed_without_items_is_a_reading_without_entries():
    reading = read(rss())
    assert (reading.entries, reading.whole, codes(reading)) == ((), True, [])


def test_a_guid_is_as_written_wherever_the_feed_lives():
    source = rss('<item><guid>abc</guid></item><item><guid isPermaLink="false">ABC</guid></item><item><guid>/x</guid></item>')
    assert guids(read(source)) == guids(read(source, url="https://moved.example/")) == ["abc", "ABC", "/x"]


@pytest.mark.parametrize(
    ("item", "url"),
    [
        ("<guid>https://a.example/c</guid>", "https://a.example/c"),
        ('<guid isPermaLink="false">https://a.example/c</guid>', None),
        ("<guid>c</guid>", None),
        ("<link>/l</link><guid>https://a.example/c</guid>", "https://a.example/l"),
        ("<link></link><guid>urn:x</guid>", None),
        ("<link>javascript:alert(1)</link>", None),
        (
            '<link>https://proxy.example/~r/1</link><f:origLink xmlns:f="http://rssnamespace.org/feedburner/ext/1.0">/p</f:origLink>',
            "https://a.example/p",
        ),
    ],
)
def test_an_item_leads_to_its_own_page_or_nowhere(item, url):
    assert read(rss(f"<item>{item}</item>")).entries[0].url == url


def test_an_empty_title_is_not_an_absent_one():
    reading = read(rss("<item><guid>a</guid><title/></item><item><guid>b</guid></item>"))
    assert [entry.title for entry in reading.entries] == ["", None]


@pytest.mark.parametrize(
    ("dates", "published", "updated"),
    [
        ("", None, None),
        ("<pubDate>P</pubDate>", "P", None),
        ("<pubDate>P</pubDate><dc:date>D</dc:date>", "P", None),
        ("<dc:date>D</dc:date>", "D", None),
        ("<dc:date>D</dc:date><dcterms:modified>M</dcterms:modified>", "D", "M"),
        ("<pubDate>P</pubDate><a:updated>U</a:updated>", "P", "U"),
    ],
)
def test_an_update_is_told_only_where_the_feed_tells_one(dates, published, updated):
    head = (
        '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:a="http://www.w3.org/2005/Atom">'
    )
    (entry,) = read(rss(f"<item><title>x</title>{dates}</item>", head)).entries
    assert (entry.published.raw if entry.published else None) == published
    assert (entry.updated.raw if entry.updated else None) == updated


def test_an_atom_entry_with_an_update_alone_has_no_date_of_publication():
    (entry,) = read('<feed xmlns="http://www.w3.org/2005/Atom"><entry><updated>U</updated></entry></feed>').entries
    assert entry.published is None
    assert entry.updated.raw == "U"


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("bo@tide.example (Bo Ness)", "Bo Ness"),
        ("Bo Ness &lt;bo@tide.photography&gt;", "Bo Ness"),
        ("bo@tide.museum", "bo@tide.museum"),
        ("Bo", "Bo"),
        ('<n:name xmlns:n="http://www.w3.org/2005/Atom">Bo</n:name>', "Bo"),
    ],
)
def test_a_name_is_told_from_an_address(author, name):
    assert read(rss(f"<item><author>{author}</author></item>")).entries[0].authors == (name,)


@pytest.mark.parametrize(
    ("tags", "minutes"),
    [
        ("<ttl>60</ttl>", 60),
        ("<ttl>0</ttl>", None),
        ("<ttl>-5</ttl>", None),
        ("<ttl>soon</ttl>", None),
        ("<ttl>99999999</ttl>", None),
        ("<sy:updatePeriod> hourly </sy:updatePeriod>", 60),
        ("<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>", 360),
        ("<sy:updatePeriod>yearly</sy:updatePeriod>", None),
        ("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>", None),
    ],
)
def test_the_pace_that_a_feed_asks_for_is_kept_if_it_makes_sense(tags, minutes):
    head = '<rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">'
    assert read(rss(tags, head)).ttl_minutes == minutes


@pytest.mark.parametrize(
    "source",
    [
        rss(ITEM.format("1") + "<item><title>A & B</title><guid>2</guid></item>"),
        rss(ITEM.format("1") + "<item><title>A&nbsp;B</title><guid>2</guid></item>"),
        rss(ITEM.format("1") + "<item><title>A\x00B</title><guid>2</guid></item>"),
        rss(ITEM.format("1").replace("</item>", "") + ITEM.format("2")),
        rss(ITEM.format("1") + "<item><p><br></p><guid>2</guid></item>"),
        rss(ITEM.format("1") + "<item><media:x>1</media:x><guid>2</guid></item>"),
        rss(ITEM.format("1") + ITEM.format("2"))[:-12],
        rss(ITEM.format("1") + ITEM.format("2") + ITEM.format("3"))[:-60],
    ],
)
def test_a_malformed_feed_is_read_as_far_as_it_goes_and_judges_no_absence(source):
    reading = read(source)
    assert guids(reading) == ["1", "2"]
    assert not reading.whole
    assert "malformed" in codes(reading)


def test_only_a_feed_that_breaks_off_was_not_read_to_its_end():
    whole = rss(ITEM.format("1") + "<item><title>A & B</title><guid>2</guid></item>")
    assert read(whole).read_to_end
    assert not read(whole[:-40]).read_to_end


@pytest.mark.parametrize("around", ["Notice: x\n{}", "{}<script>track()</script>", "{}\n<!-- a -- b -->", "{}{}"])
def test_junk_around_a_feed_leaves_it_whole(around):
    reading = read(around.replace("{}", rss(ITEM.format("1"))))
    assert (guids(reading), reading.whole, codes(reading)) == (["1"], True, ["malformed"])


def test_a_charset_or_a_media_type_that_lies_leaves_the_feed_whole():
    reading = read(rss("<item><title>Zoë</title></item>"), content_type="text/html; charset=us-ascii")
    assert reading.entries[0].title == "Zoë"
    assert (reading.whole, codes(reading)) == (True, ["charset_mismatch", "content_type_mismatch"])


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"", "empty_body"),
        (b" \n", "empty_body"),
        (b"<!doctype html><title>Hi</title>", "not_a_feed"),
        (b"Just a moment", "not_a_feed"),
        (b'{"items": []}', "not_a_feed"),
        (b'<?xml version="1.0"?><opml version="1.0"><body/></opml>', "wrong_root"),
        (b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>', "wrong_root"),
        (b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', "wrong_root"),
        (b'<rss version="2.0"><channel><title>cut of', "no_items"),
        (b'<rss version="2.0"><channel><item><title>cut of', "no_items"),
        (rss("<item><author>" + "a" * 5000 + "</author></item>").encode(), "malformed"),
        (
            rss("<item><description>d</description><dc:creator> <![CDATA[" + "a" * 5000 + "]]></dc:creator></item>").encode(),
            "malformed",
        ),
    ],
)
def test_what_is_no_feed_is_refused_with_its_reason(source, kind):
    with pytest.raises(ReadError) as caught:
        read(source)
    assert caught.value.kind == kind


@pytest.mark.parametrize("shown", ["<![CDATA[<author>{}]]>", "<![CDATA[<p><owner>\n{}</p>]]>", "<!-- <author>{} -->"])
def test_a_post_may_show_the_markup_of_a_person_with_thousands_of_letters(shown):
    reading = read(rss(f"<item><guid>1</guid><description>{shown.format('a' * 5000)}</description></item>"))
    assert (guids(reading), codes(reading)) == (["1"], [])


def test_a_page_in_place_of_a_feed_says_where_the_feed_may_be():
    with pytest.raises(ReadError, match=r'\("Blog"\); it names a feed at https://a\.example/index\.xml'):
        read('<html><head><title>Blog</title><link rel="alternate" type="application/rss+xml" href="/index.xml"></head></html>')
    with pytest.raises(ReadError, match=r"sends its reader on to https://a\.example/feed\.xml"):
        read('<html><head><meta http-equiv="refresh" content="0; url=/feed.xml"></head></html>')


def test_no_entity_reaches_a_file_or_grows():
    bomb = '<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    reading = read(rss("<item><title>&f; &a; &b;</title></item>", f'{bomb}<rss version="2.0">'))
    assert reading.entries[0].title == "&f; aaaa &b;"


WORDS = st.sampled_from(
    [
        *("<rss version='2.0'>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<channel>", "</channel>", "</rss>", "</feed>"),
        *(
            "<item>",
            "</item>",
            "<entry>",
            "</entry>",
            "<link>",
            "</link>",
            "<link href='x' rel='enclosure'/>",
            "<guid>",
            "</guid>",
        ),
        *("<author>", "</author>", "<name>", "</name>", "<image>", "</image>", "<source>", "</source>", "<content type='xhtml'>"),
        *("<content>", "</content>", "<description>", "</description>", "<summary type='html'>", "</summary>", "<category/>"),
        *(
            "<m:content xmlns:m='http://search.yahoo.com/mrss/'>",
            "<m:thumbnail/>",
            "<title>",
            "</title>",
            "<textInput>",
            "<cloud/>",
        ),
        *("<generator>", "</generator>", "<language>", "<svg>", "<math>", "<div>", "</div>", "&lt;b&gt;", "&amp;", "x", "2026"),
        *("<g:point xmlns:g='http://www.georss.org/georss'>1 x</g:point>", "<width>z</width>", "<p:chapter xmlns:p='x'/>"),
    ]
)


@given(st.lists(WORDS, max_size=25).map("".join) | st.binary(max_size=120))
def test_any_bytes_give_a_reading_or_a_read_error(source):
    body = source.encode() if isinstance(source, str) else source
    with contextlib.suppress(ReadError):
        assert isinstance(parse(Document(body=body, kind="feed", url="https://a.example/")), Reading)


def test_an_atom_entry_without_author_is_by_its_source_or_by_the_feed():
    feed = (
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><author><name>Whole</name></author>"
        "<entry><id>1</id><title>a</title><author><name>Own</name></author></entry>"
        "<entry><id>2</id><title>b</title><source><author><name>Source</name></author></source></entry>"
        "<entry><id>3</id><title>c</title></entry></feed>"
    )
    entries = read_feed(Document(body=feed.encode(), kind="feed")).entries
    assert [entry.authors for entry in entries] == [("Own",), ("Source",), ("Whole",)]
