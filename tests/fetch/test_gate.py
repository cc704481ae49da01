"""How many at once, and how gently (ingest/fetch/gate.py)."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

from ingest.fetch.gate import Gate
from ingest.fetch.settings import FetchSettings
from tests.fetch.harness import plan_for, run
from tests.fetch.server import after, answer, redirect


def test_a_host_is_asked_for_one_thing_at_a_time() -> None:
    outcome = run(
        {"/*": after(0.01, answer(200, b"x"))}, lambda server: [plan_for(server.url(f"/{number}")) for number in range(10)]
    )
    assert len(outcome.attempts) == 10
    assert outcome.server.most_at_once == 1


def test_no_more_than_the_limit_are_under_way_at_once() -> None:
    outcome = run(
        {"/": after(0.05, answer(200, b"x"))},
        lambda server: [plan_for(server.url("/", host=f"h{number}.example")) for number in range(20)],
        settings=FetchSettings(host_gap=0.0, concurrency=4),
    )
    assert len(outcome.attempts) == 20
    assert (outcome.server.most_at_once, outcome.server.most_at_one_host) == (4, 1)


def test_a_slow_host_does_not_hold_up_the_others() -> None:
    began = time.monotonic()
    outcome = run(
        {"slow.example/": after(0.8, answer()), "/": answer(200, b"x")},
        lambda server: [
            *(plan_for(server.url("/", host="slow.example")) for _ in range(1)),
            *(plan_for(server.url("/", host=f"h{number}.example")) for number in range(20)),
        ],
        settings=FetchSettings(host_gap=0.0, concurrency=2),
    )
    assert "slow" in (outcome.attempts[-1].requested_url or "")
    assert time.monotonic() - began < 5


async def gaps(gap: float, longer: float | None = None) -> list[float]:
    times: list[float] = []
    gate = Gate(10, gap)
    if longer is not None:
        gate.slow_down("a.example", longer)

    async def ask() -> None:
        async with gate.turn("a.example"):
            times.append(time.monotonic())

    await asyncio.gather(*(ask() for _ in range(4)))
    return [later - earlier for earlier, later in pairwise(times)]


def test_between_two_requests_to_one_host_lies_the_gap() -> None:
    assert all(gap >= 0.045 for gap in asyncio.run(gaps(0.05)))


def test_a_host_may_ask_for_a_longer_gap_but_not_for_a_shorter_one() -> None:
    assert all(gap >= 0.045 for gap in asyncio.run(gaps(0.01, longer=0.05)))
    assert all(gap >= 0.045 for gap in asyncio.run(gaps(0.05, longer=0.01)))


def test_waiting_for_the_gap_takes_nobody_elses_place() -> None:
    async def go() -> list[str]:
        order: list[str] = []
        gate = Gate(1, 0.2)

        async def ask(host: str) -> None:
            async with gate.turn(host):
                order.append(host)

        await asyncio.gather(ask("a.example"), ask("a.example"), ask("b.example"), ask("c.example"))
        return order

    assert asyncio.run(go()) == ["a.example", "b.example", "c.example", "a.example"]


def test_the_hops_of_a_redirect_keep_the_gap_too() -> None:
    outcome = run(
        {"/": redirect("/there"), "/there": answer(200, b"x")},
        settings=FetchSettings(host_gap=7.0, tries=1),
    )
    assert [round(pause) for pause in outcome.pauses] == [7]


def test_a_redirect_is_followed_before_anything_new_is_begun() -> None:
    outcome = run(
        {"/a/*": redirect("/there"), "/there": answer(200, b"x")},
        lambda server: [plan_for(server.url(f"/a/{number}")) for number in range(3)],
    )
    assert outcome.server.paths() == ["/a/0", "/there", "/a/1", "/there", "/a/2", "/there"]


def test_a_turn_that_was_given_up_goes_to_the_next_one() -> None:
    async def go() -> list[str]:
        order: list[str] = []
        gate = Gate(10, 0.0)

        async def ask(name: str) -> None:
            async with gate.turn("a.example"):
                order.append(name)
                await asyncio.sleep(0.01)

        tasks = [asyncio.create_task(ask(name)) for name in "abcd"]
        await asyncio.sleep(0.005)
        tasks[1].cancel()
        await asyncio.sleep(0.005)
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(ask("e"), 1)
        return order

    assert asyncio.run(go()) == ["a", "c", "d", "e"]


def test_crossing_redirects_between_two_hosts_do_not_wait_for_each_other_for_ever() -> None:
    outcome = run(
        lambda server: {
            "a.example/": redirect(server.url("/there", host="b.example")),
            "b.example/": redirect(server.url("/there", host="a.example")),
            "/there": answer(200, b"x"),
        },
        lambda server: [plan_for(server.url("/", host=f"{name}.example")) for name in "abab"],
        settings=FetchSettings(host_gap=0.0, concurrency=1),
    )
    assert [attempt.body for attempt in outcome.attempts] == [b"x"] * 4


def test_many_hosts_are_forgotten_again() -> None:
    async def go() -> int:
        gate = Gate(10, 0.0)
        for number in range(10_000):
            async with gate.turn(f"h{number}.example"):
                await asyncio.sleep(0)
        return len(gate._hosts)

    assert asyncio.run(go()) <= 4096
