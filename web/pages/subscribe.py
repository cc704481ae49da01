"""The Atom feeds (RFC 4287): all changes at `/changes.atom`, those of one source at `/source/<id>.atom`."""

from __future__ import annotations

from datasette.utils.asgi import Response

from web.visit import Visit


async def changes_feed(visit: Visit) -> Response:
    """The feed at `/changes.atom`."""
    return await _feed(visit, "")


async def source_feed(visit: Visit) -> Response:
    """The feed at `/source/<source_id>.atom`."""
    return await _feed(visit, visit.part("source_id"))


async def _feed(visit: Visit, source_id: str) -> Response:
    del source_id
    return Response("", content_type="application/atom+xml; charset=utf-8")
