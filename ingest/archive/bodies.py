"""Keeps bodies in archive.db, each distinct one once, in chains of frames; knows nothing of attempts.

Successive bodies of one source are nearly equal, so each is packed as the continuation of an earlier one. The references
form trees: at most `MOST_FRAMES` frames are unpacked to read any body, and a body that gains nothing from its
predecessors starts anew. Every body that is given out has been checked against its SHA-256.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.archive.codec import THOROUGH, Frame, FrameError, pack, pack_after, unpack
from ingest.errors import ArchiveError
from ingest.sqlite import Connection

MOST_FRAMES = 64
_GOOD_PART = 8  # a frame below an eighth of what the body would take alone is taken without a second look
_KEPT_BYTES = 4_000_000  # unpacked bodies at hand, so that a run of captures does not unpack its chain again and again
_KEPT_LEAST = 2  # bodies at hand, however large they are


class Kept(NamedTuple):
    """A body that is in the archive: its number there, its hash, its size in bytes, and how it is packed."""

    id: int
    sha256: str
    size: int
    format: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    id: int
    sha256: str
    size: int
    frame: Frame
    base_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Base:
    """A body to continue. `worth` is how many times smaller than a body alone the frame must be to be taken."""

    id: int
    depth: int
    alone: float  # the part of its size that a body of this chain takes when packed alone
    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    frame: Frame
    base: _Base


class Bodies:
    """The table `bodies` of one archive."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        self._kept_bytes = 0

    def put(self, body: bytes, similar: Callable[[], Sequence[int]] = tuple) -> Kept:
        """Keep a body; one that is there already is left as it is.

        `similar` is asked for the ids of bodies that this one may resemble, the likeliest first.
        """
        sha256 = hashlib.sha256(body).hexdigest()
        row = self._connection.execute("SELECT id, format FROM bodies WHERE sha256 = ?", (sha256,)).fetchone()
        if row is not None:
            return Kept(row[0], sha256, len(body), row[1])
        choice = self._choice(body, similar())
        frame = choice.frame if choice else pack(body)
        base_id, depth = (choice.base.id, choice.base.depth + 1) if choice else (None, 0)
        (body_id,) = self._connection.execute(
            "INSERT INTO bodies (sha256, size, format, base_id, depth, data) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            (sha256, len(body), frame.format, base_id, depth, frame.data),
        ).fetchone()
        self._keep(body_id, body)
        return Kept(body_id, sha256, len(body), frame.format)

    def get(self, sha256: str) -> bytes:
        """The body with this hash.

        Raises:
            ArchiveError: there is none, or it is damaged.
        """
        row = self._connection.execute("SELECT id FROM bodies WHERE sha256 = ?", (sha256,)).fetchone()
        if row is None:
            raise ArchiveError(f"the archive has no body {sha256}")
        return self._read(int(row[0]))

    def problems(self) -> Iterator[str]:
        """Unpack every body once, each chain from its first frame on, and name the damaged ones and those lost with them."""
        for row, _, body in self._unpacked_once():
            if isinstance(body, FrameError):
                yield f"body {row.sha256} is damaged: {body}"
                yield from (f"body {lost} is lost with body {row.sha256}" for lost in self._continuing(row.id))

    def repack(self) -> Iterator[int]:
        """Pack every body more tightly where it stands, and tell by how many bytes each shrank; what is damaged is left."""
        for row, prefix, body in self._unpacked_once():
            frame = None if isinstance(body, FrameError) else _tight(body, prefix)
            spared = 0 if frame is None else max(len(row.frame.data) - len(frame.data), 0)
            if frame is not None and spared:
                values = (frame.format, frame.data, row.id)
                self._connection.execute("UPDATE bodies SET format = ?, data = ? WHERE id = ?", values)
            yield spared

    def forget_kept(self) -> None:
        """Let go of the bodies at hand, whose ids a rolled back transaction may have taken back."""
        self._kept.clear()
        self._kept_bytes = 0

    # --- writing -----------------------------------------------------------------------------------------------------

    def _choice(self, body: bytes, similar: Sequence[int]) -> _Choice | None:
        """The smallest frame that continues another body; None where the body is better off alone."""
        best: _Choice | None = None
        for base in map(self._base, similar):
            frame = self._frame_after(body, base)
            if frame is None or (best and len(frame.data) >= len(best.frame.data)):
                continue
            best = _Choice(frame=frame, base=base)
            if len(frame.data) * _GOOD_PART < base.alone * len(body):
                return best
        if best and len(best.frame.data) * best.base.worth < len(pack(body).data):
            return best
        return None

    def _frame_after(self, body: bytes, base: _Base) -> Frame | None:
        try:
            prefix = self._read(base.id)
        except ArchiveError:
            return None  # damage to what is old does not touch what is new
        return pack_after(body, prefix)

    def _base(self, body_id: int) -> _Base:
        """The body itself, or the first of its chain where the chain is as long as it may be."""
        depth, first_id, packed, size = self._connection.execute(_FIRST_OF_CHAIN, (body_id,)).fetchone()
        alone = packed / max(size, 1)
        if depth + 1 < MOST_FRAMES:
            return _Base(id=body_id, depth=depth, alone=alone, worth=1)
        return _Base(id=first_id, depth=0, alone=alone, worth=2)

    # --- reading -----------------------------------------------------------------------------------------------------

    def _unpacked_once(self) -> Iterator[tuple[_Row, bytes | None, bytes | FrameError]]:
        """Each body with the one that it continues, chain by chain; of what cannot be read the error, and nothing behind it."""
        starts = self._connection.execute("SELECT id FROM bodies WHERE base_id IS NULL ORDER BY id").fetchall()
        for (start,) in starts:
            pending: list[tuple[int, bytes | None]] = [(int(start), None)]
            while pending:
                body_id, prefix = pending.pop()
                row = self._row(body_id)
                try:
                    body = _checked(row, prefix)
                except FrameError as error:
                    yield row, prefix, error
                else:
                    yield row, prefix, body
                    pending += [(child, body) for child in self._children(body_id)]

    def _read(self, body_id: int) -> bytes:
        path: list[_Row] = []
        wanted: int | None = body_id
        while wanted is not None and wanted not in self._kept:
            path.append(self._row(wanted))
            wanted = path[-1].base_id
        if wanted is not None:
            self._kept.move_to_end(wanted)
        body = self._kept[wanted] if wanted is not None else None
        if not path:
            return self._kept[body_id]
        body = self._unpacked(path, body)
        self._keep(body_id, body)
        return body

    def _unpacked(self, path: Sequence[_Row], prefix: bytes | None) -> bytes:
        """Unpack a chain, last row first; only its end is hashed, unless that is wrong and the damage must be found."""
        body = prefix
        try:
            for row in reversed(path[1:]):
                body = unpack(row.frame, row.size, body)
            return _checked(path[0], body)
        except FrameError:
            raise self._damage(path, prefix) from None

    def _damage(self, path: Sequence[_Row], prefix: bytes | None) -> ArchiveError:
        body = prefix
        for row in reversed(path):
            try:
                body = _checked(row, body)
            except FrameError as error:
                lost = len(self._continuing(row.id))
                return ArchiveError(
                    f"body {path[0].sha256} is lost: the frame of body {row.sha256} is damaged ({error}), and with it "
                    f"{lost} more; `strandline verify` names them"
                )
        return ArchiveError(f"body {path[0].sha256} was damaged a moment ago and is not now; the disk or memory is failing")

    def _row(self, body_id: int) -> _Row:
        row = self._connection.execute(
            "SELECT sha256, size, format, base_id, data FROM bodies WHERE id = ?", (body_id,)
        ).fetchone()
        sha256, size, form, base_id, data = row
        return _Row(id=body_id, sha256=sha256, size=size, frame=Frame(format=form, data=data), base_id=base_id)

    def _children(self, body_id: int) -> list[int]:
        rows = self._connection.execute("SELECT id FROM bodies WHERE base_id = ? ORDER BY id DESC", (body_id,))
        return [int(child) for (child,) in rows]

    def _continuing(self, body_id: int) -> list[str]:
        return [sha256 for (sha256,) in self._connection.execute(_CONTINUING, (body_id,))]

    def _keep(self, body_id: int, body: bytes) -> None:
        self._kept[body_id] = body
        self._kept_bytes += len(body)
        while self._kept_bytes > _KEPT_BYTES and len(self._kept) > _KEPT_LEAST:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1])


def _checked(row: _Row, prefix: bytes | None) -> bytes:
    body = unpack(row.frame, row.size, prefix)
    if hashlib.sha256(body).hexdigest() != row.sha256:
        raise FrameError("its bytes do not have its hash")
    return body


def _tight(body: bytes, prefix: bytes | None) -> Frame | None:
    return pack(body, THOROUGH) if prefix is None else pack_after(body, prefix, THOROUGH)


_FIRST_OF_CHAIN = """
    WITH RECURSIVE chain (id, base_id, depth) AS (
        SELECT id, base_id, depth FROM bodies WHERE id = ?
        UNION ALL SELECT bodies.id, bodies.base_id, chain.depth FROM chain JOIN bodies ON bodies.id = chain.base_id
    )
    SELECT chain.depth, bodies.id, length(bodies.data), bodies.size
    FROM chain JOIN bodies ON bodies.id = chain.id WHERE chain.base_id IS NULL
"""
_CONTINUING = """
    WITH RECURSIVE lost (id) AS (
        SELECT id FROM bodies WHERE base_id = ?
        UNION ALL SELECT bodies.id FROM lost JOIN bodies ON bodies.base_id = lost.id
    )
    SELECT sha256 FROM bodies WHERE id IN (SELECT id FROM lost) ORDER BY id
"""
