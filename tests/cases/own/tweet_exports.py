"""Our own cases of the data archive that a person gets."""

from __future__ import annotations

import json
from typing import Any

from tests.cases.build import case
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}


def _tweets(name: str, what: str, *bodies: Any, expect: dict[str, Any], **settings: Any) -> Case:
    return case(name, what, *bodies, kind="tweets", expect=expect, **settings)


def _archive(name: str, *found: dict[str, Any], part: int = 0) -> str:
    return f"window.YTD.{name}.part{part} = {json.dumps(list(found), indent=2)}"


def _exported(status: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "tweet": {
            "id_str": status,
            "full_text": text,
            "created_at": "Mon Jan 05 10:00:00 +0000 2026",
            "favorite_count": "1",
            "retweet_count": "0",
            **more,
        }
    }


_LONG = "A long post about the sea: " + "wave after wave " * 30

_CUT = _LONG[:270].rstrip() + "…"


def _note(text: str, at: str = "2026-01-05T10:00:00.000Z") -> dict[str, Any]:
    return {
        "noteTweet": {
            "noteTweetId": "1999999999999999999",
            "createdAt": at,
            "updatedAt": at,
            "core": {"text": text, "urls": [], "mentions": [], "hashtags": []},
        }
    }


def _export(name: str, what: str, *bodies: Any, expect: dict[str, Any]) -> Case:
    return _tweets(name, what, *bodies, expect=expect, ending="js", url="file:data/tweets.js")


CASES: tuple[Case, ...] = (
    _export(
        "export-with-mark-and-crlf",
        "A byte order mark and Windows line ends.",
        "\ufeff" + _archive("tweets", _exported("60", "one\nline"), _exported("61", "two")).replace("\n", "\r\n"),
        expect={"items": 2, "texts": ["one\nline", "two"]},
    ),
    _export(
        "export-old-name",
        "Older archives say tweet, not tweets, and have no wrapper.",
        _archive("tweet", _exported("60", "one")["tweet"]),
        expect={"items": 1, "keys": ["60"]},
    ),
    _export(
        "export-in-parts",
        "Parts of one export: no part says that a tweet of another is gone.",
        _archive("tweets", _exported("60", "one"), _exported("61", "two")),
        _archive("tweets", _exported("62", "three"), part=1),
        _archive("tweets", _exported("63", "four"), part=2),
        expect={"items": 4, "second_fetch": {"missing": 0}, "third_fetch": {"missing": 0}},
    ),
    _export(
        "export-later",
        "A later export lacks a tweet: what it lacks may stand in another file.",
        _archive("tweets", _exported("60", "one"), _exported("61", "two")),
        _archive("tweets", _exported("61", "two")),
        expect={"items": 2, "second_fetch": _QUIET},
    ),
    _export(
        "note-in-the-same-document",
        "Long texts beside the cut ones.",
        _archive("tweets", _exported("1900000000000000010", _CUT)) + "\n" + _archive("note_tweet", _note(_LONG + "END")),
        expect={"items": 1, "text_ends_with": "END"},
    ),
    _export(
        "note-after",
        "Long texts in a file of their own, taken in after the tweets.",
        _archive(
            "tweets",
            _exported("1900000000000000010", _CUT, entities={"urls": [{"expanded_url": "https://x.example/"}]}),
            _exported("61", "two"),
        ),
        _archive("note_tweet", _note(_LONG + "END")),
        expect={"items": 2, "text_ends_with": "END", "item_changes": 0, "second_fetch": {"new": 0, "missing": 0, "edited": 0}},
    ),
    _export(
        "note-before",
        "Long texts in a file of their own, taken in before the tweets.",
        _archive("note_tweet", _note(_LONG + "END")),
        _archive("tweets", _exported("1900000000000000010", _CUT), _exported("61", "two")),
        expect={"items": 2, "text_ends_with": "END"},
    ),
    _export(
        "note-of-another",
        "A long text that begins like none of the tweets.",
        _archive("tweets", _exported("1900000000000000010", "short")),
        _archive("note_tweet", _note(_LONG + "END")),
        expect={"second_fetch": {"missing": 0, "edited": 0}, "text": "short"},
    ),
    _export(
        "note-then-cut-again",
        "The same export again: the cut text does not undo the whole one.",
        _archive("tweets", _exported("1900000000000000010", _CUT)),
        _archive("note_tweet", _note(_LONG + "END")),
        _archive("tweets", _exported("1900000000000000010", _CUT), _exported("62", "new")),
        expect={"items": 2, "text_ends_with": "END", "third_fetch": {"edited": 0, "missing": 0}},
    ),
    _export(
        "export-broken",
        "An export that breaks off.",
        _archive("tweets", _exported("60", "one")),
        _archive("tweets", _exported("60", "one"), _exported("61", "two"))[:-40],
        expect={"items_at_least": 1, "second_fetch": {"missing": 0}},
    ),
    _export(
        "export-of-something-else",
        "A file of the export that holds no posts.",
        _archive("tweets", _exported("60", "one")),
        _archive("follower", {"follower": {"accountId": "1"}}),
        expect={"items": 1, "second_fetch": {"state": "no_items", **_QUIET}},
    ),
)
