"""Turns attempts into rows of archive.db and back; runs no SQL."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime
from typing import Any

from ingest.archive.bodies import Kept
from ingest.model import Attempt, Headers, Issue, Record, Redirect

HEADER_COLUMNS = tuple(field.name for field in fields(Headers))
PLAIN_COLUMNS = (
    "source_id", "provenance", "requested_url", "final_url", "status", "elapsed_ms", "external_ref", "external_path",
    "error_kind", "error",
)  # fmt: skip
COLUMNS = (*PLAIN_COLUMNS, *HEADER_COLUMNS, "observed_at", "redirects", "issues", "complete")

Row = Mapping[str, Any]


def stamp(moment: datetime) -> str:
    """UTC text with milliseconds, as all times of fetches are written.

    Raises:
        ValueError: the time has no zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a time without a zone is not a moment")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def moment(text: str) -> datetime:
    """The time that `stamp` wrote."""
    return datetime.fromisoformat(text)


def row_of(attempt: Attempt) -> dict[str, Any]:
    """The columns of an attempt with the hash of its evidence; the ids of its bodies are the archive's."""
    row: dict[str, Any] = {name: getattr(attempt, name) for name in PLAIN_COLUMNS}
    row.update({name: getattr(attempt.headers, name) for name in HEADER_COLUMNS})
    row["observed_at"] = stamp(attempt.observed_at)
    row["redirects"] = _json(attempt.redirects)
    row["issues"] = _json(attempt.issues)
    row["complete"] = int(attempt.complete)
    row["evidence_sha256"] = None if attempt.evidence is None else hashlib.sha256(attempt.evidence).hexdigest()
    return row


def attempt_of(row: Row) -> Attempt:
    """The attempt that `row_of` wrote, without its bodies."""
    return Attempt(
        **{name: row[name] for name in PLAIN_COLUMNS},
        headers=Headers(**{name: row[name] for name in HEADER_COLUMNS}),
        observed_at=moment(row["observed_at"]),
        redirects=tuple(Redirect(**hop) for hop in json.loads(row["redirects"] or "[]")),
        issues=tuple(Issue(**issue) for issue in json.loads(row["issues"] or "[]")),
        complete=bool(row["complete"]),
    )


def record_of(row: Row) -> Record:
    """A row of the view of records (see `log.py`) as the stages see it."""
    return Record(
        seq=row["seq"],
        attempt=attempt_of(row),
        body_sha256=row["body_sha256"],
        body_bytes=row["body_bytes"],
        body_format=row["body_format"],
        evidence_sha256=row["evidence_sha256"],
        sort_key=_sort_key(row, row["body_sha256"] or row["evidence_sha256"]),
        released=bool(row["released"]),
        redacted=bool(row["redacted"]),
    )


def new_record(seq: int, attempt: Attempt, row: Row, body: Kept | None) -> Record:
    """What `record_of` gives of an attempt that was kept just now, as `row`, with its body."""
    return Record(
        seq=seq,
        attempt=_without_bodies(attempt, moment(row["observed_at"])),
        body_sha256=body.sha256 if body else None,
        body_bytes=body.size if body else None,
        body_format=body.format if body else None,
        evidence_sha256=row["evidence_sha256"],
        sort_key=_sort_key(row, body.sha256 if body else row["evidence_sha256"]),
    )


def _without_bodies(attempt: Attempt, at: datetime) -> Attempt:
    if attempt.observed_at == at and attempt.observed_at.tzinfo is UTC and attempt.body is None and attempt.evidence is None:
        return attempt
    return replace(attempt, observed_at=at, body=None, evidence=None)


def _sort_key(row: Row, content: str | None) -> tuple[str, str, str, int, str]:
    return (row["observed_at"], row["external_path"] or "", row["requested_url"] or "", row["status"] or 0, content or "")


def description(row: Row) -> str:
    """All that is said of an attempt, as canonical JSON: equal text, equal description."""
    said = {name: row[name] for name in _SAID if row[name] is not None}
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def rank(row: Row) -> tuple[int, int, str, str]:
    """Which of two descriptions of one attempt holds, the least: a live one, then the one that says more.

    Any total order does, as long as it does not depend on which came first (rule 12).
    """
    said = sum(row[name] is not None for name in _SAID)
    return (_PROVENANCE_RANK[row["provenance"]], -said, row["external_path"] or "", description(row))


_SAID = (*COLUMNS, "evidence_sha256")
_PROVENANCE_RANK = {"live": 0, "import": 1, "third_party": 2}


def _json(values: Sequence[Redirect] | Sequence[Issue]) -> str | None:
    if not values:
        return None
    return json.dumps([asdict(value) for value in values], ensure_ascii=False, separators=(",", ":"))
