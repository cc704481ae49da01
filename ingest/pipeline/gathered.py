"""Lets attempts that end at about the same time share their transactions; knows no source and applies nothing."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from ingest.archive import Archive
from ingest.model import Attempt, Record
from ingest.store import Store

PAUSE = 0.1
"""Seconds from the first attempt of a transaction to its end. A commit costs more than all other work on a poll answered 304."""


class Gathered:
    """Transactions of one run of the fetcher. Use as a context manager: what was gathered last is committed at its end.

    An attempt that brought bytes is archived for good at once. One that brought none (a 304, a failure) is so together with
    those that end within PAUSE: if the process is killed before that, it is as if it had been killed before the answer came.
    Rows follow the archive: they are committed after it, and the next run applies what is missing of them. What is said of
    an attempt is held back until its rows are there for all to see.
    """

    def __init__(self, archive: Archive, store: Store, tell: Callable[[str], None]) -> None:
        self._archive = archive
        self._store = store
        self._tell = tell
        self._lines: list[str] = []
        self._archiving = ExitStack()
        self._is_archiving = False
        self._begun = ExitStack()
        self._timer: asyncio.TimerHandle | None = None
        self._failure: Exception | None = None

    def __enter__(self) -> Gathered:
        return self

    def __exit__(self, *_: object) -> None:
        self.commit()

    def keep(self, attempt: Attempt) -> Record | None:
        """Archive an attempt; None where it was there already.

        Raises:
            ArchiveError: it could not be written, or what was gathered before could not.
            StoreError: what was gathered before could not be committed.
        """
        self._raise_failure()
        if attempt.body is not None or attempt.evidence is not None:
            self._commit_archive()
        elif not self._is_archiving:
            self._archiving.enter_context(self._archive.batch())
            self._is_archiving = True
        return self._archive.record(attempt)

    @contextmanager
    def part(self) -> Iterator[None]:
        """What one attempt writes. If the block raises, the rows that were gathered with it are undone.

        Raises:
            StoreError: what was gathered before could not be committed.
        """
        self._raise_failure()
        if self._timer is None:
            self._begun.enter_context(self._store.transaction())
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._in_time)
        try:
            yield
        except BaseException:
            self._undo_rows()
            raise

    def say(self, line: str) -> None:
        """Tell a line as soon as what was gathered is committed."""
        self._lines.append(line)
        if self._timer is None:
            self.commit()

    def commit(self) -> None:
        """End the transactions, if there are any, and tell what waited for that.

        Raises:
            ArchiveError, StoreError: something could not be written; there are no rows of what is not in the archive.
        """
        self._commit_archive()
        self._end_wait()
        lines, self._lines = self._lines, []
        self._begun.close()
        for line in lines:
            self._tell(line)
        self._raise_failure()

    def _commit_archive(self) -> None:
        self._is_archiving = False
        try:
            self._archiving.close()
        except BaseException:
            self._undo_rows()
            raise

    def _undo_rows(self) -> None:
        """Called while an error is handled."""
        self._end_wait()
        self._lines.clear()
        self._begun.__exit__(*sys.exc_info())

    def _in_time(self) -> None:
        try:
            self.commit()
        except Exception as error:  # noqa: BLE001 -- the event loop would swallow it; the next attempt or the end of the run raises it
            self._failure = error

    def _end_wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _raise_failure(self) -> None:
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
