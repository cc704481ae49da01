"""Runs plans against the loopback server, with a world in which pauses do not last and names lead where the test says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ingest.fetch.plan import FetchPlan
from ingest.fetch.run import fetch_all
from ingest.fetch.settings import FetchSettings, World
from ingest.model import Attempt, Source
from tests.fetch.server import Behaviour, Server

NOW = datetime(2026, 1, 6, 12, tzinfo=UTC)
QUICK = FetchSettings(host_gap=0.0, connect_timeout=10.0, read_timeout=10.0, total_timeout=20.0, tries=1)
IMPATIENT = FetchSettings(host_gap=0.0, connect_timeout=1.0, read_timeout=0.4, total_timeout=1.2, tries=1)
"""For servers that let one wait; no answer that is to be read should be asked for with these, a busy machine is slow."""


@dataclass
class Outcome:
    """What came of a run."""

    attempts: list[Attempt]
    server: Server
    pauses: list[float] = field(default_factory=list)

    @property
    def only(self) -> Attempt:
        assert len(self.attempts) == 1, self.attempts
        return self.attempts[0]


class Clock:
    """A clock that goes on by a millisecond each time it is read."""

    def __init__(self) -> None:
        self._now = NOW

    def __call__(self) -> datetime:
        self._now += timedelta(milliseconds=1)
        return self._now


def source(url: str, *, kind: str = "feed", allow_private: bool = True, **more: object) -> Source:
    return Source(id="one", kind=kind, url=url, allow_private=allow_private, **more)  # type: ignore[arg-type]


def plan_for(url: str, **more: object) -> FetchPlan:
    own = {name: more.pop(name) for name in ("etag", "last_modified", "validators_url", "found_on", "found_by") if name in more}
    return FetchPlan(source=source(url, **more), url=url, **own)  # type: ignore[arg-type]


async def to_loopback(host: str, port: int) -> Sequence[str]:
    """Every name leads to this machine."""
    return ["127.0.0.1"]


def run(
    routes: Mapping[str, Behaviour] | Callable[[Server], Mapping[str, Behaviour]],
    plans: str | FetchPlan | Callable[[Server], Iterable[FetchPlan]] = "/",
    *,
    settings: FetchSettings = QUICK,
    environment: Mapping[str, str] | None = None,
    resolve: Callable[[str, int], Awaitable[Sequence[str]]] = to_loopback,
    then: Callable[[Server], Iterable[FetchPlan]] | None = None,
    on_attempt: Callable[[Attempt], None] | None = None,
) -> Outcome:
    """Serve `routes`, carry out `plans` (a path; or what to make of the server), and `then` some more in a second run."""

    async def go() -> Outcome:
        async with Server() as server:
            server.routes.update(routes(server) if callable(routes) else routes)
            outcome = Outcome(attempts=[], server=server)

            async def sleep(seconds: float) -> None:
                outcome.pauses.append(seconds)
                await asyncio.sleep(0)

            world = World(clock=Clock(), sleep=sleep, resolve=resolve, environment=environment or {}, chance=lambda: 0.5)
            for step in [_plans(plans, server), *([] if then is None else [then(server)])]:
                await fetch_all(step, settings=settings, on_attempt=on_attempt or outcome.attempts.append, world=world)
            return outcome

    return asyncio.run(go())


def _plans(plans: str | FetchPlan | Callable[[Server], Iterable[FetchPlan]], server: Server) -> Iterable[FetchPlan]:
    if isinstance(plans, str):
        return [plan_for(server.url(plans))]
    return [plans] if isinstance(plans, FetchPlan) else plans(server)
