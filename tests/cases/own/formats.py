"""Our own cases of feed formats, old and odd."""

from __future__ import annotations

from tests.cases.build import atom, case, entry, item, rss
from tests.cases.case import Case

_ATOM03 = """<?xml version="1.0" encoding="utf-8"?><feed version="0.3" xmlns="http://purl.org/atom/ns#">
<title>T</title><modified>2026-01-05T10:00:00Z</modified>
<entry><title mode="escaped" type="text/html">The &lt;b&gt;tide&lt;/b&gt;</title>
<link rel="alternate" type="text/html" href="https://blog.example/a"/><id>tag:a</id>
<issued>2026-01-04T10:00:00Z</issued><modified>2026-01-05T10:00:00Z</modified>
<content type="text/html" mode="escaped">&lt;p&gt;words&lt;/p&gt;</content></entry></feed>"""

_RSS092 = (
    '<?xml version="1.0"?><rss version="0.92"><channel><title>T</title><link>https://blog.example/</link>'
    '<description>d</description><item><description>Only &lt;a href="https://x.example/"&gt;words&lt;/a&gt;.</descriptio'
    "n></item><item><title>B</title><link>https://blog.example/b</link></item></channel>"
    "</rss>"
)

_RSS091 = (
    '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" '
    '"http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel>'
    "<title>T</title><link>https://blog.example/</link><description>d</description><language>"
    "en</language><item><title>A &eacute;</title><link>https://blog.example/a</link><description>"
    "w</description></item></channel></rss>"
)

_RSS090 = (
    '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title><link>https://blog.example/</link>'
    "</channel><item><title>A</title><link>https://blog.example/a</link></item></rdf:RDF>"
)

_RSS10 = (
    '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0'
    '/modules/content/"><channel rdf:about="https://blog.example/"><title>T</title><link>'
    'https://blog.example/</link><items><rdf:Seq><rdf:li resource="https://blog.example/a"/>'
    '</rdf:Seq></items></channel><item rdf:about="https://blog.example/id/a"><title>A</title>'
    "<link>https://blog.example/a</link><dc:creator>Mara</dc:creator><dc:date>2026-01-05T10:00:00+01:00</dc:date>"
    "<content:encoded>&lt;p&gt;words&lt;/p&gt;</content:encoded></item></rdf:RDF>"
)

CASES: tuple[Case, ...] = (
    case(
        "atom-0-3",
        "Atom 0.3: issued, modified, mode.",
        _ATOM03,
        expect={
            "titles": ["The tide"],
            "keys": ["tag:a"],
            "published": ["2026-01-04T10:00:00Z"],
            "links": ["https://blog.example/a"],
        },
    ),
    case("rss-0-92", "RSS 0.92: items of words alone.", _RSS092, _RSS092, expect={"items": 2, "titles": [None, "B"]}),
    case(
        "rss-0-91-dtd",
        "RSS 0.91 with Netscape's document type, which nobody fetches.",
        _RSS091,
        expect={"titles": ["A é"], "keys": ["https://blog.example/a"]},
    ),
    case("rss-0-90", "RSS 0.90.", _RSS090, expect={"titles": ["A"], "keys": ["https://blog.example/a"]}),
    case(
        "rss-1-0",
        "RSS 1.0: rdf:about is the id, link the address.",
        _RSS10,
        expect={
            "keys": ["https://blog.example/id/a"],
            "links": ["https://blog.example/a"],
            "author": "Mara",
            "published": ["2026-01-05T09:00:00Z"],
        },
    ),
    case(
        "prefixed-atom",
        "Atom whose every element has a prefix.",
        (
            '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry><a:id>'
            '1</a:id><a:title>A</a:title><a:link href="https://blog.example/a"/><a:updated>2026-01-05T10:00:00Z</a:updated>'
            "</a:entry></a:feed>"
        ),
        expect={"titles": ["A"], "links": ["https://blog.example/a"]},
    ),
    case(
        "rss-2-with-namespace",
        "RSS 2.0 in a namespace of its own.",
        rss(item("a")).replace('<rss version="2.0"', '<rss version="2.0" xmlns="http://backend.userland.com/rss2"'),
        expect={"titles": ["A"]},
    ),
    case(
        "rss-without-version",
        "RSS without a version, without a channel title.",
        "<rss><channel><item><title>A</title><link>https://blog.example/a</link></item></channel></rss>",
        expect={"titles": ["A"]},
    ),
    case(
        "atom-source",
        "A planet: entries carry the feed from which they come.",
        atom(
            "<entry><id>1</id><title>A</title><source><id>urn:other</id><title>Other</title><updated>"
            "2020-01-01T00:00:00Z</updated></source><updated>2026-01-05T10:00:00Z</updated></entry>"
        ),
        expect={"titles": ["A"], "keys": ["1"], "published": ["2026-01-05T10:00:00Z"]},
    ),
    case(
        "atom-authors",
        "Authors of entry and feed.",
        atom(
            (
                "<entry><id>1</id><title>A</title><author><name>Mara</name><email>m@x.example</email>"
                "</author><updated>2026-01-05T10:00:00Z</updated></entry>"
            ),
            entry("b"),
            head="<author><name>Whole</name></author>",
        ),
        expect={"items": 2, "titles": ["A", "B"], "author": ["Mara", "Whole"]},
    ),
    case(
        "rss-authors",
        "An author as address and name, and as dc:creator.",
        rss(item("a", more="<author>mara@x.example (Mara Quill)</author>"), item("b", more="<dc:creator>Nils</dc:creator>")),
        expect={"author": ["Mara Quill", "Nils"]},
    ),
    case(
        "format-changes",
        "RSS becomes Atom under one address, guids kept as ids.",
        rss(item("urn:tidewater:a", "A", link="https://blog.example/a")),
        atom(entry("a")),
        expect={"items": 1, "second_fetch": {"new": 0, "missing": 0}},
    ),
)
