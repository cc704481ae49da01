"""Brings data.db up to what the archive holds: what is new is added, and what is out of order or date is derived again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from ingest.archive.log import SortKey
from ingest.errors import UsageError
from ingest.history.stamps import stamp
from ingest.model import FetchRow, Record, Source
from ingest.pipeline.ahead import WORTH_IT
from ingest.pipeline.derivation import derivation
from ingest.pipeline.place import Open
from ingest.pipeline.project import Projection
from ingest.pipeline.rows import recorded_row, said_of

BATCH = 256
"""Attempts in one transaction while many are waiting; a single one has its own."""

Seen = Callable[[FetchRow], None]


def catch_up(both: Open, source_id: str, seen: Seen) -> int:
    """Apply the waiting attempts of one source; the number applied, all of them if the source was derived again."""
    source = source_of(both, source_id)
    if both.store.derivation_of(source.id) is None:
        begin(both, source)  # nothing is to be replaced at once, so that a long first import need not be one transaction
    elif not is_current(both, source):
        return derive_again(both, source, seen)
    return _apply_waiting(both, source, seen)


def source_of(both: Open, source_id: str) -> Source:
    """The settings that a source's rows are derived with: those put last.

    Raises:
        UsageError: the archive knows no such source.
    """
    source = both.archive.settings(source_id)
    if source is None:
        raise UsageError(
            f"the archive knows no source {source_id!r}; there are: {', '.join(both.archive.source_ids()) or 'none'}"
        )
    return source


def is_current(both: Open, source: Source) -> bool:
    """True if the rows are derived as they would be today, and the waiting attempts all come after those applied."""
    if both.store.derivation_of(source.id) != derivation(source, both.archive.decisions(source.id)):
        return False
    last = both.store.last_order_key(source.id)
    waiting = sum(1 for _ in both.archive.records(source.id, after=last))
    if both.archive.count(source.id) != both.store.count_fetches(source.id) + waiting:
        return False
    return all(_is_told(both, source, record, last) for record in both.archive.described_again(source.id))


def _is_told(both: Open, source: Source, record: Record, last: SortKey | None) -> bool:
    """True if the rows say of an attempt what its best description says, which may have come late; or it is yet to be applied."""
    if last is None or record.sort_key > last:
        return True
    rows = both.store.fetches_at(source.id, stamp(record.attempt.observed_at))
    return any(said_of(row) == said_of(recorded_row(record, row.id, source)) for row in rows)


def apply_one(both: Open, record: Record, settings: Source | None = None) -> FetchRow:
    """Apply an attempt that was archived just now to a source that is caught up; anything out of order derives it again.

    `settings` are those of `source_of`, where the caller has them at hand.
    """
    name = record.attempt.source_id
    source = settings or source_of(both, name)
    with both.store.transaction():  # in which it is remembered how far the source has come
        last = both.store.last_order_key(name)
        if last is None or record.sort_key > last:
            return Projection(both.archive, both.store, source, both.readings).apply(record)
        rows: dict[str, FetchRow] = {}
        derive_again(both, source, lambda row: rows.__setitem__(row.observed_at, row))
        return rows[stamp(record.attempt.observed_at)]


def derive_again(both: Open, source: Source, seen: Seen) -> int:
    """Drop all rows of the source and apply every attempt anew, in one transaction."""
    with both.store.transaction():
        both.store.drop_source_rows(source.id)
        begin(both, source)
        projection = _projection(both, source, both.archive.count(source.id), None)
        count = 0
        for record in both.archive.records(source.id):
            seen(projection.apply(record))
            count += 1
    return count


def begin(both: Open, source: Source) -> None:
    """Note a source that is to be derived, and with what."""
    with both.store.transaction():
        both.store.ensure_source(source, derivation(source, both.archive.decisions(source.id)))


def _apply_waiting(both: Open, source: Source, seen: Seen) -> int:
    last = both.store.last_order_key(source.id)
    projection = _projection(both, source, both.archive.count(source.id) - both.store.count_fetches(source.id), last)
    records = both.archive.records(source.id, after=last)
    count = 0
    while batch := list(islice(records, BATCH)):
        with both.store.transaction():
            rows = [projection.apply(record) for record in batch]
        count += len(batch)
        _tell(rows, seen)
    return count


def _projection(both: Open, source: Source, waiting: int, after: SortKey | None) -> Projection:
    """What applies the attempts after this one; where many wait, their bodies are read ahead."""
    if both.ahead is None or waiting < WORTH_IT:
        return Projection(both.archive, both.store, source, both.readings)
    both.ahead.begin(source.id, after)
    return Projection(both.archive, both.store, source, both.readings, both.ahead)


def _tell(rows: Iterable[FetchRow], seen: Seen) -> None:
    for row in rows:
        seen(row)
