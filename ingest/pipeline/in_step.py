"""Applies what an import archives while it archives more, as long as that comes in the order of history; decides nothing.

It keeps some attempts behind, whose bodies the second process (`ahead`) reads meanwhile. Where something turns up that belongs
before what came already, it stops: `catch_up`, which comes in the end in any case, does the rest, or all again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from ingest.archive.log import SortKey
from ingest.model import Record, Source
from ingest.pipeline.ahead import WORTH_IT, Ahead
from ingest.pipeline.catch_up import BATCH, Seen, begin, is_current
from ingest.pipeline.place import Open
from ingest.pipeline.project import Projection

_BEHIND = 256
"""Attempts that wait: as many as are archived while the second process begins."""


class InStep:
    """One import of one source. Use as a context manager: what waits is applied at its end, or undone if the block raises."""

    def __init__(self, both: Open, source: Source, seen: Seen) -> None:
        self._both = both
        self._source = source
        self._seen = seen
        self._ahead: Ahead | None = both.ahead  # None: it has stopped
        self._projection: Projection | None = None  # None: it has not begun
        self._last: SortKey | None = None
        self._archived = 0
        self._coming = 0
        self._pending: deque[Record] = deque()
        self._transaction = ExitStack()
        self._written = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None and self._projection is not None:
            self._apply(self._projection, 0)
        self._transaction.__exit__(kind, error, trace)

    def expect(self, coming: int) -> None:
        """Have the second process begin, which takes its time, where so many more are known to come."""
        self._coming = coming
        if self._ahead is not None and self._projection is None and self._is_worth_it():
            self._ahead.start()

    def follow(self, batch: Sequence[Record]) -> None:
        """Go on after these attempts were archived."""
        self._archived += len(batch)
        if self._ahead is None:
            return
        if self._projection is None:
            if self._archived and self._is_worth_it():
                self._begin(self._ahead)
        elif batch:
            self._go_on(self._ahead, self._projection, sorted(batch, key=lambda record: record.sort_key))

    def _is_worth_it(self) -> bool:
        return self._archived + self._coming >= WORTH_IT

    def _begin(self, ahead: Ahead) -> None:
        """Begin with all that waits, if the rows are those of today."""
        both, source = self._both, self._source
        if both.store.derivation_of(source.id) is None:
            begin(both, source)
        elif not is_current(both, source):
            self._ahead = None
            return
        after = both.store.last_order_key(source.id)
        waiting = list(both.archive.records(source.id, after=after))
        self._pending.extend(waiting)
        self._last = waiting[-1].sort_key if waiting else after
        ahead.begin(source.id, after)
        self._projection = Projection(both.archive, both.store, source, both.readings, ahead)

    def _go_on(self, ahead: Ahead, projection: Projection, batch: list[Record]) -> None:
        if self._last is not None and batch[0].sort_key <= self._last:
            self._ahead = None
            return
        self._last = batch[-1].sort_key
        ahead.go_on()
        self._pending.extend(batch)
        self._apply(projection, _BEHIND)

    def _apply(self, projection: Projection, behind: int) -> None:
        """Apply what waits, in transactions of their own, save for the last so many."""
        while len(self._pending) > behind:
            if self._written == 0:
                self._transaction.enter_context(self._both.store.transaction())
            self._seen(projection.apply(self._pending.popleft()))
            self._written += 1
            if self._written >= BATCH:
                self._transaction.close()
                self._written = 0
