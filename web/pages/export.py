"""Ways to take the data away: the page `/export`, which lists and explains them, and the whole database at `/snapshot.db`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasette.utils.asgi import Response
from markupsafe import Markup, escape

from ingest import sqlite
from web.pages.home import MOST_SOURCES
from web.snapshots import FileAnswer, copies_of, log_of, size_of, state_of
from web.visit import Visit

MEGABYTE = 1_000_000
COUNT_MS = 10  # of each table; one that takes longer to count is shown without a number
MOST_NAMED = 200

HEADERS = {
    "content-type": "application/vnd.sqlite3",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",  # keep it, and ask with its mark whether it is still the same
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A table, view or query as the page lists it."""

    name: str
    title: str
    about: Markup
    rows: int | None
    has_parameters: bool = False


async def export(visit: Visit) -> Response:
    """The page at `/export`."""
    return await _page(visit, refused=None)


async def snapshot(visit: Visit) -> Response | FileAnswer:
    """The database as one SQLite file without a write-ahead log, consistent in itself."""
    path = _database(visit)
    reason = _refusal(visit, path)
    if path is None or reason:
        return await _page(visit, refused=reason)
    mark = f'"{state_of(path)}"'
    headers = {**HEADERS, "etag": mark, "content-disposition": f'attachment; filename="{visit.settings.database}.db"'}
    if mark in (visit.request.headers.get("if-none-match") or ""):
        return Response("", status=304, headers=headers)
    if not visit.datasette.get_database(visit.settings.database).is_mutable and not log_of(path).exists():
        return FileAnswer(path, headers)  # it does not change and nothing of it is elsewhere: it is its own copy
    try:
        copy = await copies_of(visit.datasette).latest(path)
        return FileAnswer(copy.path, {**headers, "etag": f'"{copy.state}"'})
    except (sqlite.Error, OSError) as error:
        return await _page(visit, refused=f"The copy could not be made: {error}.")


def _database(visit: Visit) -> Path | None:
    path = visit.datasette.get_database(visit.settings.database).path
    return Path(path) if path else None


def _refusal(visit: Visit, path: Path | None) -> str | None:
    """Why there is no copy to be had here, as a sentence; None where there is one."""
    settings = visit.settings
    if path is None or not settings.snapshot or not visit.datasette.setting("allow_download"):
        return "This site does not give out its whole database."
    size = size_of(path)
    if size > settings.snapshot_most_mb * MEGABYTE:
        words = f"{megabytes(size)}, more than the {settings.snapshot_most_mb:,} MB that are copied on request"
        return f"The whole database has {words}."
    immutable = not visit.datasette.get_database(settings.database).is_mutable
    if not immutable and copies_of(visit.datasette).room() < size * 2:
        return "There is no room here for a copy of the database just now."
    return None


async def _page(visit: Visit, *, refused: str | None) -> Response:
    """The page; `refused` is why the database was asked for and not given."""
    path = _database(visit)
    sources = await visit.rows("sources", most=MOST_SOURCES)
    context = {
        "refused": refused,
        "without_snapshot": refused or _refusal(visit, path),
        "size": megabytes(size_of(path)) if path else "",
        "tables": await _tables(visit),
        "queries": await _queries(visit),
        "sources": sources[:MOST_NAMED],
        "sources_more": max(len(sources) - MOST_NAMED, 0),
        "database": visit.settings.database,
    }
    return await visit.page("strandline/export.html", context, status=403 if refused else 200)


def megabytes(size: int) -> str:
    """A size in words: `0.7 MB`, `1,234 MB`."""
    return f"{size / MEGABYTE:,.1f} MB" if size < 10 * MEGABYTE else f"{size / MEGABYTE:,.0f} MB"


async def _tables(visit: Visit) -> list[Download]:
    """Tables and views that are meant to be seen, in the order of metadata.yml, where the most useful come first."""
    name = visit.settings.database
    database = visit.datasette.get_database(name)
    described: Mapping[str, Any] = visit.datasette.metadata("tables", database=name) or {}
    counts = await database.table_counts(COUNT_MS)
    hidden = {*await database.hidden_table_names(), *(one for one in described if described[one].get("hidden"))}
    there = [one for one in (*counts, *await database.view_names()) if one not in hidden]
    place = {one: index for index, one in enumerate(described)}
    there.sort(key=lambda one: (place.get(one, len(place)), one))
    return [Download(name=one, title=one, about=_about(described.get(one, {})), rows=counts.get(one)) for one in there]


async def _queries(visit: Visit) -> list[Download]:
    """The questions of metadata.yml."""
    queries = await visit.datasette.get_canned_queries(visit.settings.database, visit.request.actor)
    return [
        Download(
            name=name,
            title=query.get("title") or name,
            about=_about(query),
            rows=None,
            has_parameters=bool(query.get("params")),
        )
        for name, query in queries.items()
        if not query.get("write")
    ]


def _about(described: Mapping[str, Any]) -> Markup:
    """The first sentence of a description, what stands between backticks as code."""
    first, full_stop, _ = str(described.get("description") or "").partition(". ")
    parts = enumerate((first + full_stop.strip()).split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in parts)
