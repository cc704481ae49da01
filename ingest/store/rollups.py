"""Keeps the numbers that pages show at once in step with the rows that they count. Counts by what moved, not by recounting."""

from __future__ import annotations

from collections.abc import Mapping

from ingest.model import Decision, FetchRow, ItemTable
from ingest.sqlite import Connection

_COUNTS = """
    UPDATE sources SET items = items + :new, changes = changes + :changes, items_present = coalesce(:present, items_present),
        baseline_fetch_id = coalesce(baseline_fetch_id, :whole)
    WHERE id = :source
"""
_PRESENT: Mapping[ItemTable, str] = {
    "posts": "SELECT count(*) FROM posts WHERE source_id = ? AND state = 'present'",
    "feed_items": "SELECT count(*) FROM feed_items WHERE source_id = ? AND state = 'present'",
    "tweets": "SELECT count(*) FROM tweets WHERE source_id = ? AND state = 'present'",
}


def count_decision(connection: Connection, fetch: FetchRow, table: ItemTable, decision: Decision) -> None:
    """Bring the source's counts up to date with a decision that is written; a whole capture may be its baseline."""
    events = [write.change for write in decision.writes if write.change is not None and write.event]
    came_or_went = bool(decision.departures) or any(write.new or write.opens_presence for write in decision.writes)
    numbers = {
        "source": fetch.source_id,
        "new": sum(write.new for write in decision.writes),
        "changes": len(decision.departures) + sum(change != "baseline" for change in events),
        "present": connection.execute(_PRESENT[table], (fetch.source_id,)).fetchone()[0] if came_or_went else None,
        "whole": fetch.id if is_whole(decision) else None,
    }
    connection.execute(_COUNTS, numbers)


def is_whole(decision: Decision) -> bool:
    """True if the capture was not a partial one (rule 4 leaves `items_seen` null for those)."""
    return decision.items_seen is not None


def date_dataset(connection: Connection, newest: str) -> None:
    """Set the time of the newest fetch of all, `newest` being that of those written in this transaction."""
    connection.execute("UPDATE dataset SET updated_at = max(coalesce(updated_at, ''), ?)", (newest,))


def date_dataset_anew(connection: Connection) -> None:
    """Set the time of the newest fetch of all, where rows were removed; looks at every source."""
    connection.execute("UPDATE dataset SET updated_at = (SELECT max(last_fetch_at) FROM sources)")
