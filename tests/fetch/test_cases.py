"""The field cases of HTTP and security, served by a real server with their headers and statuses: what each attempt must say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from ingest.codings import undo
from ingest.fetch import network
from ingest.fetch.addresses import refusal
from ingest.fetch.plan import FetchHistory, FetchPlan, Past, Skip, follow_up, plan_next
from ingest.fetch.redirects import permanent_target
from ingest.model import Attempt, Outcome, Source
from tests.fetch.harness import QUICK, plan_for, run
from tests.fetch.server import Behaviour, Seen, Server, head, in_turn, raw, redirect
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

Expect = Mapping[str, Any]


def cases(*kinds: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for path in sorted((SHARED / "cases").glob("*/case.json")):
        case = json.loads(path.read_text())
        if case["kind"] in kinds:
            yield path.parent, case


def served(server: Server, folder: Path, case: Mapping[str, Any]) -> dict[str, Behaviour]:
    """Routes by host and path; what a URL answers the first, second, ... time it is asked."""
    answers: dict[str, list[Behaviour]] = {}
    for each in case["inputs"]:
        url = each["url"]
        for hop in each.get("redirects", ()):
            answers.setdefault(_key(url), []).append(redirect(_here(server, hop["location"]), hop["status"]))
            url = hop["location"]
        body = (folder / each["file"]).read_bytes()
        headers = {name: value for name, value in each["headers"].items() if name != "location"}
        bare = each["status"] == 304 or "content-length" in headers
        length = {} if bare else {"content-length": str(len(body))}
        answers.setdefault(_key(url), []).append(raw(head(each["status"], {**headers, **length}) + body))
    return {key: in_turn(*behaviours) for key, behaviours in answers.items()}


def _key(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname}{parts.path}"


def _here(server: Server, url: str) -> str:
    """The same URL on the test's server; an address stays what it is."""
    parts = urlsplit(url)
    return url if (parts.hostname or "")[0].isdigit() else server.url(parts.path, host=parts.hostname or "")


def served_attempts(folder: Path, case: Mapping[str, Any]) -> tuple[list[Attempt], list[Seen], Server]:
    """Fetch every input of a case in its order, each in a run of its own."""
    attempts: list[Attempt] = []
    seen: list[Seen] = []

    def plans(server: Server) -> list[FetchPlan]:
        return [plan_for(_here(server, each["url"])) for each in case["inputs"]]

    outcome = run(lambda server: served(server, folder, case), plans, settings=QUICK)
    attempts.extend(outcome.attempts)
    seen.extend(outcome.server.seen)
    return attempts, seen, outcome.server


@pytest.mark.parametrize(("folder", "case"), [pytest.param(*each, id=each[0].name) for each in cases("http")])
def test_every_input_becomes_one_attempt_that_says_what_was_sent(folder: Path, case: Mapping[str, Any]) -> None:
    attempts, seen, server = served_attempts(folder, case)
    assert len(attempts) == len(case["inputs"])
    assert len(seen) == sum(1 + len(attempt.redirects) for attempt in attempts), "every request that the server saw is told of"
    for attempt, each in zip(attempts, case["inputs"], strict=True):
        hops = each.get("redirects", [])
        assert attempt.status == each["status"]
        assert [hop.status for hop in attempt.redirects] == [hop["status"] for hop in hops]
        assert attempt.final_url == _here(server, hops[-1]["location"] if hops else each["url"])
        for name, value in each["headers"].items():
            field = name.replace("-", "_")
            if hasattr(attempt.headers, field):
                assert getattr(attempt.headers, field) == value
        assert "masked" not in repr(attempt), "cookies are never kept"
        sent = (folder / each["file"]).read_bytes()
        if attempt.status == 304:
            assert attempt.body is None
        elif attempt.error_kind is None:
            assert attempt.body == undo(sent, each["headers"].get("content-encoding"), 10**6).body


def one(name: str) -> tuple[list[Attempt], Expect, Mapping[str, Any]]:
    folder, case = next(each for each in cases("http", "security") if each[0].name.startswith(name))
    return served_attempts(folder, case)[0], case["expect"], case


def next_plan(attempts: list[Attempt], *outcomes: Outcome, at: datetime | None = None) -> FetchPlan | Skip:
    past = [Past(attempt=attempt, outcome=outcome) for attempt, outcome in zip(attempts, outcomes, strict=True)]
    source = Source(id="one", kind="feed", url=attempts[0].requested_url or "")
    return plan_next(FetchHistory(source=source, past=past, now=at or attempts[-1].observed_at))


def test_a_declared_coding_that_is_not_there_is_noted() -> None:
    (attempt,), expect, _ = one("038")
    assert [issue.code for issue in attempt.issues] == [expect["warning"]]
    assert expect["title"].encode() in (attempt.body or b"")


def test_brotli_is_undone_and_when_cut_it_is_a_failure() -> None:
    (good, cut), expect, _ = one("040")
    assert expect["title"].encode() in (good.body or b"")
    assert cut.error_kind in ("truncated", "decode_error")
    assert not cut.complete


def test_a_304_with_a_body_leaves_the_validators() -> None:
    attempts, expect, _ = one("041")
    plan = next_plan(attempts, "changed", "not_modified")
    assert isinstance(plan, FetchPlan)
    assert plan.etag == expect["validators_after"]


def test_etags_go_back_verbatim() -> None:
    attempts, expect, _ = one("043")
    for number, etag in enumerate(expect["if_none_match_sent_back_verbatim"], 1):
        plan = next_plan(attempts[:number], *["same"] * number)
        assert isinstance(plan, FetchPlan)
        assert (
            run({"/*": raw(head(304))}, lambda server, plan=plan: [moved(plan, server)]).server.seen[0].headers["if-none-match"]
            == etag
        )


def moved(plan: FetchPlan, server: Server) -> FetchPlan:
    url = server.url("/feed.xml")
    return replace(plan, source=replace(plan.source, url=url, allow_private=True), url=url, validators_url=url)


def test_permanent_redirects_suggest_an_address_and_temporary_ones_do_not() -> None:
    (permanent,), expect, _ = one("046")
    assert urlsplit(permanent_target(permanent.redirects) or "").path == urlsplit(expect["final_url"]).path
    assert len(permanent.redirects) == expect["redirects_recorded"]
    temporary, _, _ = one("047")
    assert [permanent_target(attempt.redirects) for attempt in temporary] == [None, None]


def test_retry_after_is_heeded_as_the_case_says() -> None:
    attempts, expect, case = one("052")
    for attempt, each, not_before in zip(attempts, case["inputs"], expect["not_before"], strict=True):
        at = datetime.fromisoformat(each["at"])
        plan = next_plan([replace(attempt, observed_at=at)], "failed", at=at)
        if not_before == "default":
            assert isinstance(plan, FetchPlan)
        else:
            assert plan == Skip(reason="retry_after", until=datetime.fromisoformat(not_before))


def test_a_cut_body_is_a_failed_attempt_with_its_bytes() -> None:
    attempts, _, _ = one("059")
    assert [attempt.error_kind for attempt in attempts] == [None, "truncated"]
    assert attempts[1].body
    assert not attempts[1].complete


@pytest.mark.parametrize("name", ["061", "062"])
def test_the_hinted_feed_can_be_followed(name: str) -> None:
    _, expect, case = one(name)
    hint = expect.get("hint_feed_url") or expect["second_fetch"]["hint_feed_url"]
    page = plan_for(case["inputs"][-1]["url"])
    assert follow_up(page, urlsplit(hint).path, "alternate").url == hint


@pytest.mark.parametrize(("folder", "case"), [pytest.param(*each, id=each[0].name) for each in cases("security")])
def test_a_chain_that_ends_inside_is_blocked(folder: Path, case: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in: Callable[[str], str | None] = lambda address: None if address == "127.0.0.1" else refusal(address)  # noqa: E731
    monkeypatch.setattr(network, "refusal", stand_in)

    async def resolve(host: str, port: int) -> list[str]:
        return [host] if host[0].isdigit() else ["127.0.0.1"]

    outcome = run(
        lambda server: served(server, folder, case),
        lambda server: [plan_for(_here(server, each["url"]), allow_private=False) for each in case["inputs"]],
        resolve=resolve,
    )
    for attempt, each in zip(outcome.attempts, case["inputs"], strict=True):
        assert (attempt.error_kind, attempt.body) == (case["expect"]["error"], None)
        assert attempt.redirects[-1].location == each["redirects"][-1]["location"]
