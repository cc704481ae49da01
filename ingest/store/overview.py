"""Questions about the log as a whole: one fetch, how many there are, how each source is doing. Reads only."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from ingest.model import Redirect
from ingest.sqlite import Connection, Error, connect
from ingest.store.fetches import REFUSED
from ingest.store.open import DatasetKind


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceState:
    """How one source is doing; times are ISO text, None where there was none yet."""

    id: str
    kind: str
    url: str
    last_fetch_id: str | None
    last_fetch_at: str | None
    last_outcome: str | None
    last_change_at: str | None
    trouble_since: str | None
    failures: int
    last_error_kind: str | None
    last_error: str | None
    last_page: str | None
    last_requested_url: str | None
    last_redirects: tuple[Redirect, ...] = ()


class Standing(NamedTuple):
    """How far the rows of one source have come: what they were derived with, how many attempts, and the time of the newest."""

    derivation: str
    fetches: int
    newest: str | None


def kind_of(path: Path) -> DatasetKind | None:
    """Whose data is in the file: the sample's or somebody's own; None where there is no database of ours."""
    if not path.is_file() or path.stat().st_size == 0:
        return None
    try:
        connection = connect(path, read_only=True)
    except Error:
        return None
    try:
        row = connection.execute("SELECT kind FROM dataset").fetchone()
    except (Error, UnicodeDecodeError):
        return None
    finally:
        connection.close()
    return None if row is None else cast(DatasetKind, row[0])


def count_fetches(connection: Connection, source_id: str) -> int:
    """How many attempts at the source are written (kept at write time, so that asking costs nothing)."""
    row = connection.execute("SELECT fetches FROM sources WHERE id = ?", (source_id,)).fetchone()
    return 0 if row is None else int(row[0])


def standings(connection: Connection) -> dict[str, Standing]:
    """By source, for every source."""
    rows = connection.execute("SELECT id, derivation, fetches, last_fetch_at FROM sources")
    return {name: Standing(*standing) for name, *standing in rows}


def in_trouble(connection: Connection) -> list[str]:
    """The sources whose last attempt failed or was held, in order of id."""
    rows = connection.execute("SELECT id, last_outcome FROM sources ORDER BY id")
    return [name for name, outcome in rows if outcome in REFUSED]


def source_states(connection: Connection) -> list[SourceState]:
    """Every source, in order of id."""
    rows = connection.execute(
        """
        SELECT s.id, s.kind, s.url, s.last_fetch_id, s.last_fetch_at, s.last_outcome, s.last_change_at, s.trouble_since,
               s.failures, f.error_kind, f.error, f.page, f.requested_url, f.redirects
        FROM sources AS s LEFT JOIN fetches AS f ON f.id = s.last_fetch_id
        ORDER BY s.id
        """
    )
    return [_state(dict(zip(SourceState.__dataclass_fields__, row, strict=True))) for row in rows]


def _state(row: dict[str, Any]) -> SourceState:
    return SourceState(**{**row, "last_redirects": tuple(Redirect(**hop) for hop in json.loads(row["last_redirects"] or "[]"))})
