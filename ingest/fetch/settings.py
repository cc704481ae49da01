"""What can be set about fetching, and what of the outside world it depends on; no logic.

Tests give another `World`: a clock that does not run, names that lead to a loopback server, pauses that do not last.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from ipaddress import ip_address

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host and port -> IP addresses, best first. Raises OSError where there are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchSettings:
    """Times in seconds, sizes in bytes. A run is gentle by default: the defaults are what a server's owner would ask for."""

    contact: str | None = None  # an address or URL for the User-Agent: whom to ask about these requests
    host_gap: float = 1.0  # between two requests to one host, redirects and robots.txt included
    concurrency: int = 50  # requests under way at once, over all hosts
    connect_timeout: float = 10.0  # name, connection and TLS together
    read_timeout: float = 30.0  # silence in the middle of an answer
    total_timeout: float = 120.0  # a whole try with its redirects, without the waiting for its turn
    tries: int = 3  # for what may pass by itself: transport errors, 5xx, 429
    retry_pause: float = 2.0  # before the second try, doubled before each further one, give or take a half
    longest_wait: float = 30.0  # a longer Retry-After is kept for the next run


_LOOKUPS = ThreadPoolExecutor(max_workers=64, thread_name_prefix="lookup")
"""Threads of their own for names: asyncio's are few, and a handful of dead names would hold up all the others."""


async def system_resolve(host: str, port: int) -> Sequence[str]:
    """Ask the operating system; addresses in its order of preference (RFC 6724). An address is its own."""
    if _is_address(host):
        return [host]
    lookup = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_LOOKUPS, lookup)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return "%" not in host  # the name of an interface is for the system to find


def utc_now() -> datetime:
    """Our clock, to the millisecond: nothing finer is kept of an attempt."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Clock, sleep, names, environment, chance, and whom TLS trusts (None: the certificates that come with httpx)."""

    clock: Callable[[], datetime] = utc_now
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    resolve: Resolve = system_resolve
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    chance: Callable[[], float] = random.random
    ssl_context: Callable[[], ssl.SSLContext] | None = None
