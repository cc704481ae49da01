"""Our own cases of formats, media, JSON feeds and links."""

from __future__ import annotations

import json
from typing import Any

from tests.cases.build import atom, case, entry, given, item, page, post, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}
_FEED = {"content-type": "application/rss+xml; charset=utf-8"}


def _json(*found: dict[str, Any], **top: Any) -> str:
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Tidewater", **top, "items": list(found)})


def _json_case(name: str, what: str, *bodies: str, expect: dict[str, Any]) -> Case:
    return case(name, what, *bodies, ending="json", url="https://blog.example/feed.json", expect=expect)


JSON_FEED: tuple[Case, ...] = (
    _json_case("json-feed-1-1", "authors of version 1.1, language, text and HTML.", _json({"id": "1", "url": "https://blog.example/1", "title": "A", "content_html": "<p>words</p>", "date_published": "2026-01-05T10:00:00+01:00", "authors": [{"name": "Mara"}, {"name": "Nils"}], "tags": ["sea"]}),
               expect={"keys": ["1"], "author": "Mara, Nils", "published": ["2026-01-05T09:00:00Z"], "summary": "words", "issues": []}),
    _json_case("json-feed-1-0", "The one author of version 1, and of the feed.", json.dumps({"version": "https://jsonfeed.org/version/1", "title": "T", "author": {"name": "Whole"}, "items": [{"id": "1", "content_text": "w", "author": {"name": "Mara"}}, {"id": "2", "content_text": "v"}]}), expect={"items": 2, "author": ["Mara", "Whole"]}),
    _json_case("json-feed-external", "A link blog: external_url beside url, and alone.", _json({"id": "1", "url": "https://blog.example/1", "external_url": "https://x.example/", "content_text": "w"}, {"id": "2", "external_url": "https://y.example/2", "content_text": "v"}),
               expect={"urls": ["https://blog.example/1", "https://y.example/2"]}),
    _json_case("json-feed-odd-types", "Numbers, nulls and lists where texts should be.", _json({"id": 7, "url": None, "title": 2026, "content_text": None, "tags": "sea", "attachments": {}}, {"id": None, "url": "https://blog.example/x", "content_text": ["a"]}, "stray", None), expect={"items": 2, "keys": ["7", "https://blog.example/x"]}),
    _json_case("json-feed-duplicates", "One id twice.", _json({"id": "1", "url": "https://blog.example/a", "content_text": "a"}, {"id": "1", "url": "https://blog.example/b", "content_text": "b"}), expect={"items": 2, "warning": "duplicate_guid"}),
    _json_case("json-feed-without-items", "No items at all: not a feed; an empty list: one.", _json({"id": "1", "content_text": "a"}), json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "T"}), _json(), expect={"second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": {"state": "ok", "left_window": 1}}),
    _json_case("json-broken", "JSON that breaks off; JSON with a mark and a trailing comma.", _json({"id": "1", "content_text": "a"}), _json({"id": "1", "content_text": "a"})[:-8], "\ufeff" + _json({"id": "1", "content_text": "a"}), expect={"items": 1, "second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": _QUIET}),
    _json_case("json-modified", "date_modified moves with the text.", _json({"id": "1", "content_text": "a", "date_modified": "2026-01-05T10:00:00Z"}), _json({"id": "1", "content_text": "b", "date_modified": "2026-01-06T10:00:00Z"}), expect={"silent": [0], "second_fetch": {"changed_fields": ["updated", "content"]}}),
    _json_case("json-attachments", "Attachments with odd lengths and durations.", _json({"id": "1", "content_text": "a", "attachments": [{"url": "https://c.example/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 120, "duration_in_seconds": 61.5}, {"url": "https://c.example/1.mp3", "mime_type": "audio/mpeg"}, {"mime_type": "audio/mpeg"}]}),
               expect={"enclosures_first": 1, "length_first": 120, "duration_seconds": [61.5]}),
    _json_case("json-list", "A plain list of objects.", json.dumps([{"id": "b", "url": "https://x.example/b", "title": "B"}, {"id": "a", "url": "https://x.example/a", "title": "A"}]), json.dumps([{"id": "c", "url": "https://x.example/c", "title": "C"}, {"id": "b", "url": "https://x.example/b", "title": "B"}]), expect={"items": 3, "second_fetch": {"new": 1, "left_window": 1}}),
)

_ATOM03 = """<?xml version="1.0" encoding="utf-8"?><feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><modified>2026-01-05T10:00:00Z</modified>
<entry><title mode="escaped" type="text/html">The &lt;b&gt;tide&lt;/b&gt;</title><link rel="alternate" type="text/html" href="https://blog.example/a"/><id>tag:a</id><issued>2026-01-04T10:00:00Z</issued><modified>2026-01-05T10:00:00Z</modified><content type="text/html" mode="escaped">&lt;p&gt;words&lt;/p&gt;</content></entry></feed>"""
_RSS092 = '<?xml version="1.0"?><rss version="0.92"><channel><title>T</title><link>https://blog.example/</link><description>d</description><item><description>Only &lt;a href="https://x.example/"&gt;words&lt;/a&gt;.</description></item><item><title>B</title><link>https://blog.example/b</link></item></channel></rss>'
_RSS091 = '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>T</title><link>https://blog.example/</link><description>d</description><language>en</language><item><title>A &eacute;</title><link>https://blog.example/a</link><description>w</description></item></channel></rss>'
_RSS090 = '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title><link>https://blog.example/</link></channel><item><title>A</title><link>https://blog.example/a</link></item></rdf:RDF>'
_RSS10 = '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel rdf:about="https://blog.example/"><title>T</title><link>https://blog.example/</link><items><rdf:Seq><rdf:li resource="https://blog.example/a"/></rdf:Seq></items></channel><item rdf:about="https://blog.example/id/a"><title>A</title><link>https://blog.example/a</link><dc:creator>Mara</dc:creator><dc:date>2026-01-05T10:00:00+01:00</dc:date><content:encoded>&lt;p&gt;words&lt;/p&gt;</content:encoded></item></rdf:RDF>'

FORMATS: tuple[Case, ...] = (
    case("atom-0-3", "Atom 0.3: issued, modified, mode.", _ATOM03, expect={"titles": ["The tide"], "keys": ["tag:a"], "published": ["2026-01-04T10:00:00Z"], "links": ["https://blog.example/a"]}),
    case("rss-0-92", "RSS 0.92: items of words alone.", _RSS092, _RSS092, expect={"items": 2, "titles": [None, "B"]}),
    case("rss-0-91-dtd", "RSS 0.91 with Netscape's document type, which nobody fetches.", _RSS091, expect={"titles": ["A é"], "keys": ["https://blog.example/a"]}),
    case("rss-0-90", "RSS 0.90.", _RSS090, expect={"titles": ["A"], "keys": ["https://blog.example/a"]}),
    case("rss-1-0", "RSS 1.0: rdf:about is the id, link the address.", _RSS10, expect={"keys": ["https://blog.example/id/a"], "links": ["https://blog.example/a"], "author": "Mara", "published": ["2026-01-05T09:00:00Z"]}),
    case("prefixed-atom", "Atom whose every element has a prefix.", '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry><a:id>1</a:id><a:title>A</a:title><a:link href="https://blog.example/a"/><a:updated>2026-01-05T10:00:00Z</a:updated></a:entry></a:feed>', expect={"titles": ["A"], "links": ["https://blog.example/a"]}),
    case("rss-2-with-namespace", "RSS 2.0 in a namespace of its own.", rss(item("a")).replace('<rss version="2.0"', '<rss version="2.0" xmlns="http://backend.userland.com/rss2"'), expect={"titles": ["A"]}),
    case("rss-without-version", "RSS without a version, without a channel title.", "<rss><channel><item><title>A</title><link>https://blog.example/a</link></item></channel></rss>", expect={"titles": ["A"]}),
    case("atom-source", "A planet: entries carry the feed from which they come.", atom("<entry><id>1</id><title>A</title><source><id>urn:other</id><title>Other</title><updated>2020-01-01T00:00:00Z</updated></source><updated>2026-01-05T10:00:00Z</updated></entry>"), expect={"titles": ["A"], "keys": ["1"], "published": ["2026-01-05T10:00:00Z"]}),
    case("atom-authors", "Authors of entry and feed.", atom("<entry><id>1</id><title>A</title><author><name>Mara</name><email>m@x.example</email></author><updated>2026-01-05T10:00:00Z</updated></entry>", entry("b"), head="<author><name>Whole</name></author>"), expect={"items": 2, "titles": ["A", "B"], "author": ["Mara", "Whole"]}),
    case("rss-authors", "An author as address and name, and as dc:creator.", rss(item("a", more="<author>mara@x.example (Mara Quill)</author>"), item("b", more="<dc:creator>Nils</dc:creator>")), expect={"author": ["Mara Quill", "Nils"]}),
    case("format-changes", "RSS becomes Atom under one address, guids kept as ids.", rss(item("urn:tidewater:a", "A", link="https://blog.example/a")), atom(entry("a")), expect={"items": 1, "second_fetch": {"new": 0, "missing": 0}}),
)

MEDIA: tuple[Case, ...] = (
    case("two-enclosures", "Two files of one item, one without a type.", rss(item("a", more='<enclosure url="https://c.example/1.mp3" length="12" type="audio/mpeg"/><enclosure url="https://c.example/1.ogg"/>')), expect={"enclosure_urls": [["https://c.example/1.mp3", "https://c.example/1.ogg"]], "length_first": 12}),
    case("atom-enclosure", "Atom's link of a file beside the alternate one.", atom(entry("a", body='<link rel="enclosure" href="https://c.example/1.mp3" length="9" type="audio/mpeg"/><content>w</content>')), expect={"enclosure_urls": [["https://c.example/1.mp3"]], "links": ["https://blog.example/a"]}),
    case("enclosure-odd-lengths", "Lengths that are none.", rss(*(item(f"n{n}", more=f'<enclosure url="https://c.example/{n}.mp3" length="{text}" type="audio/mpeg"/>') for n, text in enumerate(["unknown", "-1", "", "1,234", "99999999999999999999999"]))), expect={"items": 5}),
    case("durations", "Spellings of durations.", rss(*(item(f"n{n}", more=f'<enclosure url="https://c.example/{n}.mp3"/><itunes:duration>{text}</itunes:duration>') for n, text in enumerate(["1:02:03", "62:03", "3723", "00:00:07", "abc", "3723.5"]))), expect={"duration_seconds": [3723, 3723, 3723, 7, None, 3723.5]}),
    case("relative-enclosure", "The file's address is relative.", rss(item("a", more='<enclosure url="/media/1.mp3" length="1" type="audio/mpeg"/>')), expect={"enclosure_urls": [["https://blog.example/media/1.mp3"]]}),
    case("enclosure-tracking", "A tracking prefix or parameter on a file moves: no edit; another file: one.", rss(item("a", more='<enclosure url="https://c.example/1.mp3?utm_source=a" length="1" type="audio/mpeg"/>')), rss(item("a", more='<enclosure url="https://c.example/1.mp3?utm_source=b" length="1" type="audio/mpeg"/>')), rss(item("a", more='<enclosure url="https://c.example/1b.mp3?utm_source=b" length="1" type="audio/mpeg"/>')),
         expect={"second_fetch": _QUIET, "third_fetch": {"edited": 1, "changed_fields": ["enclosures"]}}),
    case("media-group", "One video in several sizes, with a thumbnail, twice.", rss(item("a", more='<media:group><media:content url="https://v.example/1.mp4" type="video/mp4" duration="61"/><media:content url="https://v.example/1-small.mp4" type="video/mp4"/></media:group><media:thumbnail url="https://v.example/1.jpg"/><media:content url="https://v.example/1.mp4" type="video/mp4"/>')), expect={"enclosure_urls": [["https://v.example/1.mp4", "https://v.example/1-small.mp4", "https://v.example/1.jpg"]]}),
    case("enclosure-appears", "A file is added to an item and taken away.", rss(item("a")), rss(item("a", more='<enclosure url="https://c.example/1.mp3" length="1" type="audio/mpeg"/>')), rss(item("a")), expect={"second_fetch": {"changed_fields": ["enclosures"]}, "third_fetch": {"changed_fields": ["enclosures"]}}),
)

LINKS: tuple[Case, ...] = (
    case("xml-base", "xml:base on feed and entry.", '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://x.example/news/"><title>T</title><entry xml:base="2026/"><id>1</id><title>A</title><link href="a.html"/><updated>2026-01-05T10:00:00Z</updated></entry></feed>', expect={"links": ["https://x.example/news/2026/a.html"]}),
    case("odd-references", "Dots, blanks, protocol-relative, query alone.", rss(item("a", link="../a"), item("b", link="  https://blog.example/b  "), item("c", link="//cdn.example/c"), item("d", link="?p=4")), url="https://blog.example/news/feed.xml", expect={"links": ["https://blog.example/a", "https://blog.example/b", "https://cdn.example/c", "https://blog.example/news/feed.xml?p=4"]}),
    case("blanks-in-links", "A blank and an umlaut within an address.", rss(item("a", link="https://blog.example/my post"), item("b", link="https://bücher.example/größe")), expect={"items": 2, "titles": ["A", "B"]}),
    case("links-in-text", "Relative links and images in the text are made absolute.", rss(item("a", more='<content:encoded><![CDATA[<a href="/x">x</a> <img src="y.jpg"> <a href="#n">n</a>]]></content:encoded>')), expect={"items": 1, "issues": []}),
    case("no-address", "javascript:, mailto: and data: are no addresses of items.", rss(item("a", link="javascript:void(0)"), item("b", link="mailto:x@x.example")), expect={"items": 2, "keys": ["a", "b"]}),
    case("atom-alternates", "Which of several links is the item's.", atom("<entry><id>1</id><title>A</title><link rel='self' href='https://blog.example/1.atom'/><link rel='replies' href='https://blog.example/1#c'/><link rel='alternate' type='application/json' href='https://blog.example/1.json'/><link rel='alternate' type='text/html' href='https://blog.example/1'/><updated>2026-01-05T10:00:00Z</updated></entry>"), expect={"links": ["https://blog.example/1"]}),
    case("burnt-links", "A redirecting service names the true address beside its own.", rss(item("a", link="https://feeds.example/~r/tide/~3/x/", more='<feedburner:origLink xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0">https://blog.example/a</feedburner:origLink>')), expect={"links": ["https://blog.example/a"]}),
    case("index-base-and-relative", "An index page with a base; links of every form.", page(post("a"), "<article><h2><a href='b/'>B one</a></h2><p>Words.</p></article>", "<article><h2><a href='//www.blog.example/c/'>C one</a></h2><p>Words.</p></article>", head="<base href='https://blog.example/news/'>"), kind="blog", expect={"urls": ["https://blog.example/a/", "https://blog.example/news/b/", "https://www.blog.example/c/"]}),
    case("index-links-move-scheme", "An index whose links move from http to https.", page(post("a")).replace("href='/a/'", "href='http://blog.example/a/'"), page(post("a")).replace("href='/a/'", "href='https://www.blog.example/a'"), kind="blog", expect={"items": 1, "second_fetch": {**_QUIET, "outcome": "noise"}}),
    case("redirected-index", "The base of an index page is the address that answered.", given(page("<article><h2><a href='a/'>A one</a></h2><p>Words.</p></article>"), headers={"content-type": "text/html"}, final_url="https://www.blog.example/en/"), kind="blog", expect={"urls": ["https://www.blog.example/en/a/"]}),
)

CASES = (*JSON_FEED, *FORMATS, *MEDIA, *LINKS)
