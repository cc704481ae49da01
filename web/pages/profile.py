"""The page of an account: its profile now, followers over time, every edit of its words."""

from __future__ import annotations

from datasette.utils.asgi import Response

from web.charts import line
from web.pages.change import FieldDiff, diffs
from web.pages.item import points_of
from web.pages.source import one_source
from web.visit import MissingError, Row, Visit

MOST = 1000
NUMBERS = ("followers", "following", "posts")
WORDS = ("name", "bio", "location", "website", "joined", "verified")


async def profile(visit: Visit) -> Response:
    """The page at `/profile/<source>/<handle>`."""
    source = await one_source(visit, visit.part("source_id"))
    handle = visit.part("handle")
    row = await visit.row("profile", source_id=source["id"], handle=handle)
    if row is None:
        raise MissingError(f"The source “{source['id']}” shows no account @{handle}.")
    history = await visit.rows("profile_history", source_id=source["id"], handle=handle, most=MOST)
    if visit.part("format"):
        return visit.json({"profile": row, "history": history})
    charts = [
        (name, line(f"{name} over time", points, hue=hue))
        for hue, name in enumerate(NUMBERS)
        if len(points := points_of(visit, history[::-1], name)) > 1
    ]
    edits = [(one, found) for one in history if one["old_fetch_id"] and (found := _edits(visit, one))]
    context = {"profile": row, "source": source, "charts": charts, "edits": edits, "history": history, "numbers": NUMBERS}
    return await visit.page("strandline/profile.html", context)


def _edits(visit: Visit, row: Row) -> list[FieldDiff]:
    return diffs(row, WORDS, visit.settings.mask_emails)
