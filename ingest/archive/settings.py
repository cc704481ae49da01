"""The settings of sources in archive.db, a row for each time that they changed; knows no attempt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from ingest.archive.rows import stamp
from ingest.model import Source
from ingest.sources import source_from_json, source_json
from ingest.sqlite import Connection

_NEWEST = "SELECT json FROM settings WHERE source_id = ? ORDER BY seq DESC LIMIT 1"
_NEWEST_OF_ALL = "SELECT source_id, json FROM settings WHERE seq IN (SELECT max(seq) FROM settings GROUP BY source_id)"
_PUT = "INSERT INTO settings (source_id, from_at, json) VALUES (?, ?, ?)"


def settings_of(connection: Connection, source_id: str) -> Source | None:
    """Those that were put last, None where there never were any."""
    row = connection.execute(_NEWEST, (source_id,)).fetchone()
    return None if row is None else source_from_json(row[0])


def put(connection: Connection, sources: Iterable[Source], from_at: datetime) -> bool:
    """Note what the settings of these sources are from a time on; False where all are what they were."""
    sources = tuple(sources)
    known = _texts(connection, sources)
    new = [(source.id, stamp(from_at), source_json(source)) for source in sources]
    moved = [row for row in new if known.get(row[0]) != row[2]]
    connection.executemany(_PUT, moved)
    return bool(moved)


def _texts(connection: Connection, sources: Sequence[Source]) -> dict[str, str]:
    """By source, the settings that were put last: in one statement for many of them."""
    if len(sources) > 1:
        return dict(connection.execute(_NEWEST_OF_ALL))
    return {source.id: text for source in sources for (text,) in connection.execute(_NEWEST, (source.id,))}
