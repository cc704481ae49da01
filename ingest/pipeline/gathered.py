"""Lets attempts that end at about the same time share one transaction of the database; knows no source and applies nothing."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from ingest.store import Store

PAUSE = 0.1
"""Seconds from the first attempt of a transaction to its end. A commit costs more than all other work on a poll answered 304."""


class Gathered:
    """Transactions of one run of the fetcher. Use as a context manager: what was gathered last is committed at its end.

    What is said of an attempt is held back until its rows are there for all to see. Whatever happens in between, nothing is
    lost: the archive has every attempt, and the next run applies what is missing.
    """

    def __init__(self, store: Store, tell: Callable[[str], None]) -> None:
        self._store = store
        self._tell = tell
        self._lines: list[str] = []
        self._begun = ExitStack()
        self._timer: asyncio.TimerHandle | None = None
        self._failure: Exception | None = None

    def __enter__(self) -> Gathered:
        return self

    def __exit__(self, *_: object) -> None:
        self.commit()

    @contextmanager
    def part(self) -> Iterator[None]:
        """What one attempt writes. If the block raises, what was gathered with it is undone.

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
            self._end_wait()
            self._lines.clear()
            self._begun.__exit__(*sys.exc_info())
            raise

    def say(self, line: str) -> None:
        """Tell a line as soon as what was gathered is committed."""
        self._lines.append(line)
        if self._timer is None:
            self.commit()

    def commit(self) -> None:
        """End the transaction, if there is one, and tell what waited for that.

        Raises:
            StoreError: it could not be written.
        """
        self._end_wait()
        lines, self._lines = self._lines, []
        self._begun.close()
        for line in lines:
            self._tell(line)
        self._raise_failure()

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
