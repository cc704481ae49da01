"""Our own cases of documents that are not well-formed: read as far as they go."""

from __future__ import annotations

from tests.cases.build import case, item, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

CASES: tuple[Case, ...] = (
    case(
        "junk-before-declaration",
        "A warning is printed before the document.",
        rss(item("a"), before='<b>Warning</b>: Undefined variable $x in /srv/feed.php on line 3<br />\n<?xml version="1.0"?>'),
        rss(item("b", day=6), item("a"), before='\n\n <?xml version="1.0" encoding="UTF-8"?>'),
        expect={"items": 2, "second_fetch": {"new": 1, "missing": 0}, "titles": ["A", "B"]},
    ),
    case(
        "junk-after-root",
        "Statistics or scripts follow the closing tag.",
        rss(item("a")) + "\n<!-- 31 queries, 0.2 s -->",
        rss(item("a")) + "<script>var x = 1;</script>",
        rss(item("a")) + "\nFatal error: out of memory",
        expect={"items": 1, "second_fetch": _QUIET, "third_fetch": _QUIET},
    ),
    case(
        "tags-not-closed",
        "HTML stands unescaped in a description, its tags not closed.",
        rss(item("a", text="one<br>two <b>bold"), item("b", day=4)),
        expect={"items": 2, "titles": ["A", "B"], "flag": "malformed"},
    ),
    case(
        "ends-are-missing",
        "The document ends without closing its last elements.",
        rss(item("a"), item("b", day=4)),
        rss(item("a"), item("b", day=4)).replace("</channel></rss>", ""),
        expect={"items": 2, "second_fetch": {**_QUIET, "flag": "malformed"}},
    ),
    case(
        "cut-in-the-middle",
        "The document ends within its second item, and no length was announced.",
        rss(item("a"), item("b", day=4), item("c", day=3)),
        rss(item("a"), item("b", day=4), item("c", day=3)).partition('<guid isPermaLink="false">b')[0],
        expect={
            "items": 3,
            "second_fetch": {"new": 0, "changed": 0, "missing": 0},
            "states": {"a": "present", "b": "present", "c": "present"},
        },
    ),
    case(
        "unknown-prefix",
        "An element's prefix is declared nowhere.",
        rss(item("a", more="<slash:comments>3</slash:comments>"), item("b", day=4)),
        expect={"items": 2, "titles": ["A", "B"]},
    ),
    case(
        "capital-tags",
        "Elements in capitals.",
        rss(item("a"))
        .replace("item>", "ITEM>")
        .replace("title>", "TITLE>")
        .replace("guid>", "GUID>")
        .replace("<guid ", "<GUID "),
        expect={"items": 1, "titles": ["A"], "keys": ["a"]},
    ),
    case(
        "attributes-without-quotes",
        "Attributes without quotes, and one twice.",
        rss(item("a", more="<enclosure url=https://c.example/1.mp3 length=12 type=audio/mpeg />")),
        expect={"items": 1, "titles": ["A"]},
    ),
    case(
        "bare-less-than",
        "A bare < and & in a title.",
        rss(item("a", "salt & sand"), item("b", "3 < 4", day=4), item("c", day=3)),
        expect={"items": 3, "must_include": ["salt & sand", "3 < 4", "C"], "flag": "malformed"},
    ),
    case(
        "two-feeds-in-one",
        "Two documents stand in one body.",
        rss(item("a")) + rss(item("b")),
        expect={"items_at_least": 1, "must_include": ["A"]},
    ),
    case(
        "malformed-judges-no-absence",
        "A malformed document lacks the middle item, then a good one does.",
        rss(item("a"), item("b", day=4), item("c", day=3)),
        rss(item("a", "A & B"), item("c", day=3)),
        rss(item("a", "A &amp; B"), item("c", day=3)),
        expect={"second_fetch": {"new": 0, "edited": 1, "missing": 0}, "third_fetch": {"new": 0, "edited": 0, "removed": 1}},
    ),
    case(
        "own-entities",
        "A document type with entities of its own.",
        rss(item("a", "The &firm; tide"), before='<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY firm "Tidewater">]>'),
        expect={"items": 1, "titles": ["The Tidewater tide"]},
    ),
    case(
        "field-closed-under-another-name",
        "A title is closed by a misspelt tag, a link not at all: the next field ends them.",
        rss(item("b", day=6), item("a")),
        rss(item("c", day=7).replace("</title>", "</titel>"), item("b", day=6).replace("</link>", ""), item("a")),
        expect={
            "items": 3,
            "titles": ["B", "A", "C"],
            "second_fetch": {"new": 1, "changed": 0, "missing": 0, "warning": "malformed"},
        },
    ),
)
