"""One capture taken in by a running program, beside feedparser's whole parse and the least that any program would have to do."""

from __future__ import annotations

import hashlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
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
from ingest.pipeline.readings import Readings

URL = "https://bench.example/feed/"
SOURCE = Source(id="bench", kind="feed", url=URL)
WARM = 10
"""Versions before the first that counts."""


def rows(*, quick: bool) -> Iterator[Row]:
    """A capture with one item edited, to a program that goes on and to one that has just begun, and the same bytes again."""
    with scratch() as folder:
        took = _measured(folder, 40 if quick else 200)
    one = "capture of 240 KB, one item edited"
    yield Row(what=one, ours=took["changed"], theirs=took["feedparser"], unit="ms", beside="feedparser", at_most=1 / 12)
    cold = f"{one}, by a program that has just begun"
    yield Row(what=cold, ours=took["cold"], theirs=took["feedparser"], unit="ms", beside="feedparser")
    least = took["hash"] + took["row"]
    yield Row(what="the same bytes again", ours=took["again"], theirs=least, unit="ms", beside="SHA-256, one row", at_most=3)
    for name, beside in (("hash", "SHA-256"), ("scan", "expat"), ("zstd", "zstd after the last"), ("row", "one row")):
        yield Row(what=one, ours=took["changed"], theirs=took[name], unit="ms", beside=beside)


def _measured(folder: Path, count: int) -> dict[str, float]:
    """Median milliseconds by what was done."""
    times, before = defaultdict[str, list[float]](list), b""
    least = _one_row(folder / "row.db")
    with _begun(folder, "warm") as both, _begun(folder, "cold") as other:
        for number, body in enumerate(versions(KINDS["edited"], count + WARM)):
            spent = {
                "changed": cpu_of(partial(_take_in, both, _attempt(body, 2 * number))),
                "again": cpu_of(partial(_take_in, both, _attempt(body, 2 * number + 1))),
                "feedparser": cpu_of(partial(feedparser.parse, io.BytesIO(body), response_headers={"content-location": URL})),
                "hash": cpu_of(partial(hashlib.sha256, body)),
                "scan": cpu_of(partial(expat.ParserCreate(namespace_separator=" ").Parse, body, True)),
                "zstd": cpu_of(partial(pack_after, body, before)),
                "row": cpu_of(partial(least, number, len(body))),
                "cold": cpu_of(partial(_take_in, replace(other, readings=Readings()), _attempt(body, 2 * number))),
            }
            for name, seconds in spent.items() if number >= WARM else ():
                times[name].append(seconds)
            before = body
    return {name: median(seconds) for name, seconds in times.items()}


@contextmanager
def _begun(folder: Path, name: str) -> Iterator[Open]:
    """An archive and a database that know of the source and nothing else."""
    place = Place(sources=folder / "sources.toml", archive=folder / f"{name}-archive.db", db=folder / f"{name}.db")
    with opened(place, create=True) as both:
        both.archive.put_settings(SOURCE, START)
        catch_up(both, SOURCE.id, lambda _row: None)
        yield both


def _take_in(both: Open, attempt: Attempt) -> None:
    record = both.archive.record(attempt)
    assert record is not None
    apply_one(both, record, SOURCE)  # as `watch` does, which has the settings at hand


def _attempt(body: bytes, hours: int) -> Attempt:
    at = START + timedelta(hours=hours)
    return Attempt(source_id="bench", observed_at=at, provenance="live", requested_url=URL, status=200, body=body)


def _one_row(path: Path) -> Callable[[int, int], None]:
    """What writes one row in a transaction of its own, with the journal that we use."""
    database = sqlite.connect(path, create=True)
    database.execute("CREATE TABLE rows (at TEXT, sha256 TEXT, size INTEGER, PRIMARY KEY (at, sha256)) WITHOUT ROWID")

    def write(number: int, size: int) -> None:
        with sqlite.transaction(database):
            database.execute("INSERT INTO rows VALUES (?, 'hash', ?)", (f"{number:012}", size))

    return write
