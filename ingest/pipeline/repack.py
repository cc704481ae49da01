"""Packs the bodies of the archive more tightly, at a time when nothing else is to be done; derives nothing."""

from __future__ import annotations

from collections.abc import Callable

from ingest.archive import Archive
from ingest.pipeline.place import Place
from ingest.sqlite import writer_lock

Progress = Callable[[int, int], None]


def repack(place: Place, *, progress: Progress) -> int:
    """Pack all bodies anew; the number of bytes that this spares.

    Raises:
        ArchiveError: there is no archive.
    """
    with writer_lock(place.archive), Archive.open(place.archive) as archive:
        total = archive.count_bodies()
        return archive.repack(lambda done: progress(done, total))
