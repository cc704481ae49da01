"""How many requests are under way at once, and how gently: one at a time for each host, with a gap; opens no connection.

A turn covers one request and its answer. Nobody waits for a turn while holding another, so nobody waits for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_HOSTS_REMEMBERED = 4096


@dataclass(slots=True)
class _Host:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    free_at: float = 0.0  # on the loop's clock
    gap: float = 0.0
    users: int = 0


class Gate:
    """`concurrency` requests at once over all hosts; `gap` seconds from the end of one to the start of the next at one host."""

    def __init__(self, concurrency: int, gap: float, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._gap = gap
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait until this host may be asked, and keep others from it until the block ends."""
        now = asyncio.get_running_loop().time
        host = self._host(name)
        host.users += 1
        try:
            async with host.lock:
                if (wait := host.free_at - now()) > 0:
                    await self._sleep(wait)
                async with self._slots:
                    try:
                        yield
                    finally:
                        host.free_at = now() + max(self._gap, host.gap)
        finally:
            host.users -= 1

    def slow_down(self, name: str, gap: float) -> None:
        """Keep a longer gap at this host: it asked for one (Crawl-delay)."""
        host = self._host(name)
        host.gap = max(host.gap, gap)

    def _host(self, name: str) -> _Host:
        if name not in self._hosts and len(self._hosts) >= _HOSTS_REMEMBERED:
            now = asyncio.get_running_loop().time()
            self._hosts = {key: host for key, host in self._hosts.items() if host.users or host.free_at > now}
        return self._hosts.setdefault(name, _Host())
