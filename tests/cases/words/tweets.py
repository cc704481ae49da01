"""Words about tweets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cases.told import Told
from tests.cases.words.basis import Check, column, each


def _counts(told: Told, value: Any, _number: int | None) -> None:
    """One count of each tweet, whichever the case is about."""
    assert value in ([item[name] for item in told.items()] for name in ("replies", "reposts", "likes", "views"))


def _count_of(name: str) -> Check:
    return each(lambda item: item[name])


def _approximate(told: Told, value: Any, _number: int | None) -> None:
    """Which counts are rounded; where there is no number (None) nothing is rounded either."""
    rows = told.rows(
        "SELECT m.* FROM tweet_metrics m JOIN tweets t ON t.id = m.tweet_id WHERE t.source_id = :source ORDER BY t.position"
    )
    assert value in ([row[f"{name}_exact"] == 0 for row in rows] for name in ("replies", "reposts", "likes", "views"))


def _pinned(told: Told, value: Any, number: int | None) -> None:
    """Which tweets the first capture (or this one) shows pinned."""
    assert [item["status_id"] for item in told.after(number or 0).items() if item["pinned"]] == value


KINDS = {"retweet": "repost"}


def _tweet_kinds(told: Told, value: Any, _number: int | None) -> None:
    assert [item["kind"] for item in told.items()] == [KINDS.get(kind, kind).partition(" (")[0] for kind in value]


def _text_ends(told: Told, value: Any, _number: int | None) -> None:
    assert told.items()[0]["text"].endswith(value)


def _deleted_at(told: Told, value: Any, _number: int | None) -> None:
    [issue] = [row for row in told.issues() if row["code"] == "stated_deleted"]
    assert value.removesuffix("Z") in issue["message"]


def _profile(told: Told, value: Any, _number: int | None) -> None:
    [row] = told.rows("SELECT * FROM profiles WHERE source_id = :source")
    assert {name: row[name] for name in value} == value


def _texts_by_version(told: Told, value: Any, _number: int | None) -> None:
    assert [row["text"] for row in told.history()] == value


WORDS: Mapping[str, Check] = {
    "counts": _counts,
    "replies": _count_of("replies"),
    "reposts": _count_of("reposts"),
    "likes": _count_of("likes"),
    "views": _count_of("views"),
    "approximate": _approximate,
    "pinned": _pinned,
    "kinds": _tweet_kinds,
    "texts": column("text"),
    "text": column("text"),
    "first_text": column("text"),
    "current_text": column("text"),
    "text_versions": _texts_by_version,
    "text_ends_with": _text_ends,
    "full_text_first": column("text"),
    "original_author": column("author_handle"),
    "authors": column("author_handle"),
    "quoted_id": column("quoted_id"),
    "quoted_text": column("quoted_text"),
    "reply_to": column("in_reply_to"),
    "deleted_at": _deleted_at,
    "profile": _profile,
}
