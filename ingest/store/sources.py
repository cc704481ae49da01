"""A source's own row, and the removal of all that was derived from it. Knows the settings of a source, not its pages or bytes."""

from __future__ import annotations

import json
from typing import Any, cast

from ingest.model import Source
from ingest.sqlite import Connection
from ingest.store.fetches import OrderKey
from ingest.store.open import statements_of

_ENSURE = """
    INSERT INTO sources (id, kind, title, url, home_url, listing, derivation)
    VALUES (:id, :kind, :title, :url, :home_url, :listing, :derivation)
    ON CONFLICT (id) DO UPDATE SET
        kind = excluded.kind, url = excluded.url, listing = excluded.listing, derivation = excluded.derivation,
        title = coalesce(excluded.title, (SELECT h.title FROM source_history h WHERE h.fetch_id = fields_fetch_id)),
        home_url = coalesce(excluded.home_url, (SELECT h.home_url FROM source_history h WHERE h.fetch_id = fields_fetch_id))
"""
_DROP = tuple(statements_of("drop_source.sql"))


def ensure_source(connection: Connection, source: Source, derivation: str) -> None:
    """Insert the source, or bring its settings and `derivation` up to date; a title that settings lack is the document's."""
    columns = {name: getattr(source, name) for name in ("id", "kind", "title", "url", "home_url", "listing")}
    connection.execute(_ENSURE, columns | {"derivation": derivation})


def derivation_of(connection: Connection, source_id: str) -> str | None:
    """What the rows of the source were derived with; None for a source not known."""
    row = connection.execute("SELECT derivation FROM sources WHERE id = ?", (source_id,)).fetchone()
    return None if row is None else str(row[0])


def last_order_key(connection: Connection, source_id: str) -> OrderKey | None:
    """The place in the order of history of the attempt that was written last."""
    row = connection.execute("SELECT cursor FROM sources WHERE id = ?", (source_id,)).fetchone()
    if row is None or row[0] is None:
        return None
    key: Any = tuple(json.loads(row[0]))
    return cast(OrderKey, key)


def drop_source_rows(connection: Connection, source_id: str) -> None:
    """Delete the source and all its rows; texts that another source holds as well stay."""
    for statement in _DROP:
        connection.execute(statement, {"source": source_id})
