"""Words about the rows of fetches: states, reasons, headers, times, findings."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from ingest.fetch.redirects import permanent_target
from ingest.model import Redirect
from tests.cases.told import Row, Told, listed
from tests.cases.words.basis import Check, equal, same_moment

ISSUE_NAMES = {"published_after_fetch": "future_date"}
"""Names that cases give to findings which have another name with us."""

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
        assert same_moment(told.fetch(number or 0)[name], value)

    return check


def _server_date(told: Told, value: Any, number: int | None) -> None:
    sent = datetime.strptime(told.fetch(number or 0)["date"], "%a, %d %b %Y %H:%M:%S %Z")  # noqa: DTZ007
    assert sent.isoformat() + "Z" == value


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


WORDS: Mapping[str, Check] = {
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
    "body_changed": lambda told, value, _n: equal(len({row["body_sha256"] for row in told.fetches()}) > 1, value),
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
    "error": lambda told, value, number: equal(told.fetch(number or 0)["error_kind"], value),
}
