"""Our own cases of parts of a listing (206), and of what gates count and look into (rules 4 and 13)."""

from __future__ import annotations

import gzip

from tests.cases.build import atom, case, entry, given, item, items, page, post, rss
from tests.cases.case import Case

_WHOLE = rss(*items("c", "b", "a"))
_MENDED = rss(item("b", "Mended", day=19))


def _part(body: str) -> object:
    return given(body, status=206, headers={"content-type": "application/rss+xml"})


def _packed(body: str) -> object:
    """Compressed, and nothing says so."""
    return given(gzip.compress(body.encode(), mtime=0), headers={"content-type": "text/html"})


def _case(name: str, what: str, *bodies: object, expect: dict[str, object], **settings: object) -> Case:
    return case(name, what, *bodies, expect=expect, **settings)  # type: ignore[arg-type]


def _twice(names: str) -> list[str]:
    """Items, each of them twice."""
    return [one for one in items(*names) for _ in range(2)]


CASES: tuple[Case, ...] = (
    _case(
        "part-added-whole-as-before",
        "A part shows a new item; then the whole comes with the bytes that it had before the part: the item is not there.",
        _WHOLE,
        _part(rss(item("d", day=21), items("c")[0])),
        _WHOLE,
        _WHOLE,
        expect={
            "second_fetch": {"outcome": "changed", "new": 1},
            "third_fetch": {"outcome": "changed", "removed": 1, "new": 0},
            "fourth_fetch": {"outcome": "same"},
        },
    ),
    _case(
        "part-edited-whole-as-before",
        "A part shows an edit that the whole, with the bytes of before, does not have: it was undone.",
        _WHOLE,
        _part(_MENDED),
        _WHOLE,
        expect={"second_fetch": {"edited": 1}, "third_fetch": {"outcome": "changed", "edited": 1}, "titles": ["C", "B", "A"]},
    ),
    _case(
        "part-undid-itself",
        "One part edits, the next undoes it: the whole with the bytes of before says nothing new.",
        _WHOLE,
        _part(_MENDED),
        _part(rss(item("b", day=19))),
        _WHOLE,
        _WHOLE,
        expect={"third_fetch": {"edited": 1}, "fourth_fetch": {"outcome": "same"}, "fifth_fetch": {"outcome": "same"}},
    ),
    _case(
        "part-moved-nothing",
        "A part in which nothing moved: equal bytes of the whole are the same as before.",
        _WHOLE,
        _part(rss(*items("c", "b"))),
        _WHOLE,
        expect={"second_fetch": {"outcome": "noise"}, "third_fetch": {"outcome": "same"}},
    ),
    _case(
        "shrink-counts-items",
        "Ten entries, but each item twice: of five items three may go.",
        rss(*_twice("edcba")),
        rss(*items("e", "d")),
        expect={"items": 5, "second_fetch": {"outcome": "changed", "left_window": 3}},
    ),
    _case(
        "shrink-counts-no-revisions",
        "Twelve entries, but three revisions of each item: one of four may go.",
        atom(*(entry(name, updated=f"2026-01-0{day}T10:00:00Z") for name in "dcba" for day in (7, 6, 5))),
        atom(*(entry(name, updated="2026-01-07T10:00:00Z") for name in "dcb")),
        expect={"items": 4, "second_fetch": {"outcome": "changed", "missing": 1}},
    ),
    _case(
        "min-items-counts-items",
        "Two entries of one item are one item.",
        rss(*_twice("a")),
        expect={"state": "min_items", "items": 0},
        min_items=2,
    ),
    _case(
        "canary-packed",
        "The text that every good document contains is looked for in what a compressed body holds.",
        _packed(_WHOLE),
        _packed(rss(*items("d", "c"), title="Parked")),
        expect={"items": 3, "second_fetch": {"state": "canary_missing"}},
        canary="Tidewater notes",
    ),
    _case(
        "challenge-packed",
        "A challenge page that came compressed.",
        page(post("b", day=6), post("a")),
        _packed("<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"),
        expect={"items": 2, "second_fetch": {"state": "blocked", "missing": 0}},
        kind="blog",
    ),
    _case(
        "token-packed",
        "A private token within a compressed body: held, as in any other.",
        _packed(rss(item("a", text="ghp_" + "q8Zr4Lm0Xw7Tn2Kv9Bd5Hs1Yc6Gf3Jp0Ae4U"))),
        expect={"state": "credentials", "items": 0},
    ),
)
