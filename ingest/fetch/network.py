"""TCP and TLS, to addresses that were looked at first; knows nothing of HTTP.

A name is resolved here and the connection made to one of the addresses found, so that nothing can be swapped between looking
and connecting (DNS rebinding). Certificate and Host header go on speaking of the name.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import cast

from ingest.errors import FetchError
from ingest.fetch.addresses import refusal
from ingest.fetch.settings import Resolve

HEAD_LIMIT = 65_536
"""Bytes that may come before the headers of an answer are complete."""

_HELD = 262_144  # bytes that wait to be read; beyond them the peer has to wait
_END_OF_HEAD = b"\r\n\r\n"


class Wire(asyncio.Protocol):
    """One connection. Bytes stay here until they are asked for, and what nobody asked for shows that it can't be used again.

    Between `expect_head` and `expect_body` bytes are handed out no further than the end of a head: what follows an answer that
    has no body (a 304 with one) stays behind and is seen.
    """

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._ended = False
        self._lost: Exception | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._paused = False
        self._head_read: int | None = 0  # None: in the body
        self._body_left: int | None = None  # None: unknown
        self._last = b""

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to write."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Hold the bytes; hold the peer too where they are many."""
        self._buffer += data
        if len(self._buffer) > _HELD and not self._paused and self._transport is not None:
            self._paused = True
            self._transport.pause_reading()
        self._wake()

    def eof_received(self) -> None:
        """Note that nothing more will come."""
        self._ended = True
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that nothing more will come, and why."""
        self._ended = True
        self._lost = exc
        self._wake()

    # What the client calls.

    async def read(self, most: int, timeout: float | None) -> bytes:
        """The next bytes, b"" at the end.

        Raises:
            FetchError: `timeout`, `disconnected` (broken off rather than ended) or `headers_too_large`.
        """
        if self._head_read is not None and self._head_read >= HEAD_LIMIT:
            raise FetchError("headers_too_large", f"the headers are longer than {HEAD_LIMIT:,} bytes")
        if not self._buffer and not self._ended:
            await self._more(timeout)
        if not self._buffer and self._lost is not None:
            raise FetchError("disconnected", f"the connection broke off ({_reason(self._lost)})")
        return self._take(most)

    def write(self, data: bytes) -> None:
        """Send; a request is small enough never to wait."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def expect_head(self) -> None:
        """Say that a request begins, and that the next thing to come is the head of its answer."""
        self._head_read, self._body_left, self._last = 0, None, b""

    def expect_body(self, length: int | None) -> None:
        """Say that the head is complete and how many bytes of body were announced (None: not said)."""
        self._head_read, self._body_left = None, length

    def is_readable(self) -> bool:
        """True if something lies here that nobody asked for, the end included."""
        return bool(self._buffer) or self._ended

    def close(self) -> None:
        """Close at once; nothing is left to say."""
        if self._transport is not None:
            self._transport.abort()

    async def secure(self, context: ssl.SSLContext, name: str | None, timeout: float | None) -> None:
        """Begin TLS and check the certificate against `name`.

        Raises:
            FetchError: `tls`.
        """
        if self._transport is None:
            raise FetchError("tls", "the connection closed before TLS began")
        try:
            self._transport = await asyncio.get_running_loop().start_tls(
                self._transport, self, context, server_hostname=name, ssl_handshake_timeout=timeout
            )
        except OSError as error:  # ssl.SSLError is one, and so are a reset and a handshake that takes too long
            self.close()
            raise FetchError("tls", f"no safe connection ({_reason(error)})") from error

    def ssl_object(self) -> object:
        """What TLS agreed on, None without TLS."""
        return None if self._transport is None else self._transport.get_extra_info("ssl_object")

    async def _more(self, seconds: float | None) -> None:
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._waiter
        except TimeoutError as error:
            raise FetchError("timeout", f"nothing came for {seconds:g} seconds") from error
        finally:
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _take(self, most: int) -> bytes:
        data = bytes(self._buffer[: self._share(most)])
        del self._buffer[: len(data)]
        if self._head_read is not None:
            self._head_read += len(data)
            self._last = (self._last + data)[-3:]
        elif self._body_left is not None:
            self._body_left -= len(data)
        if self._paused and len(self._buffer) <= _HELD // 2 and self._transport is not None:
            self._paused = False
            self._transport.resume_reading()
        return data

    def _share(self, most: int) -> int:
        """How many bytes may be handed out now."""
        if self._head_read is None:
            return most if self._body_left is None else min(most, self._body_left)
        seen = len(self._last)
        end = (self._last + self._buffer[:most]).find(_END_OF_HEAD)
        return most if end < 0 else end + len(_END_OF_HEAD) - seen


async def dial(host: str, port: int, *, resolve: Resolve, allow_private: bool, seconds: float | None) -> Wire:
    """Connect to a host by name, to the first of its addresses that may be asked and answers.

    Raises:
        FetchError: `dns`, `blocked_address`, `connect` or `connect_timeout`.
    """
    try:
        async with asyncio.timeout(seconds):
            addresses = await _lookup(host, port, resolve)
            if not allow_private:
                addresses = _public(host, addresses)
            return await _first_that_answers(addresses, port, seconds)
    except TimeoutError as error:
        raise FetchError("connect_timeout", f"no connection to {host} within {seconds:g} seconds") from error


async def _lookup(host: str, port: int, resolve: Resolve) -> Sequence[str]:
    try:
        addresses = await resolve(host, port)
    except TimeoutError:
        raise
    except (OSError, UnicodeError) as error:
        raise FetchError("dns", f"the name {host} has no address ({_reason(error)})") from error
    if not addresses:
        raise FetchError("dns", f"the name {host} has no address")
    return addresses


def _public(host: str, addresses: Sequence[str]) -> Sequence[str]:
    public = [address for address in addresses if refusal(address) is None]
    if not public:
        raise FetchError(
            "blocked_address",
            f"{host} leads to {addresses[0]}, {refusal(addresses[0])}; `allow_private = true` permits that for a source",
        )
    return public


async def _first_that_answers(addresses: Sequence[str], port: int, seconds: float | None) -> Wire:
    """Try one after the other, each with its share of the time, so that a silent one does not use up all."""
    share = None if seconds is None or len(addresses) == 1 else seconds / len(addresses)  # one alone has the time of the whole
    failure: OSError = OSError("no address left")
    for address in addresses:
        try:
            async with asyncio.timeout(share):
                _, wire = await asyncio.get_running_loop().create_connection(Wire, address, port)
                return wire
        except OSError as error:  # TimeoutError is one
            failure = error
    if isinstance(failure, TimeoutError):
        raise failure
    raise FetchError("connect", f"no connection to {' or '.join(addresses)} ({_reason(failure)})") from failure


def _reason(error: Exception) -> str:
    """An error in a few words: the system's text, without numbers and addresses that differ each time."""
    verified = getattr(error, "verify_message", None)
    return verified or getattr(error, "strerror", None) or str(error) or type(error).__name__
