"""Carries out many plans at once: tries and the pauses between them; each Attempt is handed over the moment it ends.

A try that no server saw (no name, no connection) leaves an Attempt only if it was the last: it tells nothing of its own. All
others do. Killing the process at any moment loses what was in flight and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import TYPE_CHECKING

from ingest.fetch.ask import Asker
from ingest.fetch.freshness import retry_at
from ingest.fetch.plan import FetchPlan
from ingest.fetch.robots import PRODUCT
from ingest.fetch.settings import FetchSettings, World
from ingest.model import Attempt

if TYPE_CHECKING:
    from ingest.fetch.client import Client

OnAttempt = Callable[[Attempt], None]

UNSEEN = frozenset({"dns", "connect", "connect_timeout", "tls"})
"""Failures before a request was sent."""

TRANSIENT = frozenset({"dns", "connect", "connect_timeout", "timeout", "disconnected", "protocol", "truncated"})
"""Failures that may pass by themselves."""


class Fetcher:
    """Connections, turns and rules that are shared by all plans, for one run or for as long as a watcher lives.

    async with Fetcher(settings) as fetcher:
        await fetcher.fetch(plan, on_attempt)
    """

    def __init__(self, settings: FetchSettings, world: World | None = None) -> None:
        self._settings = settings
        self._world = world or World()
        self._client: Client | None = None
        self._asker: Asker | None = None

    async def __aenter__(self) -> Fetcher:
        from ingest.fetch.client import Client  # httpx takes longer to load than most commands to run

        self._client = Client(self._settings, self._world)
        self._asker = Asker(self._client, self._settings, self._world, user_agent(self._settings.contact))
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def fetch(self, plan: FetchPlan, on_attempt: OnAttempt) -> Attempt:
        """Try until there is an answer or no sense in trying; returns the last Attempt, all of them having been handed over."""
        if self._asker is None:
            raise RuntimeError("a Fetcher is used as a context manager")
        tries = 0
        while True:
            tries += 1
            attempt = await self._asker.ask(plan)
            pause = None if tries >= self._settings.tries else self._pause(attempt, tries)
            if pause is None or attempt.error_kind not in UNSEEN:
                on_attempt(attempt)
            if pause is None:
                return attempt
            await self._world.sleep(pause)

    def _pause(self, attempt: Attempt, tries: int) -> float | None:
        """Seconds before another try, None where none is due. A longer Retry-After is for the next run to keep."""
        if not _is_transient(attempt):
            return None
        told = retry_at(attempt.headers.retry_after, attempt.observed_at)
        if told is None:
            return self._settings.retry_pause * (1 << (tries - 1)) * (0.5 + self._world.chance())
        seconds = (told - attempt.observed_at).total_seconds()
        return seconds if seconds <= self._settings.longest_wait else None


async def fetch_all(
    plans: Iterable[FetchPlan], *, settings: FetchSettings, on_attempt: OnAttempt, world: World | None = None
) -> None:
    """Carry out all plans at once, as gently as the settings say; `on_attempt` is called as each attempt ends.

    An error that `on_attempt` raises stops the run and comes out as it is.
    """
    async with Fetcher(settings, world) as fetcher:
        try:
            async with asyncio.TaskGroup() as group:
                for plan in plans:
                    group.create_task(fetcher.fetch(plan, on_attempt))
        except BaseExceptionGroup as failures:
            raise _first(failures) from None


def user_agent(contact: str | None) -> str:
    """Who asks, and whom to write to about it."""
    try:
        name = f"{PRODUCT}/{version('strandline')}"
    except PackageNotFoundError:
        name = PRODUCT
    return f"{name} (+{contact})" if contact else name


def _is_transient(attempt: Attempt) -> bool:
    if attempt.error_kind is not None:
        return attempt.error_kind in TRANSIENT
    return attempt.status is not None and (attempt.status == 429 or attempt.status >= 500)


def _first(failures: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error of a group, out of its wrapping: a caller expects what it raised itself."""
    first = failures.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
