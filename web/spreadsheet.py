"""Makes CSV safe for spreadsheets, which run cells that begin like a formula; anybody's title may. Works on a stream.

Datasette's CSV is what is stored, and stays so; `?_spreadsheet=1` asks for this instead. A cell that begins with
= + - @ tab or carriage return gets an apostrophe before it, unless it is a plain number.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
App = Callable[[Mapping[str, Any], Receive, Send], Awaitable[None]]

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
csv.field_size_limit(2**31 - 1)  # a cell may be a whole text


def safe_cell(cell: str) -> str:
    """The cell as it may stand in a spreadsheet."""
    return f"'{cell}" if cell.startswith(_DANGEROUS) and not _NUMBER.fullmatch(cell) else cell


class Guard:
    """Makes a CSV safe that comes in pieces; gives out whole records only."""

    def __init__(self) -> None:
        self._held = ""
        self._in_quotes = False

    def feed(self, text: str) -> str:
        """The safe form of the records that are complete with this piece."""
        self._in_quotes ^= text.count('"') % 2 == 1
        self._held += text
        if self._in_quotes or not self._held.endswith("\n"):
            return ""
        return self.finish()

    def finish(self) -> str:
        """The safe form of what is left."""
        held, self._held = self._held, ""
        out = io.StringIO(newline="")
        csv.writer(out).writerows(map(safe_cell, row) for row in csv.reader(io.StringIO(held, newline="")))
        return out.getvalue()


def spreadsheets(app: App) -> App:
    """An ASGI application that answers `….csv?_spreadsheet=1` with safe cells, and everything else as before."""

    async def wrapped(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if not _is_asked(scope):
            await app(scope, receive, send)
            return
        # What is inside must not come compressed, or it could not be read here.
        headers = [(name, value) for name, value in scope["headers"] if name.lower() != b"accept-encoding"]
        await app({**scope, "headers": headers}, receive, _Sender(send))

    return wrapped


def _is_asked(scope: Mapping[str, Any]) -> bool:
    if scope["type"] != "http" or not scope["path"].endswith(".csv"):
        return False
    return parse_qs(scope.get("query_string", b"").decode("latin-1")).get("_spreadsheet", ["0"])[-1] not in ("0", "")


class _Sender:
    """Passes an answer on; the bytes of a good one go through a `Guard`."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._guard: Guard | None = None
        self._rest = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            self._guard = Guard()
            kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() != b"content-length"]
            message = {**message, "headers": kept}
        elif message["type"] == "http.response.body" and self._guard:
            message = {**message, "body": self._safe(message.get("body", b""), last=not message.get("more_body", False))}
        await self._send(message)

    def _safe(self, body: bytes, *, last: bool) -> bytes:
        assert self._guard is not None
        body = self._rest + body
        whole = len(body) if last else _whole_characters(body)
        self._rest = body[whole:]
        text = self._guard.feed(body[:whole].decode("utf-8", "replace"))
        return (text + (self._guard.finish() if last else "")).encode("utf-8")


def _whole_characters(body: bytes) -> int:
    """How many bytes are whole characters: a piece may end within one."""
    for back in range(1, min(4, len(body)) + 1):
        byte = body[-back]
        if byte < 0x80:
            return len(body)
        if byte >= 0xC0:
            need = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return len(body) - back if back < need else len(body)
    return len(body)
