"""One poll of a source: plans from what is known, archives each attempt as it ends, applies it, follows what it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from ingest.errors import FetchError, ReadError
from ingest.fetch.pace import next_due
from ingest.fetch.plan import FetchHistory, FetchPlan, Skip, follow_up, plan_next
from ingest.fetch.report import log_line
from ingest.fetch.run import Fetcher
from ingest.model import Attempt, Document, FetchRow, Source
from ingest.parse import parse
from ingest.pipeline.catch_up import apply_one
from ingest.pipeline.gathered import Gathered
from ingest.pipeline.past import Lookback
from ingest.pipeline.place import Open

Tell = Callable[[str], None]
"""Takes one line for the person or the log."""


class Polls:
    """The polls of one run over an open archive and database. Use within `gathered`.

    `derived_with` are the settings by source as the archive has them; `named`: a person asked for these sources by name.
    """

    def __init__(self, both: Open, tell: Tell, derived_with: Mapping[str, Source], *, named: bool = False) -> None:
        self.gathered = Gathered(both.archive, both.store, tell)
        self._both = both
        self._tell = tell
        self._derived_with = derived_with
        self._named = named
        self._pasts: dict[str, Lookback] = {}  # of the sources that are asked again and again

    async def poll(self, fetcher: Fetcher, source: Source) -> datetime | None:
        """Ask a source, and tell when it is due again; None: not by itself."""
        await self._ask(fetcher, source, self._past(source))
        return self.due(source)

    def due(self, source: Source) -> datetime | None:
        """When to ask a source that is asked again and again; None: not by itself."""
        past = self._past(source)
        at = next_due(source, past.paced(), now=datetime.now(UTC), ttl_minutes=past.ttl_minutes())
        past.rest()
        return at

    def _past(self, source: Source) -> Lookback:
        if source.id not in self._pasts:
            self._pasts[source.id] = Lookback(self._both, source.id)
        return self._pasts[source.id]

    async def ask(self, fetcher: Fetcher, source: Source) -> None:
        """Ask a source once."""
        await self._ask(fetcher, source, Lookback(self._both, source.id))

    async def _ask(self, fetcher: Fetcher, source: Source, past: Lookback) -> None:
        plan = self._plan(source, past)
        pages = 1
        while plan is not None:
            row = await self._try(fetcher, plan, past)
            plan, pages = self._next(plan, row, past, pages)

    def _plan(self, source: Source, past: Lookback) -> FetchPlan | None:
        """What to ask for; None, which is said, if it is not asked now."""
        url = past.discovered_url(source.url)
        history = FetchHistory(source=source, past=past.past(), now=datetime.now(UTC), url=url, named=self._named)
        plan = plan_next(history)
        if isinstance(plan, FetchPlan):
            return plan
        until = "" if plan.until is None else f" until={plan.until.isoformat(timespec='seconds')}"
        self._tell(f"source={source.id} skipped={plan.reason}{until}")
        return None

    async def _try(self, fetcher: Fetcher, plan: FetchPlan, past: Lookback) -> FetchRow | None:
        rows: list[FetchRow | None] = []
        await fetcher.fetch(plan, lambda attempt: rows.append(self._keep(attempt, past)))
        return rows[-1] if rows else None

    def _keep(self, attempt: Attempt, past: Lookback) -> FetchRow | None:
        """Archive, apply, say: in this order, so that whatever happens the bytes are there."""
        record = self.gathered.keep(attempt)
        row = None
        if record is not None:
            with self.gathered.part():
                row = apply_one(self._both, record, self._derived_with.get(attempt.source_id))
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
            self._tell(f'source={plan.source.id} note="{error}"')
        return None, pages

    def _document(self, source: Source, row: FetchRow) -> Document:
        body = self._both.archive.body(row.body_sha256) if row.body_sha256 is not None else b""
        url = row.final_url or row.requested_url or source.url
        return Document(body=body, kind=source.kind, url=url, content_type=row.content_type, selectors=source.selectors)


def _with_validators(step: FetchPlan, past: Lookback) -> FetchPlan:
    plan = plan_next(FetchHistory(source=step.source, past=past.past(), now=datetime.now(UTC), url=step.url, named=True))
    if isinstance(plan, Skip):
        return step
    return replace(step, etag=plan.etag, last_modified=plan.last_modified, validators_url=plan.validators_url)


def _to_feed(plan: FetchPlan, document: Document) -> FetchPlan | None:
    from ingest.parse.discovery import feed_links, refresh_target  # loads what takes HTML apart

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
