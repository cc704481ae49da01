"""Derives data.db again from the archive: all of it into a new file, or single sources; and releases held captures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from ingest.archive import Archive
from ingest.errors import UsageError
from ingest.history.stamps import stamp
from ingest.model import FetchRow, Record
from ingest.pipeline.catch_up import catch_up, derive_again, source_of
from ingest.pipeline.collecting import collect_seldom
from ingest.pipeline.place import Open, Place, opened, reading_ahead, refuse_sample
from ingest.sqlite import writer_lock
from ingest.store import DatasetKind, kind_of, open_store, refuse_foreign, swap_in

Progress = Callable[[int, int], None]


def rebuild(place: Place, sources: Iterable[str], *, progress: Progress) -> int:
    """Derive again; the number of attempts applied. Without names, the whole database, swapped in at the end.

    Raises:
        UsageError: a source is named that the archive does not know.
        StoreError: where the database should be is something else.
    """
    names = tuple(sources)
    if names:
        return _rebuild_some(place, names, progress)
    refuse_foreign(place.db)
    with writer_lock(place.archive), Archive.open(place.archive) as archive:
        fresh = place.db.with_name(f"{place.db.name}.rebuilding")
        count = build_into(archive, fresh, kind_of(place.db) or "own", progress)
        swap_in(fresh, place.db)
    return count


def _rebuild_some(place: Place, names: tuple[str, ...], progress: Progress) -> int:
    with opened(place) as both:
        sources = [source_of(both, name) for name in names]
        counter = _Counter(sum(both.archive.count(name) for name in names), progress)
        return sum(derive_again(both, source, counter) for source in sources)


def build_into(archive: Archive, path: Path, kind: DatasetKind, progress: Progress) -> int:
    """Derive every source of the archive into a new database at `path`; the number of attempts applied."""
    _remove(path)
    collect_seldom()
    counter = _Counter(archive.count(), progress)
    with open_store(path, create=True, kind=kind) as store, reading_ahead(archive.path) as ahead:
        both = Open(archive=archive, store=store, ahead=ahead)
        return sum(derive_again(both, source_of(both, name), counter) for name in archive.source_ids())


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


class _Counter:
    """Counts applied attempts for a progress bar."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total = total
        self._done = 0
        self._progress = progress

    def __call__(self, _row: FetchRow) -> None:
        self._done += 1
        self._progress(self._done, self._total)


# --- release ---------------------------------------------------------------------------------------------------------


def release(place: Place, fetch_id: str, reason: str) -> FetchRow:
    """Accept a held capture (rule 13): noted in the archive, then applied at its own place in time. Its row as it is now.

    Raises:
        UsageError: there is no such fetch, or it is not held.
    """
    refuse_sample(place)
    with opened(place) as both:
        row = both.store.fetch(fetch_id)
        if row is None:
            raise UsageError(f"no fetch is called {fetch_id!r}; the table `fetches` lists the held ones (outcome = 'held')")
        if row.outcome != "held":
            raise UsageError(f"{fetch_id} is not held: its outcome is {row.outcome}")
        both.archive.release(_record_of(both, row).seq, reason, datetime.now(UTC))
        catch_up(both, row.source_id, lambda _row: None)
        return both.store.fetch(fetch_id) or row


def _record_of(both: Open, row: FetchRow) -> Record:
    """The attempt behind a fetch: the one with its time, and of several at one instant the one at its place among them."""
    same = [record for record in both.archive.records(row.source_id) if stamp(record.attempt.observed_at) == row.observed_at]
    number = int(row.id.rpartition("Z-")[2]) if "Z-" in row.id else 1
    return same[number - 1]
