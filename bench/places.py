"""Where the benchmarks keep what they make (build/bench/), and the repositories of made-up versions that are made once."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.workload import KINDS, moment, versions

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "bench"
SHARED = ROOT.parent / "shared"
FILE = "feed.xml"
SOURCES = '[[source]]\nid = "bench"\nkind = "feed"\nurl = "https://bench.example/feed/"\n'


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder with a sources.toml, gone afterwards."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        folder = Path(name)
        (folder / "sources.toml").write_text(SOURCES)
        yield folder


def strandline(*arguments: object) -> list[object]:
    """The command line of our own program."""
    return [sys.executable, "-m", "ingest", *arguments]


def repository(kind: str, count: int) -> Path:
    """A git repository in which each version of a made-up feed is a commit to `feed.xml`."""
    path = BUILD / "repositories" / f"{kind}-{count}"
    if not path.is_dir():
        commits = ((int(moment(number).timestamp()), body) for number, body in enumerate(versions(KINDS[kind], count)))
        make_repository(path, FILE, commits)
    return path


def make_repository(path: Path, name: str, commits: Iterable[tuple[int, bytes]]) -> None:
    """A repository whose branch `main` has these versions of one file, each with its time in seconds."""
    half = path.with_name(f"{path.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    git(half, "init", "--quiet", "--initial-branch=main")
    git(half, "config", "gc.auto", "0")
    git(half, "config", "fastimport.unpackLimit", "1000000")  # loose objects, as commits make them, not a pack with deltas
    importing = subprocess.Popen(["git", "-C", str(half), "fast-import", "--quiet"], stdin=subprocess.PIPE)
    assert importing.stdin is not None
    with importing.stdin as stream:
        for at, body in commits:
            who = f"bench <bench@example.com> {at} +0000"
            stream.write(f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata 1\n.\n".encode())
            stream.write(f"M 100644 inline {name}\ndata {len(body)}\n".encode() + body + b"\n\n")
    if importing.wait():
        raise RuntimeError(f"git fast-import failed with status {importing.returncode}")
    git(half, "checkout", "--quiet", "main")
    half.rename(path)


def git(path: Path, *arguments: str) -> str:
    """What git answers in a repository."""
    return subprocess.run(["git", "-C", str(path), *arguments], check=True, capture_output=True, text=True).stdout
