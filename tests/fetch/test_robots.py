"""What index pages may be asked for (ingest/fetch/robots.py)."""

from __future__ import annotations

import asyncio
import time

import pytest

from ingest.fetch.robots import Robots
from ingest.fetch.settings import FetchSettings
from tests.fetch.harness import Outcome, plan_for, run
from tests.fetch.server import Behaviour, answer, redirect, reset

PAGE = b"<html>posts</html>"


def blog(robots_txt: Behaviour, *, kind: str = "blog", path: str = "/blog/", **more: Behaviour) -> Outcome:
    return run(
        {"/robots.txt": robots_txt, "/blog/": answer(200, PAGE), **{f"/{name}": each for name, each in more.items()}},
        lambda server: [plan_for(server.url(path), kind=kind)],
    )


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"User-agent: *\nDisallow: /admin/\n",
        b"User-agent: *\nDisallow: /\n\nUser-agent: Strandline\nAllow: /\n",
        b"User-agent: *\nDisallow: /\nAllow: /blog/\n",
        b"\xef\xbb\xbf# only a comment\n",
        b"<html>not a robots.txt at all</html>",
        b"\x00\xff\xfe\x01" * 100,
        b"Disallow: /\n",
    ],
)
def test_a_page_that_may_be_asked_for_is(text: bytes) -> None:
    outcome = blog(answer(200, text))
    assert outcome.only.body == PAGE
    assert outcome.server.paths() == ["/robots.txt", "/blog/"]


@pytest.mark.parametrize(
    "text",
    [
        b"User-agent: *\nDisallow: /\n",
        b"User-agent: strandline\nDisallow: /blog/\n",
        b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /blog\r\n",
        b"user-agent: *\ndisallow: /*log/$\n",
    ],
)
def test_a_page_that_may_not_be_asked_for_is_a_failed_attempt_without_a_request(text: bytes) -> None:
    outcome = blog(answer(200, text))
    assert (outcome.only.error_kind, outcome.only.status, outcome.only.body) == ("robots", None, None)
    assert outcome.server.paths() == ["/robots.txt"]


@pytest.mark.parametrize("kind", ["feed", "tweets"])
def test_robots_txt_is_for_index_pages_alone(kind: str) -> None:
    outcome = blog(answer(200, b"User-agent: *\nDisallow: /\n"), kind=kind)
    assert outcome.only.body == PAGE
    assert outcome.server.paths() == ["/blog/"]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_without_a_robots_txt_everything_may_be_asked_for(status: int) -> None:
    assert blog(answer(status, b"User-agent: *\nDisallow: /\n")).only.body == PAGE


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_robots_txt_that_cannot_be_told_now_means_no(status: int) -> None:
    outcome = blog(answer(status))
    assert outcome.only.error_kind == "robots_unavailable"
    assert outcome.server.paths() == ["/robots.txt"]


def test_a_robots_txt_that_gets_no_answer_is_what_the_attempt_reports() -> None:
    assert blog(reset()).only.error_kind == "disconnected"


def test_redirects_of_robots_txt_are_followed_and_a_circle_counts_as_absent() -> None:
    forbidding = answer(200, b"User-agent: *\nDisallow: /\n")
    assert blog(redirect("/moved"), moved=forbidding).only.error_kind == "robots"
    assert blog(redirect("/robots.txt")).only.body == PAGE


def test_robots_txt_is_asked_for_once_per_host_and_leaves_no_attempt() -> None:
    outcome = run(
        {"/robots.txt": answer(200, b""), "/*": answer(200, PAGE)},
        lambda server: [
            plan_for(server.url(f"/{number}", host=host), kind="blog")
            for host in ("a.example", "b.example")
            for number in range(5)
        ],
    )
    assert len(outcome.attempts) == 10
    assert outcome.server.paths().count("/robots.txt") == 2


def test_a_redirect_may_not_lead_where_robots_txt_forbids() -> None:
    outcome = run(
        {
            "/robots.txt": answer(200, b"User-agent: *\nDisallow: /private\n"),
            "/": redirect("/private"),
            "/private": answer(200, PAGE),
        },
        lambda server: [plan_for(server.url("/"), kind="blog")],
    )
    assert (outcome.only.error_kind, len(outcome.only.redirects)) == ("robots", 1)
    assert "/private" not in outcome.server.paths()


def test_a_crawl_delay_lengthens_the_gap() -> None:
    outcome = run(
        {"/robots.txt": answer(200, b"User-agent: *\nCrawl-delay: 5\n"), "/*": answer(200, PAGE)},
        lambda server: [plan_for(server.url(f"/{number}"), kind="blog") for number in range(2)],
        settings=FetchSettings(host_gap=1.0, tries=1),
    )
    assert [round(pause) for pause in outcome.pauses] == [1, 5]


@pytest.mark.parametrize("body", [b"# filling\n" * 60_000, b"\x1f\x8b broken"])
def test_a_robots_txt_that_cannot_be_read_to_its_end_means_no(body: bytes) -> None:
    coding = {"content-encoding": "gzip"} if body.startswith(b"\x1f") else {}
    assert blog(answer(200, body, coding)).only.error_kind == "robots_unavailable"


def test_the_rules_of_many_hosts_are_not_all_kept() -> None:
    async def absent(_: str) -> tuple[int, bytes]:
        return 404, b""

    async def go() -> int:
        robots = Robots()
        for number in range(1000):
            assert await robots.check(f"https://h{number}.example/", absent) is None
        return len(robots._known)

    assert asyncio.run(go()) <= 256


def test_rules_full_of_stars_do_not_hold_up_the_run() -> None:
    """A matcher that backtracks would take hours over this; the server chooses both the rules and, by a redirect, the path."""
    stars = b"User-agent: *\nDisallow: /" + b"*a" * 30 + b"*b\n"
    began = time.monotonic()
    outcome = blog(answer(200, stars), path="/to", to=redirect("/" + "a" * 500))
    assert outcome.only.status == 404
    assert time.monotonic() - began < 5
