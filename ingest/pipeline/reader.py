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
from ingest.model import Record, Source
from ingest.pipeline.collecting import collect_seldom
from ingest.pipeline.parcels import Answer, Order, Packer, Parcel
from ingest.pipeline.readings import LineCounts, Read, Readings, examined
from ingest.pipeline.rows import recorded_row


def serve(path: Path, orders: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every order with (its number, parcel) for each attempt, and (its number, None) at the end."""
    while True:
        try:
            order: Order = pickle.load(orders)  # noqa: S301 -- from the process that started this one
        except EOFError:
            return
        number, source_id, after = order
        with Archive.open(path, read_only=True) as archive:
            source = archive.settings(source_id)
            for parcel in parcels(archive, source, after) if source is not None else ():
                _send((number, parcel), answers)
        _send((number, None), answers)


def _send(answer: Answer, answers: IO[bytes]) -> None:
    pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()


def parcels(archive: Archive, source: Source, after: SortKey | None) -> Iterator[Parcel]:
    """The attempts at a source whose bodies have to be read, in order, as if each of them were applied."""
    readings, packer = Readings(), Packer()
    before: dict[str, Read] = {}
    for record in archive.records(source.id, after=after):
        page = recorded_row(record, "", source).page
        if not _has_to_be_read(record, before.get(page)):
            continue
        try:
            made = _made(archive, readings, source, record, before)
        except Exception:  # noqa: BLE001, S112 -- the other process meets the same fault and says what it is
            continue
        yield packer.pack(record.sort_key, made)


def _has_to_be_read(record: Record, before: Read | None) -> bool:
    if judge_response(record.attempt) is not None or record.attempt.status == 304:
        return False
    content = record.body_sha256 or record.evidence_sha256
    return content is not None and (before is None or before.sha256 != content)


def _made(archive: Archive, readings: Readings, source: Source, record: Record, before: dict[str, Read]) -> Read | Verdict:
    """The reading, with the number of lines that moved since the one before."""
    fetch = recorded_row(record, "", source)
    made = examined(readings, source, record, fetch, archive.body(record.body_sha256 or record.evidence_sha256 or ""))
    if isinstance(made, Verdict) or made.reading.statement is not None:
        return made
    last = before.get(fetch.page)
    readings.apply(source, fetch.page, made)
    before[fetch.page] = made
    return made if last is None else _counted(made, last)


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
