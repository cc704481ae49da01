"""One request to one of our pages: its database, its settings, and how it answers. Knows no page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote, urlencode

from datasette.app import Datasette
from datasette.database import QueryInterrupted
from datasette.utils.asgi import Request, Response

from web.queries import statements
from web.settings import Settings, settings_from
from web.text import masked

Row = Mapping[str, Any]
Result = TypeVar("Result")

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""What our pages may load: nothing but our own stylesheet, script and pictures."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class MissingError(Exception):
    """There is no such page; the message says what was looked for, in a sentence."""


class UnusableError(Exception):
    """The address asks for what cannot be; the message says how to ask."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request, with what every page needs to answer it."""

    datasette: Datasette
    request: Request
    settings: Settings

    @classmethod
    def of(cls, datasette: Datasette, request: Request) -> Visit:
        """The visit of a request."""
        return cls(datasette, request, settings_from(datasette.plugin_config("strandline")))

    # --- asking ------------------------------------------------------------------------------------------------------

    def asked(self, name: str, default: str = "") -> str:
        """A parameter of the address."""
        return str(self.request.args.get(name) or default)

    def part(self, name: str) -> str:
        """A part of the path, decoded."""
        return unquote(str(self.request.url_vars[name] or ""))

    async def rows(self, name: str, **values: object) -> list[Row]:
        """The rows of a named statement, within Datasette's time limit.

        Raises:
            QueryInterrupted: it took too long.
        """
        return await self._rows(name, values, None)

    async def row(self, name: str, **values: object) -> Row | None:
        """The first row of a named statement."""
        found = await self.rows(name, **values)
        return found[0] if found else None

    async def rows_or_none(self, name: str, limit_ms: int, **values: object) -> list[Row] | None:
        """As `rows`, but None where it took too long: for what a page can do without."""
        try:
            return await self._rows(name, values, limit_ms)
        except QueryInterrupted:
            return None

    async def _rows(self, name: str, values: Mapping[str, object], limit_ms: int | None) -> list[Row]:
        database = self.datasette.get_database(self.settings.database)
        result = await database.execute(statements()[name], values, custom_time_limit=limit_ms)
        return [dict(row) for row in result.rows]

    async def in_thread(self, work: Callable[..., Result], *values: object) -> Result:
        """Do something slow beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(None, lambda: work(*values))

    # --- answering ---------------------------------------------------------------------------------------------------

    def link(self, path: str, **values: object) -> str:
        """An address within the site, with the parameters that are not empty; `path` begins with a slash."""
        query = urlencode({name: str(value) for name, value in values.items() if value not in (None, "")})
        return str(self.datasette.urls.path(path)) + (f"?{query}" if query else "")

    def absolute(self, path: str, **values: object) -> str:
        """As `link`, but a whole address, for feeds."""
        return str(self.datasette.absolute_url(self.request, self.link(path, **values)))

    def masks(self, text: str) -> str:
        """Text with its e-mail addresses masked, unless the site shows them."""
        return masked(text) if self.settings.mask_emails else text

    async def page(self, template: str, context: Mapping[str, object], *, status: int = 200) -> Response:
        """An HTML page, or its data where `?_json` asks for that."""
        html = await self.datasette.render_template([template], {**context, "visit": self}, request=self.request)
        # The second look at addresses: whatever came into the page by whatever way.
        return Response.html(self.masks(html), status=status, headers={**HEADERS, **self.age()})

    def json(self, value: object) -> Response:
        """Data of a page."""
        return Response.json(value, headers={"x-content-type-options": "nosniff", "access-control-allow-origin": "*"})

    def age(self) -> Mapping[str, str]:
        """How long a page may be kept, as a header."""
        seconds = self.datasette.setting("default_cache_ttl")
        return {"cache-control": f"max-age={seconds}"} if seconds else {}


def count_words(count: int, one: str, many: str | None = None) -> str:
    """`1 item`, `1,234 items`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
