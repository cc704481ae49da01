"""Tries and pauses; many at once; each attempt handed over as it ends (ingest/fetch/run.py)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace

import pytest

from ingest.errors import ArchiveError
from ingest.fetch.run import Fetcher, user_agent
from ingest.fetch.settings import FetchSettings
from ingest.model import Attempt
from tests.fetch.harness import IMPATIENT, plan_for, run
from tests.fetch.server import Behaviour, answer, head, in_turn, raw, redirect, reset, silence

RSS = b"<rss/>"
THREE = FetchSettings(host_gap=0.0, read_timeout=10.0, total_timeout=20.0, tries=3, retry_pause=2.0, longest_wait=30.0)


def kinds(attempts: list[Attempt]) -> list[object]:
    return [attempt.error_kind or attempt.status for attempt in attempts]


def test_silence_may_pass_by_itself_too() -> None:
    outcome = run({"/": silence}, settings=replace(IMPATIENT, tries=2, retry_pause=2.0))
    assert kinds(outcome.attempts) == ["timeout"] * 2


@pytest.mark.parametrize(
    ("first", "kind"),
    [
        pytest.param(answer(500), 500, id="500"),
        pytest.param(answer(503), 503, id="503"),
        pytest.param(answer(429), 429, id="429"),
        pytest.param(reset(), "disconnected", id="reset"),
        pytest.param(raw(b"garbage\r\n\r\n"), "protocol", id="garbage"),
        pytest.param(raw(head(200, {"content-length": "99"}) + b"x"), "truncated", id="cut body"),
    ],
)
def test_what_may_pass_by_itself_is_tried_again_and_each_try_is_an_attempt(first: Behaviour, kind: object) -> None:
    outcome = run({"/": in_turn(first, first, answer(200, RSS))}, settings=THREE)
    assert kinds(outcome.attempts) == [kind, kind, 200]
    assert outcome.pauses == [2.0, 4.0]
    assert len(outcome.server.seen) == 3


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(answer(200, RSS), id="200"),
        pytest.param(answer(304), id="304"),
        pytest.param(answer(400), id="400"),
        pytest.param(answer(401), id="401"),
        pytest.param(answer(403), id="403"),
        pytest.param(answer(404), id="404"),
        pytest.param(answer(410), id="410"),
        pytest.param(redirect("/"), id="circle"),
        pytest.param(redirect("ftp://a.example/"), id="out of the web"),
        pytest.param(answer(200, b"\x1f\x8b broken \x00\x01\x02\xff", {"content-encoding": "gzip"}), id="broken coding"),
    ],
)
def test_what_will_not_change_by_asking_again_is_asked_once(behaviour: Behaviour) -> None:
    outcome = run({"/": behaviour}, settings=THREE)
    assert (len(outcome.attempts), len(outcome.server.seen), outcome.pauses) == (1, 1, [])


def test_trying_ends_after_the_tries() -> None:
    outcome = run({"/": answer(503)}, settings=THREE)
    assert kinds(outcome.attempts) == [503] * 3


def test_a_short_retry_after_is_waited_for() -> None:
    outcome = run({"/": in_turn(answer(429, b"", {"retry-after": "7"}), answer(200, RSS))}, settings=THREE)
    assert kinds(outcome.attempts) == [429, 200]
    assert outcome.pauses == [7.0]


@pytest.mark.parametrize("retry_after", ["3600", "Tue, 06 Jan 2026 14:00:00 GMT"])
def test_a_long_retry_after_is_left_to_the_next_run(retry_after: str) -> None:
    outcome = run({"/": answer(429, b"", {"retry-after": retry_after})}, settings=THREE)
    assert kinds(outcome.attempts) == [429]
    assert (outcome.only.headers.retry_after, outcome.pauses) == (retry_after, [])


@pytest.mark.parametrize("retry_after", ["-5", "soon", "Mon, 05 Jan 2026 14:00:00 GMT"])
def test_a_useless_retry_after_changes_nothing(retry_after: str) -> None:
    outcome = run({"/": in_turn(answer(503, b"", {"retry-after": retry_after}), answer(200, RSS))}, settings=THREE)
    assert kinds(outcome.attempts) == [503, 200]
    assert outcome.pauses == [2.0]


def test_tries_that_no_server_saw_are_one_attempt() -> None:
    async def nowhere(host: str, port: int) -> list[str]:
        raise OSError(-3, "Temporary failure in name resolution")

    outcome = run({}, lambda _: [plan_for(f"https://{name}.example/") for name in "abc"], resolve=nowhere, settings=THREE)
    assert kinds(outcome.attempts) == ["dns"] * 3
    assert len(outcome.pauses) == 6


def test_the_body_of_an_error_page_is_kept_as_evidence() -> None:
    assert run({"/": answer(403, b"<title>Just a moment...</title>")}).only.body == b"<title>Just a moment...</title>"


def test_an_attempt_is_handed_over_when_it_ends_and_not_when_the_run_does() -> None:
    order: list[str] = []

    async def note(request: object, line: object) -> None:
        order.append("asked")
        await answer(200, RSS)(request, line)  # type: ignore[arg-type]

    run(
        {"/*": note},
        lambda server: [plan_for(server.url(f"/{number}")) for number in range(3)],
        on_attempt=lambda _: order.append("handed over"),
    )
    assert order == ["asked", "handed over"] * 3


def test_an_archive_that_fails_stops_the_run_with_its_own_error() -> None:
    def full(_: Attempt) -> None:
        raise ArchiveError("the disk is full")

    with pytest.raises(ArchiveError, match="the disk is full"):
        run(
            {"/": answer()},
            lambda server: [plan_for(server.url("/", host=f"h{number}.example")) for number in range(10)],
            on_attempt=full,
        )


def test_a_fetcher_serves_one_source_after_the_other() -> None:
    async def go() -> None:
        fetcher = Fetcher(THREE)
        with pytest.raises(RuntimeError, match="context manager"):
            await fetcher.fetch(plan_for("http://127.0.0.1:1/"), lambda _: None)

    asyncio.run(go())


def test_attempts_of_one_source_have_times_in_the_order_in_which_they_were_made() -> None:
    outcome = run({"/": answer(503)}, settings=THREE)
    times = [attempt.observed_at for attempt in outcome.attempts]
    assert times == sorted(times)
    assert len(set(times)) == 3


def test_a_discovered_address_says_how_it_was_come_by() -> None:
    outcome = run(
        {"/index.xml": answer(200, RSS)},
        lambda server: [plan_for(server.url("/index.xml"), found_on=server.url("/"), found_by="alternate")],
    )
    issue = outcome.only.issues[0]
    assert (issue.severity, issue.code) == ("info", "feed_discovered")
    assert outcome.server.url("/index.xml") in issue.message


def test_the_name_in_the_user_agent_needs_no_contact() -> None:
    assert user_agent(None).startswith("Strandline/")
    assert "(" not in user_agent(None)


def test_importing_what_plans_and_runs_loads_no_http() -> None:
    """A command that does not fetch does not pay for httpx."""
    modules = "run, ingest.fetch.plan, ingest.fetch.pace, ingest.fetch.watch"
    code = f"import sys, ingest.fetch.{modules}; print(*{{'httpx', 'httpcore', 'protego', 'h2'}} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""
