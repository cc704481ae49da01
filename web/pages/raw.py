"""The bytes of a body at `/raw/<sha256>`: as they were received, never rendered, sandboxed; can be switched off."""

from __future__ import annotations

import re

from datasette.utils.asgi import Response

from ingest.errors import ArchiveError
from web.bodies import read_bodies
from web.pages.line_diff import NO_ARCHIVE
from web.settings import archive_path
from web.visit import MissingError, Visit

_HASH = re.compile(r"[0-9a-f]{64}")

HEADERS = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    # These bytes never change; kept for a day, not for ever, as what is erased on request must disappear from caches too.
    "cache-control": "public, max-age=86400, immutable",
}


async def raw(visit: Visit) -> Response:
    """The bytes named by their hash; only those of captures that the database shows."""
    sha256 = visit.part("sha256")
    if not visit.settings.raw:
        raise MissingError("This site does not give out raw bytes.")
    if not _HASH.fullmatch(sha256) or not await visit.row("body_is_shown", sha256=sha256):
        raise MissingError(f"No capture has a body named “{sha256}”.")
    path = archive_path(visit.settings)
    if path is None:
        raise MissingError(NO_ARCHIVE)
    try:
        bodies = await visit.in_thread(read_bodies, path, (sha256,))
    except ArchiveError as error:
        raise MissingError(f"The archive could not be read: {error}") from error
    if sha256 not in bodies:
        raise MissingError("The archive does not have these bytes (any more).")
    body = bodies[sha256]
    headers = {**HEADERS, "etag": f'"{sha256}"', "content-disposition": f'inline; filename="{sha256[:16]}.txt"'}
    if f'"{sha256}"' in (visit.request.headers.get("if-none-match") or ""):
        return Response("", status=304, headers=headers)
    return Response(body, headers=headers, content_type=content_type(body))


def content_type(body: bytes) -> str:
    """Always plain text; its coding is said only where it is true."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return "text/plain"
    return "text/plain; charset=utf-8"
