"""Where a command works: sources.toml, archive and database; opens them and keeps sample and own data apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.archive import Archive, is_begun
from ingest.errors import UsageError
from ingest.model import Source
from ingest.pipeline.collecting import collect_seldom
from ingest.sources import Settings, load_sources
from ingest.sqlite import writer_lock
from ingest.store import Store, kind_of, open_store, refuse_foreign

if TYPE_CHECKING:
    from ingest.pipeline.ahead import Ahead
    from ingest.pipeline.readings import Readings

WAIT = 10.0
"""Seconds that a second process waits for the first to end before it says who is writing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The three files of a command."""

    sources: Path
    archive: Path
    db: Path
    sources_given: bool = False

    def settings(self) -> Settings:
        """What sources.toml says.

        Raises:
            ConfigError: it is missing or wrong.
        """
        return load_sources(self.sources)

    def known_sources(self, *, needed: bool = True) -> dict[str, Source]:
        """The sources that the archive has, and those of sources.toml, whose word is the newer, by id.

        A sources.toml that nobody named, or that is not `needed`, may be missing.

        Raises:
            ConfigError: it is missing or wrong.
        """
        listed = self.settings().by_id() if (self.sources_given and needed) or self.sources.exists() else {}
        return {**self._archived_sources(), **listed}

    def _archived_sources(self) -> dict[str, Source]:
        if not is_begun(self.archive):
            return {}
        with Archive.open(self.archive, read_only=True) as archive:
            settings = (archive.settings(name) for name in archive.source_ids())
            return {source.id: source for source in settings if source is not None}


def _no_readings() -> Readings:
    from ingest.pipeline.readings import Readings  # loads all that reads: `status` does without

    return Readings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """An archive and a database that are open for writing, what is remembered of what was read, and who reads ahead."""

    archive: Archive
    store: Store
    readings: Readings = field(default_factory=_no_readings)
    ahead: Ahead | None = None


@contextmanager
def opened(place: Place, *, create: bool = False, sample: bool = False) -> Iterator[Open]:
    """Open both for writing, one process at a time.

    Raises:
        UsageError: the database is the bundled sample and the command is not about the sample.
    """
    refuse_sample(place, sample=sample)
    collect_seldom()
    with (
        writer_lock(place.archive, wait=WAIT),
        Archive.open(place.archive, create=create) as archive,
        open_store(place.db, create=True, kind="sample" if sample else "own") as store,
        reading_ahead(place.archive) as ahead,
    ):
        yield Open(archive=archive, store=store, ahead=ahead)


def reading_ahead(archive: Path) -> Ahead:
    """What reads bodies ahead where many wait; nothing is begun yet."""
    from ingest.pipeline.ahead import Ahead

    return Ahead(archive)


def refuse_sample(place: Place, *, sample: bool = False) -> None:
    """Own captures never go into the bundled sample."""
    if not sample and kind_of(place.db) == "sample":
        raise UsageError(f"{place.db} is the bundled sample, which stays as it is; begin your own data first: make start")


def start(place: Place) -> None:
    """Begin own data: an empty archive and database with the sources of sources.toml.

    Raises:
        UsageError: there is own data already.
        StoreError: what lies at the place of the database is something else.
    """
    from ingest.pipeline.derivation import derivation

    sources = place.settings().sources
    if is_begun(place.archive):
        raise UsageError(f"{place.archive} exists already: your data is begun, nothing was changed")
    if kind_of(place.db) == "own":
        raise UsageError(f"{place.db} holds data of your own, but {place.archive} is missing; move one of them away first")
    refuse_foreign(place.db)
    for suffix in ("", "-wal", "-shm"):
        place.db.with_name(place.db.name + suffix).unlink(missing_ok=True)
    now = datetime.now(UTC)
    with opened(place, create=True) as both:
        for source in sources:
            both.archive.put_settings(source, now)
        with both.store.transaction():
            for source in sources:
                both.store.ensure_source(source, derivation(source, ()))
