"""archive.db: every attempt, every body as received, settings and decisions; derives nothing and deletes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ingest import sqlite
from ingest.archive import overview, settings, statements
from ingest.archive.bodies import Bodies, Kept
from ingest.archive.opening import errors_of, open_archive
from ingest.archive.overview import Extent
from ingest.archive.rows import attempt_of, description, new_record, rank, record_of, row_of, stamp
from ingest.errors import ArchiveError
from ingest.model import Attempt, Record, Source

_CHUNK = 500  # records read at a time: one long read would keep the write-ahead log from being folded in
_PART = 64  # bodies packed again in one transaction
_LOOK_BACK = 8  # captures among which a new body's likely predecessors are looked for
_TRIES = 2  # how many of them are tried

SortKey = tuple[str, str, str, int, str]


class Archive:
    """One archive.db. Not to be shared between threads; one process writes at a time (`sqlite.writer_lock`)."""

    def __init__(self, connection: sqlite.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        self._bodies = Bodies(connection)

    @classmethod
    def open(cls, path: Path, *, create: bool = False, read_only: bool = False) -> Self:
        """Open an archive; with `create`, a missing or empty file becomes an empty archive.

        Raises:
            ArchiveError: the file is missing, is no archive, or was written by a newer version.
        """
        return cls(open_archive(path, create=create, read_only=read_only), path)

    def close(self) -> None:
        """Close the file; where nobody else has it open, its write-ahead log is folded in."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Many writes in one transaction: all of them are kept, or none."""
        try:
            with errors_of(self.path), sqlite.transaction(self._connection):
                yield
        except BaseException:
            self._bodies.forget_kept()
            raise

    # --- attempts ----------------------------------------------------------------------------------------------------

    def record(self, attempt: Attempt) -> Record | None:
        """Keep an attempt and its bodies, in a transaction of its own unless in a `batch`.

        None where it was there already (equal source, time, URL, status and hash, rule 12). Where something else is
        said of it this time, the better description holds (`rows.rank`) and is given back if it is the new one; the other
        is kept beside it.

        Raises:
            ArchiveError: the archive cannot be written.
            ValueError: `observed_at` has no zone.
        """
        row = row_of(attempt)
        with self.batch():
            body = self._kept(attempt)
            row["body_id"] = body.id if body else None
            row["evidence_id"] = None if attempt.evidence is None else self._bodies.put(attempt.evidence).id
            seq = self._insert(row)
            if seq is not None:
                return new_record(seq, attempt, row, body)
            known = self._known(row)
            if description(row) == description(known):
                return None
            better = rank(row) < rank(known)
            self._keep_aside(known["seq"], known if better else row)
            return self.record_by(self._update(known["seq"], row)) if better else None

    def records(self, source_id: str, after: SortKey | None = None) -> Iterator[Record]:
        """The attempts at a source in the order of its history (rule 2), from the first one beyond `after` on.

        The order depends on what the attempts are, never on when they arrived.
        """
        while True:
            chunk = self._chunk(source_id, after)
            yield from chunk
            if len(chunk) < _CHUNK:
                return
            after = chunk[-1].sort_key

    def attempts_at(self, source_id: str, observed_at: str) -> list[Attempt]:
        """The attempts at a source at one instant, given as ISO text with milliseconds; without their bodies."""
        return [attempt_of(row) for row in self._select(statements.AT, (source_id, observed_at))]

    def record_by(self, seq: int) -> Record:
        """The attempt with this number.

        Raises:
            ArchiveError: there is none.
        """
        found = self._select("SELECT * FROM records WHERE seq = ?", (seq,))
        if not found:
            raise ArchiveError(f"{self.path}: has no attempt number {seq}")
        return record_of(found[0])

    def has_external(self, source_id: str, observed_at: datetime, external_ref: str, external_path: str) -> bool:
        """Whether an attempt of this time came from this place elsewhere (a commit and a path in it)."""
        return bool(self._execute(statements.EXTERNAL, (source_id, stamp(observed_at), external_ref, external_path)))

    def described_again(self, source_id: str) -> list[Record]:
        """Attempts of which several things were said, as the best description has them: it may have come after the others."""
        return [record_of(row) for row in self._select(statements.DESCRIBED_AGAIN, (source_id,))]

    def count(self, source_id: str | None = None) -> int:
        """How many attempts there are, at one source or in all."""
        sql = "SELECT count(*) FROM attempts WHERE ?1 IS NULL OR source_id = ?1"
        if source_id is not None:
            sql = "SELECT count(*) FROM attempts WHERE source_id = ?1"
        return int(self._execute(sql, (source_id,))[0][0])

    def extents(self) -> dict[str, Extent]:
        """What there is of each source that has an attempt."""
        with errors_of(self.path):
            return overview.extents(self._connection)

    def source_ids(self) -> tuple[str, ...]:
        """Every source that has an attempt or settings, in order of id."""
        rows = self._execute("SELECT source_id FROM attempts UNION SELECT source_id FROM settings ORDER BY source_id")
        return tuple(source_id for (source_id,) in rows)

    # --- bodies ------------------------------------------------------------------------------------------------------

    def body(self, sha256: str) -> bytes:
        """A body by its hash, which is checked.

        Raises:
            ArchiveError: there is none, or it is damaged.
        """
        with errors_of(self.path):
            return self._bodies.get(sha256)

    def evidence(self, sha256: str) -> bytes:
        """The document that is evidence of an attempt, by its hash; kept and checked as bodies are."""
        return self.body(sha256)

    def repack(self, done: Callable[[int], None]) -> int:
        """Pack all bodies more tightly than there is time for when they arrive; the number of bytes that this spares.

        They read back as before. Every part is a transaction of its own: what is done when it is stopped, stays done.
        """
        spared = number = 0
        steps = self._bodies.repack()
        while True:
            with self.batch():
                part = list(islice(steps, _PART))
            if not part:
                break
            spared, number = spared + sum(part), number + len(part)
            done(number)
        self._execute("VACUUM")
        return spared

    def count_bodies(self) -> int:
        """How many distinct bodies there are."""
        return int(self._execute("SELECT count(*) FROM bodies")[0][0])

    # --- settings and decisions --------------------------------------------------------------------------------------

    def put_settings(self, source: Source, from_at: datetime) -> bool:
        """Note what a source's settings are from a time on; False where they are what they were (`headers` are never kept)."""
        with self.batch():
            return settings.put(self._connection, (source,), from_at)

    def put_all_settings(self, sources: Iterable[Source], from_at: datetime) -> None:
        """The same for many sources at once."""
        with self.batch():
            settings.put(self._connection, sources, from_at)

    def settings(self, source_id: str) -> Source | None:
        """The settings of a source that were put last, None where there never were any."""
        with errors_of(self.path):
            return settings.settings_of(self._connection, source_id)

    def release(self, seq: int, reason: str, at: datetime) -> bool:
        """Note that a person has accepted a held attempt (rule 13); False where that was noted before.

        Raises:
            ArchiveError: there is no such attempt.
        """
        with self.batch():
            if self.record_by(seq).released:
                return False
            sql = "INSERT INTO decisions (kind, attempt_seq, reason, at) VALUES ('release', ?, ?, ?)"
            self._execute(sql, (seq, reason, stamp(at)))
        return True

    def decisions(self, source_id: str) -> tuple[str, ...]:
        """What people decided about a source's attempts, in the order of the history, one text each."""
        return tuple(
            f"{kind} {at} {url or ''} {sha256}" for kind, at, url, sha256 in self._execute(statements.DECISIONS, (source_id,))
        )

    # --- checking ----------------------------------------------------------------------------------------------------

    def verify(self) -> Iterator[str]:
        """Check everything that can be checked from within; one sentence for each thing that is wrong."""
        for sql, sentence in statements.CHECKS:
            for row in self._execute(sql):
                if row != ("ok",):
                    yield sentence.format(*row)
        problems = self._bodies.problems()
        while True:
            with errors_of(self.path):
                problem = next(problems, None)
            if problem is None:
                return
            yield problem

    # --- within ------------------------------------------------------------------------------------------------------

    def _kept(self, attempt: Attempt) -> Kept | None:
        if attempt.body is None:
            return None
        return self._bodies.put(attempt.body, lambda: self._similar(attempt))

    def _similar(self, attempt: Attempt) -> Sequence[int]:
        """The captures nearest in time that asked the same and got the same status, then any others."""
        at = stamp(attempt.observed_at)
        rows = self._execute(statements.EARLIER, (attempt.source_id, at, _LOOK_BACK)) or self._execute(
            statements.LATER, (attempt.source_id, at, 1)
        )
        rows.sort(key=lambda row: (row[1], row[2]) != (attempt.requested_url, attempt.status))  # stable: nearest first
        return tuple(dict.fromkeys(body_id for body_id, _, _ in rows))[:_TRIES]

    def _insert(self, row: dict[str, Any]) -> int | None:
        """The number of the new attempt, None where there is such a one."""
        columns = tuple(name for name in statements.ATTEMPT_COLUMNS if row[name] is not None)
        found = self._execute(statements.insert_of(columns), [row[name] for name in columns])
        return int(found[0][0]) if found else None

    def _known(self, row: dict[str, Any]) -> dict[str, Any]:
        return self._select(statements.SAME_ATTEMPT, row)[0]

    def _update(self, seq: int, row: dict[str, Any]) -> int:
        self._execute(statements.UPDATE, {**row, "seq": seq})
        return seq

    def _keep_aside(self, seq: int, row: dict[str, Any]) -> None:
        text = description(row)
        sql = "INSERT INTO descriptions (attempt_seq, sha256, json) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self._execute(sql, (seq, _sha256(text), text))

    def _chunk(self, source_id: str, after: SortKey | None) -> list[Record]:
        key = after or ("", "", "", -1, "")
        return [record_of(row) for row in self._select(statements.RECORDS, (source_id, key[0], *key, _CHUNK))]

    def _execute(self, sql: str, values: Sequence[object] | dict[str, Any] = ()) -> list[Any]:
        with errors_of(self.path):
            return self._connection.execute(sql, values).fetchall()

    def _select(self, sql: str, values: Sequence[object] | dict[str, Any] = ()) -> list[dict[str, Any]]:
        with errors_of(self.path):
            cursor = self._connection.execute(sql, values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
