"""Our own cases of what is too long, too deep or too much."""

from __future__ import annotations

import gzip

from tests.cases.build import case, given, item, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}


def _blog(name: str, what: str, *bodies: object, expect: dict[str, object], **settings: object) -> Case:
    return case(name, what, *bodies, kind="blog", expect=expect, **settings)  # type: ignore[arg-type]


_BOMB = (
    '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "lol">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>"
)

CASES: tuple[Case, ...] = (
    case(
        "entity-bomb",
        "Entities that unfold to gigabytes.",
        rss(item("a")),
        rss(item("b", "&j;"), before=_BOMB),
        expect={"items_at_least": 1, "second_fetch": {"missing": 0}},
    ),
    case(
        "larger-than-the-source-may",
        "A body of more than `max_bytes`, and one that unpacks to more: attempts that failed, with nothing gone.",
        rss(item("a")),
        rss(item("a", text="What the tide left there. " * 400)),
        given(gzip.compress(b" " * 20_000, mtime=0), headers={"content-type": "application/xml", "content-encoding": "gzip"}),
        given(b" " * 20_000, status=404),
        rss(item("b", day=6), item("a")),
        max_bytes=8000,
        expect={
            "items": 2,
            "second_fetch": {"outcome": "failed", "error": "too_large", **_QUIET},
            "third_fetch": {"outcome": "failed", "error": "too_large", **_QUIET},
            "fourth_fetch": {"outcome": "failed", "error": "not_found"},
            "fifth_fetch": {"new": 1, "missing": 0},
        },
    ),
    case(
        "outside-entity",
        "An entity that names a file of this machine.",
        rss(item("a", "&secret;"), before='<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY secret SYSTEM "file:///etc/hostname">]>'),
        expect={"items_at_least": 0},
    ),
    case(
        "deep-nesting",
        "Thousands of elements within each other.",
        rss(item("a", text="&lt;div&gt;" * 5000 + "deep" + "&lt;/div&gt;" * 5000)),
        expect={"items": 1, "titles": ["A"]},
    ),
    case(
        "deep-xml",
        "Thousands of XML elements within each other.",
        rss(item("a"), item("b", more="<x>" * 3000 + "</x>" * 3000)),
        expect={"items_at_least": 1},
    ),
    _blog(
        "deep-page",
        "A page whose elements are never closed.",
        "<!doctype html><title>T</title>"
        + "<div>" * 3000
        + "<article><h2><a href=/a/>Low water</a></h2><p>Words of it.</p></article>",
        expect={"titles": ["Low water"]},
    ),
    case(
        "long-title",
        "A title of a hundred thousand letters, and one word of as many.",
        rss(item("a", "tide " * 20000), item("b", "x" * 100000)),
        expect={"items": 2},
    ),
    case(
        "long-guid",
        "A guid and an address of ten thousand letters.",
        rss(item("a", guid="g" * 10000, link="https://blog.example/" + "p" * 10000)),
        expect={"items": 1},
    ),
    case(
        "many-items",
        "Three hundred items, then one more.",
        rss(*(item(f"n{n}", day=None) for n in range(300))),
        rss(item("new", day=None), *(item(f"n{n}", day=None) for n in range(300))),
        expect={"items": 301, "second_fetch": {"new": 1, "missing": 0}},
    ),
    case(
        "many-files",
        "Hundreds of files of one item.",
        rss(item("a", more="".join(f'<enclosure url="https://c.example/{n}.mp3"/>' for n in range(300)))),
        expect={"items": 1},
    ),
    case("long-text", "A megabyte of words.", rss(item("a", text="What the tide left there. " * 40000)), expect={"items": 1}),
    case(
        "deep-json",
        "Lists within lists within lists.",
        '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"a"}]}',
        "[" * 100000 + "]" * 100000,
        ending="json",
        expect={"items": 1, "second_fetch": {"outcome": "held", **_QUIET}},
    ),
    case(
        "huge-numbers",
        "Numbers that no column holds.",
        (
            '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":123456789012345678901234567890,"content_te'
            'xt":"a","attachments":[{"url":"https://c.example/1","size_in_bytes":1e400,"duration_in_seconds":1e400}]}]}'
        ),
        ending="json",
        expect={"items": 1, "keys": ["123456789012345678901234567890"]},
    ),
)
