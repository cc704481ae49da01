"""Our own cases of text, malformed documents and encodings: what was meant is what is told."""

from __future__ import annotations

import gzip

from tests.cases.build import atom, case, entry, given, item, rss
from tests.cases.case import Case

_XML = {"content-type": "application/xml"}
_QUIET = {"new": 0, "changed": 0, "missing": 0}

TEXT: tuple[Case, ...] = (
    case(
        "double-escaped-text", "Markup escaped twice: the tags are what the reader is meant to see.",
        rss(item("a", text="&amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt; words")), expect={"summary": "<b>bold</b> words"},
    ),
    case(
        "markup-in-titles", "Titles with tags, in CDATA and escaped.",
        rss(item("a", "<![CDATA[A <em>fine</em> day]]>"), item("b", "A &lt;i&gt;fine&lt;/i&gt; day"), item("c", "Waves &amp;amp; wind"), item("d", "<![CDATA[Waves &amp; wind]]>")),
        expect={"titles": ["A fine day", "A fine day", "Waves & wind", "Waves & wind"]},
    ),
    case(
        "less-than-in-titles", "A lone < is a sign, not the beginning of a tag.",
        rss(item("a", "<![CDATA[if a < b then]]>"), item("b", "I &lt;3 the sea"), item("c", "x &lt; y &amp;&amp; y &gt; z")),
        expect={"titles": ["if a < b then", "I <3 the sea", "x < y && y > z"]},
    ),
    case(
        "atom-text-types", "Atom states how each text is written.",
        atom(
            entry("a", "plain &lt;b&gt;"), "<entry><id>b</id><title type='html'>An &lt;b&gt;html&lt;/b&gt; one</title><updated>2026-01-05T10:00:00Z</updated></entry>",
            "<entry><id>c</id><title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>An <i>xhtml</i> one</div></title><updated>2026-01-05T10:00:00Z</updated></entry>",
        ),
        expect={"titles": ["plain <b>", "An html one", "An xhtml one"]},
    ),
    case(
        "entity-respelled", "The same words with other escapes: no edit.",
        rss(item("a", "It&#8217;s caf&#233;", text="&lt;p&gt;It&amp;#8217;s&lt;/p&gt;")), rss(item("a", "It’s café", text="<![CDATA[<p>It’s</p>]]>")),
        expect={"titles": ["It’s café"], "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
    case(
        "quotes-straightened", "A quote that becomes another sign is an edit.",
        rss(item("a", "“Tide”")), rss(item("a", '"Tide"')), expect={"second_fetch": {"edited": 1, "changed_fields": ["title"]}},
    ),
    case(
        "white-space-in-text", "Line breaks and blanks between the same words.",
        rss(item("a", "A  title", text="&lt;p&gt;one two&lt;/p&gt;&lt;p&gt;three&lt;/p&gt;")),
        rss(item("a", "\n A title\n", text="&lt;p&gt;one\n  two&lt;/p&gt;\n\n&lt;p&gt;three&lt;/p&gt;")),
        expect={"titles": ["A title"], "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
    case(
        "nothing-in-titles", "Empty, blank and missing titles are null; the list shows the words.",
        rss(item("a", ""), item("b", "   "), "<item><guid>c</guid><description>Only words.</description></item>"),
        expect={"items": 3, "titles": [None, None, None]},
    ),
    case(
        "surrogates-as-references", "A sign beyond the basic plane written as two references.",
        rss(item("a", "Wave &#55356;&#57098; here")), expect={"titles": ["Wave 🌊 here"]},
    ),
    case(
        "invisible-signs", "Zero-width and direction marks are kept in the text; a soft hyphen too.",
        rss(item("a", "sea\u200bside")), expect={"items": 1, "titles": ["sea\u200bside"]},
    ),
    case(
        "script-in-content", "Scripts are not words.",
        rss(item("a", text="&lt;p&gt;Seen&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;style&gt;p{}&lt;/style&gt;")),
        expect={"summary": "Seen", "stored_text_has_no": ["alert(1)"]},
    ),
)

MALFORMED: tuple[Case, ...] = (
    case(
        "junk-before-declaration", "A warning is printed before the document.",
        rss(item("a"), before='<b>Warning</b>: Undefined variable $x in /srv/feed.php on line 3<br />\n<?xml version="1.0"?>'),
        rss(item("b", day=6), item("a"), before='\n\n <?xml version="1.0" encoding="UTF-8"?>'),
        expect={"items": 2, "second_fetch": {"new": 1, "missing": 0}, "titles": ["A", "B"]},
    ),
    case(
        "junk-after-root", "Statistics or scripts follow the closing tag.",
        rss(item("a")) + "\n<!-- 31 queries, 0.2 s -->", rss(item("a")) + "<script>var x = 1;</script>", rss(item("a")) + "\nFatal error: out of memory",
        expect={"items": 1, "second_fetch": _QUIET, "third_fetch": _QUIET},
    ),
    case(
        "tags-not-closed", "HTML stands unescaped in a description, its tags not closed.",
        rss(item("a", text="one<br>two <b>bold"), item("b", day=4)), expect={"items": 2, "titles": ["A", "B"], "flag": "malformed"},
    ),
    case(
        "ends-are-missing", "The document ends without closing its last elements.",
        rss(item("a"), item("b", day=4)), rss(item("a"), item("b", day=4)).replace("</channel></rss>", ""),
        expect={"items": 2, "second_fetch": {**_QUIET, "flag": "malformed"}},
    ),
    case(
        "cut-in-the-middle", "The document ends within its second item, and no length was announced.",
        rss(item("a"), item("b", day=4), item("c", day=3)), rss(item("a"), item("b", day=4), item("c", day=3)).partition("<guid isPermaLink=\"false\">b")[0],
        expect={"items": 3, "second_fetch": {"new": 0, "changed": 0, "missing": 0}, "states": {"a": "present", "b": "present", "c": "present"}},
    ),
    case(
        "unknown-prefix", "An element's prefix is declared nowhere.",
        rss(item("a", more="<slash:comments>3</slash:comments>"), item("b", day=4)), expect={"items": 2, "titles": ["A", "B"]},
    ),
    case(
        "capital-tags", "Elements in capitals.",
        rss(item("a")).replace("item>", "ITEM>").replace("title>", "TITLE>").replace("guid>", "GUID>").replace("<guid ", "<GUID "), expect={"items": 1, "titles": ["A"], "keys": ["a"]},
    ),
    case(
        "attributes-without-quotes", "Attributes without quotes, and one twice.",
        rss(item("a", more='<enclosure url=https://c.example/1.mp3 length=12 type=audio/mpeg />')), expect={"items": 1, "titles": ["A"]},
    ),
    case(
        "bare-less-than", "A bare < and & in a title.",
        rss(item("a", "salt & sand"), item("b", "3 < 4", day=4), item("c", day=3)), expect={"items": 3, "must_include": ["salt & sand", "3 < 4", "C"], "flag": "malformed"},
    ),
    case(
        "two-feeds-in-one", "Two documents stand in one body.",
        rss(item("a")) + rss(item("b")), expect={"items_at_least": 1, "must_include": ["A"]},
    ),
    case(
        "malformed-judges-no-absence", "A malformed document lacks the middle item, then a good one does.",
        rss(item("a"), item("b", day=4), item("c", day=3)), rss(item("a", "A & B"), item("c", day=3)), rss(item("a", "A &amp; B"), item("c", day=3)),
        expect={"second_fetch": {"new": 0, "edited": 1, "missing": 0}, "third_fetch": {"new": 0, "edited": 0, "removed": 1}},
    ),
    case(
        "own-entities", "A document type with entities of its own.",
        rss(item("a", "The &firm; tide"), before='<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY firm "Tidewater">]>'), expect={"items": 1, "titles": ["The Tidewater tide"]},
    ),
)

ENCODING: tuple[Case, ...] = (
    case(
        "declared-utf8-is-cp1252", "Declared UTF-8, written in windows-1252 throughout.",
        given(rss(item("a", "Café “Möwe” – déjà vu"), item("b", "Grüße")).encode("cp1252"), headers=_XML), expect={"titles": ["Café “Möwe” – déjà vu", "Grüße"]},
    ),
    case(
        "utf16-without-mark", "UTF-16, both byte orders, without a mark.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16-be"), headers=_XML),
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16-le"), headers=_XML),
        expect={"titles": ["Möwe"], "second_fetch": _QUIET},
    ),
    case("utf32", "UTF-32.", given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-32"?>').encode("utf-32"), headers=_XML), expect={"titles": ["Möwe"]}),
    case(
        "declared-utf16-is-utf8", "Declared UTF-16, but every byte is UTF-8.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="UTF-16"?>'), headers=_XML), expect={"titles": ["Möwe"]},
    ),
    case(
        "header-right-declaration-wrong", "The header says windows-1251 and is right, the declaration says UTF-8.",
        given(rss(item("a", "Привет, море")).encode("cp1251"), headers={"content-type": "application/rss+xml; charset=windows-1251"}), expect={"titles": ["Привет, море"]},
    ),
    case(
        "us-ascii-by-default", "text/xml without a charset means US-ASCII on paper; the bytes are UTF-8.",
        given(rss(item("a", "Möwe"), before='<?xml version="1.0"?>'), headers={"content-type": "text/xml"}), expect={"titles": ["Möwe"]},
    ),
    case(
        "eastern-encodings", "Shift_JIS, EUC-KR and GB18030, each declared.",
        given(rss(item("a", "海の日記"), before='<?xml version="1.0" encoding="Shift_JIS"?>').encode("shift_jis"), headers=_XML),
        given(rss(item("a", "海の日記"), before='<?xml version="1.0" encoding="EUC-JP"?>').encode("euc-jp"), headers=_XML),
        given(rss(item("a", "海の日記"), before='<?xml version="1.0" encoding="GB18030"?>').encode("gb18030"), headers=_XML),
        expect={"titles": ["海の日記"], "second_fetch": _QUIET, "third_fetch": _QUIET},
    ),
    case("twice-encoded", "UTF-8 that was taken for Latin-1 and encoded again is undone, as every reader of feeds does.", rss(item("a", "CafÃ©")), expect={"titles": ["Café"]}),
    case("unknown-encoding", "An encoding that nobody knows.", given(rss(item("a", "Möwe"), before='<?xml version="1.0" encoding="x-tide"?>'), headers=_XML), expect={"titles": ["Möwe"]}),
    case("two-marks", "Two byte order marks.", b"\xef\xbb\xbf\xef\xbb\xbf" + rss(item("a", "Möwe")).encode(), expect={"titles": ["Möwe"]}),
    case(
        "page-without-charset", "A page that states its encoding nowhere, in UTF-8.",
        given("<!doctype html><title>Möwe</title><article><h2><a href='/a/'>Möwen am Strand</a></h2><p>Ein Tag am Meer.</p></article>", headers={"content-type": "text/html"}),
        kind="blog", expect={"titles": ["Möwen am Strand"]},
    ),
    case(
        "page-with-meta-1251", "A page in windows-1251, told by its meta element alone.",
        given("<!doctype html><meta http-equiv=Content-Type content='text/html; charset=windows-1251'><title>Море</title><article><h2><a href='/a/'>Дневник моря</a></h2><p>Сегодня был прилив.</p></article>".encode("cp1251"), headers={"content-type": "text/html"}),
        kind="blog", expect={"titles": ["Дневник моря"]},
    ),
    case(
        "compressed-undeclared", "gzip that no header declares stays in the stored bytes and is opened for reading.",
        given(gzip.compress(rss(item("a")).encode(), mtime=0), headers=_XML), rss(item("a")),
        expect={"titles": ["A"], "warning": "undeclared_compression", "raw_bytes_kept": True, "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
    case(
        "compressed-twice", "gzip within gzip, declared once and declared twice.",
        given(gzip.compress(gzip.compress(rss(item("a")).encode(), mtime=0), mtime=0), headers={**_XML, "content-encoding": "gzip"}),
        given(gzip.compress(gzip.compress(rss(item("a")).encode(), mtime=0), mtime=0), headers={**_XML, "content-encoding": "gzip, gzip"}),
        expect={"titles": ["A"], "second_fetch": _QUIET},
    ),
)

CASES = (*TEXT, *MALFORMED, *ENCODING)
