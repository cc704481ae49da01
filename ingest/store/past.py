"""The newest attempts at a source, as far as plans depend on them: those in a row that say the same make a streak. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ingest.model import FetchRow, Outcome, Provenance
from ingest.sqlite import Connection
from ingest.store.fetches import APPLIED


class Said(NamedTuple):
    """What plans depend on of a row of `fetches`, all of it but when."""

    requested_url: str | None
    final_url: str | None
    status: int | None
    outcome: Outcome
    provenance: Provenance
    etag: str | None
    last_modified: str | None


class Streak(NamedTuple):
    """Attempts in a row that say the same, with the time of each, oldest first."""

    said: Said
    times: tuple[str, ...]


_ROWS = f"SELECT observed_at, {', '.join(Said._fields)} FROM fetches WHERE source_id = ?"  # noqa: S608 -- names from above
_NEWEST_FIRST = "ORDER BY observed_at DESC, rowid DESC LIMIT"  # rows of one source and instant are written in their order
_NEWEST = f"{_ROWS} {_NEWEST_FIRST} ?"
_LAST_OF = f"SELECT observed_at, rowid FROM fetches WHERE source_id = ? AND outcome = ? {_NEWEST_FIRST} 1"  # noqa: S608
_AT = f"{_ROWS} AND rowid = ?"
_LAST_READ = f"SELECT observed_at, rowid, ttl_minutes FROM fetches WHERE source_id = ? AND outcome = ? {_NEWEST_FIRST} 1"  # noqa: S608
_OUTCOME = 1 + Said._fields.index("outcome")
_READ = ("changed", "noise")
_HAS_ISSUE = """
    SELECT 1 FROM fetches AS f JOIN issues AS i ON i.fetch_id = f.id
    WHERE f.source_id = ? AND f.observed_at >= ? AND f.requested_url = ? AND i.code = ? LIMIT 1
"""


def streaks(connection: Connection, source_id: str, limit: int) -> list[Streak]:
    """The newest attempts at a source, oldest first, and before them the last applied one where it is older."""
    rows = connection.execute(_NEWEST, (source_id, limit)).fetchall()
    if len(rows) == limit and not any(row[_OUTCOME] in APPLIED for row in rows):
        rows += _last_applied(connection, source_id)
    rows.reverse()
    return [Streak(Said._make(said), tuple(row[0] for row in alike)) for said, alike in groupby(rows, itemgetter(slice(1, None)))]


def _last_applied(connection: Connection, source_id: str) -> list[Any]:
    """Looked for by outcome: between it and now may lie years of 304s."""
    last = max(_last_of(connection, _LAST_OF, source_id, APPLIED), default=None)
    return [] if last is None else connection.execute(_AT, (source_id, last[1])).fetchall()


def _last_of(connection: Connection, query: str, source_id: str, outcomes: Iterable[str]) -> list[Any]:
    return [row for outcome in outcomes for row in connection.execute(query, (source_id, outcome))]


def said_by(fetch: FetchRow) -> Said:
    """What `streaks` gives of an attempt."""
    return Said(
        fetch.requested_url, fetch.final_url, fetch.status, fetch.outcome, fetch.provenance, fetch.etag, fetch.last_modified
    )


def last_ttl(connection: Connection, source_id: str) -> int | None:
    """For how many minutes the feed asked to be left alone when it was read last."""
    row = max(_last_of(connection, _LAST_READ, source_id, _READ), default=None)
    return None if row is None else row[2]


def has_issue(connection: Connection, source_id: str, code: str, requested_url: str, since: str) -> bool:
    """Whether an attempt at this address since then has an issue of this code."""
    return connection.execute(_HAS_ISSUE, (source_id, since, requested_url, code)).fetchone() is not None
