"""The page of a source: facts, outcomes as a calendar, sizes over time, its items, its fetch log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.charts import Cell, Point, calendar, line
from web.pages.entries import END_OF_TIME, changed_fetches, entries
from web.pages.home import health
from web.stamps import days_up_to, is_day
from web.visit import MissingError, Row, UnusableError, Visit, count_words

CALENDAR_DAYS = 371  # 53 weeks
MOST_FETCHES = 20_000
MOST_POINTS = 400
MOST_ITEMS = 200
LATEST = 6
LOG = 40

_RANK = ("changed", "noise", "failed", "held", "stale", "same", "not_modified")
"""Of a day's outcomes the first that occurs gives the square its colour."""


async def source(visit: Visit) -> Response:
    """The page at `/source/<id>`."""
    row = await one_source(visit, visit.part("source_id"))
    latest = await entries(visit, await changed_fetches(visit, most=LATEST, source_id=row["id"]), {row["id"]: row})
    present = await visit.rows("items_present", source_id=row["id"], most=MOST_ITEMS)
    if visit.part("format"):
        return visit.json({"source": row, "latest": [entry.data(visit) for entry in latest], "items": present})
    context = {
        "source": row,
        "health": health(row),
        "latest": latest,
        "calendar": await _calendar(visit, row),
        "charts": await _charts(visit, row),
        "present": present,
        "gone": await visit.rows("items_gone", source_id=row["id"], most=MOST_ITEMS),
        "profiles": await visit.rows("profiles_of_source", source_id=row["id"]),
        "log": await visit.rows("fetch_log", **_log_values(row["id"])),
        "log_size": LOG,
        "count_words": count_words,
    }
    return await visit.page("strandline/source.html", context)


async def log(visit: Visit) -> Response:
    """The page at `/source/<id>/log`: every fetch, failures included; parameters `day` and `before` (a fetch)."""
    row = await one_source(visit, visit.part("source_id"))
    day, before = visit.asked("day"), visit.asked("before")
    if day and not is_day(day):
        raise UnusableError(f"“{day}” is no day; write it as 2026-10-26.")
    moment = await visit.row("fetch_moment", fetch_id=before) if before else None
    values = _log_values(row["id"], most=200)
    if day:
        values |= {"since": f"{day}T", "until": f"{day}U"}
    if moment:
        values |= {"before_at": moment["observed_at"], "before_id": before}
    fetches = await visit.rows("fetch_log", **values)
    older = visit.link(f"/source/{row['id']}/log", day=day, before=fetches[-1]["id"]) if len(fetches) == 200 else None
    return await visit.page("strandline/log.html", {"source": row, "log": fetches, "day": day, "older": older})


async def one_source(visit: Visit, source_id: str) -> Row:
    """The row of a source.

    Raises:
        MissingError: there is none.
    """
    row = await visit.row("source", source_id=source_id)
    if row is None:
        raise MissingError(f"No source is called “{source_id}”.")
    return row


def _log_values(source_id: str, most: int = LOG) -> dict[str, object]:
    return {"source_id": source_id, "since": "", "until": END_OF_TIME, "before_at": END_OF_TIME, "before_id": "", "most": most}


async def _calendar(visit: Visit, row: Row) -> Markup | None:
    """A square per day, coloured by what came of its fetches; each leads to the day's part of the log."""
    if not row["last_fetch_at"]:
        return None
    days = days_up_to(row["last_fetch_at"][:10], CALENDAR_DAYS)
    first = max(days[0], row["first_fetch_at"][:10])
    outcomes: dict[str, dict[str, int]] = defaultdict(dict)
    for found in await visit.rows("outcomes_per_day", source_id=row["id"], since=first, most=MOST_FETCHES):
        outcomes[found["day"]][found["outcome"]] = found["count"]
    cells = {day: _cell(visit, row["id"], day, counts) for day, counts in outcomes.items()}
    return calendar("Outcomes of fetches, day by day", first, days[-1], cells)


def _cell(visit: Visit, source_id: str, day: str, counts: Mapping[str, int]) -> Cell:
    words = ", ".join(f"{counts[one]:,} {one.replace('_', ' ')}" for one in _RANK if one in counts)
    kind = next(one for one in _RANK if one in counts)
    href = visit.link(f"/source/{source_id}/log", day=day)
    return Cell(kind=kind, words=words, href=href, trouble=bool(counts.get("failed") or counts.get("held")))


async def _charts(visit: Visit, row: Row) -> Sequence[tuple[str, Markup]]:
    """Number of items and size of the body over time."""
    captures = (await visit.rows("sizes", source_id=row["id"], most=MOST_POINTS))[::-1]
    charts = []
    for name, column, hue, unit in (("Items listed", "items_seen", 0, "items"), ("Size of the body", "body_bytes", 2, "bytes")):
        points = [
            Point(
                at=one["observed_at"],
                value=one[column],
                shown=f"{one[column]:,} {unit}",
                exact=True,
                href=visit.link(f"/change/{one['id']}"),
            )
            for one in captures
            if one[column] is not None
        ]
        if len(points) > 1:
            charts.append((name, line(f"{name} over time", points, hue=hue)))
    return charts
