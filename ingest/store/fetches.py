"""The log of attempts and the state of each listing page. Writes rows as it is given them; no item is known here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from ingest.model import FetchRow, PageState, Redirect
from ingest.sqlite import Connection
from ingest.store.layout import Column, insert, to_column, to_json, update

OrderKey = tuple[str, str, str, int, str]
"""`Record.sort_key` of an attempt: its place in the order of history."""

REFUSED = frozenset({"failed", "held"})
"""Outcomes that brought nothing to go by: a source is in trouble from the first of them until another comes."""

CONFIRMING = frozenset({"same", "not_modified"})
"""Outcomes that show the applied listing once more."""

APPLIED = frozenset({"changed", "noise", "same"})
"""Outcomes after which the database stands as the answer says."""


_FETCH_COLUMNS = tuple(field.name for field in fields(FetchRow))
_values_of = attrgetter(*_FETCH_COLUMNS)
_REDIRECTS = _FETCH_COLUMNS.index("redirects")
_WRITTEN = (
    "first_fetch_at = coalesce(first_fetch_at, :at)",
    "last_fetch_id = :id",
    "last_fetch_at = :at",
    "last_outcome = :outcome",
)
_GOOD = ("last_good_at = :at", "trouble_since = NULL", "failures = 0")
_BAD = ("trouble_since = coalesce(trouble_since, :at)", "failures = failures + 1")
_COUNTED = ("fetches = fetches + 1", "cursor = :cursor")
_ROLL_UP: Mapping[str, str] = {
    # What an outcome leaves as it is, is not named: SQLite looks at the index of a column that is set to its own value.
    outcome: update("sources", (*_WRITTEN, *settings, *_COUNTED), "id = :source_id")
    for settings, outcomes in (
        ((*_GOOD, "last_change_id = :id", "last_change_at = :at"), ("changed",)),
        (_GOOD, ("noise", "same", "not_modified", "stale")),
        (_BAD, REFUSED),
    )
    for outcome in outcomes
}
_NO_MARKS = str.maketrans("", "", "-:.")
_CONFIRM = "UPDATE pages SET listed_fetch_id = ?, listed_at = ? WHERE source_id = ? AND page = ?"

_STATE_COLUMNS = tuple(field.name for field in fields(PageState))
_PAGE = f"SELECT {', '.join(_STATE_COLUMNS)} FROM pages WHERE source_id = ? AND page = ?"  # noqa: S608 -- names from above
_PAGE_COLUMNS = (
    "source_id", "page", "requested_url", "applied_fetch_id", "body_sha256", "origin_date",
    "held_key", "held_since", "held_count", "items", "moved_since",
)  # fmt: skip
_PAGE_SETTINGS = ", ".join(f"{name} = excluded.{name}" for name in _PAGE_COLUMNS[2:])
_WRITE_PAGE = insert("pages", _PAGE_COLUMNS, f"ON CONFLICT (source_id, page) DO UPDATE SET {_PAGE_SETTINGS}")
_LISTED = insert(
    "pages",
    ("source_id", "page", "listed_fetch_id", "listed_at"),
    "ON CONFLICT (source_id, page) DO UPDATE SET listed_fetch_id = excluded.listed_fetch_id, listed_at = excluded.listed_at",
)


def next_fetch_id(connection: Connection, source_id: str, observed_at: str) -> str:
    """`<source>-<20261006T062109578Z>`, with -2, -3 for more at that instant."""
    query = "SELECT count(*) FROM fetches WHERE source_id = ? AND observed_at = ?"
    (taken,) = connection.execute(query, (source_id, observed_at)).fetchone()
    return fetch_id(source_id, observed_at, taken)


def fetch_id(source_id: str, observed_at: str, taken: int) -> str:
    """The id of an attempt before which so many were made at that instant."""
    stamp = observed_at.translate(_NO_MARKS)
    return f"{source_id}-{stamp}-{taken + 1}" if taken else f"{source_id}-{stamp}"


def fetch(connection: Connection, fetch_id: str) -> FetchRow | None:
    """One attempt by its id; None where there is none."""
    return _as_fetch(named_row(connection, "SELECT * FROM fetches WHERE id = ?", (fetch_id,)))


def last_fetch(connection: Connection, source_id: str) -> FetchRow | None:
    """The attempt at the source that was written last."""
    query = "SELECT f.* FROM sources s JOIN fetches f ON f.id = s.last_fetch_id WHERE s.id = ?"
    return _as_fetch(named_row(connection, query, (source_id,)))


def fetches_at(connection: Connection, source_id: str, observed_at: str) -> list[FetchRow]:
    """The attempts at the source at one instant."""
    rows = named_rows(connection, "SELECT * FROM fetches WHERE source_id = ? AND observed_at = ?", (source_id, observed_at))
    return [row for row in map(_as_fetch, rows) if row is not None]


def _as_fetch(row: dict[str, Any] | None) -> FetchRow | None:
    if row is None:
        return None
    row["redirects"] = tuple(Redirect(**hop) for hop in json.loads(row["redirects"] or "[]"))
    row |= {name: bool(row[name]) for name in ("released", "applied")}
    return FetchRow(**row)


def write_fetch(connection: Connection, fetch: FetchRow, order_key: OrderKey) -> None:
    """Insert one attempt, bring its source's rollups up to date, and note that a confirmed listing was seen again."""
    columns, values = _filled(fetch)
    connection.execute(_insert_fetch(columns), values)
    connection.execute(_ROLL_UP[fetch.outcome], _rollup(fetch, order_key))
    if fetch.outcome in CONFIRMING:
        connection.execute(_CONFIRM, (fetch.id, fetch.observed_at, fetch.source_id, fetch.page))


def page_state(connection: Connection, source_id: str, page: str) -> PageState | None:
    """What the next capture of this page is compared with."""
    row = connection.execute(_PAGE, (source_id, page)).fetchone()
    if row is None:
        return None
    columns = dict(zip(_STATE_COLUMNS, row, strict=True))
    columns["moved_since"] = bool(columns["moved_since"])
    return PageState(**columns)


def write_page(connection: Connection, state: PageState) -> None:
    """Replace the state of a page, `listed_*` aside."""
    columns = {name: getattr(state, name) for name in _PAGE_COLUMNS}
    connection.execute(_WRITE_PAGE, {**columns, "moved_since": to_column(state.moved_since)})


def write_listed(connection: Connection, fetch: FetchRow) -> None:
    """Note that this fetch showed the whole listing of its page."""
    columns = {"source_id": fetch.source_id, "page": fetch.page, "listed_fetch_id": fetch.id, "listed_at": fetch.observed_at}
    connection.execute(_LISTED, columns)


def named_rows(connection: Connection, query: str, parameters: tuple[Column, ...]) -> list[dict[str, Any]]:
    """The rows of a query by column name."""
    cursor = connection.execute(query, parameters)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def named_row(connection: Connection, query: str, parameters: tuple[Column, ...]) -> dict[str, Any] | None:
    """The first row of a query by column name."""
    cursor = connection.execute(query, parameters)
    row = cursor.fetchone()
    return None if row is None else dict(zip((column[0] for column in cursor.description), row, strict=True))


@lru_cache(maxsize=256)
def _insert_fetch(columns: tuple[str, ...]) -> str:
    names, places = ", ".join(columns), ", ".join("?" * len(columns))
    return f"INSERT INTO fetches ({names}) VALUES ({places})"  # noqa: S608 -- names from above


def _filled(fetch: FetchRow) -> tuple[tuple[str, ...], list[Column]]:
    """The columns that are not null (or 0, where that is the default), and what is in them.

    Null columns are left out: a 304 leaves most of them null, and pysqlite3 is slow at handing over a None.
    """
    values: tuple[Any, ...] = _values_of(fetch)
    given = [number for number, value in enumerate(values) if value is not None and value is not False and value != ()]
    columns = tuple([_FETCH_COLUMNS[number] for number in given])
    return columns, [_hops(fetch) if number == _REDIRECTS else values[number] for number in given]


def _hops(fetch: FetchRow) -> str:
    return to_json([{"url": hop.url, "status": hop.status, "location": hop.location} for hop in fetch.redirects])


def _rollup(fetch: FetchRow, order_key: OrderKey) -> dict[str, Column]:
    return {
        "id": fetch.id,
        "source_id": fetch.source_id,
        "at": fetch.observed_at,
        "outcome": fetch.outcome,
        "cursor": to_json(order_key),
    }
