"""Our own cases of absence (rule 7) and of versions (rule 8)."""

from __future__ import annotations

from tests.cases.build import atom, case, entry, item, items, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}


def _undated(names: str) -> str:
    return rss(*(item(name, day=None) for name in names))


def _updated(*days: int) -> str:
    """Atom entries by the day on which each was updated."""
    return atom(*(entry(f"n{day}", updated=f"2026-01-{day:02}T10:00:00Z") for day in days))


def _many(*numbers: int) -> str:
    """Items by number, a higher one dated later."""
    return rss(
        *(
            item(f"n{number}", date=f"{1 + number % 28:02} {'Nov' if number < 28 else 'Dec'} 2025 10:00:00 GMT")
            for number in numbers
        )
    )


CASES: tuple[Case, ...] = (
    case(
        "returns-after-removal",
        "An item goes from the middle and comes back.",
        rss(*items("c", "b", "a")),
        rss(items("c", "b", "a")[0], items("c", "b", "a")[2]),
        rss(*items("c", "b", "a")),
        expect={
            "items": 3,
            "second_fetch": {"removed": 1, "left_window": 0},
            "third_fetch": {"returned": 1, "new": 0, "changed": 0},
            "versions": 1,
        },
    ),
    case(
        "returns-changed",
        "It comes back with other words: one return, one edit.",
        rss(*items("c", "b", "a")),
        rss(items("c", "b", "a")[0], items("c", "b", "a")[2]),
        rss(items("c", "b", "a")[0], item("b", day=19, text="Mended."), items("c", "b", "a")[2]),
        expect={"items": 3, "third_fetch": {"returned": 1, "edited": 1, "new": 0}},
    ),
    case(
        "slides-back-in",
        "A deletion above lets an old item slide in again, and one that was never seen.",
        rss(*items("c", "b", "a")),
        rss(*items("d", "c", "b")),
        rss(item("c", day=19), item("b", day=18), item("a", day=17), item("zero", day=16)),
        expect={"items": 5, "second_fetch": {"new": 1, "left_window": 1}, "third_fetch": {"removed": 1, "returned": 1, "new": 0}},
    ),
    case(
        "window-grows",
        "The feed shows ten items where it showed three: older ones are no news.",
        _many(20, 19, 18),
        _many(20, 19, 18, 17, 16, 15, 14, 13, 12, 11),
        expect={"items": 10, "second_fetch": _QUIET},
    ),
    case(
        "window-shrinks",
        "The feed shows fewer than before, from its end.",
        _many(20, 19, 18, 17),
        _many(20, 19),
        expect={"second_fetch": {"left_window": 2, "removed": 0, "new": 0}},
    ),
    case(
        "all-new",
        "Nothing that was listed is listed still.",
        _many(3, 2, 1),
        _many(9, 8, 7),
        expect={"second_fetch": {"new": 3, "left_window": 3, "removed": 0}},
    ),
    case(
        "listing-upside-down",
        "A list with its newest at the end: a new one below, the oldest above slides out.",
        _many(1, 2, 3),
        _many(2, 3, 4),
        _many(2, 4),
        expect={"second_fetch": {"new": 1, "left_window": 1, "removed": 0}, "third_fetch": {"removed": 1, "left_window": 0}},
    ),
    case(
        "upside-down-undated",
        "The same without dates: both ends tell the direction.",
        _undated("abc"),
        _undated("bcd"),
        expect={"second_fetch": {"new": 1, "left_window": 1, "removed": 0}},
    ),
    case(
        "upside-down-by-update",
        "Entries that say only when they were updated, the newest at the end: one comes there, the oldest goes.",
        _updated(5, 6),
        _updated(5, 6, 7),
        _updated(6, 7),
        _updated(7),
        expect={
            "second_fetch": {"new": 1, "missing": 0},
            "third_fetch": {"left_window": 1, "removed": 0},
            "fourth_fetch": {"left_window": 1, "removed": 0},
        },
    ),
    case(
        "out-of-order-by-update",
        "One stands above others that were updated later: where it went, nobody can tell.",
        _updated(1, 9, 8, 7),
        _updated(9, 8, 7),
        expect={"second_fetch": {"left_window": 1, "removed": 0}},
    ),
    case(
        "undated-middle",
        "Undated, in order: one from the middle is removed.",
        _undated("edcba"),
        _undated("edba"),
        expect={"second_fetch": {"removed": 1, "left_window": 0}},
    ),
    case(
        "undated-shuffled",
        "Undated and in another order: what is missing may be anywhere.",
        _undated("edcba"),
        _undated("aebd"),
        expect={"second_fetch": {"removed": 0, "left_window": 1}},
    ),
    case(
        "bumped-to-the-top",
        "An edited item moves to the top with a new date.",
        rss(*items("c", "b", "a")),
        rss(item("a", day=25, text="Mended."), item("c", day=20), item("b", day=19)),
        expect={"items": 3, "second_fetch": {"edited": 1, "changed_fields": ["published", "summary"], "missing": 0, "new": 0}},
    ),
    case(
        "sorted-by-name",
        "A list sorted by name: one goes that stood above an older one.",
        rss(item("apple", day=3), item("beach", day=9), item("cliff", day=5)),
        rss(item("apple", day=3), item("cliff", day=5)),
        expect={"second_fetch": {"removed": 1}},
    ),
    case(
        "old-news-inserted",
        "A new item with an old date appears in the middle.",
        rss(item("c", day=20), item("a", day=10)),
        rss(item("c", day=20), item("b", day=15), item("a", day=10)),
        expect={"second_fetch": {"new": 1, "missing": 0}},
    ),
    case(
        "reordered",
        "The same items in another order.",
        rss(*items("c", "b", "a")),
        rss(*reversed(items("c", "b", "a"))),
        expect={"second_fetch": {**_QUIET, "noise": ["order"]}},
    ),
    case(
        "one-of-two-goes",
        "Two items; the newer goes, then the older too.",
        rss(*items("b", "a")),
        rss(items("b", "a")[1]),
        rss(),
        expect={"second_fetch": {"removed": 1}, "third_fetch": {"left_window": 1, "removed": 0, "warning": "all_items_missing"}},
    ),
    case(
        "collapse-and-agreement",
        "Nine of ten items go and stay away: held, held, and then believed.",
        _many(*range(20, 10, -1)),
        _many(20),
        _many(20),
        _many(20),
        _many(20),
        expect={
            "second_fetch": {"state": "shrink", **_QUIET},
            "third_fetch": {"state": "shrink"},
            "fourth_fetch": {"left_window": 9, "removed": 0, "warning": "collapse_accepted"},
            "fifth_fetch": {"state": "same"},
        },
    ),
    case(
        "collapse-just-allowed",
        "Half of the items may go at once.",
        _many(*range(20, 10, -1)),
        _many(20, 19, 18, 17, 16),
        expect={"second_fetch": {"outcome": "changed", "left_window": 5}},
    ),
    case(
        "seven-to-none",
        "Fewer than eight items may all go.",
        _many(*range(20, 13, -1)),
        rss(),
        expect={"second_fetch": {"outcome": "changed", "left_window": 7, "removed": 0}},
    ),
    case(
        "ten-to-none",
        "Ten items may not all go at once.",
        _many(*range(20, 10, -1)),
        rss(),
        expect={"second_fetch": {"state": "shrink", **_QUIET}},
    ),
    case(
        "full-listing",
        "A listing that is said to be full: what is missing is removed.",
        _many(3, 2, 1),
        _many(3, 2),
        listing="full",
        expect={"second_fetch": {"removed": 1, "left_window": 0}},
    ),
    case(
        "full-listing-grows-below",
        "A full listing that gains an old item: it is new here.",
        _many(3, 2),
        _many(3, 2, 1),
        listing="full",
        expect={"second_fetch": {"new": 1}},
    ),
    case(
        "two-edits",
        "Title, text, author, categories: each field by its name.",
        rss(item("a", more="<dc:creator>Mara</dc:creator><category>sea</category>")),
        rss(item("a", "A2", more="<dc:creator>Nils</dc:creator><category>sea</category><category>land</category>")),
        expect={"second_fetch": {"edited": 1, "changed_fields": ["title", "authors", "categories"]}},
    ),
    case(
        "content-and-summary",
        "A summary stays while the content is edited; then the content goes.",
        rss(item("a", more="<content:encoded>&lt;p&gt;one&lt;/p&gt;</content:encoded>")),
        rss(item("a", more="<content:encoded>&lt;p&gt;two&lt;/p&gt;</content:encoded>")),
        rss(item("a")),
        expect={"second_fetch": {"changed_fields": ["content"]}, "third_fetch": {"changed_fields": ["content"]}, "versions": 3},
    ),
    case(
        "silent-or-not",
        "An edit with `updated` moved is told from a silent one.",
        atom(entry("a")),
        atom(entry("a", body="<content>Mended.</content>")),
        atom(entry("a", body="<content>Mended twice.</content>", updated="2026-02-03T10:00:00Z")),
        expect={"silent": [1, 0], "versions": 3},
    ),
    case(
        "link-target-replaced",
        "A link in the text leads elsewhere; an image is another one.",
        rss(item("a", text='&lt;a href="https://x.example/1"&gt;here&lt;/a&gt; &lt;img src="https://x.example/1.jpg"&gt;')),
        rss(item("a", text='&lt;a href="https://x.example/2"&gt;here&lt;/a&gt; &lt;img src="https://x.example/1.jpg"&gt;')),
        rss(item("a", text='&lt;a href="https://x.example/2"&gt;here&lt;/a&gt; &lt;img src="https://x.example/2.jpg"&gt;')),
        expect={"second_fetch": {"edited": 1}, "third_fetch": {"edited": 1}},
    ),
    case(
        "categories-reordered",
        "The same categories in another order.",
        rss(item("a", more="<category>sea</category><category>land</category>")),
        rss(item("a", more="<category>land</category><category>sea</category>")),
        expect={"items": 1, "second_fetch": {"new": 0, "missing": 0}},
    ),
)
