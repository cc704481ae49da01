"""Speaks HTTP/1.1 and HTTP/2 through httpx; the only file that knows httpx and httpcore, and it knows no plan and no Attempt.

httpx is used at its transport seam, without its Client and its pool: one connection per origin, one request at a time on each.
That costs a fraction of the CPU (docs/fetching.md has the figures), cannot collapse over a thousand origins as the pool does,
and has no jar in which a cookie could be kept. Redirects are not followed and bodies not decoded here.
"""

from __future__ import annotations

import ssl
import sys
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpcore
import httpx

from ingest.errors import FetchError
from ingest.fetch.network import Wire, dial
from ingest.fetch.settings import FetchSettings, Resolve, World
from ingest.fetch.urls import text_of

MOST_IDLE = 32
_KEEP_ALIVE = 30.0  # seconds; between two polls of one source no server keeps a connection that long

_Key = tuple[str, str, int | None, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The head of an answer, and its body as it comes over the wire. Header names in lower case, values one character a byte."""

    status: int
    headers: tuple[tuple[str, str], ...]
    chunks: AsyncIterator[bytes]
    bodiless: bool = False  # it is known to be at its end: `chunks` waits for nothing

    def header(self, name: str) -> str | None:
        """All values of one header as one (RFC 9110 section 5.3), None where it was not sent."""
        values = [value for key, value in self.headers if key == name]
        return ", ".join(values) if values else None


class Client:
    """Asks for one URL at a time per origin. Not safe for two requests at once to one origin: the gate sees to that."""

    def __init__(self, settings: FetchSettings, world: World) -> None:
        self._transport = _OriginTransport(world)
        self._timeout = {"connect": settings.connect_timeout, "read": settings.read_timeout, "write": settings.read_timeout}

    @asynccontextmanager
    async def get(self, url: str, headers: Mapping[str, str], *, allow_private: bool) -> AsyncIterator[Answer]:
        """The answer to one GET; what of its body is not read when the block ends is never read.

        Raises:
            FetchError: no answer came: `bad_url`, `dns`, `blocked_address`, `connect`, `connect_timeout`, `tls`, `timeout`,
                `disconnected`, `protocol` or `headers_too_large`.
        """
        with _fetch_errors():
            request = httpx.Request(
                "GET",
                url,
                headers=[(name.encode("ascii"), _header_bytes(value)) for name, value in headers.items()],
                extensions={"timeout": self._timeout, "allow_private": allow_private},
            )
            response = await self._transport.handle_async_request(request)
        pairs = tuple((text_of(name).lower(), text_of(value)) for name, value in response.headers.raw)
        try:
            async with aclosing(_chunks(response)) as chunks:
                bodiless = _is_bodiless(response.status_code, response.extensions)
                yield Answer(status=response.status_code, headers=pairs, chunks=chunks, bodiless=bodiless)
        finally:
            await response.aclose()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._transport.aclose()


# --- connections ---------------------------------------------------------------------------------------------------


class _OriginTransport(httpx.AsyncBaseTransport):
    """httpx's seam to the network: idle connections by origin, the oldest closed when there are many."""

    def __init__(self, world: World) -> None:
        self._resolve = world.resolve
        self._make_context = world.ssl_context or httpx.create_ssl_context
        self._context: ssl.SSLContext | None = None
        self._idle: OrderedDict[_Key, _Line] = OrderedDict()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send on the origin's connection, or on a new one where there is none or it can't be used again."""
        key = (request.url.scheme, request.url.host, request.url.port, bool(request.extensions["allow_private"]))
        line = self._idle.pop(key, None)
        if line is not None and not line.usable():
            await line.aclose()
            line = None
        line = line or _Line(request.url, self._resolve, self._ssl_context(request.url), allow_private=key[3])
        try:
            answer = await line.send(request)
        except BaseException:
            await line.aclose()
            raise
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Body(answer, lambda: self._release(key, line)),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        """Close what is idle."""
        while self._idle:
            await self._idle.popitem()[1].aclose()

    async def _release(self, key: _Key, line: _Line) -> None:
        if not line.usable() or key in self._idle:
            await line.aclose()
            return
        self._idle[key] = line
        if len(self._idle) > MOST_IDLE:
            await self._idle.popitem(last=False)[1].aclose()

    def _ssl_context(self, url: httpx.URL) -> ssl.SSLContext | None:
        if url.scheme != "https":
            return None
        if self._context is None:  # takes some 40 ms: made once, and only when needed
            self._context = self._make_context()
        return self._context


class _Line:
    """One connection to one origin."""

    def __init__(self, url: httpx.URL, resolve: Resolve, context: ssl.SSLContext | None, *, allow_private: bool) -> None:
        self._backend = _Backend(resolve, allow_private=allow_private)
        self._connection = httpcore.AsyncHTTPConnection(
            origin=_core_url(url).origin,
            ssl_context=context,
            keepalive_expiry=_KEEP_ALIVE,
            http2=True,  # where the server offers it
            network_backend=self._backend,
        )

    def usable(self) -> bool:
        """True if another request may be sent: idle, still open, and nothing on the wire that nobody asked for."""
        return self._connection.is_available() and not self._connection.has_expired()

    async def send(self, request: httpx.Request) -> httpcore.Response:
        """Send a request and wait for the head of its answer."""
        if self._backend.wire is not None:
            self._backend.wire.expect_head()
        answer = await self._connection.handle_async_request(
            httpcore.Request(
                method=request.method, url=_core_url(request.url), headers=request.headers.raw, extensions=request.extensions
            )
        )
        if self._backend.wire is not None:
            self._backend.wire.expect_body(_announced(answer))
        return answer

    async def aclose(self) -> None:
        """Close it, whatever state it is in."""
        await self._connection.aclose()
        if self._backend.wire is not None:
            self._backend.wire.close()


class _Body(httpx.AsyncByteStream):
    """An answer's bytes as they come; closing it gives the connection back."""

    def __init__(self, answer: httpcore.Response, release: Callable[[], Awaitable[None]]) -> None:
        self._answer = answer
        self._release = release

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._answer.aiter_stream()

    async def aclose(self) -> None:
        await self._answer.aclose()
        await self._release()


class _Backend(httpcore.AsyncNetworkBackend):
    """How httpcore reaches the network: through `dial`, which looks at the address first."""

    def __init__(self, resolve: Resolve, *, allow_private: bool) -> None:
        self.wire: Wire | None = None
        self._resolve = resolve
        self._allow_private = allow_private

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002 -- httpcore's signature
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        """Connect, and keep hold of the wire."""
        self.wire = await dial(host, port, resolve=self._resolve, allow_private=self._allow_private, seconds=timeout)
        self.wire.expect_head()
        return _Stream(self.wire)


class _Stream(httpcore.AsyncNetworkStream):
    """A wire in the shape that httpcore asks for."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._wire.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 -- httpcore's signature
        self._wire.write(buffer)

    async def aclose(self) -> None:
        self._wire.close()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        await self._wire.secure(ssl_context, server_hostname and server_hostname.rstrip("."), timeout)
        return self

    def get_extra_info(self, info: str) -> Any:
        known: Mapping[str, Callable[[], object]] = {"ssl_object": self._wire.ssl_object, "is_readable": self._wire.is_readable}
        return known[info]() if info in known else None


# --- between the two -------------------------------------------------------------------------------------------------


def _core_url(url: httpx.URL) -> httpcore.URL:
    return httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)


def _header_bytes(value: str) -> bytes:
    """The bytes of a header value: those it came as (one character a byte), else UTF-8."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("utf-8")


def _is_bodiless(status: int, extensions: Mapping[str, Any]) -> bool:
    """True if HTTP/1.1 knows by the status that there is no body; HTTP/2 has yet to hear so."""
    return status in (204, 304) and extensions.get("http_version") != b"HTTP/2"


def _announced(answer: httpcore.Response) -> int | None:
    """The length of the body on the wire where HTTP/1.1 knows it beforehand; None otherwise."""
    if answer.extensions.get("http_version") == b"HTTP/2":
        return None
    if _is_bodiless(answer.status, answer.extensions):
        return 0
    headers = {name.lower(): value for name, value in answer.headers}
    length = headers.get(b"content-length", b"")
    return int(length) if length.isdigit() and b"transfer-encoding" not in headers else None


async def _chunks(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """The body's bytes as they were sent; raises FetchError where they break off."""
    with _fetch_errors():
        async with aclosing(cast("AsyncGenerator[bytes, None]", aiter(cast("AsyncIterator[bytes]", response.stream)))) as chunks:
            async for chunk in chunks:
                yield chunk


@contextmanager
def _fetch_errors() -> Iterator[None]:
    """What goes wrong on the wire, in our words."""
    try:
        yield
    except FetchError:
        raise
    except httpx.InvalidURL as error:
        raise FetchError("bad_url", f"not a URL that can be asked for ({error})") from error
    except _wire_errors() as error:
        text = str(error) or type(error).__name__
        if "disconnected" in text:
            raise FetchError("disconnected", "the server closed the connection before its answer had a head") from error
        raise FetchError("protocol", f"the answer is not HTTP ({text})") from error


def _wire_errors() -> tuple[type[Exception], ...]:
    """What httpcore raises when a server breaks the rules.

    Its HTTP/2 lets errors of h2 through, and both trip over hostile bytes with plain ones. h2 is loaded by httpcore with the
    first HTTP/2 connection, and not sooner.
    """
    h2 = sys.modules.get("h2.exceptions")
    plain = (httpcore.ProtocolError, httpcore.ConnectionNotAvailable, OSError, ValueError, LookupError, AssertionError)
    return (*plain, h2.H2Error) if h2 is not None else plain
