"""Takes saved captures into the archive and applies them; a file that cannot be taken in is said and the others go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ingest.errors import CaptureError, UsageError
from ingest.importers import (
    SOURCES_FILE,
    TOO_LARGE,
    FolderImport,
    GitFile,
    SavedFile,
    attempt_of,
    read_file,
    read_folder,
)
from ingest.model import Attempt, FetchRow, Record, Source
from ingest.parse.change_page import looks_like_change_page
from ingest.pipeline.ahead import WORTH_IT
from ingest.pipeline.catch_up import catch_up
from ingest.pipeline.coming import Coming
from ingest.pipeline.in_step import InStep
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
    """Take in folders of captures, or single files of `source_id` received at `observed_at`.

    All that can be refused beforehand (a missing folder, an unknown source, a wrong sources.toml) is, before anything is
    written. Files that turn out unusable are listed in `refused`.

    Raises:
        CaptureError, ConfigError, UsageError: nothing was taken in; the sentence says why.
    """
    paths = tuple(paths)
    known = place.known_sources(needed=not all((path / SOURCES_FILE).is_file() for path in paths))
    plans = [_plan(path, known, source_id, observed_at) for path in paths]
    total = sum(len(plan.readers) for plan in plans)
    with opened(place, create=True, sample=sample) as both:
        result = Intake()
        for source in {source.id: source for plan in plans for source in plan.sources}.values():
            both.archive.put_settings(source, datetime.now(UTC))
        _archive(both, plans, result, lambda done: progress(done, 2 * total))
        names = sorted({source.id for plan in plans for source in plan.sources})
        _apply(both, names, result, lambda done: progress(total + done, 2 * total))
    return result


def import_git(place: Place, repo: Path, path: str, *, source_id: str, progress: Progress) -> Intake:
    """Take in every version of a file in a git repository; those taken in before are not read again.

    How many there are is known when the last one is archived: until then the progress stands at half of what is done.

    Raises:
        CaptureError, ConfigError, UsageError: nothing was taken in; the sentence says why.
    """
    source = _source(source_id, place.known_sources(), path)
    with GitFile(repo, path, source) as file, opened(place, create=True) as both:
        result = Intake()
        both.archive.put_settings(source, datetime.now(UTC))
        early = _Applied(lambda _done: None)
        with InStep(both, source, early) as step:
            count = _archive_versions(both, file, step, result, progress)
        late = _apply(both, [source.id], result, lambda done: progress(min(count + early.number + done, 2 * count), 2 * count))
        if late.number < both.archive.count(source.id):  # else all was derived again
            result.changes += early.changes
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
    source = _source(source_id, known, path)
    if not path.is_file():
        raise CaptureError(f"{path}: no such file")
    return _Plan(sources=(source,), readers=(lambda: read_file(path, source, observed_at),))


def _source(source_id: str | None, known: dict[str, Source], path: object) -> Source:
    if source_id is not None and source_id in known:
        return known[source_id]
    what = "name its source with --source" if source_id is None else f"no source is called {source_id!r}"
    raise UsageError(f"{path}: {what}; there are: {', '.join(known) or 'none; describe them in sources.toml'}")


def _plan_of_folder(folder: FolderImport) -> _Plan:
    return _Plan(
        sources=tuple(folder.sources.values()),
        readers=tuple(file.read for file in folder.files),
        passed_over=tuple(f"{path}: passed over: {reason}" for path, reason in folder.passed_over),
    )


# --- archive, then apply ---------------------------------------------------------------------------------------------

_BATCH = 16
"""Attempts in one transaction of the archive: few, so that what reads ahead need not wait while this goes on."""

_NOTES = 3


def _archive(both: Open, plans: Sequence[_Plan], result: Intake, done: Callable[[int], None]) -> None:
    """Every body is kept before anything looks inside."""
    number = 0
    if both.ahead is not None and sum(len(plan.readers) for plan in plans) >= WORTH_IT:
        both.ahead.start()  # it takes its time to begin
    for plan in plans:
        result.passed_over += plan.passed_over
        for batch in _batches(plan.readers):
            with both.archive.batch():
                for reader in batch:
                    _keep(both, reader, result)
                    number += 1
                    done(number)


def _archive_versions(both: Open, file: GitFile, step: InStep, result: Intake, progress: Progress) -> int:
    """The number of versions that the repository has."""
    number = noted = 0
    coming = Coming(both, file)
    step.expect(coming.new())
    batch = coming.batch(_BATCH)
    while batch:
        if number == 0 and (former := file.former_path(batch[0][0].commit)) is not None:
            result.passed_over.append(f"before commit {batch[0][0].commit[:12]} the file was {former}; import that one too")
        kept: list[Record] = []
        with both.archive.batch():
            for version, is_new in batch:
                record = _keep(both, partial(file.read, version), result) if is_new else None
                kept += [record] if record is not None else []
                result.known += not is_new
                number += 1
                progress(number, 2 * number)
        notes = [version.note for version, _ in batch if version.note is not None]
        result.passed_over += notes[: max(_NOTES - noted, 0)]
        noted += len(notes)
        step.expect(coming.new())
        batch = coming.batch(_BATCH)  # before those at hand are applied: git works meanwhile
        step.follow(kept)
    if noted > _NOTES:
        result.passed_over.append(f"and {noted - _NOTES} more like these")
    return number


def _keep(both: Open, reader: Reader, result: Intake) -> Record | None:
    """The attempt, where there is something new of it."""
    try:
        saved = reader()
        attempt = _attempt(saved)
    except CaptureError as error:
        result.refused.append(str(error))
        return None
    record = both.archive.record(attempt)
    if record is None:
        result.known += 1
        return None
    result.taken += 1
    if attempt.error_kind == TOO_LARGE:
        result.passed_over.append(f"{saved.path}: taken in without its body: {attempt.error}")
    return record


def _attempt(saved: SavedFile) -> Attempt:
    """A saved file as an attempt; a change page tells of a response with its own time and headers."""
    if saved.body is None or not looks_like_change_page(saved.body):
        return attempt_of(saved)
    from ingest.parse.change_page.reading import read_stamp

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


class _Applied:
    """Counts the attempts that are applied and their changes."""

    def __init__(self, done: Callable[[int], None]) -> None:
        self.number = self.changes = 0
        self._done = done

    def __call__(self, row: FetchRow) -> None:
        self.number += 1
        self.changes += _changes(row)
        self._done(self.number)


def _apply(both: Open, names: Sequence[str], result: Intake, done: Callable[[int], None]) -> _Applied:
    applied = _Applied(done)
    for name in names:
        catch_up(both, name, applied)
    result.changes += applied.changes
    states = {state.id: state for state in both.store.source_states()}
    result.trouble = tuple(name for name in names if name in states and states[name].last_outcome in {"failed", "held"})
    return applied


def _changes(row: FetchRow) -> int:
    counts = (row.items_added, row.items_edited, row.items_removed, row.items_returned, row.items_left, row.items_rekeyed)
    return sum(count or 0 for count in counts)
