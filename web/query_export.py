"""CSV and JSON arrays of queries, all their rows: Datasette ends those at `max_returned_rows` without a word. Streams.

Tables and everything else are answered by Datasette itself. Where a query fails half-way the connection is cut, so that
nobody takes a part for the whole.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datasette.app import Datasette
from datasette.utils import (
    CustomJSONEncoder,
    InvalidSql,
    derive_named_parameters,
    sqlite_timelimit,
    tilde_decode,
    validate_sql_select,
)
from datasette.utils.asgi import AsgiStream, Forbidden, NotFound, Request, Response
from datasette.views.database import DatabaseView, MagicParameters
from datasette.views.table import TableView

from ingest import sqlite

CHUNK = 500
_OURS = ("sql", "_spreadsheet", "_dl", "_stream", "_size", "_header", "_shape", "_nl")
_SHAPES = ("array", "arrayfirst")  # JSON that has no place to say that there is more


async def query_export(datasette: Datasette, request: Request, send: Any) -> Any:
    """The answer for `/<database>.csv?sql=`, `/<database>/<query>.csv`, and the same as `.json?_shape=array`."""
    name = request.url_vars.get("table")
    form = _form(request)
    if form:
        try:
            database = datasette.get_database(route=tilde_decode(request.url_vars["database"]))
        except KeyError:
            raise NotFound("Database not found") from None
        sql, values = await _asked(datasette, request, database.name, tilde_decode(name) if name else None)
        if sql:
            return await _answer(datasette, request, database, sql, values, form)
    view = TableView if name else DatabaseView
    return await view.as_view(datasette)(request, send)


def _form(request: Request) -> str | None:
    """`csv`, `array`, `arrayfirst` or, a line per row, `lines`; None for what Datasette answers well."""
    if request.method != "GET" or request.args.get("_trace"):
        return None
    if request.url_vars["format"] == "csv":
        return "csv"
    shape = request.args.get("_shape")
    if shape not in _SHAPES:
        return None
    return "lines" if shape == "array" and request.args.get("_nl") else str(shape)


async def _asked(datasette: Datasette, request: Request, database: str, name: str | None) -> tuple[str | None, dict[str, Any]]:
    """The SQL that is asked for and the parameters given; None where it is a table or a query that writes."""
    params = {key: request.args.get(key) for key in request.args if key not in _OURS}
    if name is None:
        sql = request.args.get("sql")
        if sql:
            await datasette.ensure_permissions(
                request.actor, [("execute-sql", database), ("view-database", database), "view-instance"]
            )
        return sql, params
    query = await datasette.get_canned_query(database, name, request.actor)
    if not query or query.get("write"):
        return None, params
    visible, _ = await datasette.check_visibility(
        request.actor, permissions=[("view-query", (database, name)), ("view-database", database), "view-instance"]
    )
    if not visible:
        raise Forbidden("You do not have permission to view this query")
    return query["sql"], MagicParameters(params, request, datasette)


async def _answer(
    datasette: Datasette, request: Request, database: Any, sql: str, values: dict[str, Any], form: str
) -> Response | AsgiStream:
    try:
        if not isinstance(values, MagicParameters):
            validate_sql_select(sql)
        values |= {name: "" for name in await derive_named_parameters(database, sql) if name not in values and name[:1] != "_"}
    except InvalidSql as error:
        return Response.text(f"{error}\n", status=400)
    pieces = _pieces(datasette, database, sql, values, form)
    loop = asyncio.get_running_loop()
    try:
        first = await loop.run_in_executor(None, next, pieces, None)
    except sqlite.Error as error:
        return Response.text(f"{error}\n", status=400)

    async def write(stream: Any) -> None:
        piece = first
        while piece is not None:
            await stream.write(piece)
            piece = await loop.run_in_executor(None, next, pieces, None)

    return AsgiStream(write, headers=_headers(datasette, request, form), content_type=_content_type(request, form))


def _headers(datasette: Datasette, request: Request, form: str) -> dict[str, str]:
    headers = {"x-content-type-options": "nosniff"}
    if datasette.cors:
        headers["access-control-allow-origin"] = "*"
    if form == "csv" and request.args.get("_dl"):
        name = request.url_vars.get("table") or request.url_vars["database"]
        headers["content-disposition"] = f'attachment; filename="{"".join(one if one.isalnum() else "_" for one in name)}.csv"'
    return headers


def _content_type(request: Request, form: str) -> str:
    if form == "csv":
        return "text/csv; charset=utf-8" if request.args.get("_dl") else "text/plain; charset=utf-8"
    return "text/plain; charset=utf-8" if form == "lines" else "application/json; charset=utf-8"


def _pieces(datasette: Datasette, database: Any, sql: str, values: Mapping[str, Any], form: str) -> Iterator[str]:
    """The text in pieces. A connection of its own, so that a slow reader holds up nobody; the time limit is each piece's."""
    connection = database.connect()
    try:
        datasette._prepare_connection(connection, database.name)
        with sqlite_timelimit(connection, datasette.setting("sql_time_limit_ms")):
            cursor = connection.execute(sql, values)
            rows = cursor.fetchmany(CHUNK)
        columns = [column[0] for column in cursor.description]
        yield _begin(columns, form)
        first = True
        while rows:
            yield _piece(columns, rows, form, first=first)
            first = False
            with sqlite_timelimit(connection, datasette.setting("sql_time_limit_ms")):
                rows = cursor.fetchmany(CHUNK)
        yield "]" if form in _SHAPES else ""
    finally:
        connection.close()
        database._all_file_connections[:] = [one for one in database._all_file_connections if one is not connection]


def _begin(columns: Sequence[str], form: str) -> str:
    return _csv([columns]) if form == "csv" else "[" if form in _SHAPES else ""


def _piece(columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str, *, first: bool) -> str:
    if form == "csv":
        return _csv(rows)
    values = [row[0] if form == "arrayfirst" else dict(zip(columns, row, strict=True)) for row in rows]
    texts = [json.dumps(value, cls=CustomJSONEncoder) for value in values]
    if form == "lines":
        return "".join(f"{text}\n" for text in texts)
    return ("" if first else ",\n ") + ",\n ".join(texts)


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()
