"""The archive's size and reading times beside git's packs of the same blobs, of real histories and made-up ones."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from bench.measure import Row, cpu_of
from bench.places import SHARED, git, make_repository, scratch
from bench.workload import KINDS, START, versions
from ingest.archive import Archive
from ingest.model import Attempt
from ingest.sqlite import connect

LARGE = range(150_000, 300_000)
"""Bodies of about 200 KB, in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Bytes that the bodies of one history take: in our frames, after `git gc`, after `git gc --aggressive`."""

    ours: int
    gc: int
    aggressive: int


def rows(*, quick: bool) -> Iterator[Row]:
    """Sizes in sum and in the worst history, depth of chains, and the time to read a body of 200 KB."""
    real = {path.name: _bodies(path) for path in sorted((SHARED / "real" / "histories").glob("*/"))}
    if real:
        yield from _size_rows("real histories", [measured(bodies) for bodies in real.values()])
    made = list(versions(KINDS["wp"], 100 if quick else 400))
    yield from _size_rows(f"{len(made)} versions of 240 KB", [measured(made)])
    times, deepest = reading(made)
    yield Row(what="frames to unpack for any body, at most", ours=deepest, theirs=None, unit="", beside="", at_most=64)
    yield Row(what="a body of 200 KB read back, median", ours=1000 * times, theirs=None, unit="ms", beside="", at_most=5)


def _size_rows(what: str, sizes: Sequence[Sizes]) -> Iterator[Row]:
    ours, gc, aggressive = (sum(getattr(one, name) for one in sizes) / 1024 for name in ("ours", "gc", "aggressive"))
    yield Row(what=f"archive of {what}", ours=ours, theirs=aggressive, unit="KiB", beside="git gc --aggressive", at_most=0.9)
    yield Row(what=f"archive of {what}", ours=ours, theirs=gc, unit="KiB", beside="git gc", at_most=0.6)
    if len(sizes) > 1:
        worst = max(sizes, key=lambda one: one.ours / one.aggressive)
        yield Row(
            what=f"the worst of {len(sizes)} {what}",
            ours=worst.ours / 1024,
            theirs=worst.aggressive / 1024,
            unit="KiB",
            beside="git gc --aggressive",
            at_most=1.3,
        )


def measured(bodies: Sequence[bytes]) -> Sizes:
    """What one history takes in each of the three ways; only bodies are counted, neither commits nor rows."""
    with scratch() as folder:
        ours = _packed(_archive(folder, bodies))
        path = folder / "repository"
        start = int(START.timestamp())
        make_repository(path, "body", ((start + number, body) for number, body in enumerate(bodies)))
        git(path, "gc", "--quiet", "--prune=now")
        gc = _blobs(path)
        git(path, "gc", "--quiet", "--aggressive", "--prune=now")
        return Sizes(ours=ours, gc=gc, aggressive=_blobs(path))


def reading(bodies: Sequence[bytes]) -> tuple[float, int]:
    """Median seconds to read one body with nothing at hand, and the frames of the longest chain."""
    with scratch() as folder:
        path = _archive(folder, bodies)
        database = connect(path, read_only=True)
        deepest = database.execute("SELECT max(depth) + 1 FROM bodies").fetchone()[0]
        large = [sha256 for sha256, size in database.execute("SELECT sha256, size FROM bodies") if size in LARGE]
        database.close()
        return statistics.median(_read(path, sha256) for sha256 in large[:: max(1, len(large) // 100)]), deepest


def _read(path: Path, sha256: str) -> float:
    with Archive.open(path, read_only=True) as archive:
        return cpu_of(lambda: archive.body(sha256))


def _archive(folder: Path, bodies: Sequence[bytes]) -> Path:
    path = folder / "archive.db"
    with Archive.open(path, create=True) as archive, archive.batch():
        for number, body in enumerate(bodies):
            archive.record(
                Attempt(
                    source_id="bench",
                    observed_at=START + timedelta(hours=number),
                    provenance="import",
                    requested_url="https://bench.example/feed/",
                    status=200,
                    body=body,
                )
            )
    return path


def _packed(path: Path) -> int:
    database = connect(path, read_only=True)
    (total,) = database.execute("SELECT sum(length(data)) FROM bodies").fetchone()
    database.close()
    return int(total)


def _blobs(path: Path) -> int:
    said = git(path, "cat-file", "--batch-all-objects", "--batch-check=%(objecttype) %(objectsize:disk)")
    return sum(int(line.split()[1]) for line in said.splitlines() if line.startswith("blob "))


def _bodies(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in {".xml", ".html", ".json"}]
