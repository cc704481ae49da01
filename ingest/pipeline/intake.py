"""Takes saved captures into the archive and applies them; a file that cannot be taken in is said and the others go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from ingest.errors import CaptureError, UsageError
from ingest.importers import FolderImport, SavedFile, attempt_of, read_file, read_folder
from ingest.model import Attempt, FetchRow, Source
from ingest.parse.change_page import looks_like_change_page, read_stamp
from ingest.pipeline.catch_up import catch_up
from ingest.pipeline.place import Open, Place, opened

Progress = Callable[[int, int], None]
Reader = Callable[[], SavedFile]


@dataclass(slots=True, kw_only=True)
class Intake:
    """What an import did, counted as it goes."""

    taken: int = 0
    known: int = 0
    changes: int = 0
    refused: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    trouble: tuple[str, ...] = ()


def import_paths(
    place: Place,
    paths: Iterable[Path],
    *,
    source_id: str | None = None,
    observed_at: datetime | None = None,
    sample: bool = False,
    progress: Progress,
) -> Intake:
    """Take in folders of captures (DESIGN section 6), or single files of `source_id` received at `observed_at`.

    All that can be refused beforehand (a missing folder, an unknown source, a wrong sources.toml) is, before anything is
    written. Files that turn out unusable are listed in `refused`.

    Raises:
        CaptureError, ConfigError, UsageError: nothing was taken in; the sentence says why.
    """
    known = place.known_sources()
    plans = [_plan(path, known, source_id, observed_at) for path in paths]
    total = sum(len(plan.readers) for plan in plans)
    with opened(place, create=True, sample=sample) as both:
        result = Intake()
        for source in {source.id: source for plan in plans for source in plan.sources}.values():
            both.archive.put_settings(source, datetime.now(UTC))
        _archive(both, plans, result, lambda done: progress(done, 2 * total))
        _apply(both, plans, result, lambda done: progress(total + done, 2 * total))
    return result


# --- what is to be read ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    sources: tuple[Source, ...]
    readers: tuple[Reader, ...]
    passed_over: tuple[str, ...] = ()


def _plan(path: Path, known: dict[str, Source], source_id: str | None, observed_at: datetime | None) -> _Plan:
    if source_id is None and observed_at is None:
        return _plan_of_folder(read_folder(path, known))
    if path.is_dir():
        raise UsageError(f"{path} is a folder; --source and --observed-at are for single files")
    if source_id is None or source_id not in known:
        there = ", ".join(known) or "none"
        raise UsageError(f"{path}: name its source with --source; sources.toml has: {there}")
    source = known[source_id]
    if not path.is_file():
        raise CaptureError(f"{path}: no such file")
    return _Plan(sources=(source,), readers=(lambda: read_file(path, source, observed_at),))


def _plan_of_folder(folder: FolderImport) -> _Plan:
    return _Plan(
        sources=tuple(folder.sources.values()),
        readers=tuple(file.read for file in folder.files),
        passed_over=tuple(f"{path}: passed over: {reason}" for path, reason in folder.passed_over),
    )


# --- archive, then apply ---------------------------------------------------------------------------------------------

_BATCH = 64


def _archive(both: Open, plans: Iterable[_Plan], result: Intake, done: Callable[[int], None]) -> None:
    """Every body is kept before anything looks inside."""
    number = 0
    for plan in plans:
        result.passed_over += plan.passed_over
        for batch in _batches(plan.readers):
            with both.archive.batch():
                for reader in batch:
                    _keep(both, reader, result)
                    number += 1
                    done(number)


def _keep(both: Open, reader: Reader, result: Intake) -> None:
    try:
        attempt = _attempt(reader())
    except CaptureError as error:
        result.refused.append(str(error))
        return
    if both.archive.record(attempt) is None:
        result.known += 1
    else:
        result.taken += 1


def _attempt(saved: SavedFile) -> Attempt:
    """A saved file as an attempt; a change page tells of a response with its own time and headers."""
    if saved.body is None or not looks_like_change_page(saved.body):
        return attempt_of(saved)
    statement = read_stamp(saved.body)
    if statement is None:
        return attempt_of(saved)
    return replace(
        attempt_of(replace(saved, observed_at=statement.observed_at)),
        provenance="third_party",
        requested_url=statement.final_url,
        final_url=statement.final_url,
        status=statement.status,
        headers=statement.headers,
        body=None,
        evidence=saved.body,
        complete=True,
        external_ref=statement.external_ref,
        external_path=statement.external_path,
    )


def _batches(readers: tuple[Reader, ...]) -> Iterator[tuple[Reader, ...]]:
    for start in range(0, len(readers), _BATCH):
        yield readers[start : start + _BATCH]


def _apply(both: Open, plans: Iterable[_Plan], result: Intake, done: Callable[[int], None]) -> None:
    applied = 0

    def seen(row: FetchRow) -> None:
        nonlocal applied
        applied += 1
        result.changes += _changes(row)
        done(applied)

    names = sorted({source.id for plan in plans for source in plan.sources})
    for name in names:
        catch_up(both, name, seen)
    states = {state.id: state for state in both.store.source_states()}
    result.trouble = tuple(name for name in names if name in states and states[name].last_outcome in {"failed", "held"})


def _changes(row: FetchRow) -> int:
    counts = (row.items_added, row.items_edited, row.items_removed, row.items_returned, row.items_left, row.items_rekeyed)
    return sum(count or 0 for count in counts)
