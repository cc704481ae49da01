"""One step per content coding, over the library that knows it; each gives what it unpacks in small pieces, never at once."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import brotli  # type: ignore[import-untyped]  # it ships no types

if sys.version_info >= (3, 14):
    from compression import zstd as zstd
else:
    from backports import zstd as zstd  # the archive packs with it too

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
PIECE = 65536  # bytes asked of a library at a time

_ZSTD_WINDOW_LOG = 23  # 8 MB, the largest window that RFC 9659 lets a server use


class CodingError(Exception):
    """The declared coding and the bytes do not go together."""


class TooLargeError(CodingError):
    """The decoded bytes are more than the limit."""


class BadCodingError(CodingError):
    """The bytes are not in the declared coding. `truncated`: they are, as far as they go, but end too early."""

    def __init__(self, message: str, *, truncated: bool = False) -> None:
        super().__init__(message)
        self.truncated = truncated


class UnknownCodingError(BadCodingError):
    """A coding other than gzip, deflate, br and zstd, or too many of them."""


class Step(Protocol):
    """What undoes one coding."""

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """What the next bytes of the body become, in pieces of about `PIECE` bytes."""

    def finish(self) -> None:
        """The body has ended: BadCodingError where it ended in the middle."""


class _Gzip:
    """RFC 1952: one member or several; padding after a member is ignored, as every browser does."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(wbits=31)
        self._fed = False
        self._padding = False

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        while chunk and not self._padding:
            if self._member.eof:
                self._padding = chunk[0] != GZIP_MAGIC[0]
                self._member = self._member if self._padding else zlib.decompressobj(wbits=31)
                continue
            self._fed = True
            yield from _inflate(self._member, chunk, "gzip")
            chunk = self._member.unused_data

    def finish(self) -> None:
        if self._fed and not self._member.eof:
            raise BadCodingError("the gzip data end too early", truncated=True)


class _Deflate:
    """The zlib format of RFC 1950, and the bare RFC 1951 data that some servers send in its place."""

    def __init__(self) -> None:
        self._head = b""
        self._stream: zlib._Decompress | None = None

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        if self._stream is None:
            self._head += chunk
            if len(self._head) < 2:
                return
            wrapped = self._head[0] & 0x0F == 8 and int.from_bytes(self._head[:2]) % 31 == 0
            self._stream = zlib.decompressobj(wbits=15 if wrapped else -15)
            chunk = self._head
        if chunk and self._stream.eof:
            raise BadCodingError("bytes follow the end of the deflate data")
        yield from _inflate(self._stream, chunk, "deflate")
        if self._stream.unused_data:
            raise BadCodingError("bytes follow the end of the deflate data")

    def finish(self) -> None:
        if self._head and not (self._stream and self._stream.eof):
            raise BadCodingError("the deflate data end too early", truncated=True)


def _inflate(stream: zlib._Decompress, data: bytes, name: str) -> Iterator[bytes]:
    full = True
    while (data or full) and not stream.eof:
        try:
            out = stream.decompress(data, PIECE)
        except zlib.error as error:
            raise BadCodingError(f"the bytes are not {name} data: {error}") from error
        data = stream.unconsumed_tail
        full = len(out) == PIECE
        if out:
            yield out


class _Brotli:
    def __init__(self) -> None:
        self._stream = brotli.Decompressor()
        self._fed = False

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        if not chunk:
            return
        self._fed = True
        more = True
        while more:
            try:
                out = self._stream.process(chunk, output_buffer_limit=PIECE)
            except brotli.error as error:
                raise BadCodingError("the bytes are not brotli data") from error
            chunk = b""
            more = bool(out)  # the library says that it takes more input while it still has output to give
            if out:
                yield out

    def finish(self) -> None:
        if self._fed and not self._stream.is_finished():
            raise BadCodingError("the brotli data end too early", truncated=True)


class _Zstd:
    """RFC 8878: one frame or several, each with a window of at most 8 MB."""

    def __init__(self) -> None:
        self._frame = self._new()
        self._fed = False

    @staticmethod
    def _new() -> zstd.ZstdDecompressor:
        return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG})

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        while chunk:
            if self._frame.eof:
                self._frame = self._new()
            self._fed = True
            yield from self._frame_pieces(chunk)
            chunk = self._frame.unused_data if self._frame.eof else b""

    def _frame_pieces(self, data: bytes) -> Iterator[bytes]:
        more = True
        while more:
            try:
                out = self._frame.decompress(data, max_length=PIECE)
            except zstd.ZstdError as error:
                raise BadCodingError(f"the bytes are not zstd data: {error}") from error
            data = b""
            more = not (self._frame.eof or self._frame.needs_input)
            if out:
                yield out

    def finish(self) -> None:
        if self._fed and not self._frame.eof:
            raise BadCodingError("the zstd data end too early", truncated=True)


STEPS: Mapping[str, Callable[[], Step]] = {"gzip": _Gzip, "deflate": _Deflate, "br": _Brotli, "zstd": _Zstd}
