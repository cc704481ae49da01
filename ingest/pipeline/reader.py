"""A process that reads the bodies that wait in an archive and sends what it makes of them; it writes nothing and decides nothing.

Started by `ahead`: asked for a source on its standard input, it answers with parcels on its standard output. Whatever it
cannot read, it leaves out: the process that asked finds out itself what is wrong.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from ingest.archive import Archive
from ingest.archive.log import SortKey
from ingest.history.gates import Verdict, judge_response
from ingest.history.lines import count_lines
from ingest.model import FetchRow, Record, Source
from ingest.pipeline.collecting import collect_seldom
from ingest.pipeline.parcels import Answer, Order, Packer, Parcel
from ingest.pipeline.readings import LineCounts, Read, Readings, examined
from ingest.pipeline.rows import recorded_row


def serve(path: Path, orders: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every order with (its number, parcel) for each attempt, and (its number, None) at the end."""
    begun, going = 0, Going("", None)
    with Archive.open(path, read_only=True) as archive:
        while True:
            try:
                order: Order = pickle.load(orders)  # noqa: S301 -- from the process that started this one
            except EOFError:
                return
            number, source_id, after = order
            if begun != number:
                begun, going = number, Going(source_id, after)
            for parcel in going.parcels(archive):
                _send((number, parcel), answers)
            _send((number, None), answers)


def _send(answer: Answer, answers: IO[bytes]) -> None:
    pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()


class Going:
    """The attempts at a source from one on, read as if each of them were applied."""

    def __init__(self, source_id: str, after: SortKey | None) -> None:
        self._source_id = source_id
        self._after = after
        self._readings = Readings()
        self._packer = Packer()
        self._before: dict[str, Read] = {}  # by page, what was read last

    def parcels(self, archive: Archive) -> Iterator[Parcel]:
        """Those whose bodies have to be read, in order, as far as the archive has them."""
        source = archive.settings(self._source_id)
        if source is None:
            return
        for record in archive.records(self._source_id, after=self._after):
            self._after = record.sort_key
            fetch = recorded_row(record, "", source)
            if not _has_to_be_read(record, self._before.get(fetch.page)):
                continue
            try:
                made = self._made(archive, source, record, fetch)
            except Exception:  # noqa: BLE001, S112 -- the other process meets the same fault and says what it is
                continue
            yield self._packer.pack(record.sort_key, made)

    def _made(self, archive: Archive, source: Source, record: Record, fetch: FetchRow) -> Read | Verdict:
        """The reading, with the number of lines that moved since the one before."""
        body = archive.body(record.body_sha256 or record.evidence_sha256 or "")
        made = examined(self._readings, source, record, fetch, body)
        if isinstance(made, Verdict) or made.reading.statement is not None:
            return made
        last = self._before.get(fetch.page)
        self._readings.apply(source, fetch.page, made)
        self._before[fetch.page] = made
        return made if last is None else _counted(made, last)


def _has_to_be_read(record: Record, before: Read | None) -> bool:
    if judge_response(record.attempt) is not None or record.attempt.status == 304:
        return False
    content = record.body_sha256 or record.evidence_sha256
    return content is not None and (before is None or before.sha256 != content)


def _counted(made: Read, last: Read) -> Read:
    if made.lines is None or last.lines is None:
        return made
    added, removed = count_lines(last.lines, made.lines)
    return replace(made, counts=LineCounts(last.sha256, added, removed))


if __name__ == "__main__":
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked, which ends this one
    with suppress(BrokenPipeError):  # nobody listens any more
        serve(Path(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # without a last attempt to write
