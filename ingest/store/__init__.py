"""Decisions in, data.db out: what is known, what is written, and nothing decided here. Imports no other stage.

    layout            the tables as data: which columns an item table has and how their values are stored
    open              a database file found, made, refused
    fetches           the log of attempts and the state of each listing page
    past              what plans depend on of the newest attempts
    known             what was known before a capture
    items, events, listings, accounts, rollups    the parts of one capture's decision, written
    search            the full-text indexes, fed once a transaction
    sources           a source's own row; dropping all that was derived from it
    store             all of that behind one object
    overview          the log as a whole: how each source is doing
    compare, check    two databases row for row; one database against itself
    swap              a database built beside another takes its place
    snapshot          a clean copy to publish

The tables are in schema.sql, what is read from them in views.sql, full-text search in search.sql.
"""

from __future__ import annotations

from ingest.store.check import check
from ingest.store.compare import compare
from ingest.store.open import DatasetKind, refuse_foreign
from ingest.store.overview import SourceState, kind_of
from ingest.store.past import Said, Streak, said_by
from ingest.store.snapshot import snapshot
from ingest.store.store import Store, open_store
from ingest.store.swap import swap_in

__all__ = [
    "DatasetKind", "Said", "SourceState", "Store", "Streak", "check", "compare", "kind_of", "open_store", "refuse_foreign",
    "said_by", "snapshot", "swap_in",
]  # fmt: skip
