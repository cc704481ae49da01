"""Asks sources on the live web: plans from what is known, archives each attempt as it ends, applies it, follows what it names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ingest.errors import FetchError, ReadError, UsageError
from ingest.fetch.pace import next_due
from ingest.fetch.plan import FetchHistory, FetchPlan, Skip, follow_up, plan_next
from ingest.fetch.report import log_line
from ingest.fetch.run import Fetcher
from ingest.fetch.settings import FetchSettings
from ingest.fetch.watch import stopped_by_signals, watch
from ingest.model import Attempt, Document, FetchRow, Source
from ingest.parse import parse
from ingest.parse.discovery import feed_links, refresh_target
from ingest.pipeline.catch_up import apply_one, catch_up, source_of
from ingest.pipeline.gathered import Gathered
from ingest.pipeline.past import Lookback
from ingest.pipeline.place import Open, Place, opened

Tell = Callable[[str], None]
"""Takes one line for the person or the log."""


def fetch(place: Place, names: Iterable[str], *, tell: Tell) -> tuple[str, ...]:
    """Ask every source once (or those named); the ids of those whose last attempt failed or was held.

    Raises:
        UsageError: a named source is not in sources.toml, or none is.
    """
    settings = place.settings()
    chosen = _chosen(settings.by_id(), tuple(names))
    with opened(place, create=True) as both:
        run = _Run(both, tell, named=bool(tuple(names)))
        run.prepare(settings.sources)
        asyncio.run(run.once(chosen, FetchSettings(contact=settings.contact, host_gap=settings.host_gap)))
        return run.in_trouble(chosen)


def keep_watch(place: Place, *, tell: Tell) -> None:
    """Go on asking every enabled source at its own pace until SIGTERM or SIGINT."""
    settings = place.settings()
    with opened(place, create=True) as both:
        run = _Run(both, tell, named=False)
        run.prepare(settings.sources)
        sources = [source for source in settings.sources if source.enabled]
        tell(f"watching {len(sources)} source{'' if len(sources) == 1 else 's'}")
        asyncio.run(run.watch(sources, FetchSettings(contact=settings.contact, host_gap=settings.host_gap)))
        tell("stopped")


def _chosen(known: dict[str, Source], names: tuple[str, ...]) -> list[Source]:
    if not known:
        raise UsageError("sources.toml lists no source, so there is nothing to ask; README.md says how to write one")
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"sources.toml has no source {unknown[0]!r}; there are: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names or known)]


@dataclass(slots=True)
class _Run:
    """One run of the fetcher over an open archive and database."""

    both: Open
    tell: Tell
    named: bool
    settings: dict[str, Source] = field(default_factory=dict)  # by id, as the archive has them
    gathered: Gathered = field(init=False)

    def __post_init__(self) -> None:
        self.gathered = Gathered(self.both.store, self.tell)

    def prepare(self, sources: Iterable[Source]) -> None:
        """Note the settings of today, and apply what an earlier run archived and did not come to apply."""
        now = datetime.now(UTC)
        for source in sources:
            self.both.archive.put_settings(source, now)
            catch_up(self.both, source.id, lambda _row: None)
            self.settings[source.id] = source_of(self.both, source.id)

    async def once(self, sources: Iterable[Source], settings: FetchSettings) -> None:
        async with Fetcher(settings) as fetcher:
            with self.gathered:
                await _all(self._ask(fetcher, source) for source in sources)

    async def watch(self, sources: Iterable[Source], settings: FetchSettings) -> None:
        known = {source.id: source for source in sources}
        due = {name: self._due(source, Lookback(self.both, name)) for name, source in known.items()}
        async with Fetcher(settings) as fetcher:

            async def poll(name: str) -> datetime | None:
                return self._due(known[name], await self._ask(fetcher, known[name]))

            with self.gathered, stopped_by_signals() as stop:
                await watch({name: at for name, at in due.items() if at is not None}, poll, stop=stop)

    def in_trouble(self, sources: Iterable[Source]) -> tuple[str, ...]:
        """Those whose last attempt failed or was held."""
        wanted = {source.id for source in sources}
        states = self.both.store.source_states()
        return tuple(s.id for s in states if s.id in wanted and s.last_outcome in {"failed", "held"})

    # --- one source

    async def _ask(self, fetcher: Fetcher, source: Source) -> Lookback:
        """Ask, and give what is known of the source then."""
        past = Lookback(self.both, source.id)
        now, url = datetime.now(UTC), past.discovered_url(source.url)
        plan: FetchPlan | Skip | None = plan_next(
            FetchHistory(source=source, past=past.past(), now=now, url=url, named=self.named)
        )
        if isinstance(plan, Skip):
            until = "" if plan.until is None else f" until={plan.until.isoformat(timespec='seconds')}"
            self.tell(f"source={source.id} skipped={plan.reason}{until}")
            return past
        pages = 1
        while plan is not None:
            row = await self._try(fetcher, plan, past)
            plan, pages = self._next(plan, row, past, pages)
        return past

    async def _try(self, fetcher: Fetcher, plan: FetchPlan, past: Lookback) -> FetchRow | None:
        rows: list[FetchRow | None] = []
        await fetcher.fetch(plan, lambda attempt: rows.append(self._keep(attempt, past)))
        return rows[-1] if rows else None

    def _keep(self, attempt: Attempt, past: Lookback) -> FetchRow | None:
        """Archive, apply, say: in this order, so that whatever happens the bytes are there."""
        record = self.both.archive.record(attempt)
        row = None
        if record is not None:
            with self.gathered.part():
                row = apply_one(self.both, record, self.settings.get(attempt.source_id))
            past.add(record.attempt, row)
        figures = {} if row is None else _figures(row)
        self.gathered.say(log_line(attempt, None if row is None else row.outcome, **figures))
        return row

    def _next(self, plan: FetchPlan, row: FetchRow | None, past: Lookback, pages: int) -> tuple[FetchPlan | None, int]:
        """What an answer leads to: the feed that a page names, or the next page of a listing."""
        if row is None or row.body_sha256 is None:
            return None, pages
        try:
            if row.outcome == "held" and row.error_kind == "not_a_feed":
                return _to_feed(plan, self._document(plan.source, row)), pages
            if pages < plan.source.pages and row.outcome in {"changed", "noise", "same", "not_modified"}:
                target = parse(self._document(plan.source, row)).next_url
                if target is not None:
                    return _with_validators(follow_up(plan, target, "next_page"), past), pages + 1
        except (FetchError, ReadError) as error:
            self.tell(f'source={plan.source.id} note="{error}"')
        return None, pages

    def _document(self, source: Source, row: FetchRow) -> Document:
        body = self.both.archive.body(row.body_sha256) if row.body_sha256 is not None else b""
        url = row.final_url or row.requested_url or source.url
        return Document(body=body, kind=source.kind, url=url, content_type=row.content_type, selectors=source.selectors)

    def _due(self, source: Source, past: Lookback) -> datetime | None:
        return next_due(source, past.paced(), now=datetime.now(UTC), ttl_minutes=past.ttl_minutes())


def _with_validators(step: FetchPlan, past: Lookback) -> FetchPlan:
    plan = plan_next(FetchHistory(source=step.source, past=past.past(), now=datetime.now(UTC), url=step.url, named=True))
    return step if isinstance(plan, Skip) else plan


def _to_feed(plan: FetchPlan, document: Document) -> FetchPlan | None:
    links = feed_links(document)
    if links:
        return follow_up(plan, links[0].url, "alternate")
    target = refresh_target(document)
    return None if target is None else follow_up(plan, target, "meta_refresh")


def _figures(row: FetchRow) -> dict[str, int | str | None]:
    counts = {
        "added": row.items_added,
        "edited": row.items_edited,
        "removed": row.items_removed,
        "returned": row.items_returned,
        "left": row.items_left,
        "rekeyed": row.items_rekeyed,
    }
    shown: dict[str, int | str | None] = {name: count for name, count in counts.items() if count}
    if row.outcome == "held":
        shown["held"] = row.error_kind
    return shown


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
