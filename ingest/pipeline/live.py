"""Asks sources on the live web, all of them once or each at its own pace until told to stop; what a poll is, is in polls.py."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from datetime import UTC, datetime

from ingest.errors import UsageError
from ingest.fetch.run import Fetcher
from ingest.fetch.settings import FetchSettings
from ingest.fetch.watch import stopped_by_signals, watch
from ingest.model import Source
from ingest.pipeline.place import Place, opened
from ingest.pipeline.polls import Polls, Tell
from ingest.pipeline.ready import make_ready
from ingest.sources import Settings


def fetch(place: Place, names: Iterable[str], *, tell: Tell) -> tuple[str, ...]:
    """Ask every source once (or those named); the ids of those whose last attempt failed or was held.

    Raises:
        UsageError: a named source is not in sources.toml, or none is.
    """
    names = tuple(names)
    settings = place.settings()
    chosen = _chosen(settings.by_id(), names)
    with opened(place, create=True) as both:
        derived_with = make_ready(both, settings.sources, datetime.now(UTC))
        polls = Polls(both, tell, derived_with, named=bool(names))
        asyncio.run(_once(polls, chosen, _how(settings)))
        wanted = {source.id for source in chosen}
        return tuple(name for name in both.store.sources_in_trouble() if name in wanted)


def keep_watch(place: Place, *, tell: Tell) -> None:
    """Go on asking every enabled source at its own pace until SIGTERM or SIGINT."""
    settings = place.settings()
    with opened(place, create=True) as both:
        polls = Polls(both, tell, make_ready(both, settings.sources, datetime.now(UTC)))
        sources = [source for source in settings.sources if source.enabled]
        tell(f"watching {len(sources)} source{'' if len(sources) == 1 else 's'}")
        asyncio.run(_watch(polls, sources, _how(settings)))
        tell("stopped")


def _chosen(known: dict[str, Source], names: tuple[str, ...]) -> list[Source]:
    if not known:
        raise UsageError("sources.toml lists no source, so there is nothing to ask; README.md says how to write one")
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"sources.toml has no source {unknown[0]!r}; there are: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names or known)]


def _how(settings: Settings) -> FetchSettings:
    return FetchSettings(contact=settings.contact, host_gap=settings.host_gap)


async def _once(polls: Polls, sources: Iterable[Source], settings: FetchSettings) -> None:
    async with Fetcher(settings) as fetcher:
        with polls.gathered:
            await _all(polls.ask(fetcher, source) for source in sources)


async def _watch(polls: Polls, sources: Iterable[Source], settings: FetchSettings) -> None:
    known = {source.id: source for source in sources}
    due = {name: polls.due(source) for name, source in known.items()}
    async with Fetcher(settings) as fetcher:

        async def poll(name: str) -> datetime | None:
            return await polls.poll(fetcher, known[name])

        with polls.gathered, stopped_by_signals() as stop:
            await watch({name: at for name, at in due.items() if at is not None}, poll, stop=stop)


async def _all(tasks: Iterable[Coroutine[object, object, object]]) -> None:
    """Run all at once; the first error stops the rest and comes out as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            for task in tasks:
                group.create_task(task)
    except BaseExceptionGroup as failures:
        first: BaseException = failures
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        raise first from None
