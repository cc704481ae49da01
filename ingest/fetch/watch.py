"""Goes on asking, each source at its own pace, until told to stop; knows no plan and no Attempt, only ids and times.

What to ask and when to ask again is the caller's `poll`: it does the work for one source and returns when that is due next.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from ingest.fetch.settings import World

Poll = Callable[[str], Awaitable[datetime | None]]
"""Source id -> when it is due next; None: not again by itself."""

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
    waiting = dict(due)
    running: dict[asyncio.Task[datetime | None], str] = {}
    stopped = asyncio.create_task(stop.wait())
    try:
        while (waiting or running) and not stop.is_set():
            _start_due(waiting, running, poll, world.clock())
            await _until_something(waiting, running, stopped, world)
            _collect(waiting, running)
        if running:
            await asyncio.wait(running, timeout=GRACE)
            _collect(waiting, running)
    finally:
        await _cancel(stopped, *running)


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


def _start_due(
    waiting: dict[str, datetime], running: dict[asyncio.Task[datetime | None], str], poll: Poll, now: datetime
) -> None:
    for source_id in sorted((each for each, time in waiting.items() if time <= now), key=waiting.__getitem__):
        del waiting[source_id]
        running[asyncio.ensure_future(_poll(poll, source_id))] = source_id


async def _poll(poll: Poll, source_id: str) -> datetime | None:
    return await poll(source_id)


async def _until_something(
    waiting: Mapping[str, datetime],
    running: Mapping[asyncio.Task[datetime | None], str],
    stopped: asyncio.Task[bool],
    world: World,
) -> None:
    """Sleep until a source is due, a poll has ended or a stop was asked for."""
    seconds = LONGEST_SLEEP
    if waiting:
        seconds = min(seconds, max((min(waiting.values()) - world.clock()).total_seconds(), 0.0))
    alarm = asyncio.ensure_future(_sleep(world, seconds))
    try:
        await asyncio.wait({alarm, stopped, *running}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _cancel(alarm)


async def _sleep(world: World, seconds: float) -> None:
    await world.sleep(seconds)


def _collect(waiting: dict[str, datetime], running: dict[asyncio.Task[datetime | None], str]) -> None:
    for task in [task for task in running if task.done()]:
        source_id = running.pop(task)
        again = task.result()
        if again is not None:
            waiting[source_id] = again


async def _cancel(*tasks: asyncio.Task[datetime | None] | asyncio.Task[bool] | asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
