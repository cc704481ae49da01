"""A thousand sources in one run, and ten thousand bad answers: nothing is lost and memory stays as it was."""

from __future__ import annotations

import gzip
import os
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from ingest.fetch.plan import FetchPlan
from ingest.fetch.settings import FetchSettings
from ingest.model import Attempt
from tests.fetch.harness import plan_for, run
from tests.fetch.server import Behaviour, Server, answer, chunked, head, raw, redirect, reset, slowly, whole

RSS = b"<rss version='2.0'><channel>" + b"<item><title>one</title></item>" * 200 + b"</channel></rss>"

BAD: dict[str, Behaviour] = {
    "garbage": raw(b"not http at all\r\n\r\n"),
    "closes": raw(b""),
    "resets": reset(),
    "half a head": raw(b"HTTP/1.1 200 OK\r\nContent-"),
    "long head": raw(b"HTTP/1.1 200 OK\r\n" + b"X-More: " + b"y" * 200_000),
    "wrong length": raw(head(200, {"content-length": "99999"}) + RSS),
    "short length": raw(head(200, {"content-length": "10"}) + RSS, keep=True),
    "two lengths": raw(head(200, [("content-length", "1"), ("content-length", "2")]) + RSS),
    "cut chunk": raw(head(200, {"transfer-encoding": "chunked"}) + b"fff\r\nabc"),
    "bad chunk": raw(head(200, {"transfer-encoding": "chunked"}) + b"xyz\r\nabc\r\n"),
    "good chunks": raw(head(200, {"transfer-encoding": "chunked"}) + chunked([RSS, RSS]), keep=True),
    "cut gzip": answer(200, gzip.compress(RSS)[:-9], {"content-encoding": "gzip"}),
    "false gzip": answer(200, RSS, {"content-encoding": "gzip"}),
    "bomb": answer(200, gzip.compress(b"\0" * 4_000_000), {"content-encoding": "gzip"}),
    "unknown coding": answer(200, b"\x00\x01\x02", {"content-encoding": "sdch"}),
    "404": answer(404, b"gone fishing"),
    "410": answer(410),
    "429 in seconds": answer(429, b"", {"retry-after": "7200"}),
    "429 by date": answer(429, b"", {"retry-after": "Wed, 07 Jan 2026 14:00:00 GMT"}),
    "429 in words": answer(429, b"", {"retry-after": "soon"}),
    "500": answer(500, b"oops"),
    "503": raw(whole(503, b"oops")),
    "304 with a body": raw(head(304) + b"Not Modified", keep=True),
    "304 of another": answer(304, b"", {"etag": '"other"'}),
    "circle": redirect("?round"),
    "out of the web": redirect("gopher://a.example/"),
    "without a location": answer(302),
    "token": answer(200, b"your token is sesame-4711"),
    "drip": slowly(whole(200, b"slow"), 0.001, piece=20),
    "good": answer(200, RSS),
}


def resident() -> int:
    """Bytes of memory that this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_sources_are_asked_in_one_run() -> None:
    began = time.monotonic()
    outcome = run(
        {"/odd": answer(304), "/even": answer(200, RSS)},
        lambda server: [
            plan_for(server.url("/odd" if number % 2 else "/even", host=f"h{number}.example")) for number in range(1000)
        ],
        settings=FetchSettings(host_gap=1.0),
    )
    assert Counter(attempt.status for attempt in outcome.attempts) == {200: 500, 304: 500}
    assert len({attempt.requested_url for attempt in outcome.attempts}) == 1000
    assert outcome.server.most_at_once <= 50
    assert outcome.server.most_at_one_host == 1
    assert time.monotonic() - began < 60


def test_a_thousand_sources_of_one_host_are_asked_over_one_connection() -> None:
    outcome = run({"/*": answer(304)}, lambda server: [plan_for(server.url(f"/{number}")) for number in range(1000)])
    assert len(outcome.attempts) == 1000
    assert (outcome.server.connections, outcome.server.most_at_once) == (1, 1)


def test_a_thousand_sources_that_cannot_be_reached_are_a_thousand_attempts() -> None:
    async def nowhere(host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")

    outcome = run({}, lambda _: [plan_for(f"https://h{number}.example/") for number in range(1000)], resolve=nowhere)
    assert Counter(attempt.error_kind for attempt in outcome.attempts) == {"dns": 1000}


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_of_ten_thousand_bad_answers_none_is_lost_and_memory_stays_bounded() -> None:
    told: Counter[str] = Counter()
    asked = 0
    under_way = 0
    memory: list[int] = []
    servers: list[Server] = []

    def plans(server: Server) -> Iterable[FetchPlan]:
        server.remember = False
        servers.append(server)
        names = list(BAD)
        for number in range(10_000):
            name = names[number % len(names)]
            url = server.url(f"/{names.index(name)}/{number}", host=f"h{number % 211}.example")
            yield plan_for(url, max_bytes=1_000_000, headers={"X-Token": "$T"} if name == "token" else {})

    def note(attempt: Attempt) -> None:
        nonlocal asked, under_way
        asked += 1 + len(attempt.redirects) - (attempt.error_kind in ("too_many_redirects", "blocked_redirect"))
        told[attempt.requested_url or ""] += 1
        under_way = max(under_way, servers[0].count - asked)
        if sum(told.values()) % 500 == 0:
            memory.append(resident())

    began = time.monotonic()
    outcome = run(
        {f"/{number}/*": behaviour for number, behaviour in enumerate(BAD.values())},
        plans,
        settings=FetchSettings(host_gap=0.0, read_timeout=5.0, tries=2, concurrency=100),
        environment={"T": "sesame-4711"},
        on_attempt=note,
    )
    assert len(told) == 10_000, "every source has a row"
    assert asked == outcome.server.count, "and every request that the server saw is in one"
    assert outcome.server.count > 13_000
    assert under_way <= 200, "what a killed process would lose: the requests of 100 tries under way, redirects included"
    assert max(memory) - memory[1] < 60_000_000
    assert time.monotonic() - began < 240
