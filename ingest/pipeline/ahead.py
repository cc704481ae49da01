"""Has bodies that wait read in a second process, while this one decides and writes; where that fails, all is read here.

A long backlog takes half the time so, on a machine of two processors. What comes of it is the same: reading depends on the
bytes and the settings alone. See docs/decisions/0012-a-second-process-reads-ahead.md.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import IO

from ingest.archive.log import SortKey
from ingest.history.gates import Verdict
from ingest.pipeline.parcels import Answer, Order, Parcel, Unpacker
from ingest.pipeline.readings import Read
from ingest.pipes import widen

WORTH_IT = 100
"""Attempts that must wait at least: the second process takes a third of a second to begin."""

_MOST_ASKED = 100
"""Orders of which not all has come: with more of them, each process might wait until the other reads from its full pipe."""


class Ahead:
    """The second process, as long as it is of use. Use as a context manager, or `close()` it."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._process: subprocess.Popen[bytes] | None = None
        self._unpacker = Unpacker()
        self._next: Parcel | None = None
        self._order: Order = (0, "", None)
        self._asked = 0  # how often it was sent and not all has come
        self._is_due = False  # it is to be sent once more as soon as all has come of one

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process beforehand, where there is a processor for it."""
        if self._process is None and processors() > 1:
            command = [sys.executable, "-m", "ingest.pipeline.reader", str(self._archive)]
            try:
                self._process = subprocess.Popen(  # noqa: S603 -- a module of our own
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
            except OSError:
                return
            widen(self._process.stdout)

    def begin(self, source_id: str, after: SortKey | None) -> None:
        """Have the attempts at a source read that come after this one."""
        self.start()
        self._unpacker, self._next, self._asked, self._is_due = Unpacker(), None, 0, False
        self._order = (self._order[0] + 1, source_id, after)
        self.go_on()

    def go_on(self) -> None:
        """Have those attempts read as well that were archived since, behind all others."""
        self._is_due = self._asked >= _MOST_ASKED
        if self._process is None or self._process.stdin is None or self._is_due:
            return
        try:
            pickle.dump(self._order, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            self.close()
        else:
            self._asked += 1

    def take(self, key: SortKey) -> Read | Verdict | None:
        """What was made of the body of this attempt, asked for in the order of history; None where it is to be read here."""
        while self._next is not None or self._asked:
            parcel = self._next or self._received()
            self._next = None
            if parcel is None:
                if self._is_due:
                    self.go_on()
                continue
            if parcel.key > key:
                self._next = parcel
                break
            made = self._unpacker.unpack(parcel)
            if parcel.key == key:
                return made
        return None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process, self._asked = self._process, None, 0
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            _close(stream)
        process.wait()

    def _received(self) -> Parcel | None:
        """The next parcel of what was begun last; None at the end of an order, or where the process ended."""
        while self._process is not None and self._process.stdout is not None:
            try:
                answer: Answer = pickle.load(self._process.stdout)  # noqa: S301 -- from a process that this one started
            except (EOFError, OSError, pickle.UnpicklingError):
                self.close()
                break
            number, parcel = answer
            if number == self._order[0]:
                self._asked -= parcel is None
                return parcel
        return None


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _close(stream: IO[bytes] | None) -> None:
    try:
        if stream is not None:
            stream.close()
    except OSError:
        return
