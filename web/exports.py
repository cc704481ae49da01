"""CSV and JSON arrays with all their rows, streamed: those of queries, which Datasette ends at `max_returned_rows` without a
word, and those of tables and views, which it gives page by page.

Everything else, and whatever asks for a page (`_size`, `_next`), is answered by Datasette itself. An answer comes from one
statement, so it shows one state of the data. Where the statement fails half-way the connection is cut, so that nobody takes
a part for the whole.
"""

from __future__ import annotations

import asyncio
import base64
import csv
import io
import json
import re
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datasette.app import Datasette
from datasette.database import QueryInterrupted
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
_LIMIT = re.compile(r"\s+limit \d+$")
_ON = ("on", "1", "true")

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Labels = Mapping[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is asked of which database; of a table also the columns whose keys are to be given with their labels."""

    database: Any
    sql: str
    values: dict[str, Any]
    table: str = ""
    labelled: Sequence[str] = ()


async def whole(datasette: Datasette, request: Request, send: Any, receive: Receive) -> Any:
    """The answer for `/<database>.csv?sql=`, `/<database>/<name>.csv`, and the same as JSON arrays.

    Arrays of queries are whole as they are; those of a table or view with `_stream=on` (else they come in pages, linked).
    """
    form = _form(request)
    if form and datasette.setting("allow_csv_stream"):
        try:
            asked = await _asked(datasette, request, form)
        except (sqlite.OperationalError, QueryInterrupted):
            asked = None  # Datasette has the words for it
        if isinstance(asked, Response):
            return asked
        if asked:
            return await _answer(datasette, request, receive, asked, form)
    view = TableView if request.url_vars.get("table") else DatabaseView
    return await view.as_view(datasette)(request, send)


def _form(request: Request) -> str | None:
    """`csv`, `array`, `arrayfirst` or, a line per row, `lines`; None for what Datasette answers well."""
    if request.method not in ("GET", "HEAD") or request.args.get("_trace"):
        return None
    if request.url_vars["format"] == "csv":
        return "csv"
    shape = request.args.get("_shape")
    if shape not in _SHAPES:
        return None
    return "lines" if shape == "array" and request.args.get("_nl") else str(shape)


# --- what is asked ---------------------------------------------------------------------------------------------------


async def _asked(datasette: Datasette, request: Request, form: str) -> Statement | Response | None:
    """The statement that is asked for; None for what is left to Datasette; a response where nothing is asked for."""
    name = request.url_vars.get("table")
    try:
        database = datasette.get_database(route=tilde_decode(request.url_vars["database"]))
    except KeyError:
        raise NotFound("Database not found") from None
    values = {key: request.args.get(key) for key in request.args if key not in _OURS}
    if name is None:
        return await _typed(datasette, request, database, values)
    query = await datasette.get_canned_query(database.name, tilde_decode(name), request.actor)
    if query:
        return await _canned(datasette, request, database, {**query, "name": tilde_decode(name)}, values)
    return await _table(datasette, request, database) if _wants_whole_table(request, form) else None


async def _typed(datasette: Datasette, request: Request, database: Any, values: dict[str, Any]) -> Statement | Response:
    """SQL that somebody typed."""
    sql = request.args.get("sql")
    if not sql:
        return Response.text("Say what you want with ?sql=SELECT…, or take a table: /export lists them.\n", status=400)
    permissions = [("execute-sql", database.name), ("view-database", database.name), "view-instance"]
    await datasette.ensure_permissions(request.actor, permissions)
    return Statement(database=database, sql=sql, values=values)


async def _canned(
    datasette: Datasette, request: Request, database: Any, query: Mapping[str, Any], values: dict[str, Any]
) -> Statement | None:
    """A query of metadata.yml; one that writes is none of ours."""
    if query.get("write"):
        return None
    permissions = [("view-query", (database.name, query["name"])), ("view-database", database.name), "view-instance"]
    visible, _ = await datasette.check_visibility(request.actor, permissions=permissions)
    if not visible:
        raise Forbidden("You do not have permission to view this query")
    return Statement(database=database, sql=query["sql"], values=MagicParameters(values, request, datasette))


def _wants_whole_table(request: Request, form: str) -> bool:
    sizes = request.args.getlist("_size")  # Datasette's links add `max` to the size of the page they stand on
    if request.args.get("_next") or (sizes and "max" not in sizes):
        return False
    # In JSON a label makes an object of its key; that is left to Datasette, page by page.
    return form == "csv" or (request.args.get("_stream") in _ON and not request.args.get("_labels"))


async def _table(datasette: Datasette, request: Request, database: Any) -> Statement | None:
    """A table or view, with the filters, search, order and columns that Datasette makes of the address."""
    query_string = "&".join(filter(None, (request.query_string, "_nocount=1", "_nofacet=1", "_nosuggest=1")))
    first = Request({**request.scope, "query_string": query_string.encode("latin-1")}, request.receive)
    answer = await TableView(datasette).data(first, _size=1)
    if isinstance(answer, Response):
        return None  # it redirects to another way of writing the filters
    data = answer[0]
    sql, count = _LIMIT.subn("", data["query"]["sql"])
    if not count:
        return None
    values, labelled = data["query"]["params"], data["expanded_columns"]
    return Statement(database=database, sql=sql, values=values, table=data["table"], labelled=labelled)


# --- the answer ------------------------------------------------------------------------------------------------------


async def _answer(datasette: Datasette, request: Request, receive: Receive, asked: Statement, form: str) -> Response | AsgiStream:
    try:
        if not isinstance(asked.values, MagicParameters):
            validate_sql_select(asked.sql)
        named = await derive_named_parameters(asked.database, asked.sql)
        asked.values.update({name: "" for name in named if name not in asked.values and name[:1] != "_"})
    except InvalidSql as error:
        return Response.text(f"{error}\n", status=400)
    chunks = _chunks(datasette, asked)
    loop = asyncio.get_running_loop()
    try:
        first = await loop.run_in_executor(None, next, chunks)
    except sqlite.Error as error:
        return Response.text(f"{error}\n", status=400)

    if request.method == "HEAD":
        chunks.close()
        return Response("", headers=_headers(datasette, request, form), content_type=_content_type(request, form))

    async def write(stream: Any) -> None:
        gone = asyncio.ensure_future(_gone(receive))
        chunk: Chunk | None = first
        try:
            await stream.write(_begin(first.columns, asked, form) if request.args.get("_header") != "off" else "")
            while chunk is not None and chunk.rows and not gone.done():
                labels = [await _labels(datasette, asked, column, chunk) for column in asked.labelled]
                await stream.write(await loop.run_in_executor(None, _piece, chunk, asked.labelled, labels, form))
                chunk = await loop.run_in_executor(None, next, chunks, None)
            await stream.write("]" if form in _SHAPES else "")
        finally:
            gone.cancel()
            await loop.run_in_executor(None, chunks.close)

    return AsgiStream(write, headers=_headers(datasette, request, form), content_type=_content_type(request, form))


async def _labels(datasette: Datasette, asked: Statement, column: str, chunk: Chunk) -> Labels:
    """What the keys in a column stand for."""
    place = chunk.columns.index(column)
    keys = {row[place] for row in chunk.rows if row[place] is not None}
    found = await datasette.expand_foreign_keys(asked.database.name, asked.table, column, keys)
    return {key: label for (_, key), label in found.items()}


async def _gone(receive: Receive) -> None:
    """Comes back when the reader has hung up: nothing else would end an answer without end."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _headers(datasette: Datasette, request: Request, form: str) -> dict[str, str]:
    headers = {"x-content-type-options": "nosniff"}
    if datasette.cors:
        headers["access-control-allow-origin"] = "*"
    if request.args.get("_dl"):
        name = request.url_vars.get("table") or request.url_vars["database"]
        ending = {"csv": "csv", "lines": "jsonl"}.get(form, "json")
        headers["content-disposition"] = f'attachment; filename="{re.sub(r"[^A-Za-z0-9_-]", "_", name)}.{ending}"'
    return headers


def _content_type(request: Request, form: str) -> str:
    if form == "csv":
        return "text/csv; charset=utf-8" if request.args.get("_dl") else "text/plain; charset=utf-8"
    return "text/plain; charset=utf-8" if form == "lines" else "application/json; charset=utf-8"


# --- reading and writing ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Some rows; none at all only in the first chunk of an empty answer."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    is_first: bool


def _chunks(datasette: Datasette, asked: Statement) -> Generator[Chunk]:
    """The answer in chunks. A connection of its own, so that a slow reader holds up nobody; the time limit is each chunk's."""
    connection = asked.database.connect()
    try:
        datasette._prepare_connection(connection, asked.database.name)
        with sqlite_timelimit(connection, datasette.setting("sql_time_limit_ms")):
            cursor = connection.execute(asked.sql, asked.values)
            rows = cursor.fetchmany(CHUNK)
        columns = [column[0] for column in cursor.description]
        yield Chunk(columns=columns, rows=rows, is_first=True)
        while rows:
            with sqlite_timelimit(connection, datasette.setting("sql_time_limit_ms")):
                rows = cursor.fetchmany(CHUNK)
            if rows:
                yield Chunk(columns=columns, rows=rows, is_first=False)
    finally:
        connection.close()
        kept = asked.database._all_file_connections
        kept[:] = [one for one in kept if one is not connection]


def _begin(columns: Sequence[str], asked: Statement, form: str) -> str:
    if form != "csv":
        return "[" if form in _SHAPES else ""
    return _csv([[name for column in columns for name in _twice(column, asked.labelled)]])


def _twice(column: str, labelled: Sequence[str]) -> Sequence[str]:
    return (column, f"{column}_label") if column in labelled else (column,)


def _piece(chunk: Chunk, labelled: Sequence[str], labels: Sequence[Labels], form: str) -> str:
    if form == "csv":
        return _csv(_with_labels(chunk, labelled, labels) if labelled else chunk.rows)
    values = [row[0] if form == "arrayfirst" else dict(zip(chunk.columns, row, strict=True)) for row in chunk.rows]
    texts = [json.dumps(value, cls=CustomJSONEncoder) for value in values]
    if form == "lines":
        return "".join(f"{text}\n" for text in texts)
    return ("" if chunk.is_first else ",\n ") + ",\n ".join(texts)


def _with_labels(chunk: Chunk, labelled: Sequence[str], labels: Sequence[Labels]) -> Iterator[list[Any]]:
    """Rows with the label of a key behind it."""
    known = dict(zip(labelled, labels, strict=True))
    for row in chunk.rows:
        cells: list[Any] = []
        for column, value in zip(chunk.columns, row, strict=True):
            cells += [value, known[column].get(value)] if column in known else [value]
        yield cells


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value
