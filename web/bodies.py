"""Reads bodies out of archive.db, for diffs and for /raw: the one place of `web/` that imports the archive. Never writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ingest.archive import Archive
from ingest.errors import ArchiveError


def read_bodies(path: Path, hashes: Iterable[str]) -> Mapping[str, bytes]:
    """Those of the named bodies that the archive has and can read; opens and closes it, so any thread may call.

    Raises:
        ArchiveError: the file is no archive, or of a newer version.
    """
    found: dict[str, bytes] = {}
    with Archive.open(path, read_only=True) as archive:
        for sha256 in hashes:
            try:
                found[sha256] = archive.body(sha256)
            except ArchiveError:
                continue  # erased, lost or never there: pages say that it is not to be had
    return found
