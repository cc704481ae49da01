"""Runs git to read a repository: single answers, one pipe, one `cat-file --batch`; knows no file, no capture.

Only plumbing is meant to be run here, which no setting of a user's changes. What git complains of becomes a CaptureError.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ingest.errors import CaptureError
from ingest.pipes import widen

_CHUNK = 1 << 20
_OF_ANOTHER_REPOSITORY = (  # set where git runs us as its hook
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE",
)  # fmt: skip


class Git:
    """Runs git in a repository; its complaints become CaptureErrors."""

    def __init__(self, repo: Path) -> None:
        self.repo = repo
        program = shutil.which("git")
        if program is None:
            raise CaptureError("git is not installed; `import-git` needs it to read a repository")
        if not repo.is_dir():
            raise CaptureError(f"{repo}: no such folder")
        self._command = (program, "--literal-pathspecs", "-C", os.fspath(repo))
        self._environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_REPOSITORY}
        self._environment |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}

    def ask(self, *arguments: str, problem: str | None = None) -> str:
        """What git answers; `problem` is the sentence where it fails without one."""
        done = subprocess.run(  # noqa: S603 -- git itself, with arguments that cannot be read as options
            (*self._command, *arguments), capture_output=True, env=self._environment, check=False
        )
        if done.returncode:
            raise CaptureError(f"{self.repo}: {_first_line(done.stderr) or problem or 'git cannot read the repository'}")
        return os.fsdecode(done.stdout)

    def start(self, arguments: Sequence[str], source: IO[bytes] | int, complaints: IO[bytes] | int) -> subprocess.Popen[bytes]:
        """A process of git that writes to a pipe."""
        return subprocess.Popen(  # noqa: S603 -- as above
            (*self._command, *arguments), stdin=source, stdout=subprocess.PIPE, stderr=complaints, env=self._environment
        )

    def piped(self, first: Sequence[str], second: Sequence[str]) -> Pipe:
        """Two commands of git, the second reading what the first writes."""
        return Pipe(self, first, second)


class Pipe:
    """`first | second`: gives the output of the second, and says what went wrong when all of it was read."""

    def __init__(self, git: Git, first: Sequence[str], second: Sequence[str]) -> None:
        self._git, self._commands = git, (first, second)
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 -- closed by __exit__
        self._running: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> IO[bytes]:
        source: IO[bytes] | int = subprocess.DEVNULL
        for command in self._commands:
            process = self._git.start(command, source, self._complaints)
            if not isinstance(source, int):
                source.close()  # the two hold it now
            self._running.append(process)
            source = _piped(process.stdout)
        return _piped(self._running[-1].stdout)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._complaints:
            for process in reversed(self._running):
                _end(process, kill=kind is not None)
            if kind is None and any(process.returncode for process in self._running):
                self._complaints.seek(0)
                raise CaptureError(f"{self._git.repo}: {_first_line(self._complaints.read(4096)) or 'git cannot read its log'}")


class Objects:
    """One `git cat-file --batch`, which works at what was asked beforehand while what it gave is worked at here."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._asked: deque[str] = deque()

    def __enter__(self) -> Self:
        self._process = self._git.start(("cat-file", "--batch"), subprocess.PIPE, subprocess.DEVNULL)
        self._requests, self._answers = _piped(self._process.stdin), _piped(self._process.stdout)
        widen(self._answers)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(BrokenPipeError):  # git ended, with something still to be asked
            self._requests.close()
        _end(self._process, kill=True)

    def expect(self, names: Sequence[str]) -> None:
        """Ask for blobs that will be read next, in this order: some tens, so that the question fits into a pipe."""
        try:
            self._requests.writelines(name.encode("ascii") + b"\n" for name in names)
            self._requests.flush()
        except BrokenPipeError:
            return  # the one who reads will be told
        self._asked += names

    def blob(self, name: str, told: Path, most: int) -> bytes:
        """The content of a blob, which may have `most` bytes; `told` names it to a person.

        Raises:
            CaptureError: it has more, or is not there.
        """
        try:
            while self._asked and self._asked[0] != name:
                self._pass(self._size())
            if not self._asked:
                self.expect([name])
            size = self._size()
            if size is not None and size <= most:
                return self._body(size)
            self._pass(size)
        except EOFError:
            raise CaptureError(f"{told}: git ended and gives no more of {self._git.repo}") from None
        if size is None:
            raise CaptureError(f"{told}: git has lost its content ({name})")
        raise CaptureError(f"{told}: has {size} bytes, its source may have {most}; raise its max_bytes")

    def _size(self) -> int | None:
        """The size of what was asked first; None where git has no such blob. EOFError: git gives no more."""
        line = self._answers.readline() if self._asked else b""
        if not line.endswith(b"\n"):
            raise EOFError
        self._asked.popleft()
        answer = line.split()
        if len(answer) != 3:
            return None
        size = int(answer[2])
        if answer[1] != b"blob":
            self._pass(size)
            return None
        return size

    def _body(self, size: int) -> bytes:
        body = self._answers.read(size)
        if len(body) < size or not self._answers.read(1):  # a line break ends it
            raise EOFError
        return body

    def _pass(self, size: int | None) -> None:
        size = 0 if size is None else size + 1
        while size > 0:
            passed = len(self._answers.read(min(size, _CHUNK)))
            if not passed:
                raise EOFError
            size -= passed


def _end(process: subprocess.Popen[bytes], *, kill: bool) -> None:
    if process.stdout is not None:
        process.stdout.close()
    if kill:
        process.kill()
    process.wait()


def _piped(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise CaptureError("git was started without a pipe")
    return stream


def _first_line(complaint: bytes) -> str:
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    return next((line.removeprefix("fatal: ").removeprefix("error: ") for line in lines), "")
