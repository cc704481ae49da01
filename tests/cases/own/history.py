"""Our own cases of time and order (rules 2, 4 and 12)."""

from __future__ import annotations

from tests.cases.build import atom, case, entry, given, item, items, page, post, rss
from tests.cases.case import Case

_FEED = {"content-type": "application/rss+xml; charset=utf-8"}

_HTML = {"content-type": "text/html; charset=utf-8"}

_QUIET = {"new": 0, "changed": 0, "missing": 0}

_THREE = rss(*items("c", "b", "a"))

_FOUR = rss(*items("d", "c", "b", "a"))

_LATER = "2026-02-0{}T12:00:00Z"

CASES: tuple[Case, ...] = (
    case(
        "same-capture-other-name",
        "One response saved twice under two names.",
        given(_THREE, at=_LATER.format(1), file="first.xml"),
        given(_THREE, at=_LATER.format(1), file="copy.xml"),
        expect={"fetch_rows": 1, "items": 3, "item_changes": 0},
    ),
    case(
        "two-at-one-instant",
        "Two responses with one time: by order of the files.",
        given(_THREE, at=_LATER.format(1)),
        given(_FOUR, at=_LATER.format(1)),
        expect={"fetch_rows": 2, "second_fetch": {"new": 1}, "items": 4},
    ),
    case(
        "older-capture-later",
        "The newest is saved first; the oldest becomes the baseline.",
        given(_FOUR, at=_LATER.format(3)),
        given(_THREE, at=_LATER.format(1)),
        expect={"items": 4, "first": {"new": 1}, "second_fetch": {"new": 0}},
    ),
    case(
        "age-negative-or-odd",
        "Ages that are none give no time of origin.",
        given(_THREE, headers={**_FEED, "date": "Sun, 01 Feb 2026 11:59:00 GMT", "age": "-5"}),
        given(_THREE, headers={**_FEED, "date": "Mon, 02 Feb 2026 11:59:00 GMT", "age": "old"}),
        given(_THREE, headers={**_FEED, "date": "soon", "age": "5"}),
        given(_THREE, headers={**_FEED, "date": "Wed, 04 Feb 2026 13:00:00 GMT", "age": "5"}),
        given(_THREE, headers={**_FEED, "date": "Thu, 05 Feb 2026 12:04:00 GMT", "age": "0"}),
        expect={
            "first": {"origin_time": None},
            "second_fetch": {"origin_time": None},
            "third_fetch": {"origin_time": None},
            "fourth_fetch": {"origin_time": None},
            "fifth_fetch": {"origin_time": "2026-02-05T12:04:00Z"},
        },
    ),
    case(
        "stale-generation",
        "A cache serves an older generation, then the newest again.",
        given(_THREE, headers={**_FEED, "date": "Sun, 01 Feb 2026 12:00:00 GMT", "age": "60"}),
        given(_FOUR, headers={**_FEED, "date": "Mon, 02 Feb 2026 12:00:00 GMT", "age": "60"}),
        given(_THREE, headers={**_FEED, "date": "Tue, 03 Feb 2026 12:00:00 GMT", "age": "172000"}),
        given(_FOUR, headers={**_FEED, "date": "Wed, 04 Feb 2026 12:00:00 GMT", "age": "0"}),
        expect={
            "items": 4,
            "third_fetch": {"state": "stale", **_QUIET},
            "fourth_fetch": {"state": "same"},
            "states": dict.fromkeys("abcd", "present"),
        },
    ),
    case(
        "stale-per-page",
        "Each page has its own generations.",
        given(page(post("c", day=9), post("b", day=8)), headers={**_HTML, "date": "Sun, 01 Feb 2026 12:00:00 GMT", "age": "0"}),
        given(
            page(post("a", day=7)),
            url="https://blog.example/page/2/",
            headers={**_HTML, "date": "Mon, 02 Feb 2026 12:00:00 GMT", "age": "172800"},
        ),
        kind="blog",
        expect={"items": 3, "second_fetch": {"outcome": "changed", "missing": 0}},
    ),
    case(
        "a-b-a",
        "A text goes and comes back: three versions, for that is what was to be read.",
        rss(item("a", text="one")),
        rss(item("a", text="two")),
        rss(item("a", text="one")),
        expect={"versions": 3, "item_changes": 2},
    ),
    case(
        "long-gap",
        "After a long time everything is another: added and gone, as found.",
        rss(*items("c", "b", "a")),
        given(
            rss(item("z", date="Mon, 04 Jan 2027 10:00:00 GMT"), item("y", date="Sun, 03 Jan 2027 10:00:00 GMT")),
            headers=_FEED,
            at="2027-02-01T12:00:00Z",
        ),
        expect={"second_fetch": {"new": 2, "left_window": 3, "removed": 0}},
    ),
    case(
        "held-first",
        "The first capture is held: the next good one is the baseline.",
        given("<html><title>Away</title></html>", headers=_HTML),
        _THREE,
        expect={"item_changes": 0, "items": 3},
    ),
    case(
        "malformed-first",
        "A malformed document comes first.",
        rss(item("b", "salt & sand", day=4), item("a", day=3)),
        rss(item("c"), item("b", "salt &amp; sand", day=4), item("a", day=3)),
        expect={"second_fetch": {"new": 1, "missing": 0, "changed": 0}},
    ),
    case(
        "atom-then-rss",
        "The format changes under one address; ids and links are the same.",
        atom(entry("a"), entry("b", updated="2026-01-04T10:00:00Z")),
        rss(item("a", guid="urn:tidewater:a"), item("b", guid="urn:tidewater:b", day=4)),
        expect={"items": 2, "second_fetch": {"new": 0, "missing": 0}},
    ),
)
