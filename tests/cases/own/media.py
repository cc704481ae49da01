"""Our own cases of files that belong to items."""

from __future__ import annotations

from tests.cases.build import atom, case, entry, item, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

CASES: tuple[Case, ...] = (
    case(
        "two-enclosures",
        "Two files of one item, one without a type.",
        rss(
            item(
                "a",
                more=(
                    '<enclosure url="https://c.example/1.mp3" length="12" type="audio/mpeg"/><enclosure '
                    'url="https://c.example/1.ogg"/>'
                ),
            )
        ),
        expect={"enclosure_urls": [["https://c.example/1.mp3", "https://c.example/1.ogg"]], "length_first": 12},
    ),
    case(
        "atom-enclosure",
        "Atom's link of a file beside the alternate one.",
        atom(
            entry(
                "a",
                body='<link rel="enclosure" href="https://c.example/1.mp3" length="9" type="audio/mpeg"/><content>w</content>',
            )
        ),
        expect={"enclosure_urls": [["https://c.example/1.mp3"]], "links": ["https://blog.example/a"]},
    ),
    case(
        "enclosure-odd-lengths",
        "Lengths that are none.",
        rss(
            *(
                item(f"n{n}", more=f'<enclosure url="https://c.example/{n}.mp3" length="{text}" type="audio/mpeg"/>')
                for n, text in enumerate(["unknown", "-1", "", "1,234", "99999999999999999999999"])
            )
        ),
        expect={"items": 5},
    ),
    case(
        "durations",
        "Spellings of durations.",
        rss(
            *(
                item(f"n{n}", more=f'<enclosure url="https://c.example/{n}.mp3"/><itunes:duration>{text}</itunes:duration>')
                for n, text in enumerate(["1:02:03", "62:03", "3723", "00:00:07", "abc", "3723.5"])
            )
        ),
        expect={"duration_seconds": [3723, 3723, 3723, 7, None, 3723.5]},
    ),
    case(
        "relative-enclosure",
        "The file's address is relative.",
        rss(item("a", more='<enclosure url="/media/1.mp3" length="1" type="audio/mpeg"/>')),
        expect={"enclosure_urls": [["https://blog.example/media/1.mp3"]]},
    ),
    case(
        "enclosure-tracking",
        "A tracking prefix or parameter on a file moves: no edit; another file: one.",
        rss(item("a", more='<enclosure url="https://c.example/1.mp3?utm_source=a" length="1" type="audio/mpeg"/>')),
        rss(item("a", more='<enclosure url="https://c.example/1.mp3?utm_source=b" length="1" type="audio/mpeg"/>')),
        rss(item("a", more='<enclosure url="https://c.example/1b.mp3?utm_source=b" length="1" type="audio/mpeg"/>')),
        expect={"second_fetch": _QUIET, "third_fetch": {"edited": 1, "changed_fields": ["enclosures"]}},
    ),
    case(
        "media-group",
        "One video in several sizes, with a thumbnail, twice.",
        rss(
            item(
                "a",
                more=(
                    '<media:group><media:content url="https://v.example/1.mp4" type="video/mp4" duration="61"/>'
                    '<media:content url="https://v.example/1-small.mp4" type="video/mp4"/></media:group>'
                    '<media:thumbnail url="https://v.example/1.jpg"/><media:content url="https://v.example/1.mp4" '
                    'type="video/mp4"/>'
                ),
            )
        ),
        expect={"enclosure_urls": [["https://v.example/1.mp4", "https://v.example/1-small.mp4", "https://v.example/1.jpg"]]},
    ),
    case(
        "enclosure-appears",
        "A file is added to an item and taken away.",
        rss(item("a")),
        rss(item("a", more='<enclosure url="https://c.example/1.mp3" length="1" type="audio/mpeg"/>')),
        rss(item("a")),
        expect={"second_fetch": {"changed_fields": ["enclosures"]}, "third_fetch": {"changed_fields": ["enclosures"]}},
    ),
)
