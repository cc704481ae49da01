"""Hooks Datasette to the site: routes, template filters, the look of Datasette's own pages. Decides nothing itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette import hookimpl

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))  # Datasette loads this file by its path; the rest of the site is a package beside it

from markupsafe import Markup  # noqa: E402

from web import routes as site_routes  # noqa: E402
from web.cells import cell_link  # noqa: E402
from web.counting import bound_counts  # noqa: E402
from web.filters import add_filters  # noqa: E402
from web.settings import settings_from  # noqa: E402
from web.spreadsheet import spreadsheets  # noqa: E402

if TYPE_CHECKING:
    from datasette.app import Datasette
    from jinja2 import Environment


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """The pages of the site."""
    return site_routes.routes()


@hookimpl
def prepare_jinja2_environment(env: Environment, datasette: Datasette) -> None:
    """Filters for templates."""
    add_filters(env, datasette)


@hookimpl
def startup(datasette: Datasette) -> None:
    """Bounds the time of counting."""
    for database in datasette.databases.values():
        bound_counts(database)


@hookimpl
def asgi_wrapper() -> Any:
    """CSV that is safe for spreadsheets, where it is asked for."""
    return spreadsheets


@hookimpl
def render_cell(value: object, column: str, database: str, datasette: Datasette) -> Markup | None:
    """In Datasette's tables of our database, ids lead to the pages about them."""
    if database != settings_from(datasette.plugin_config("strandline")).database:
        return None
    found = cell_link(value, column)
    return Markup('<a href="{}">{}</a>').format(datasette.urls.path(found[0]), found[1]) if found else None
