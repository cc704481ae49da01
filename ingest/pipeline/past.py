"""What is known of a source before it is asked: its attempts with what became of them, for the fetcher to plan by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import chain

from ingest.fetch.plan import PAUSING, Past
from ingest.model import Attempt, FetchRow, Headers
from ingest.pipeline.place import Open
from ingest.store import PastRow, past_row

REACH = 60
"""How many attempts are looked back on; the last applied answer is found however old it is."""

DISCOVERED = "feed_discovered"
"""Code of the issue by which the fetcher says that a page named this address as its feed."""

_APPLIED = frozenset({"changed", "noise", "same"})
_READ = frozenset({"changed", "noise"})
_GOOD = frozenset({*_APPLIED, "not_modified", "stale"})


class Lookback:
    """The newest attempts at one source. They are read once; those made since are added, so that a poll reads nothing twice."""

    def __init__(self, both: Open, source_id: str) -> None:
        self._both = both
        self._source_id = source_id
        self._rows = both.store.past_rows(source_id, REACH)
        self._whole: dict[PastRow, Attempt] = {}

    def add(self, attempt: Attempt, row: FetchRow) -> None:
        """Note an attempt that was archived and applied just now."""
        if self._rows and row.observed_at <= self._rows[-1].observed_at:  # out of order: all of them were derived again
            self._rows = self._both.store.past_rows(self._source_id, REACH)
            return
        added = past_row(row)
        self._whole[added] = attempt
        self._rows = within_reach([*self._rows, added])

    def past(self) -> list[Past]:
        """What plans depend on, oldest first; of the newest attempt all its headers where it may have asked for a pause."""
        newest = self._rows[-1:]
        return self._pasts([row for row in newest if row.status in PAUSING])

    def paced(self) -> list[Past]:
        """What the pace depends on as well: how long the newest good answer holds."""
        good = [row for row in reversed(self._rows) if row.outcome in _GOOD][:1]
        return self._pasts([*good, *self._rows[-1:]])

    def discovered_url(self, listed: str) -> str | None:
        """The address of a feed that was found through the page `listed`, where the newest attempt was there and went well."""
        if not self._rows or self._rows[-1].outcome not in _GOOD:
            return None
        url, since = self._rows[-1].requested_url, self._rows[-REACH:][0].observed_at
        if url is None or url == listed or not self._both.store.has_issue(self._source_id, DISCOVERED, url, since):
            return None
        return url

    def ttl_minutes(self) -> int | None:
        """What the feed said of itself when it was read last."""
        return next((row.ttl_minutes for row in reversed(self._rows) if row.outcome in _READ), None)

    def _pasts(self, whole: Sequence[PastRow]) -> list[Past]:
        return [
            Past(attempt=self._attempt(row) if row in whole else _sketched(self._source_id, row), outcome=row.outcome)
            for row in thinned(self._rows)
        ]

    def _attempt(self, row: PastRow) -> Attempt:
        """An attempt as the archive has it, which alone knows Retry-After and Expires."""
        if row not in self._whole:
            found = self._both.archive.attempts_at(self._source_id, row.observed_at)
            alike = (each for each in found if (each.requested_url, each.status) == (row.requested_url, row.status))
            self._whole[row] = next(alike, None) or _sketched(self._source_id, row)
        return self._whole[row]


def within_reach(rows: Sequence[PastRow]) -> list[PastRow]:
    """The newest of these attempts, and before them the last applied one where it is older."""
    near = rows[-REACH:]
    if any(row.outcome in _APPLIED for row in near):
        return list(near)
    older = [row for row in rows[:-REACH] if row.outcome in _APPLIED]
    return [*older[-1:], *near]


def thinned(rows: Sequence[PastRow]) -> list[PastRow]:
    """Without the attempts in the middle of a run of equal ones: no plan and no pace depends on them.

    A run's first and last tell since when and until when. Each change counts by itself.
    """
    said = [row.said() for row in rows]
    before, after = chain([None], said), chain(said[1:], [None])
    return [
        row
        for row, earlier, this, later in zip(rows, before, said, after, strict=False)
        if earlier != this or this != later or row.outcome == "changed"
    ]


def _sketched(source_id: str, row: PastRow) -> Attempt:
    """An attempt as far as its row tells what plans depend on."""
    return Attempt(
        source_id=source_id,
        observed_at=datetime.fromisoformat(row.observed_at),
        provenance=row.provenance,
        requested_url=row.requested_url,
        final_url=row.final_url,
        status=row.status,
        headers=Headers(etag=row.etag, last_modified=row.last_modified),
    )
