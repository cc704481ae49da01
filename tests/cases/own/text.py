"""Our own cases of text: entities, markup, white space and signs mean what they were meant to."""

from __future__ import annotations

from tests.cases.build import atom, case, entry, item, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

CASES: tuple[Case, ...] = (
    case(
        "double-escaped-text",
        "Markup escaped twice: the tags are what the reader is meant to see.",
        rss(item("a", text="&amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt; words")),
        expect={"summary": "<b>bold</b> words"},
    ),
    case(
        "markup-in-titles",
        "Titles with tags, in CDATA and escaped.",
        rss(
            item("a", "<![CDATA[A <em>fine</em> day]]>"),
            item("b", "A &lt;i&gt;fine&lt;/i&gt; day"),
            item("c", "Waves &amp;amp; wind"),
            item("d", "<![CDATA[Waves &amp; wind]]>"),
        ),
        expect={"titles": ["A fine day", "A fine day", "Waves & wind", "Waves & wind"]},
    ),
    case(
        "less-than-in-titles",
        "A lone < is a sign, not the beginning of a tag.",
        rss(item("a", "<![CDATA[if a < b then]]>"), item("b", "I &lt;3 the sea"), item("c", "x &lt; y &amp;&amp; y &gt; z")),
        expect={"titles": ["if a < b then", "I <3 the sea", "x < y && y > z"]},
    ),
    case(
        "atom-text-types",
        "Atom states how each text is written.",
        atom(
            entry("a", "plain &lt;b&gt;"),
            (
                "<entry><id>b</id><title type='html'>An &lt;b&gt;html&lt;/b&gt; one</title><updated>"
                "2026-01-05T10:00:00Z</updated></entry>"
            ),
            (
                "<entry><id>c</id><title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>An "
                "<i>xhtml</i> one</div></title><updated>2026-01-05T10:00:00Z</updated></entry>"
            ),
        ),
        expect={"titles": ["plain <b>", "An html one", "An xhtml one"]},
    ),
    case(
        "entity-respelled",
        "The same words with other escapes: no edit.",
        rss(item("a", "It&#8217;s caf&#233;", text="&lt;p&gt;It&amp;#8217;s&lt;/p&gt;")),
        rss(item("a", "It’s café", text="<![CDATA[<p>It’s</p>]]>")),
        expect={"titles": ["It’s café"], "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
    case(
        "quotes-straightened",
        "A quote that becomes another sign is an edit.",
        rss(item("a", "“Tide”")),
        rss(item("a", '"Tide"')),
        expect={"second_fetch": {"edited": 1, "changed_fields": ["title"]}},
    ),
    case(
        "white-space-in-text",
        "Line breaks and blanks between the same words.",
        rss(item("a", "A  title", text="&lt;p&gt;one two&lt;/p&gt;&lt;p&gt;three&lt;/p&gt;")),
        rss(item("a", "\n A title\n", text="&lt;p&gt;one\n  two&lt;/p&gt;\n\n&lt;p&gt;three&lt;/p&gt;")),
        expect={"titles": ["A title"], "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
    case(
        "nothing-in-titles",
        "An empty title differs from one that is not there; the list shows the words.",
        rss(item("a", ""), item("b", "   "), "<item><guid>c</guid><description>Only words.</description></item>"),
        expect={"items": 3, "titles": ["", "", None]},
    ),
    case(
        "surrogates-as-references",
        "A sign beyond the basic plane written as two references.",
        rss(item("a", "Wave &#55356;&#57098; here")),
        expect={"titles": ["Wave 🌊 here"]},
    ),
    case(
        "invisible-signs",
        "Zero-width and direction marks are kept in the text; a soft hyphen too.",
        rss(item("a", "sea\u200bside")),
        expect={"items": 1, "titles": ["sea\u200bside"]},
    ),
    case(
        "script-in-content",
        "Scripts are not words.",
        rss(item("a", text="&lt;p&gt;Seen&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;style&gt;p{}&lt;/style&gt;")),
        expect={"summary": "Seen", "stored_text_has_no": ["alert(1)"]},
    ),
)
