"""What each word of a case's `expect` means in the words of the design, and the assertion that it holds.

A word that is not in the tables fails the test: nothing is passed over. Sentences meant for people (`note`, `must_not`, ...)
have their assertion by case, in `exceptions.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from ingest.fetch.redirects import permanent_target
from ingest.model import Redirect
from tests.cases.told import Row, Told, listed

Check = Callable[[Told, Any, int | None], None]
"""Asserts that a value holds: of one input (by number, from 0), or of the whole case (None)."""

ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "seventh": 6}

ISSUE_NAMES = {"published_after_fetch": "future_date"}
"""Names that cases give to findings which have another name with us."""


def hold(told: Told, expect: Mapping[str, Any], number: int | None = None) -> list[str]:
    """Assert all that a case expects; the paths of the words that have no meaning here (prose) for the caller to settle."""
    unknown: list[str] = []
    for word, value in expect.items():
        place = ORDINALS.get(word.removesuffix("_fetch"))
        if place is not None and isinstance(value, Mapping):
            unknown += [f"{word}.{inner}" for inner in hold(told, value, place)]
        elif word in WORDS:
            WORDS[word](told, value, number)
        else:
            unknown.append(word)
    return unknown


# --- what happened ---------------------------------------------------------------------------------------------------


def _count(*names: str) -> Check:
    """The number of changes of these kinds; the row of the fetch must count the same."""

    def check(told: Told, value: Any, number: int | None) -> None:
        happened = [row["change"] for row in told.changes(number) if row["change"] in names]
        assert len(happened) == value, f"{names}: {told.changes(number)}"
        rows = told.fetches() if number is None else [told.fetch(number)]
        columns = ["items_" + {"left_window": "left"}.get(name, name) for name in names]
        assert sum(row[column] or 0 for row in rows for column in columns) == value

    return check


def _changes_at_all(told: Told, value: Any, number: int | None) -> None:
    assert len(told.changes(number)) == value, told.changes(number)


def _changed_fields(told: Told, value: Any, number: int | None) -> None:
    [change] = [row for row in told.changes(number) if row["change"] in ("edited", "rekeyed")]
    assert listed(change["changed"]) == value


def _missing_keys(told: Told, value: Any, number: int | None) -> None:
    gone = {row["item_id"] for row in told.changes(number) if row["change"] in ("removed", "left_window")}
    assert [_key(item) for item in told.items() if item["id"] in gone] == value


def _silent(told: Told, value: Any, number: int | None) -> None:
    assert [row["silent"] for row in told.changes(number) if row["change"] == "edited"] == value


def _unpinned(told: Told, value: Any, number: int | None) -> None:
    assert number is not None
    pinned = {item["id"] for item in told.after(number - 1).items() if item["pinned"]}
    still = {item["id"] for item in told.after(number).items() if item["pinned"]}
    assert len(pinned - still) == value


def _noise_kinds(told: Told, value: Any, number: int | None) -> None:
    assert sorted(row["kind"] for row in told.noise(number)) == sorted(value), told.noise(number)


# --- fetches ---------------------------------------------------------------------------------------------------------

APPLIED = ("changed", "noise", "same")

STATES: Mapping[str, Callable[[Row], bool]] = {
    "ok": lambda row: row["outcome"] in APPLIED,
    "ok_with_errors": lambda row: row["outcome"] in APPLIED,
    "not_modified": lambda row: row["outcome"] == "not_modified",
    "same": lambda row: row["outcome"] == "same",
    "noise": lambda row: row["outcome"] == "noise",
    "changed": lambda row: row["outcome"] == "changed",
    "stale": lambda row: row["outcome"] == "stale",
    "held": lambda row: row["outcome"] == "held",
    "failed": lambda row: row["outcome"] == "failed",
    "blocked": lambda row: row["error_kind"] == "challenge_page",
    "truncated": lambda row: row["error_kind"] in ("truncated_body", "truncated"),
    "truncated or decode_error": lambda row: row["error_kind"] in ("truncated_body", "truncated", "decode_error"),
    "gone": lambda row: (row["outcome"], row["error_kind"]) == ("failed", "gone"),
}


def _state(told: Told, value: Any, number: int | None) -> None:
    """A word of STATES; any other is the reason for which the capture was held or the attempt failed."""
    row = told.fetch(number or 0)
    said = f"{row['outcome']}, {row['error_kind']}: {row['error']}"
    if value in STATES:
        assert STATES[value](row), said
    else:
        assert row["outcome"] in ("held", "failed"), said
        assert row["error_kind"] == value, said


def _issue(told: Told, value: Any, number: int | None) -> None:
    name = value.partition(":")[0]
    codes = {row["code"] for row in told.issues(number)}
    assert ISSUE_NAMES.get(name, name) in codes, told.issues(number)


def _all_issues(told: Told, value: Any, number: int | None) -> None:
    assert sorted(row["code"] for row in told.issues(number)) == sorted(value), told.issues(number)


def _hint(told: Told, value: Any, number: int | None) -> None:
    assert value in told.fetch(number or 0)["error"]


def _unavailable(told: Told, value: Any, number: int | None) -> None:
    assert [row["entry_ref"] for row in told.issues(number) if row["code"] == "tweet_unavailable"] == value


def _fetch_rows(told: Told, value: Any, _number: int | None) -> None:
    assert len(told.fetches()) == value


def _headers_kept(told: Told, value: Any, _number: int | None) -> None:
    assert value is True
    for number, given in enumerate(told.case.inputs):
        row = told.fetch(number)
        for name, text in given.headers.items():
            assert row.get(name.replace("-", "_"), text) == text
        assert "masked" not in repr(row), "cookies are never kept"


def _bodies(told: Told, value: Any, _number: int | None) -> None:
    assert len({row["body_sha256"] for row in told.fetches()}) == value


def _bytes_kept(told: Told, value: Any, number: int | None) -> None:
    given = told.given(number or 0)
    assert value is True
    assert told.fetch(number or 0)["body_sha256"] == hashlib.sha256(given.body).hexdigest()


def _validators(told: Told, value: Any, _number: int | None) -> None:
    good = [row for row in told.fetches() if row["outcome"] in (*APPLIED, "not_modified") and row["etag"] is not None]
    assert good[-1]["etag"] == value


def _validators_of_each(told: Told, value: Any, _number: int | None) -> None:
    assert [row["etag"] for row in told.fetches()] == value


def _body_ignored(told: Told, value: Any, _number: int | None) -> None:
    assert value is True
    confirmed = [row for row in told.fetches() if row["status"] == 304]
    assert confirmed
    assert {row["body_sha256"] for row in confirmed} == {told.fetch(0)["body_sha256"]}


def _fetch_column(name: str) -> Check:
    def check(told: Told, value: Any, number: int | None) -> None:
        assert told.fetch(number or 0)[name] == value

    return check


def _moment(name: str) -> Check:
    def check(told: Told, value: Any, number: int | None) -> None:
        assert _same_moment(told.fetch(number or 0)[name], value)

    return check


def _server_date(told: Told, value: Any, number: int | None) -> None:
    sent = datetime.strptime(told.fetch(number or 0)["date"], "%a, %d %b %Y %H:%M:%S %Z")  # noqa: DTZ007
    assert sent.isoformat() + "Z" == value


def _same_moment(text: str | None, expected: str | None) -> bool:
    if text is None or expected is None:
        return text == expected
    return datetime.fromisoformat(text) == datetime.fromisoformat(expected)


def _redirects_recorded(told: Told, value: Any, number: int | None) -> None:
    assert len(listed(told.fetch(number or 0)["redirects"])) == value


def _suggests_new_url(told: Told, value: Any, _number: int | None) -> None:
    """Whether the last good answer came by permanent redirects alone."""
    good = [row for row in told.fetches() if row["outcome"] in APPLIED]
    hops = listed(good[-1]["redirects"]) or []
    chain = tuple(Redirect(url=hop["url"], status=hop["status"], location=urljoin(hop["url"], hop["location"])) for hop in hops)
    assert (permanent_target(chain) is not None) is value


def _source_url(told: Told, value: Any, _number: int | None) -> None:
    assert told.rows("SELECT url FROM sources WHERE id = :source") == [{"url": value}]


def _seen(told: Told, value: Any, number: int | None) -> None:
    """Of one fetch: how many items it showed. Of the case: how many there are."""
    if number is None:
        assert len(told.items()) == value, [item["native_id"] for item in told.items()]
    else:
        assert (told.fetch(number)["items_seen"] or 0) == value


# --- items -----------------------------------------------------------------------------------------------------------


def _key(item: Row) -> str:
    return str(item.get("guid") or item.get("status_id") or item["url"] or item["native_id"])


def _each(of: Callable[[Row], Any]) -> Check:
    """A list for the items in their order, or one value for the first."""

    def check(told: Told, value: Any, number: int | None) -> None:
        items = told.items() if number is None else told.after(number).items()
        found = [of(item) for item in items]
        if isinstance(value, list):
            assert found == value
        else:
            assert found[0] == value

    return check


def _column(name: str) -> Check:
    return _each(lambda item: item[name])


def _dates(told: Told, value: Any, _number: int | None) -> None:
    found = [item.get("published") or item.get("updated") or item.get("posted_at") for item in told.items()]
    expected = value if isinstance(value, list) else [value]
    assert len(found) == len(expected)
    for item, date, text in zip(told.items(), found, expected, strict=True):
        _holds_date(item, date, text)


def _holds_date(item: Row, date: str | None, text: str | None) -> None:
    """A date as told; of a tweet "(derived, +-1 s)" says that it comes from the status id."""
    plain, _, note = (text or "").partition(" (")
    if "derived" in note:
        assert item["posted_at_basis"] == "status_id"
        assert date is not None
        assert abs((datetime.fromisoformat(date) - datetime.fromisoformat(plain)).total_seconds()) <= 1
    elif text is not None and len(text) == len("2026-01-05"):
        assert date == text
    else:
        assert _same_moment(date, text), f"{_key(item)}: {date} is not {text}"


def _urls(told: Told, value: Any, _number: int | None) -> None:
    found = [item["url"] for item in told.items()]
    assert len(found) == len(value), found
    for url, text in zip(found, value, strict=True):
        plain, _, may_lack_query = (text or "").partition(" or without the query")
        allowed = {text} if text is None or " or " not in text else {plain, plain.partition("?")[0]}
        assert url in allowed, (url, may_lack_query)


def _link(told: Told, value: Any, _number: int | None) -> None:
    assert [item["url"] for item in told.items()][0] == value


def _includes(told: Told, value: Any, _number: int | None) -> None:
    assert set(value) <= {item["title"] for item in told.items()}


def _at_least(told: Told, value: Any, _number: int | None) -> None:
    assert len(told.items()) >= value


def _summary_contains(told: Told, value: Any, _number: int | None) -> None:
    assert value in told.items()[0]["summary"]


def _summary_ends(told: Told, value: Any, _number: int | None) -> None:
    assert told.items()[0]["summary"].endswith(value)


def _nowhere(told: Told, value: Any, _number: int | None) -> None:
    everything = repr([*told.items(), *told.history(), *told.contents(), *told.issues()])
    for text in value:
        assert text not in everything
        assert repr(text)[1:-1] not in everything


def _titles_of_fetch(number: int) -> Check:
    """The titles that one fetch listed, in its order."""

    def check(told: Told, value: Any, _number: int | None) -> None:
        listed_then = [item for item in told.after(number).items() if item["state"] == "present"]
        assert [item["title"] for item in listed_then] == value

    return check


def _nth(number: int, name: str) -> Check:
    def check(told: Told, value: Any, _number: int | None) -> None:
        assert told.items()[number][name] == value

    return check


def _absence_judged(told: Told, value: Any, number: int | None) -> None:
    """Whether what this document lacks may be called removed: not, where it is read only as far as it goes."""
    malformed = "malformed" in {row["code"] for row in told.issues(number)}
    assert value is not malformed


def _enclosures(told: Told) -> list[list[dict[str, Any]]]:
    return [listed(item["enclosures"]) or [] for item in told.items()]


def _enclosures_first(told: Told, value: Any, _number: int | None) -> None:
    assert len(_enclosures(told)[0]) == value


def _length_first(told: Told, value: Any, _number: int | None) -> None:
    assert _enclosures(told)[0][0].get("length") == value


def _durations(told: Told, value: Any, _number: int | None) -> None:
    assert [files[0].get("duration_seconds") for files in _enclosures(told)] == value


def _enclosure_urls(told: Told, value: Any, _number: int | None) -> None:
    assert [[file["url"] for file in files] for files in _enclosures(told)] == value


def _versions_at_most(told: Told, value: Any, _number: int | None) -> None:
    assert max(item["versions"] for item in told.items()) <= value


def _titles_by_version(told: Told, value: Any, _number: int | None) -> None:
    assert [row["title"] or row["summary"] for row in told.history()] == value


def _texts_by_version(told: Told, value: Any, _number: int | None) -> None:
    assert [row["text"] for row in told.history()] == value


def _source_title(told: Told, value: Any, _number: int | None) -> None:
    assert [row["title"] for row in told.rows("SELECT title FROM sources WHERE id = :source")] == [value]


def _source_fields(told: Told, value: Any, _number: int | None) -> None:
    moved = [listed(row["changed"]) for row in told.rows("SELECT * FROM source_history WHERE source_id = :source")[1:]]
    assert {name for names in moved for name in names} == set(value)


def _states(told: Told, value: Any, number: int | None) -> None:
    items = told.items() if number is None else told.after(number).items()
    assert {_key(item): item["state"] for item in items} == value


# --- tweets ----------------------------------------------------------------------------------------------------------


def _counts(told: Told, value: Any, _number: int | None) -> None:
    """One count of each tweet, whichever the case is about."""
    assert value in ([item[name] for item in told.items()] for name in ("replies", "reposts", "likes", "views"))


def _count_of(name: str) -> Check:
    return _each(lambda item: item[name])


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


_added, _edited, _gone = _count("added"), _count("edited", "rekeyed"), _count("removed", "left_window")

WORDS: Mapping[str, Check] = {
    # what happened
    "new": _added,
    "changed": _edited,
    "edited": _count("edited"),
    "missing": _gone,
    "removed": _count("removed"),
    "deleted": _count("removed"),
    "left_window": _count("left_window"),
    "returned": _count("returned"),
    "rekeyed": _count("rekeyed"),
    "item_changes": _changes_at_all,
    "content_changed": _count("edited"),
    "changed_fields": _changed_fields,
    "missing_keys": _missing_keys,
    "silent": _silent,
    "unpinned": _unpinned,
    "noise": _noise_kinds,
    "noise_changes": lambda told, value, _n: _equal([row["outcome"] for row in told.fetches()].count("noise"), value),
    "feed_level_changes": _source_fields,
    # fetches
    "state": _state,
    "outcome": _state,
    "warning": _issue,
    "flag": _issue,
    "issues": _all_issues,
    "hint_feed_url": _hint,
    "unavailable": _unavailable,
    "fetch_rows": _fetch_rows,
    "headers_kept_per_fetch": _headers_kept,
    "body_versions": _bodies,
    "body_changed": lambda told, value, _n: _equal(len({row["body_sha256"] for row in told.fetches()}) > 1, value),
    "raw_bytes_kept": _bytes_kept,
    "validators_after": _validators,
    "if_none_match_sent_back_verbatim": _validators_of_each,
    "body_ignored": _body_ignored,
    "final_url": _fetch_column("final_url"),
    "fetched_at": _moment("observed_at"),
    "origin_time": _moment("origin_date"),
    "server_date": _server_date,
    "redirects_recorded": _redirects_recorded,
    "suggest_new_url": _suggests_new_url,
    "source_url": _source_url,
    "error": lambda told, value, number: _equal(told.fetch(number or 0)["error_kind"], value),
    # items
    "items": _seen,
    "items_total": _seen,
    "items_at_least": _at_least,
    "must_include": _includes,
    "keys": _each(_key),
    "key": _each(_key),
    "raw_guids": _column("guid"),
    "titles": _column("title"),
    "title": _column("title"),
    "link_text": _column("title"),
    "second_title": _nth(1, "title"),
    "current_title": _column("title"),
    "current": _column("title"),
    "rss_title_text": _titles_of_fetch(0),
    "atom_title_text": _titles_of_fetch(1),
    "links": _urls,
    "urls": _urls,
    "link": _link,
    "published": _dates,
    "precision": _each(lambda item: item.get("published_precision") or item.get("updated_precision")),
    "author": _each(lambda item: ", ".join(listed(item["authors"])) if "authors" in item else item["author"]),
    "summary": _column("summary"),
    "summary_contains": _summary_contains,
    "summary_ends_with": _summary_ends,
    "stored_text_has_no": _nowhere,
    "absence_is_deletion": _absence_judged,
    "page_title": _source_title,
    "first_seen": _each(lambda item: item["first_seen_at"].replace(".000Z", "Z")),
    "versions": _each(lambda item: item["versions"]),
    "versions_max": _versions_at_most,
    "versions_in_time_order": _titles_by_version,
    "states": _states,
    "enclosures_first": _enclosures_first,
    "media_unique": _enclosures_first,
    "enclosure_urls": _enclosure_urls,
    "length_first": _length_first,
    "duration_seconds": _durations,
    # tweets
    "counts": _counts,
    "replies": _count_of("replies"),
    "reposts": _count_of("reposts"),
    "likes": _count_of("likes"),
    "views": _count_of("views"),
    "approximate": _approximate,
    "pinned": _pinned,
    "kinds": _tweet_kinds,
    "texts": _column("text"),
    "text": _column("text"),
    "first_text": _column("text"),
    "current_text": _column("text"),
    "text_versions": _texts_by_version,
    "text_ends_with": _text_ends,
    "full_text_first": _column("text"),
    "original_author": _column("author_handle"),
    "authors": _column("author_handle"),
    "quoted_id": _column("quoted_id"),
    "quoted_text": _column("quoted_text"),
    "reply_to": _column("in_reply_to"),
    "deleted_at": _deleted_at,
    "profile": _profile,
}


def _equal(found: Any, value: Any) -> None:
    assert found == value
