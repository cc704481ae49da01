"""Reads every version of one file in a git repository as a saved capture; starts git, which only reads. Knows no archive.

Plumbing alone is asked (`rev-list | diff-tree`, one `cat-file --batch`), which no setting of a user's changes. Everything
is streamed: of a million commits one version is held at a time.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ingest.errors import CaptureError
from ingest.importers.git_process import Git, Objects
from ingest.importers.saved import SavedFile, printable, saved_body
from ingest.importers.sidecar import Sidecar, sidecar_of
from ingest.model import Source

_FILES = frozenset({b"100644", b"100755", b"100664"})  # modes; a link or a submodule is no capture
_HEADER = b"commit "
_CHUNK = 1 << 20
_NEXT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GitVersion:
    """One version of the file. `observed_at` is the sidecar's where the same commit wrote one that tells it, else the commit's.

    The commit's is the committer's time: the file is known to have been as it is then, while an author's time is kept
    when a commit is made anew with other content. `note` says what is wrong with a sidecar that was left aside.
    """

    commit: str
    observed_at: datetime
    blob: str
    sidecar: Sidecar = field(default_factory=Sidecar)
    note: str | None = None


class GitFile:
    """One file of a repository, `path` from the repository's root. Use as a context manager: it holds processes of git."""

    def __init__(self, repo: Path, path: str, source: Source) -> None:
        """Raises CaptureError where there is no such repository, or no commit at its HEAD has ever had the file."""
        self.repo = repo
        self.source = source
        asked = Git(repo)
        self._git = Git(repo / asked.ask("rev-parse", "--show-cdup").strip())
        self.path = _from_root(path, repo, asked.ask("rev-parse", "--show-prefix").removesuffix("\n"))
        self._sidecars = _sidecar_paths(self.path)
        self._check()
        self._stack = ExitStack()
        self._objects = self._stack.enter_context(Objects(self._git))

    @property
    def external_path(self) -> str:
        """The path as text that can be stored."""
        return printable(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stack.close()

    def versions(self) -> Iterator[GitVersion]:
        """Every commit that changed the file's content, parents before children; one that deletes it is passed over.

        Versions of side branches are among them, and of merges those that are none of their parents'. Commits made within
        one second follow each other by a millisecond, so that the history keeps their order.
        """
        last = _Clock()
        found = False
        for commit, seconds, blobs in self._changes():
            blob = blobs.get(self.path)
            if blob is None:
                continue
            found = True
            sidecar, note = self._sidecar(commit, blobs)
            yield GitVersion(
                commit=commit,
                observed_at=sidecar.observed_at or last.after(self._moment(commit, seconds)),
                blob=blob,
                sidecar=sidecar,
                note=note,
            )
        if not found:
            raise CaptureError(f"{self.repo}: {printable(self.path)} never was a file there (a folder, a link or a submodule)")

    def expect(self, versions: Iterable[GitVersion]) -> None:
        """Have git look up bodies that will be read next, in this order."""
        self._objects.expect([version.blob for version in versions])

    def read(self, version: GitVersion) -> SavedFile:
        """The version with its body.

        Raises:
            CaptureError: it is larger than its source may be, or git cannot give it.
        """
        name = Path(f"{self.repo}@{version.commit[:12]}/{self.path}")
        raw = self._objects.blob(version.blob, name, self.source.max_bytes)
        return saved_body(
            name, raw, self.source, version.sidecar,
            observed_at=version.observed_at, external_path=self.external_path, external_ref=version.commit,
        )  # fmt: skip

    def former_path(self, commit: str) -> str | None:
        """Under which name the file stood before a commit, where git takes the commit for its renaming."""
        moved = self._git.ask("diff-tree", "-r", "-M", "--diff-filter=R", "--name-status", "--no-commit-id", "-z", commit)
        parts = moved.split("\0")
        return next((printable(old) for old, new in zip(parts[1::3], parts[2::3], strict=False) if new == self.path), None)

    # --- the log

    def _changes(self) -> Iterator[tuple[str, int, dict[str, str]]]:
        """Of each commit that touched the file: its id, its time, and the blobs that it gave to the file and its sidecars."""
        walk = ("rev-list", "--full-history", "--topo-order", "--reverse", "HEAD", "--", self.path)
        compare = (
            "diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-renames", "--raw", "--no-abbrev",
            "--format=commit %H %ct", "--", self.path, *self._sidecars,
        )  # fmt: skip
        with self._git.piped(walk, compare) as output:
            tokens = _tokens(output)
            commit, seconds, blobs = "", 0, dict[str, str]()
            for token in tokens:
                if token.startswith(_HEADER):
                    if commit:
                        yield commit, seconds, blobs
                    _, commit, moment = token.decode("ascii").split(" ")
                    seconds, blobs = int(moment), {}
                elif token.startswith(b":"):
                    blob, path = _new_blob(token), os.fsdecode(next(tokens))
                    if blob is not None:
                        blobs[path] = blob
            if commit:
                yield commit, seconds, blobs

    def _sidecar(self, commit: str, blobs: dict[str, str]) -> tuple[Sidecar, str | None]:
        """What was written beside the file in the same commit; an older sidecar tells of an older response."""
        path = next((path for path in self._sidecars if path in blobs), None)
        if path is None:
            return Sidecar(), None
        name = Path(f"{self.repo}@{commit[:12]}/{path}")
        try:
            return sidecar_of(self._objects.blob(blobs[path], name, self.source.max_bytes), name), None
        except CaptureError as error:
            return Sidecar(), f"{error}; the commit's own time is taken"

    def _moment(self, commit: str, seconds: int) -> datetime:
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError) as error:
            raise CaptureError(f"{self.repo}: commit {commit} has no possible time ({seconds})") from error

    def _check(self) -> None:
        self._git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}", problem="has no commit at HEAD yet")
        if not self._git.ask("rev-list", "--full-history", "-1", "HEAD", "--", self.path):
            raise CaptureError(f"{self.repo}: no commit at HEAD ever had a file {printable(self.path)}")
        if self._git.ask("ls-tree", "-d", "-z", "HEAD", "--", self.path):
            raise CaptureError(f"{self.repo}: {printable(self.path)} is a folder; name one of its files")


class _Clock:
    """Gives the versions of one second moments of their own, in their order."""

    def __init__(self) -> None:
        self._committed: datetime | None = None
        self._given: datetime | None = None

    def after(self, committed: datetime) -> datetime:
        given = committed
        if self._committed is not None and self._given is not None and self._committed <= committed <= self._given:
            given = self._given + _NEXT
        self._committed, self._given = committed, given
        return given


def _from_root(path: str, repo: Path, prefix: str) -> str:
    """The path as git spells it, from one that is absolute or relative to `repo`, which lies at `prefix` in its repository."""
    if posixpath.isabs(path):
        path = os.path.relpath(os.path.realpath(path), os.path.realpath(repo))
    whole = posixpath.normpath(posixpath.join(prefix, path))
    if whole == "." or whole.split("/")[0] == "..":
        raise CaptureError(f"{printable(path)}: is no file of the repository {repo}")
    return whole


def _sidecar_paths(path: str) -> tuple[str, ...]:
    """What may tell of the file, best first."""
    return f"{path}.headers.json", posixpath.join(posixpath.dirname(path), "headers.json")


def _tokens(output: IO[bytes]) -> Iterator[bytes]:
    """The NUL-ended pieces of a stream; git puts line breaks and empty pieces between some of them."""
    rest = b""
    while chunk := output.read1(_CHUNK) if hasattr(output, "read1") else output.read(_CHUNK):
        *pieces, rest = (rest + chunk).split(b"\0")
        yield from filter(None, (piece.lstrip(b"\n") for piece in pieces))
    if rest.strip():
        yield rest


def _new_blob(entry: bytes) -> str | None:
    """The blob that a raw entry of diff-tree leads to, None where the content stays, is deleted, or is no file.

    `:mode mode blob blob letter`; of a merge as many colons, modes and blobs as it has parents, and one more of each.
    """
    parents = len(entry) - len(entry.lstrip(b":"))
    words = entry[parents:].split(b" ")
    mode, blobs = words[parents], words[parents + 1 : 2 * parents + 2]
    return blobs[-1].decode("ascii") if mode in _FILES and blobs[-1] not in blobs[:-1] else None
