"""Makes git repositories for tests, one `git fast-import` each: fast, and the same ids every time."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

START = 1_767_700_800  # 2026-01-06T12:00:00Z


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """`files`: new content by path, None for a deletion. `parents`: places of earlier commits; None: the one before."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    at: int = START
    parents: Sequence[int] | None = None
    mode: str = "100644"
    authored_at: int | None = None


def make_repository(path: Path, commits: Sequence[Commit], *, bare: bool = False) -> Path:
    """A repository whose branch `main` ends at the last commit."""
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", *(["--bare"] if bare else []), str(path)], check=True)
    stream = b"".join(_written(number, commit) for number, commit in enumerate(commits))
    subprocess.run(["git", "-C", str(path), "fast-import", "--quiet"], input=stream, check=True)
    return path


def run(path: Path, *arguments: str) -> str:
    """What git answers in a repository."""
    return subprocess.run(["git", "-C", str(path), *arguments], check=True, capture_output=True, text=True).stdout.strip()


def _written(number: int, commit: Commit) -> bytes:
    parents = commit.parents if commit.parents is not None else [number - 1] if number else []
    author = commit.at if commit.authored_at is None else commit.authored_at
    lines = [f"commit refs/heads/main\nmark :{number + 1}\nauthor A <a@example.com> {author} +0200\n".encode()]
    lines.append(f"committer C <c@example.com> {commit.at} -0500\ndata 1\n.\n".encode())
    lines += [f"{'merge' if place else 'from'} :{parent + 1}\n".encode() for place, parent in enumerate(parents)]
    for path, content in commit.files.items():
        if content is None:
            lines.append(f"D {path}\n".encode())
        else:
            lines.append(f"M {commit.mode} inline {path}\ndata {len(content)}\n".encode() + content + b"\n")
    return b"".join(lines) + b"\n"
