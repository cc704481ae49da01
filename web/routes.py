"""Which address is which page: the table that the plugin registers, and what happens when a page cannot be given."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from datasette.app import Datasette
from datasette.database import QueryInterrupted
from datasette.utils.asgi import Request, Response

from web.exports import whole
from web.pages.as_of import as_of, choose
from web.pages.change import change
from web.pages.export import export, snapshot
from web.pages.home import home
from web.pages.item import item
from web.pages.lists import changes, sources
from web.pages.profile import profile
from web.pages.raw import raw
from web.pages.search import search
from web.pages.source import log, source
from web.pages.subscribe import changes_feed, source_feed
from web.visit import MissingError, UnusableError, Visit

Page = Callable[[Visit], Awaitable[Any]]
View = Callable[..., Awaitable[Any]]

_JSON = r"(?P<format>\.json)?"

PAGES: tuple[tuple[str, Page], ...] = (
    (r"^/(?P<format>index\.json)?$", home),
    (rf"^/changes{_JSON}$", changes),
    (r"^/changes\.atom$", changes_feed),
    (r"^/source/(?P<source_id>[^/]+)\.atom$", source_feed),  # before the page of a source, whose id may hold a dot
    (r"^/export$", export),
    (r"^/snapshot\.db$", snapshot),
    (rf"^/change/(?P<fetch_id>[^/]+?){_JSON}$", change),
    (rf"^/sources{_JSON}$", sources),
    (r"^/source/(?P<source_id>[^/]+)/log$", log),
    (rf"^/source/(?P<source_id>[^/]+?){_JSON}$", source),
    (rf"^/item/(?P<item_id>[^/]+?){_JSON}$", item),
    (rf"^/profile/(?P<source_id>[^/]+)/(?P<handle>[^/]+?){_JSON}$", profile),
    (r"^/as-of$", choose),
    (rf"^/as-of/(?P<source_id>[^/]+?){_JSON}$", as_of),
    (rf"^/search{_JSON}$", search),
    (r"^/raw/(?P<sha256>[^/]+)$", raw),
)


EXPORTS = (
    r"^/(?P<database>[^/.]+)\.(?P<format>csv|json)$",
    r"^/(?!-/)(?P<database>[^/.]+)/(?P<table>[^/.]+)\.(?P<format>csv|json)$",
)
"""Datasette's own addresses: CSV and JSON arrays are answered in full, the rest handed on."""


def routes() -> list[tuple[str, View]]:
    """What Datasette's hook `register_routes` takes."""
    return [*((pattern, _view(page)) for pattern, page in PAGES), *((pattern, whole) for pattern in EXPORTS)]


def _view(page: Page) -> View:
    async def view(request: Request, datasette: Datasette) -> Any:
        visit = Visit.of(datasette, request)
        # Our pages show what the database holds: who may not see that may not see them.
        await datasette.ensure_permissions(request.actor, [("view-database", visit.settings.database), "view-instance"])
        try:
            return await page(visit)
        except MissingError as error:
            return await _trouble(visit, 404, "There is no such page", str(error))
        except UnusableError as error:
            return await _trouble(visit, 400, "This cannot be shown", str(error))
        except QueryInterrupted:
            words = "The database took too long to answer. A narrower question, a day or one source, is quicker."
            return await _trouble(visit, 503, "This took too long", words)

    view.__name__ = page.__name__
    return view


async def _trouble(visit: Visit, status: int, title: str, words: str) -> Response:
    if re.search(r"\.json$", visit.request.path):
        return Response.json({"ok": False, "error": words, "status": status, "title": title}, status=status)
    return await visit.page("strandline/trouble.html", {"title": title, "words": words}, status=status)
