"""Goes on asking, each source at its own pace, until told to stop; knows no plan and no Attempt, only ids and times.

What to ask and when to ask again is the caller's `poll`: it does the work for one source and returns when that is due next.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from heapq import heapify, heappop, heappush

from ingest.fetch.settings import World

Poll = Callable[[str], Awaitable[datetime | None]]
"""Source id -> when it is due next; None: not again by itself."""

_Task = asyncio.Task[datetime | None]

LONGEST_SLEEP = 60.0
"""Seconds; after a suspend or a corrected clock the due times are looked at again no later than this."""

GRACE = 20.0
"""Seconds that polls under way are given to end after a stop; systemd waits 90 before it kills."""


async def watch(due: Mapping[str, datetime], poll: Poll, *, stop: asyncio.Event, world: World | None = None) -> None:
    """Poll every source of `due` at its time, many at once, each again when its poll says so.

    Ends when `stop` is set (polls under way get GRACE seconds) or when no source is due any more. An error that a poll raises
    stops all others and comes out as it is.
    """
    world = world or World()
    waiting = [(time, source_id) for source_id, time in due.items()]
    heapify(waiting)
    polls = _Polls(poll)
    stopped = asyncio.create_task(stop.wait())
    stopped.add_done_callback(polls.wake)
    try:
        while (waiting or polls.running or polls.ended) and not stop.is_set():
            while waiting and waiting[0][0] <= world.clock():
                polls.start(heappop(waiting)[1])
            await _until_something(waiting, polls, world)
            _collect(waiting, polls)
        if polls.running:
            await asyncio.wait(polls.running, timeout=GRACE)
        _collect(waiting, polls)
    finally:
        await _cancel(stopped, *polls.running, *polls.ended)


class _Polls:
    """Polls under way, and those that ended since anybody looked: of ten thousand, only these are looked at."""

    def __init__(self, poll: Poll) -> None:
        self._poll = poll
        self.running: dict[_Task, str] = {}
        self.ended: dict[_Task, str] = {}
        self.something = asyncio.Event()

    def start(self, source_id: str) -> None:
        """Begin a poll."""
        task = asyncio.ensure_future(self._polled(source_id))
        self.running[task] = source_id
        task.add_done_callback(self._end)

    def wake(self, _: object = None) -> None:
        """Let whoever waits look again."""
        self.something.set()

    def _end(self, task: _Task) -> None:
        self.ended[task] = self.running.pop(task)
        self.wake()

    async def _polled(self, source_id: str) -> datetime | None:
        return await self._poll(source_id)


@contextmanager
def stopped_by_signals() -> Iterator[asyncio.Event]:
    """An event that the first SIGTERM or SIGINT sets; a second one ends the process as it would without us."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    signals = (signal.SIGTERM, signal.SIGINT)

    def asked() -> None:
        stop.set()
        for number in signals:
            loop.remove_signal_handler(number)

    for number in signals:
        loop.add_signal_handler(number, asked)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


async def _until_something(waiting: Sequence[tuple[datetime, str]], polls: _Polls, world: World) -> None:
    """Sleep until a source is due, a poll has ended or a stop was asked for."""
    seconds = LONGEST_SLEEP
    if waiting:
        seconds = min(seconds, max((waiting[0][0] - world.clock()).total_seconds(), 0.0))
    alarm = asyncio.ensure_future(_sleep(world, seconds))
    alarm.add_done_callback(polls.wake)
    try:
        await polls.something.wait()
    finally:
        alarm.remove_done_callback(polls.wake)
        await _cancel(alarm)
        polls.something.clear()


async def _sleep(world: World, seconds: float) -> None:
    await world.sleep(seconds)


def _collect(waiting: list[tuple[datetime, str]], polls: _Polls) -> None:
    for task in tuple(polls.ended):
        source_id = polls.ended.pop(task)
        again = task.result()
        if again is not None:
            heappush(waiting, (again, source_id))


async def _cancel(*tasks: _Task | asyncio.Task[bool] | asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
