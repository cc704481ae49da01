"""Our own cases of tweets as JSON and as answers of interfaces."""

from __future__ import annotations

import json
from typing import Any

from tests.cases.build import case
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

_API = "https://api.x.com/2/users/1/tweets"


def _tweets(name: str, what: str, *bodies: Any, expect: dict[str, Any], **settings: Any) -> Case:
    return case(name, what, *bodies, kind="tweets", expect=expect, **settings)


def _json(name: str, what: str, *values: Any, expect: dict[str, Any], url: str = "file:tweets.json") -> Case:
    return _tweets(name, what, *(json.dumps(value) for value in values), expect=expect, ending="json", url=url)


def _v1(status: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "id_str": status,
        "full_text": text,
        "created_at": "Mon Jan 05 10:00:00 +0000 2026",
        "user": {"screen_name": "mara", "name": "Mara"},
        **more,
    }


def _v2(status: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "id": status,
        "text": text,
        "author_id": "1",
        "created_at": "2026-01-05T10:00:00.000Z",
        "edit_history_tweet_ids": [status],
        **more,
    }


_LONG = "A long post about the sea: " + "wave after wave " * 30

_CUT = _LONG[:270].rstrip() + "…"

CASES: tuple[Case, ...] = (
    _json(
        "created-at-zones",
        "Offsets, milliseconds, seconds since 1970.",
        [
            _v1("1001", "a", created_at="Mon Jan 05 10:00:00 +0900 2026"),
            _v1("1002", "b", created_at="2026-01-05T10:00:00-05:00"),
            _v1("1003", "c", created_at=1767607200000),
            _v1("1004", "d", created_at="1767607200"),
        ],
        expect={"published": ["2026-01-05T01:00:00Z", "2026-01-05T15:00:00Z", "2026-01-05T10:00:00Z", "2026-01-05T10:00:00Z"]},
    ),
    _json(
        "id-wins-over-date",
        "A displayed date that contradicts the status id.",
        [_v1("2000000000000000101", "a", created_at="Mon Jan 05 10:00:00 +0000 2015")],
        expect={"published": ["2025-12-14T00:28:52Z (derived)"]},
    ),
    _json(
        "threads-and-replies",
        "A thread of one's own, and an answer to another.",
        [
            _v1("53", "and more", in_reply_to_status_id_str="52", in_reply_to_screen_name="mara"),
            _v1("52", "thread"),
            _v1("51", "@nils yes", in_reply_to_screen_name="nils", in_reply_to_status_id_str="40"),
        ],
        expect={"kinds": ["reply", "post", "reply"], "reply_to": ["52", None, "40"]},
    ),
    _json(
        "long-tweets",
        "Text cut in one field and whole in another.",
        {"data": [_v2("1900000000000000010", _CUT, note_tweet={"text": _LONG + "END"})]},
        url=_API,
        expect={"text_ends_with": "END", "items": 1},
    ),
    _json(
        "links-unfolded",
        "Shortened links are told by where they lead.",
        [
            _v1(
                "61",
                "see https://t.co/abc",
                entities={
                    "urls": [
                        {"url": "https://t.co/abc", "expanded_url": "https://blog.example/a", "display_url": "blog.example/a"}
                    ]
                },
            )
        ],
        expect={"items": 1},
    ),
    _json(
        "ids-as-numbers",
        "Ids as numbers beyond what JavaScript counts exactly.",
        [{"id": 2000000000000000101, "full_text": "a", "created_at": "Mon Jan 05 10:00:00 +0000 2026"}],
        expect={"keys": ["2000000000000000101"]},
    ),
    _json(
        "edited-twice",
        "An edit of an edit, seen only at its end.",
        {"data": [_v2("1900000000000000010", "one")]},
        {
            "data": [
                _v2(
                    "1900000000000000012",
                    "three",
                    edit_history_tweet_ids=["1900000000000000010", "1900000000000000011", "1900000000000000012"],
                )
            ]
        },
        url=_API,
        expect={
            "items": 1,
            "versions": 2,
            "second_fetch": {"new": 0, "edited": 1, "missing": 0},
            "keys": ["1900000000000000012"],
            "text_versions": ["one", "three"],
        },
    ),
    _json(
        "edit-beside-original",
        "Both the edit and the edited tweet are listed.",
        {"data": [_v2("1900000000000000010", "one")]},
        {
            "data": [
                _v2("1900000000000000011", "two", edit_history_tweet_ids=["1900000000000000010", "1900000000000000011"]),
                _v2("1900000000000000010", "one", edit_history_tweet_ids=["1900000000000000010", "1900000000000000011"]),
            ]
        },
        url=_API,
        expect={"items": 1, "versions": 2, "second_fetch": {"new": 0, "missing": 0}, "current_text": "two"},
    ),
    _json(
        "api-errors-alone",
        "An answer with errors alone, an empty one, and one with both.",
        {"data": [_v2("1900000000000000010", "one")]},
        {
            "errors": [
                {
                    "title": "Authorization Error",
                    "detail": "Sorry, you are not authorized to see the Tweet with ids: [3].",
                    "resource_type": "tweet",
                    "resource_id": "3",
                    "type": "https://api.twitter.com/2/problems/not-authorized-for-resource",
                }
            ]
        },
        {"meta": {"result_count": 0}},
        {
            "data": [_v2("1900000000000000010", "one")],
            "errors": [
                {
                    "title": "Not Found Error",
                    "resource_type": "tweet",
                    "resource_id": "4",
                    "type": "https://api.twitter.com/2/problems/resource-not-found",
                }
            ],
        },
        url=_API,
        expect={
            "items": 1,
            "second_fetch": {"state": "no_items", "unavailable": ["3"], **_QUIET},
            "third_fetch": {"state": "no_items", **_QUIET},
            "fourth_fetch": {"state": "ok", "unavailable": ["4"], **_QUIET},
        },
    ),
    _json(
        "api-refusal",
        "The API refuses with 200 and a sentence.",
        {"data": [_v2("1900000000000000010", "one")]},
        {"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "Unauthorized"},
        {"errors": [{"message": "Rate limit exceeded", "code": 88}]},
        url=_API,
        expect={"items": 1, "second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": {"outcome": "held", **_QUIET}},
    ),
    _json(
        "null-views",
        "A count that is null is not zero.",
        {"data": [_v2("1900000000000000010", "one", public_metrics={"like_count": 0, "reply_count": None})]},
        {"data": [_v2("1900000000000000010", "one", public_metrics={"like_count": 3})]},
        url=_API,
        expect={"likes": [3], "replies": [None], "views": [None], "versions": 1},
    ),
    _json(
        "reposted-in-full",
        "A repost is the repeated tweet in full, and its own date is not.",
        [
            {
                **_v1("71", "RT @nils: the wh…"),
                "retweeted_status": {
                    **_v1("70", "the whole of it", created_at="Sun Jan 04 10:00:00 +0000 2026"),
                    "user": {"screen_name": "nils", "name": "Nils"},
                },
            }
        ],
        expect={"kinds": ["repost"], "texts": ["the whole of it"], "authors": ["nils"], "published": ["2026-01-04T10:00:00Z"]},
    ),
)
