"""One capture taken in by a running program, beside feedparser's whole parse and the least that any program would have to do."""

from __future__ import annotations

import hashlib
import io
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from xml.parsers import expat

import feedparser

from bench.measure import Row, cpu_of, median
from bench.places import scratch
from bench.workload import KINDS, START, versions
from ingest import sqlite
from ingest.archive.codec import pack_after
from ingest.model import Attempt, Source
from ingest.pipeline.catch_up import apply_one, catch_up
from ingest.pipeline.place import Open, Place, opened

URL = "https://bench.example/feed/"
SOURCE = Source(id="bench", kind="feed", url=URL)
WARM = 10


@dataclass(slots=True)
class _Times:
    changed: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    feedparser: list[float] = field(default_factory=list)
    hash: list[float] = field(default_factory=list)
    scan: list[float] = field(default_factory=list)
    zstd: list[float] = field(default_factory=list)
    row: list[float] = field(default_factory=list)


def rows(*, quick: bool) -> Iterator[Row]:
    """A capture with one item edited, and the same bytes again."""
    with scratch() as folder:
        times = _measured(folder, 40 if quick else 200)
    changed, parse = median(times.changed), median(times.feedparser)
    least = median(times.hash) + median(times.row)
    one = "capture of 240 KB, one item edited"
    yield Row(what=one, ours=changed, theirs=parse, unit="ms", beside="feedparser", at_most=1 / 12)
    yield Row(
        what="the same bytes again", ours=median(times.again), theirs=least, unit="ms", beside="SHA-256, one row", at_most=3
    )
    for beside, bound in (
        ("SHA-256", times.hash),
        ("expat", times.scan),
        ("zstd after the last", times.zstd),
        ("one row", times.row),
    ):
        yield Row(what=one, ours=changed, theirs=median(bound), unit="ms", beside=beside)


def _measured(folder: Path, count: int) -> _Times:
    times, before = _Times(), b""
    place = Place(sources=folder / "sources.toml", archive=folder / "archive.db", db=folder / "data.db")
    least = _one_row(folder / "row.db")
    with opened(place, create=True) as both:
        both.archive.put_settings(SOURCE, START)
        catch_up(both, SOURCE.id, lambda _row: None)
        hours = itertools.count()
        for number, body in enumerate(versions(KINDS["edited"], count + WARM)):
            one, other = _attempt(body, next(hours)), _attempt(body, next(hours))
            taken = (
                (times.changed, lambda: _take_in(both, one)),
                (times.again, lambda: _take_in(both, other)),
                (times.feedparser, lambda: feedparser.parse(io.BytesIO(body), response_headers={"content-location": URL})),
                (times.hash, lambda: hashlib.sha256(body).hexdigest()),
                (times.scan, lambda: expat.ParserCreate(namespace_separator=" ").Parse(body, True)),
                (times.zstd, lambda: pack_after(body, before)),
                (times.row, lambda: least(body)),
            )
            for seconds, work in taken:
                spent = cpu_of(work)
                if number >= WARM:
                    seconds.append(spent)
            before = body
    return times


def _take_in(both: Open, attempt: Attempt) -> None:
    record = both.archive.record(attempt)
    assert record is not None
    apply_one(both, record)


def _attempt(body: bytes, hours: int) -> Attempt:
    at = START + timedelta(hours=hours)
    return replace(Attempt(source_id="bench", observed_at=at, provenance="live"), requested_url=URL, status=200, body=body)


def _one_row(path: Path) -> Callable[[bytes], None]:
    """What writes one row in a transaction of its own, with the journal that we use."""
    database = sqlite.connect(path, create=True)
    database.execute("CREATE TABLE rows (at TEXT, sha256 TEXT, size INTEGER, PRIMARY KEY (at, sha256)) WITHOUT ROWID")
    numbers = itertools.count()

    def write(body: bytes) -> None:
        with sqlite.transaction(database):
            database.execute("INSERT INTO rows VALUES (?, 'hash', ?)", (f"{next(numbers):012}", len(body)))

    return write
