"""Puts a database that was built beside another in its place, without disturbing those who are reading it."""

from __future__ import annotations

from pathlib import Path

from ingest.errors import StoreError
from ingest.sqlite import Connection, connect
from ingest.store.open import errors_of


def swap_in(fresh: Path, target: Path) -> None:
    """Replace the content of `target` by that of `fresh`, in one transaction, and remove `fresh`.

    Where there is no `target`, `fresh` is renamed. Otherwise its pages are copied by SQLite itself: renaming over a file
    that a server has open would leave that file's write-ahead log beside a database that it does not belong to. Only a
    target that is too damaged for that is removed.

    Raises:
        StoreError: one of the files cannot be read or written; `target` is as it was.
    """
    if not target.exists():
        fresh.replace(target)
        return
    try:
        _copy(fresh, target)
    except StoreError as error:
        if "damaged" not in str(error):
            raise
        _remove(target)
        fresh.replace(target)
    _remove(fresh)


def _copy(fresh: Path, target: Path) -> None:
    with errors_of(target):
        source = connect(fresh, wal=False)
        destination = connect(target, wal=False)
        try:
            _match_pages(source, destination)
            source.backup(destination)
            destination.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            source.close()
            destination.close()


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _match_pages(source: Connection, destination: Connection) -> None:
    """Give `source` the page size of `destination`: SQLite refuses to copy between the two while a write-ahead log is kept."""
    source.execute("PRAGMA journal_mode = DELETE")
    (wanted,) = destination.execute("PRAGMA page_size").fetchone()
    if source.execute("PRAGMA page_size").fetchone() != (wanted,):
        source.execute(f"PRAGMA page_size = {wanted:d}")
        source.execute("VACUUM")
