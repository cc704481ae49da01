"""How many requests are under way at once, and how gently: one at a time for each host, with a gap; opens no connection.

A turn covers one request and its answer. Nobody waits for a turn while holding another, so nobody waits for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

_HOSTS_REMEMBERED = 4096


@dataclass(slots=True)
class _Host:
    busy: bool = False
    waiting: list[tuple[bool, int, asyncio.Future[None]]] = field(default_factory=list)  # a heap: those going on come first
    free_at: float = 0.0  # on the loop's clock
    gap: float = 0.0


class Gate:
    """`concurrency` requests at once over all hosts; `gap` seconds from the end of one to the start of the next at one host."""

    def __init__(self, concurrency: int, gap: float, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._gap = gap
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}
        self._many = _HOSTS_REMEMBERED
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, name: str, *, going_on: bool = False) -> AsyncIterator[None]:
        """Wait until this host may be asked, and keep others from it until the block ends.

        `going_on` goes before those who have not begun: where a redirect leads may be good for a minute only.
        """
        now = asyncio.get_running_loop().time
        host = self._host(name)
        await self._enter(host, going_on=going_on)
        try:
            if (wait := host.free_at - now()) > 0:
                await self._sleep(wait)
            async with self._slots:
                try:
                    yield
                finally:
                    host.free_at = now() + max(self._gap, host.gap)
        finally:
            # Not at once: whoever leaves may be about to go on.
            asyncio.get_running_loop().call_soon(_call_next, host)

    def slow_down(self, name: str, gap: float) -> None:
        """Keep a longer gap at this host: it asked for one (Crawl-delay)."""
        host = self._host(name)
        host.gap = max(host.gap, gap)

    async def _enter(self, host: _Host, *, going_on: bool) -> None:
        if not host.busy:
            host.busy = True
            return
        called = asyncio.get_running_loop().create_future()
        heappush(host.waiting, (not going_on, next(self._numbers), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called and cancelled in one moment: the next one's turn
                _call_next(host)
            raise

    def _host(self, name: str) -> _Host:
        if len(self._hosts) >= self._many:
            now = asyncio.get_running_loop().time()
            self._hosts = {key: host for key, host in self._hosts.items() if host.busy or host.free_at > now}
            self._many = max(_HOSTS_REMEMBERED, 2 * len(self._hosts))
        return self._hosts.setdefault(name, _Host())


def _call_next(host: _Host) -> None:
    while host.waiting:
        _, _, called = heappop(host.waiting)
        if not called.done():
            called.set_result(None)
            return
    host.busy = False
