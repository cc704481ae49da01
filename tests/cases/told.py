"""What data.db says of one case; asks by SQL and judges nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.model import TABLE_OF_KIND
from tests.cases.case import Case, Given

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A case with the database that it gave and, where it was taken in step by step, those on the way."""

    case: Case
    db: Path
    steps: tuple[Path, ...] = ()

    def after(self, number: int) -> Told:
        """The same as it stood after input `number` (from 0)."""
        return Told(case=self.case, db=self.steps[number], steps=self.steps[: number + 1])

    def given(self, number: int) -> Given:
        return self.case.inputs[number]

    def rows(self, sql: str, **named: object) -> list[Row]:
        connection = sqlite3.connect(f"{self.db.absolute().as_uri()}?mode=ro", uri=True)
        connection.row_factory = sqlite3.Row
        try:
            return [dict(row) for row in connection.execute(sql, {"source": self.case.source_id, **named})]
        finally:
            connection.close()

    def fetches(self) -> list[Row]:
        return self.rows("SELECT * FROM fetches WHERE source_id = :source ORDER BY observed_at, external_path")

    def fetch(self, number: int) -> Row:
        """The row of input `number` (from 0)."""
        found = [row for row in self.fetches() if row["external_path"] == self.given(number).file]
        assert found, f"{self.given(number).file} has no row of its own"
        return found[0]

    def items(self) -> list[Row]:
        """Every item that the source ever had, in the order in which they were met and listed."""
        table = TABLE_OF_KIND[self.case.kind]
        return self.rows(f"SELECT * FROM {table} WHERE source_id = :source ORDER BY first_seen_at, position")

    def changes(self, number: int | None = None) -> list[Row]:
        """What happened, baselines aside: at one fetch, or ever."""
        sql = "SELECT * FROM changes WHERE source_id = :source AND change <> 'baseline'"
        found = self.rows(f"{sql} ORDER BY observed_at, fetch_id, change, item_id")
        return [row for row in found if number is None or row["fetch_id"] == self.fetch(number)["id"]]

    def issues(self, number: int | None = None) -> list[Row]:
        sql = "SELECT i.* FROM issues i JOIN fetches f ON f.id = i.fetch_id WHERE f.source_id = :source"
        return [row for row in self.rows(sql) if number is None or row["fetch_id"] == self.fetch(number)["id"]]

    def noise(self, number: int | None = None) -> list[Row]:
        sql = "SELECT n.* FROM noise n JOIN fetches f ON f.id = n.fetch_id WHERE f.source_id = :source"
        return [row for row in self.rows(sql) if number is None or row["fetch_id"] == self.fetch(number)["id"]]

    def history(self) -> list[Row]:
        """Every version of every item, oldest first."""
        table = {"blog": "post_history", "feed": "feed_item_history", "tweets": "tweet_history"}[self.case.kind]
        return self.rows(f"SELECT * FROM {table} WHERE source_id = :source ORDER BY item_id, version")

    def contents(self) -> list[Row]:
        """The text bodies of the items of today, in their order."""
        table = TABLE_OF_KIND[self.case.kind]
        return self.rows(
            f"SELECT c.* FROM {table} t JOIN contents c USING (content_hash) WHERE t.source_id = :source"
            " ORDER BY t.first_seen_at, t.position"
        )


def listed(value: Any) -> Any:
    """A column's JSON text as a value."""
    return None if value is None else json.loads(value)
