"""Decides what to ask for, from what is known of a source; pure: no clock, no network, the history comes as a value.

Rules (RFC 9110 section 13, rules 3 and 13):

- The validators of an answer are good for a later request only once that answer has been applied. Those of a held or failed
  answer would let a 304 hide its content for ever.
- They are sent as they came: weak, unquoted or suffixed.
- They belong to the URL that gave them. Behind a redirect that changes, another server would compare them with its own.
- A 304 leaves what it does not carry. One that names another ETag than the one sent confirms something we do not have:
  the next request is unconditional.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from ingest.errors import FetchError
from ingest.fetch.freshness import retry_at
from ingest.fetch.urls import absolute, checked
from ingest.model import Attempt, Headers, Outcome, Source

APPLIED: frozenset[Outcome] = frozenset({"changed", "noise", "same"})
"""Outcomes after which data.db stands as the answer says."""

FoundBy = Literal["alternate", "meta_refresh", "next_page"]
"""How a document led to another: <link rel=alternate>, <meta http-equiv=refresh>, the next page of its listing."""

PAUSING = frozenset({429, 503})
"""Statuses with which a Retry-After says when to come back."""

MOST_FOLLOW_UPS = 3
_PARTIAL = frozenset({206, 226})
_UNSENDABLE = re.compile(r"[^\t\x20-\x7e\x80-\xff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """An earlier attempt (its body is not needed) and what became of it; None: not judged yet."""

    attempt: Attempt
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchHistory:
    """What is known of a source before it is asked.

    `past`, oldest first, reaches back at least to the last applied answer. `url` is what is to be asked, where that is not
    the source's own (a further page). `named`: a person asked for this source by its name.
    """

    source: Source
    past: Sequence[Past]
    now: datetime
    url: str | None = None
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchPlan:
    """One thing to ask for. The validators go to `validators_url` alone, `url` or where it led; without any: a plain request."""

    source: Source
    url: str
    etag: str | None = None
    last_modified: str | None = None
    validators_url: str | None = None
    found_on: str | None = None  # the document that led here
    found_by: FoundBy | None = None
    follow_ups: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Why a source is not asked, and until when (None: until a person says so).

    `retry_after`: the server asked for a pause. `gone`: it said 410; name the source or change its URL to ask again.
    `disabled`: by `enabled = false`.
    """

    reason: Literal["retry_after", "gone", "disabled"]
    until: datetime | None


def plan_next(history: FetchHistory) -> FetchPlan | Skip:
    """What to ask of a source now, or why not to ask."""
    url = history.url or history.source.url
    if not history.named:
        if not history.source.enabled:
            return Skip(reason="disabled", until=None)
        if is_gone(history.past, url):
            return Skip(reason="gone", until=None)
    pause = pause_until(history.past)
    if pause is not None and pause > history.now:
        return Skip(reason="retry_after", until=pause)
    held = _validators(url, history.past)
    return FetchPlan(source=history.source, url=url, etag=held.etag, last_modified=held.last_modified, validators_url=held.url)


def follow_up(plan: FetchPlan, url: str, found_by: FoundBy) -> FetchPlan:
    """The plan for a URL that the answer to `plan` named; relative to it where it is not absolute.

    Raises:
        FetchError: `bad_url` and the like, or `discovery_loop` where it leads back or never ends.
    """
    target = checked(absolute(plan.url, url))
    followed = plan.follow_ups + (found_by != "next_page")  # how many pages one fetch asks for is the source's to say
    if target in (checked(plan.url), plan.found_on) or followed > MOST_FOLLOW_UPS:
        raise FetchError("discovery_loop", f"{plan.url} leads on to {target}, which leads nowhere new")
    return FetchPlan(source=plan.source, url=target, found_on=plan.url, found_by=found_by, follow_ups=followed)


def pause_until(past: Sequence[Past]) -> datetime | None:
    """The end of the pause that the newest attempt asked for by Retry-After, None where it did not, or not usably."""
    if not past or past[-1].attempt.status not in PAUSING:
        return None
    newest = past[-1].attempt
    return retry_at(newest.headers.retry_after, newest.observed_at)


def is_gone(past: Sequence[Past], url: str) -> bool:
    """True if the last answer to this URL, not counting attempts without one, was 410."""
    answers = (each.attempt for each in reversed(past) if each.attempt.requested_url == url and each.attempt.status is not None)
    newest = next(answers, None)
    return newest is not None and newest.status == 410


class _Validators(NamedTuple):
    """Those of the last applied answer, and the URL that gave them."""

    etag: str | None = None
    last_modified: str | None = None
    url: str | None = None


def _validators(url: str, past: Sequence[Past]) -> _Validators:
    held = _Validators()
    for each in past:
        if each.attempt.requested_url not in (None, url):
            continue
        if each.attempt.status == 304:
            held = _after_not_modified(held, each.attempt.headers)
        elif each.outcome in APPLIED:
            held = _after_answer(each.attempt)
    return held


def _after_answer(attempt: Attempt) -> _Validators:
    """The validators of an applied answer; of one that tells only a part there are none."""
    whole = attempt.status not in _PARTIAL and attempt.provenance != "third_party"
    headers = attempt.headers if whole else Headers()
    return _Validators(_sendable(headers.etag), _sendable(headers.last_modified), attempt.final_url or attempt.requested_url)


def _after_not_modified(held: _Validators, headers: Headers) -> _Validators:
    if held.etag is None and held.last_modified is None:
        return held
    if held.etag and headers.etag and _opaque(held.etag) != _opaque(headers.etag):
        return _Validators(url=held.url)
    etag = held.etag or _sendable(headers.etag)
    return _Validators(etag, _sendable(headers.last_modified) or held.last_modified, held.url)


def _opaque(etag: str) -> str:
    """An ETag without its mark of weakness: a server may weaken one that it answers with (RFC 9110 section 8.8.3.2)."""
    return etag.strip().removeprefix("W/").removeprefix("w/")


def _sendable(value: str | None) -> str | None:
    """A validator as it came, None for one that no header line can hold."""
    return None if not value or _UNSENDABLE.search(value) else value
