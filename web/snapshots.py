"""Makes consistent copies of a database for download; keeps the last one until the data changes. Never writes to the database."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import tempfile
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from datasette.app import Datasette

from ingest import sqlite

CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A file without a write-ahead log, and the state of the database that it shows."""

    path: Path
    state: str


class Copies:
    """The last copy of a database, in a temporary folder that goes when this object or the process does."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._folder = Path(tempfile.mkdtemp(prefix="strandline-"))
        self._last: Copy | None = None
        self._finalizer = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    async def latest(self, database: Path) -> Copy:
        """A copy of the database as it is now. Many may ask at once: one copy is made.

        Raises:
            sqlite.Error: it cannot be read.
            OSError: there is no room.
        """
        async with self._lock:
            state = state_of(database)
            if self._last is None or self._last.state != state or not self._last.path.is_file():
                self._last = await asyncio.get_running_loop().run_in_executor(None, self._made, database, state)
            return self._last

    def _made(self, database: Path, state: str) -> Copy:
        self._folder.mkdir(mode=0o700, exist_ok=True)  # whoever tidies temporary folders may have removed it
        target = self._folder / f"{state}.db"
        unfinished = self._folder / "unfinished.db"
        unfinished.unlink(missing_ok=True)
        connection = sqlite.connect(database, read_only=True)
        try:
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        finally:
            connection.close()
        for old in self._folder.glob("*.db"):
            if old != unfinished:
                old.unlink()  # a download of it that is under way keeps the open file
        return Copy(path=unfinished.rename(target), state=state)

    def room(self) -> int:
        """Bytes that are free where copies are kept."""
        return shutil.disk_usage(self._folder.parent).free


_COPIES: WeakKeyDictionary[Datasette, Copies] = WeakKeyDictionary()


def copies_of(datasette: Datasette) -> Copies:
    """The copies that a running site keeps."""
    if datasette not in _COPIES:
        _COPIES[datasette] = Copies()
    return _COPIES[datasette]


def state_of(database: Path) -> str:
    """A name for what the database holds: whatever is written moves the size or time of its file or of its write-ahead log."""
    files = [path.stat() for path in (database, log_of(database)) if path.is_file()]
    facts = [(one.st_ino, one.st_size, one.st_mtime_ns) for one in files if one.st_size]  # a reader leaves an empty log
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


def size_of(database: Path) -> int:
    """Bytes of the database with its write-ahead log: no copy is much larger."""
    return sum(path.stat().st_size for path in (database, log_of(database)) if path.is_file())


def log_of(database: Path) -> Path:
    """Where SQLite keeps what is committed and not yet in the file itself."""
    return database.with_name(f"{database.name}-wal")


class FileAnswer:
    """A response that streams a file; it opens it at once, so that nothing can be put in its place meanwhile."""

    def __init__(self, path: Path, headers: Mapping[str, str]) -> None:
        self._file = path.open("rb")
        self._headers = {**headers, "content-length": str(path.stat().st_size)}

    async def asgi_send(self, send: Any) -> None:
        """Send it in pieces of a megabyte."""
        loop = asyncio.get_running_loop()
        try:
            headers = [[name.encode("latin-1"), value.encode("latin-1")] for name, value in self._headers.items()]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            while piece := await loop.run_in_executor(None, self._file.read, CHUNK):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._file.close()
