"""Bounds the time in which Datasette counts the rows of its table pages; knows no page and no query of ours.

Datasette counts all rows of a table, a view or a filter before it shows fifty of them, and to count a view can take a hundred
times as long as to show it. There is one time limit for all statements and none for this one, though Datasette can do
without: the page then says that the rows were not counted, and the JSON says null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from datasette.database import Database

COUNT_MS = 150
_COUNT = "select count(*) from "


def bound_counts(database: Database) -> None:
    """Give Datasette's own counts in this database a short time."""
    execute = database.execute

    async def within_bounds(sql: str, params: Mapping[str, Any] | None = None, **options: Any) -> Any:
        if sql.startswith(_COUNT) and not options:  # somebody's own statement comes with options
            options = {"custom_time_limit": COUNT_MS}
        return await execute(sql, params, **options)

    database.execute = within_bounds
