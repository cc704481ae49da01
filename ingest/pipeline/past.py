"""What is known of a source before it is asked: its attempts with what became of them, for the fetcher to plan by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ingest.fetch.plan import PAUSING, Past
from ingest.history.stamps import stamp
from ingest.model import Attempt, FetchRow, Headers
from ingest.pipeline.place import Open
from ingest.pipeline.recent import APPLIED, REACH, Mark, Recent
from ingest.store import said_by

DISCOVERED = "feed_discovered"
"""Code of the issue by which the fetcher says that a page named this address as its feed."""

_READ = frozenset({"changed", "noise"})
_GOOD = frozenset({*APPLIED, "not_modified", "stale"})


class Lookback:
    """The newest attempts at one source. They are read once; those made since are added, so that a poll reads nothing twice."""

    __slots__ = ("_both", "_recent", "_source_id", "_ttl", "_whole")

    def __init__(self, both: Open, source_id: str) -> None:
        self._both = both
        self._source_id = source_id
        self._recent = self._read()
        self._whole: dict[Mark, Attempt] = {}
        self._ttl: tuple[int | None] | None = None  # what `ttl_minutes` gives, once it was asked for

    def _read(self) -> Recent:
        return Recent(self._both.store.streaks(self._source_id, REACH))

    def add(self, attempt: Attempt, row: FetchRow) -> None:
        """Note an attempt that was archived and applied just now."""
        newest = self._recent.newest
        if newest is not None and attempt.observed_at <= newest[1]:  # out of order: all of them were derived again
            self._recent, self._ttl = self._read(), None
            return
        said = said_by(row)
        self._recent.add(said, attempt.observed_at)
        self._whole[said, attempt.observed_at] = attempt
        if row.outcome in _READ:
            self._ttl = (row.ttl_minutes,)

    def rest(self) -> None:
        """Until the next poll, keep only what is small: there may be thousands of sources."""
        self._whole.clear()

    def past(self) -> list[Past]:
        """What plans depend on, oldest first; of the newest attempt all its headers where it may have asked for a pause."""
        marks = list(self._recent.marks())
        return self._pasts(marks, [mark for mark in marks[-1:] if mark[0].status in PAUSING])

    def paced(self) -> list[Past]:
        """What the pace depends on as well: how long the newest good answer holds."""
        marks = list(self._recent.marks())
        good = [mark for mark in reversed(marks) if mark[0].outcome in _GOOD][:1]
        return self._pasts(marks, [*good, *marks[-1:]])

    def discovered_url(self, listed: str) -> str | None:
        """The address of a feed that was found through the page `listed`, where the newest attempt was there and went well."""
        newest = self._recent.newest
        if newest is None or newest[0].outcome not in _GOOD:
            return None
        url = newest[0].requested_url
        if url is None or url == listed:
            return None
        found = self._both.store.has_issue(self._source_id, DISCOVERED, url, stamp(self._recent.since))
        return url if found else None

    def ttl_minutes(self) -> int | None:
        """What the feed said of itself when it was read last."""
        if self._ttl is None:
            self._ttl = (self._both.store.last_ttl(self._source_id),)
        return self._ttl[0]

    def _pasts(self, marks: Sequence[Mark], whole: Sequence[Mark]) -> list[Past]:
        return [
            Past(attempt=self._attempt(mark) if mark in whole else sketched(self._source_id, mark), outcome=mark[0].outcome)
            for mark in marks
        ]

    def _attempt(self, mark: Mark) -> Attempt:
        """An attempt as the archive has it, which alone knows Retry-After and Expires."""
        if mark not in self._whole:
            said, at = mark
            found = self._both.archive.attempts_at(self._source_id, stamp(at))
            alike = (each for each in found if (each.requested_url, each.status) == (said.requested_url, said.status))
            self._whole[mark] = next(alike, None) or sketched(self._source_id, mark)
        return self._whole[mark]


def sketched(source_id: str, mark: Mark) -> Attempt:
    """An attempt as far as its row tells what plans depend on."""
    said, at = mark
    return Attempt(
        source_id=source_id,
        observed_at=at,
        provenance=said.provenance,
        requested_url=said.requested_url,
        final_url=said.final_url,
        status=said.status,
        headers=_validators(said.etag, said.last_modified),
    )


@lru_cache(maxsize=1024)
def _validators(etag: str | None, last_modified: str | None) -> Headers:
    """One value for all attempts of a streak."""
    return Headers(etag=etag, last_modified=last_modified)
