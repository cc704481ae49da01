"""A real HTTP server on loopback that does what it is told, down to the byte; every request it saw is in `seen`.

A behaviour is a coroutine that gets the request and a `Line` to write on. What it writes goes out as it is: this server knows
no HTTP beyond reading a request. The connection is kept if the behaviour says so, else closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]  # names in lower case
    connection: int
    raw: bytes

    @property
    def host(self) -> str:
        return self.headers.get("host", "")


@dataclass(slots=True)
class Line:
    """The way back to one client."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    keep: bool = False

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    def reset(self) -> None:
        """Break the connection off with a reset instead of an end."""
        self.writer.transport.abort()


Behaviour = Callable[[Seen, Line], Awaitable[None]]


@dataclass(slots=True)
class Server:
    """Routes by path, or by host and path; a path ending in `*` matches what begins so."""

    routes: dict[str, Behaviour] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    count: int = 0  # of requests
    remember: bool = True  # False: only count them
    most_at_once: int = 0
    most_at_one_host: int = 0
    connections: int = 0
    port: int = 0
    _server: asyncio.Server | None = None
    _busy: dict[str, int] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def __aenter__(self) -> Server:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1024)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks)

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [each.path for each in self.seen]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.connections += 1
        number = self.connections
        line = Line(reader, writer, keep=True)
        try:
            while line.keep and (request := await _read_request(reader, number)) is not None:
                self.count += 1
                if self.remember:
                    self.seen.append(request)
                line.keep = False
                self._count(request.host, 1)
                try:
                    await self._behaviour(request)(request, line)
                finally:
                    self._count(request.host, -1)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client, or the test, has had enough
        finally:
            writer.close()

    def _behaviour(self, request: Seen) -> Behaviour:
        host = request.host.rpartition(":")[0]
        for key in (f"{host}{request.path}", request.path):
            if key in self.routes:
                return self.routes[key]
        for key, behaviour in self.routes.items():
            if key.endswith("*") and request.path.startswith(key[:-1]):
                return behaviour
        return answer(404, b"no such path")

    def _count(self, host: str, step: int) -> None:
        self._busy[host] = self._busy.get(host, 0) + step
        self.most_at_once = max(self.most_at_once, sum(self._busy.values()))
        self.most_at_one_host = max(self.most_at_one_host, self._busy[host])
        if not self._busy[host]:
            del self._busy[host]


async def _read_request(reader: asyncio.StreamReader, connection: int) -> Seen | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head[:-4].split(b"\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(b":")
        headers[name.decode("latin-1").lower()] = value.strip().decode("latin-1")
    return Seen(path=first.split(b" ")[1].decode("latin-1"), headers=headers, connection=connection, raw=head)


# --- answers as bytes ------------------------------------------------------------------------------------------------

Headers = Mapping[str, str] | Iterable[tuple[str, str]]


def head(status: int, headers: Headers = (), reason: str = "Whatever") -> bytes:
    """A status line and headers, with their end."""
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    lines = "".join(f"{name}: {value}\r\n" for name, value in pairs)
    return f"HTTP/1.1 {status} {reason}\r\n{lines}\r\n".encode("latin-1")


def whole(status: int, body: bytes = b"", headers: Headers = ()) -> bytes:
    """A regular answer."""
    pairs = dict(headers.items() if isinstance(headers, Mapping) else headers)
    return head(status, {"content-length": str(len(body)), **pairs}) + body


def chunked(parts: Iterable[bytes]) -> bytes:
    """A body in chunks, with its end."""
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


# --- behaviours ----------------------------------------------------------------------------------------------------


def answer(status: int = 200, body: bytes = b"", headers: Headers = ()) -> Behaviour:
    """A regular answer; the connection is kept."""
    return raw(whole(status, body, headers), keep=True)


def raw(data: bytes, *, keep: bool = False) -> Behaviour:
    """These bytes, whatever they are."""

    async def behave(_: Seen, line: Line) -> None:
        line.keep = keep
        await line.send(data)

    return behave


def redirect(location: str, status: int = 302) -> Behaviour:
    return answer(status, b"elsewhere", {"location": location})


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """One after the other, request by request; the last one for ever."""
    left = list(behaviours)

    async def behave(request: Seen, line: Line) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(request, line)

    return behave


def slowly(data: bytes, seconds: float, piece: int = 1) -> Behaviour:
    """These bytes, a piece at a time with a pause before each."""

    async def behave(_: Seen, line: Line) -> None:
        for start in range(0, len(data), piece):
            await asyncio.sleep(seconds)
            await line.send(data[start : start + piece])

    return behave


def after(seconds: float, behaviour: Behaviour) -> Behaviour:
    async def behave(request: Seen, line: Line) -> None:
        await asyncio.sleep(seconds)
        await behaviour(request, line)

    return behave


def reset(data: bytes = b"") -> Behaviour:
    """Send something and break off with a reset."""

    async def behave(_: Seen, line: Line) -> None:
        if data:
            await line.send(data)
            await asyncio.sleep(0.02)
        line.reset()

    return behave


def endless(start: bytes, more: bytes, sent: list[int] | None = None) -> Behaviour:
    """A beginning, and then the same again until the client goes away; `sent` counts the bytes."""

    async def behave(_: Seen, line: Line) -> None:
        await line.send(start)
        while not line.writer.is_closing():
            await line.send(more)
            if sent is not None:
                sent[0] += len(more)
            await asyncio.sleep(0)

    return behave


async def silence(_: Seen, line: Line) -> None:
    """Say nothing until the client goes away."""
    await line.reader.read()
