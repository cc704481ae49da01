"""Receives the bytes of an answer and undoes their coding, under a limit on both; knows no URL, no source and no connection.

The limit holds on the wire and after decoding, chunk by chunk: a bomb is put down at the byte that is one too many. Few large
bodies are received at a time, whatever the number of requests, so memory stays bounded when every server is hostile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from ingest.codings import BadCodingError, Decoder, TooLargeError, names_of, undo
from ingest.errors import FetchError
from ingest.model import Issue

LARGE = 2_000_000
"""Bytes in memory from which a body counts as large and takes one of the LARGE_AT_ONCE places."""

LARGE_AT_ONCE = 2
_CUT_OFF = frozenset({"disconnected", "protocol"})  # in the middle of a body both mean that its rest is missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What arrived, decoded. With `error` it is not whole, and `data` is what there was to keep (None: nothing)."""

    data: bytes | None
    issues: tuple[Issue, ...] = ()
    error: FetchError | None = None


async def receive(
    chunks: AsyncIterator[bytes], *, coding: str | None, limit: int, seconds: float, places: asyncio.Semaphore
) -> Body:
    """Take in a whole body within `seconds`, at most `limit` bytes of it before and after decoding.

    `places` are those for large bodies. What goes wrong is in the result: `too_large` (nothing is kept), `truncated`, `timeout`
    or `decode_error` (what there is).
    """
    intake = _Intake(coding, limit)
    try:
        async with asyncio.timeout(seconds) as clock, _Place(places, clock) as place:
            async for chunk in chunks:
                intake.add(chunk)
                if intake.held > LARGE:
                    await place.take()
    except TooLargeError:
        return Body(data=None, error=FetchError("too_large", f"the body is longer than max_bytes, {limit:,} bytes"))
    except TimeoutError:
        return Body(data=intake.so_far(), error=FetchError("timeout", "the answer took too long as a whole"))
    except FetchError as error:
        kind = "truncated" if error.kind in _CUT_OFF else error.kind
        return Body(data=intake.so_far(), error=FetchError(kind, f"the body breaks off: {error}"))
    return intake.whole()


class _Place:
    """One of the places for large bodies, taken when needed. The time that it takes to get one is not the server's."""

    def __init__(self, places: asyncio.Semaphore, clock: asyncio.Timeout) -> None:
        self._places = places
        self._clock = clock
        self._taken = False

    async def take(self) -> None:
        """Wait for a place, with the clock stopped."""
        if self._taken:
            return
        now = asyncio.get_running_loop().time
        began, end = now(), self._clock.when()
        self._clock.reschedule(None)
        await self._places.acquire()
        self._taken = True
        self._clock.reschedule(None if end is None else end + now() - began)

    async def __aenter__(self) -> _Place:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._taken:
            self._places.release()


class _Intake:
    """Raw and decoded bytes side by side until it is known which of them are the body."""

    def __init__(self, coding: str | None, limit: int) -> None:
        self._coding = coding
        self._limit = limit
        self._raw = bytearray()
        self._decoded = bytearray()
        self._decoder = _decoder(coding, limit)
        self._plain = not names_of(coding)

    @property
    def held(self) -> int:
        """Bytes in memory."""
        return len(self._raw) + len(self._decoded)

    def add(self, chunk: bytes) -> None:
        """Take the next bytes; raises TooLargeError."""
        self._raw += chunk
        if len(self._raw) > self._limit:
            raise TooLargeError("on the wire")
        if self._plain or self._decoder is None:
            return
        try:
            self._decoded += self._decoder.feed(chunk)
        except BadCodingError:
            self._decoder = None

    def so_far(self) -> bytes:
        """What there is of a body that broke off."""
        return bytes(self._raw if self._plain or self._decoder is None else self._decoded)

    def whole(self) -> Body:
        """The body, all its bytes having come."""
        if self._plain:
            return Body(data=bytes(self._raw))
        if self._decoder is not None:
            try:
                self._decoder.finish()
            except BadCodingError:
                return self._misdeclared(bytes(self._decoded))
            return Body(data=bytes(self._decoded))
        return self._misdeclared(None)

    def _misdeclared(self, prefix: bytes | None) -> Body:
        """The declared coding was not undone: it was never there, or the bytes are broken."""
        undone = undo(bytes(self._raw), self._coding, self._limit)
        if undone.state == "absent":
            message = (
                f"the answer says Content-Encoding: {self._coding}, and its bytes are not coded so; they are kept as they came"
            )
            return Body(data=undone.body, issues=(Issue(severity="warning", code="content_encoding_mismatch", message=message),))
        if undone.truncated:
            return Body(data=prefix, error=FetchError("truncated", f"the body breaks off: {undone.error}"))
        return Body(data=undone.body, error=FetchError("decode_error", f"the body cannot be decoded: {undone.error}"))


def _decoder(coding: str | None, limit: int) -> Decoder | None:
    try:
        return Decoder(coding, limit)
    except BadCodingError:
        return None
