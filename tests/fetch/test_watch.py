"""Every source at its own pace, until told to stop (ingest/fetch/watch.py)."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest

from ingest.errors import ArchiveError
from ingest.fetch import watch as module
from ingest.fetch.settings import World
from ingest.fetch.watch import stopped_by_signals, watch
from tests.fetch.harness import NOW


class Day:
    """A clock that runs only while someone sleeps, and then jumps to the end of the sleep."""

    def __init__(self) -> None:
        self.now = NOW
        self.slept: list[float] = []

    def world(self) -> World:
        async def sleep(seconds: float) -> None:
            self.slept.append(seconds)
            self.now += timedelta(seconds=seconds)
            await asyncio.sleep(0)

        return World(clock=lambda: self.now, sleep=sleep)


def at(minutes: float) -> datetime:
    return NOW + timedelta(minutes=minutes)


def test_each_source_is_polled_at_its_own_pace() -> None:
    day, polled = Day(), []

    async def go() -> None:
        stop = asyncio.Event()

        async def poll(source_id: str) -> datetime | None:
            polled.append((source_id, round((day.now - NOW).total_seconds() / 60)))
            if len(polled) >= 9:
                stop.set()
            return day.now + timedelta(minutes={"quick": 5, "slow": 20}[source_id])

        await watch({"slow": at(0), "quick": at(0)}, poll, stop=stop, world=day.world())

    asyncio.run(go())
    assert [minute for name, minute in polled if name == "quick"] == [0, 5, 10, 15, 20, 25, 30][: len(polled) - 2]
    assert [minute for name, minute in polled if name == "slow"] == [0, 20]


def test_sleep_is_never_long_so_that_a_corrected_clock_is_noticed() -> None:
    day = Day()

    async def go() -> None:
        stop = asyncio.Event()

        async def poll(_: str) -> datetime | None:
            stop.set()
            return at(100)

        await watch({"a": at(60)}, poll, stop=stop, world=day.world())

    asyncio.run(go())
    assert max(day.slept) <= module.LONGEST_SLEEP


def test_a_source_that_is_not_due_again_is_left_and_the_last_one_ends_the_watch() -> None:
    polled = []

    async def poll(source_id: str) -> datetime | None:
        polled.append(source_id)
        return None

    asyncio.run(watch({"a": at(0), "b": at(10)}, poll, stop=asyncio.Event(), world=Day().world()))
    assert polled == ["a", "b"]


def test_a_slow_poll_does_not_hold_up_the_others() -> None:
    polled = []

    async def go() -> None:
        stop = asyncio.Event()
        release = asyncio.Event()

        async def poll(source_id: str) -> datetime | None:
            polled.append(source_id)
            if source_id == "slow":
                await release.wait()
            elif len(polled) > 3:
                release.set()
                stop.set()
            return datetime.now(UTC)

        await asyncio.wait_for(watch({"slow": NOW, "quick": NOW + timedelta(seconds=1)}, poll, stop=stop), 5)

    asyncio.run(go())
    assert polled[:4] == ["slow", "quick", "quick", "quick"]


def test_an_error_of_a_poll_stops_the_watch_and_comes_out_as_it_is() -> None:
    cancelled = []

    async def poll(source_id: str) -> datetime | None:
        if source_id == "bad":
            await asyncio.sleep(0.01)
            raise ArchiveError("the disk is full")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(source_id)
            raise
        return None

    with pytest.raises(ArchiveError, match="full"):
        asyncio.run(watch({"good": NOW, "bad": NOW}, poll, stop=asyncio.Event()))
    assert cancelled == ["good"]


def test_a_stop_lets_polls_under_way_end_and_starts_no_more() -> None:
    events = []

    async def go() -> None:
        stop = asyncio.Event()

        async def poll(source_id: str) -> datetime | None:
            events.append(f"{source_id} begins")
            stop.set()
            await asyncio.sleep(0.05)
            events.append(f"{source_id} ends")
            return datetime.now(UTC)

        await watch({"a": NOW, "later": datetime.now(UTC) + timedelta(seconds=1)}, poll, stop=stop)

    asyncio.run(go())
    assert events == ["a begins", "a ends"]


def test_a_poll_that_does_not_end_is_broken_off_after_a_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.05)

    async def go() -> None:
        stop = asyncio.Event()

        async def poll(_: str) -> datetime | None:
            stop.set()
            await asyncio.sleep(60)
            return None

        await asyncio.wait_for(watch({"a": NOW}, poll, stop=stop), 5)

    asyncio.run(go())


SCRIPT = """
import asyncio, datetime
from ingest.fetch.watch import watch, stopped_by_signals

async def poll(source_id):
    print("polled", source_id, flush=True)
    await asyncio.sleep(0.1)
    return datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=0.05)

async def main():
    with stopped_by_signals() as stop:
        await watch({"a": datetime.datetime.now(datetime.UTC)}, poll, stop=stop)
    print("stopped cleanly", flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_a_real_process_cleanly(number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=os.getcwd()
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "polled a\n"
    began = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("stopped cleanly\n")
    assert time.monotonic() - began < 5


def test_signal_handlers_are_taken_back() -> None:
    async def go() -> None:
        with stopped_by_signals() as stop:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(stop.wait(), 2)

    before = signal.getsignal(signal.SIGTERM)
    asyncio.run(go())
    assert signal.getsignal(signal.SIGTERM) == before
