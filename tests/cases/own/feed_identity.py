"""Our own cases of identity (rule 5): ids that move, are shared, come and go."""

from __future__ import annotations

from tests.cases.build import atom, case, entry, item, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

_REKEYED = {"new": 0, "missing": 0, "edited": 0, "rekeyed": 1, "changed_fields": ["guid"]}

CASES: tuple[Case, ...] = (
    case(
        "guid-changes-link-stays",
        "A new engine gives every item a new guid; the address is the same.",
        rss(item("a", guid="https://blog.example/?p=17"), item("b")),
        rss(item("a", guid="3f9c"), item("b")),
        expect={"items": 2, "second_fetch": _REKEYED, "keys": ["3f9c", "b"]},
    ),
    case(
        "guid-reused",
        "A guid is given to quite another item: by rule it is the same one, and every version of it is kept.",
        rss(item("a", guid="1", text="First words.")),
        rss(item("b", guid="1", text="Other words.")),
        expect={
            "items": 1,
            "versions": 2,
            "second_fetch": {"new": 0, "edited": 1, "changed_fields": ["title", "url", "summary"]},
        },
    ),
    case(
        "guid-https",
        "Scheme of the guids moves to https and back.",
        rss(item("a", guid="http://blog.example/a")),
        rss(item("a", guid="https://blog.example/a")),
        rss(item("a", guid="http://blog.example/a")),
        expect={"items": 1, "versions": 1, "second_fetch": _REKEYED, "third_fetch": _REKEYED},
    ),
    case(
        "guid-www",
        "The guid's host gains www.",
        rss(item("a", guid="https://blog.example/a", link=None)),
        rss(item("a", guid="https://www.blog.example/a", link=None)),
        expect={"items": 1, "second_fetch": _REKEYED},
    ),
    case(
        "guid-tracking",
        "A campaign parameter on guid and link differs on each fetch.",
        rss(
            item(
                "a", guid="https://blog.example/a?utm_source=rss&amp;utm_campaign=1", link="https://blog.example/a?utm_campaign=1"
            )
        ),
        rss(
            item(
                "a", guid="https://blog.example/a?utm_source=rss&amp;utm_campaign=2", link="https://blog.example/a?utm_campaign=2"
            )
        ),
        expect={"items": 1, "versions": 1, "second_fetch": _REKEYED},
    ),
    case(
        "guid-host-and-path",
        "The blog moves to another host; the guid's path is the same, and so are the titles.",
        rss(
            item("a", guid="https://old.example/2026/a", link="https://old.example/2026/a"),
            item("b", guid="https://old.example/2026/b", link="https://old.example/2026/b", day=4),
        ),
        rss(
            item("a", guid="https://new.example/2026/a", link="https://new.example/2026/a"),
            item("b", guid="https://new.example/2026/b", link="https://new.example/2026/b", day=4),
        ),
        expect={"items": 2, "second_fetch": {"new": 0, "missing": 0, "edited": 0, "rekeyed": 2}},
    ),
    case(
        "guid-appears",
        "Items had no guid; now they have one, with the same link.",
        rss(item("a", guid=None), item("b", guid=None, day=4)),
        rss(item("a", guid="id-a"), item("b", guid="id-b", day=4)),
        expect={"items": 2, "second_fetch": {"new": 0, "missing": 0, "edited": 0, "rekeyed": 2}, "keys": ["id-a", "id-b"]},
    ),
    case(
        "guid-disappears",
        "Items had a guid and lose it.",
        rss(item("a", guid="id-a"), item("b", guid="id-b", day=4)),
        rss(item("a", guid=None), item("b", guid=None, day=4)),
        expect={"items": 2, "second_fetch": {"new": 0, "missing": 0, "edited": 0, "rekeyed": 2}},
    ),
    case(
        "guid-becomes-shared",
        "A placeholder guid was fine while there was one item; then a second one carries it too.",
        rss(item("a", guid="N/A")),
        rss(item("b", guid="N/A", day=6), item("a", guid="N/A")),
        rss(item("c", guid="N/A", day=7), item("b", guid="N/A", day=6), item("a", guid="N/A")),
        rss(item("c", guid="N/A", day=7)),
        expect={
            "items": 3,
            "titles": ["A", "B", "C"],
            "second_fetch": {"new": 1, "changed": 0, "missing": 0, "warning": "duplicate_guid"},
            "third_fetch": {"new": 1, "changed": 0, "missing": 0},
            "fourth_fetch": {"new": 0, "changed": 0, "left_window": 2},
        },
    ),
    case(
        "shared-guid-and-link-one-goes",
        "Three items share guid and link; the newest is edited, then the oldest goes.",
        rss(
            item("n", "Three", guid="g", text="three", day=7),
            item("n", "Two", guid="g", text="two", day=6),
            item("n", "One", guid="g", text="one"),
        ),
        rss(
            item("n", "Three", guid="g", text="three, mended", day=7),
            item("n", "Two", guid="g", text="two", day=6),
            item("n", "One", guid="g", text="one"),
        ),
        rss(item("n", "Three", guid="g", text="three, mended", day=7), item("n", "Two", guid="g", text="two", day=6)),
        expect={
            "items": 3,
            "second_fetch": {"new": 0, "changed": 1, "changed_fields": ["summary"], "missing": 0},
            "third_fetch": {"new": 0, "changed": 0, "left_window": 1},
        },
    ),
    case(
        "shared-guid-alone-different-links-no-dates",
        "One guid, different links, undated; the order turns round.",
        rss(item("a", guid="g", day=None), item("b", guid="g", day=None)),
        rss(item("b", guid="g", day=None), item("a", guid="g", day=None)),
        expect={"items": 2, "second_fetch": {**_QUIET, "noise": ["order"]}},
    ),
    case(
        "shared-guid-and-link-all-go-and-return",
        "Two items share guid and link; both leave the window and come back: each is the one that it was.",
        rss(item("b", guid="N/A", link="https://blog.example/x"), item("a", guid="N/A", link="https://blog.example/x", day=4)),
        rss(item("c", day=9)),
        rss(
            item("c", day=9),
            item("b", guid="N/A", link="https://blog.example/x"),
            item("a", guid="N/A", link="https://blog.example/x", day=4),
        ),
        expect={
            "items": 3,
            "second_fetch": {"left_window": 2, "new": 1},
            "third_fetch": {"returned": 2, "new": 0, "changed": 0},
        },
    ),
    case(
        "fragments-of-one-page-go-and-return",
        "Two parts of one page leave the window and come back.",
        rss(*(item(n, guid=None, link=f"https://blog.example/log#{n}") for n in "ba")),
        rss(item("c", day=9)),
        rss(item("c", day=9), *(item(n, guid=None, link=f"https://blog.example/log#{n}") for n in "ba")),
        expect={"items": 3, "third_fetch": {"returned": 2, "new": 0, "changed": 0}},
    ),
    case(
        "one-link-two-items-then-one-goes",
        "Two items lead to one page; one goes, the other stays itself.",
        rss(
            item("x", "Poll: salt?", guid="1", link="https://blog.example/polls", day=7),
            item("y", "Poll: sand?", guid="2", link="https://blog.example/polls"),
        ),
        rss(item("x", "Poll: salt?", guid="1", link="https://blog.example/polls", day=7)),
        expect={"items": 2, "second_fetch": {"new": 0, "changed": 0, "left_window": 1}},
    ),
    case(
        "guid-case-without-link",
        "abc goes and ABC comes: two items, for case matters.",
        rss(item("a", "One", guid="abc", link=None), item("z", guid="z", day=3)),
        rss(item("a", "Another", guid="ABC", link=None, text="Other words."), item("z", guid="z", day=3)),
        expect={"items": 3, "second_fetch": {"new": 1, "removed": 1, "changed": 0}},
    ),
    case(
        "guid-white-space",
        "Line breaks around a guid are no part of it.",
        rss(item("a", guid="abc")),
        rss(item("a", guid="\n   abc\t")),
        expect={"items": 1, "second_fetch": _QUIET},
    ),
    case(
        "link-scheme-and-slash",
        "Links without guids move to https, gain a slash, lose www: the same items, and no edit.",
        rss(item("a", guid=None, link="http://www.blog.example/a")),
        rss(item("a", guid=None, link="https://blog.example/a/")),
        expect={
            "items": 1,
            "versions": 1,
            "second_fetch": {**_QUIET, "outcome": "noise"},
            "links": ["http://www.blog.example/a"],
        },
    ),
    case(
        "fragments-of-one-page",
        "A changelog: items differ by the fragment of one address alone.",
        rss(
            item("a", guid=None, link="https://blog.example/log#v2", day=6),
            item("b", guid=None, link="https://blog.example/log#v1"),
        ),
        rss(
            item("c", guid=None, link="https://blog.example/log#v3", day=7),
            item("a", guid=None, link="https://blog.example/log#v2", day=6),
            item("b", guid=None, link="https://blog.example/log#v1"),
        ),
        expect={"items": 3, "second_fetch": {"new": 1, "changed": 0, "missing": 0}},
    ),
    case(
        "slug-fixed-atom",
        "An entry says only when it was updated; its id and link change, its title, text and time do not.",
        atom(entry("teh-sea", "The sea"), entry("a", updated="2026-01-01T10:00:00Z")),
        atom(entry("the-sea", "The sea"), entry("a", updated="2026-01-01T10:00:00Z")),
        expect={"items": 2, "second_fetch": {"rekeyed": 1, "new": 0, "missing": 0}},
    ),
    case(
        "slug-and-text-change",
        "Guid, link and text change at once: nothing shows that it is the same item.",
        rss(item("teh-tide", "The tide", guid="https://blog.example/teh-tide"), item("old", day=4)),
        rss(item("the-tide", "The tide", guid="https://blog.example/the-tide", text="Quite other words."), item("old", day=4)),
        expect={"items": 3, "second_fetch": {"new": 1, "removed": 1, "rekeyed": 0}},
    ),
    case(
        "weekly-title-no-pair",
        "Two items of one title and instant get new guids and links: no pair is certain, so none is made.",
        rss(item("a1", "Weekly"), item("a2", "Weekly"), item("old", day=4)),
        rss(item("b1", "Weekly"), item("b2", "Weekly"), item("old", day=4)),
        expect={"items": 5, "second_fetch": {"new": 2, "removed": 2, "rekeyed": 0}},
    ),
    case(
        "revisions-come-one-by-one",
        "An Atom entry, then the same with its revision beside it, then a third alone.",
        atom(entry("a", "Draft", updated="2026-01-01T10:00:00Z")),
        atom(entry("a", "Draft", updated="2026-01-01T10:00:00Z"), entry("a", "Better", updated="2026-01-07T08:00:00Z")),
        atom(entry("a", "Best", updated="2026-01-08T08:00:00Z")),
        expect={
            "items": 1,
            "versions": 3,
            "versions_in_time_order": ["Draft", "Better", "Best"],
            "silent": [0, 0],
            "second_fetch": {"new": 0, "edited": 1, "missing": 0},
            "third_fetch": {"edited": 1},
        },
    ),
    case(
        "the-same-entry-twice",
        "A feed repeats an entry word for word.",
        rss(item("a"), item("b", day=4), item("a")),
        rss(item("a"), item("b", day=4), item("a"), item("a")),
        expect={"items": 2, "second_fetch": _QUIET, "issues": ["repeated_entry", "repeated_entry", "repeated_entry"]},
    ),
    case(
        "no-guid-no-link",
        "Neither guid nor link: known by title and date, and then the text is edited.",
        rss(item("a", guid=None, link=None)),
        rss(item("a", guid=None, link=None, text="Mended words.")),
        expect={
            "items": 1,
            "second_fetch": {"new": 0, "edited": 1, "changed_fields": ["summary"], "missing": 0},
            "warning": "no_guid",
        },
    ),
    case(
        "no-guid-no-link-no-date",
        "Neither guid, link nor date.",
        rss(item("a", guid=None, link=None, day=None), item("b", guid=None, link=None, day=None)),
        rss(item("b", guid=None, link=None, day=None), item("a", guid=None, link=None, day=None)),
        expect={"items": 2, "second_fetch": _QUIET},
    ),
    case(
        "home-page-links",
        "Every item links the home page and carries no guid.",
        rss(item("a", guid=None, link="https://blog.example/"), item("b", guid=None, link="https://blog.example/", day=4)),
        rss(
            item("c", guid=None, link="https://blog.example/", day=6),
            item("a", guid=None, link="https://blog.example/"),
            item("b", guid=None, link="https://blog.example/", day=4),
        ),
        expect={"items": 3, "second_fetch": {"new": 1, "changed": 0, "missing": 0}},
    ),
)
