"""Undoes HTTP content codings, piece by piece and under a limit; pure: bytes in, bytes out, no network and no file.

Codings are those of RFC 9110 section 8.4 with `br` (RFC 7932) and `zstd` (RFC 9659). A decoder never holds more than its
limit and a small window, whatever a body claims to become once unpacked.
"""

from __future__ import annotations

import codecs
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import brotli  # type: ignore[import-untyped]  # it ships no types

if sys.version_info >= (3, 14):
    from compression import zstd as zstd
else:
    from backports import zstd as zstd  # the archive packs with it too

ACCEPT_ENCODING = "gzip, deflate, br, zstd"

_STEP = 65536  # bytes asked of a library at a time
_MOST_CODINGS = 3  # one is usual, two happen; a longer list is an attack
_ZSTD_WINDOW_LOG = 23  # 8 MB, the largest window that RFC 9659 lets a server use
_ALIASES = {"x-gzip": "gzip"}  # RFC 9110 section 8.4.1.3
_NO_CODING = frozenset({"", "identity", "none"})
_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_UTF16_STARTS = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")  # text full of NUL bytes
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOK_AT = 4096  # bytes


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """A body after an attempt to undo its declared codings.

    `state`: `none` nothing was declared · `undone` · `absent` declared, but the bytes are plain or packed in another way;
    `body` is as it came · `failed` the bytes are broken, `body` is as it came and `error` says why.
    """

    body: bytes
    state: Literal["none", "undone", "absent", "failed"]
    error: str | None = None
    truncated: bool = False


def names_of(header: str | None) -> tuple[str, ...]:
    """The codings of a Content-Encoding header in the order in which they were applied; `identity` is left out."""
    names = (part.strip().lower() for part in (header or "").split(","))
    return tuple(_ALIASES.get(name, name) for name in names if name not in _NO_CODING)


def undo(raw: bytes, header: str | None, limit: int) -> Undone:
    """Undo the codings of a whole body that is at hand (DESIGN rule 1); never guesses: bytes that do not decode stay.

    Raises:
        TooLargeError: the decoded bytes are more than `limit`.
    """
    if not names_of(header):
        return Undone(body=raw, state="none")
    try:
        decoder = Decoder(header, limit)
        body = decoder.feed(raw)
        decoder.finish()
    except BadCodingError as error:
        if _is_plain(raw, strict=error.truncated) or _is_packed_otherwise(raw, limit):
            return Undone(body=raw, state="absent")
        return Undone(body=raw, state="failed", error=str(error), truncated=error.truncated)
    return Undone(body=body, state="undone")


class Decoder:
    """Undoes all codings of one Content-Encoding header for one body; with none, the bytes pass through, limited too.

    `limit` is the most bytes that all calls of `feed` together may give back.

    Raises:
        UnknownCodingError: the header names a coding that cannot be undone.
    """

    def __init__(self, header: str | None, limit: int) -> None:
        names = names_of(header)
        if len(names) > _MOST_CODINGS or not all(name in _STEPS for name in names):
            raise UnknownCodingError(f"content coding {header!r} cannot be undone")
        self._steps = [_Counted(_STEPS[name](), limit, slack=limit + _STEP) for name in reversed(names)]
        self._end = _Counted(None, limit)

    def feed(self, chunk: bytes) -> bytes:
        """Decode the next bytes of the body; what comes back may be empty.

        Raises:
            TooLargeError: the decoded bytes are more than the limit.
            BadCodingError: the bytes are not in the declared coding.
        """
        out = bytearray()
        for piece in _through([*self._steps, self._end], chunk):
            out += piece
        return bytes(out)

    def finish(self) -> None:
        """Say that the body has ended.

        Raises:
            BadCodingError: (`truncated`) it ended in the middle.
        """
        for step in self._steps:
            step.finish()


def _through(steps: Sequence[_Counted], chunk: bytes) -> Iterator[bytes]:
    if not steps:
        yield chunk
        return
    for piece in steps[0].pieces(chunk):
        yield from _through(steps[1:], piece)


class _Step(Protocol):
    def pieces(self, chunk: bytes) -> Iterator[bytes]: ...

    def finish(self) -> None: ...


class _Counted:
    """A step, or none, whose output is counted: a bomb inside a bomb stops as well.

    `slack` is what a step in the middle may give beyond the limit, as packed data can be longer than what they hold.
    """

    def __init__(self, step: _Step | None, limit: int, *, slack: int = 0) -> None:
        self._step = step
        self._limit = limit
        self._left = limit + slack

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        for piece in self._step.pieces(chunk) if self._step else (chunk,):
            self._left -= len(piece)
            if self._left < 0:
                raise TooLargeError(f"more than {self._limit} bytes once decoded")
            yield piece

    def finish(self) -> None:
        if self._step:
            self._step.finish()


class _Gzip:
    """RFC 1952: one member or several; padding after a member is ignored, as every browser does."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(wbits=31)
        self._fed = False
        self._padding = False

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        while chunk and not self._padding:
            if self._member.eof:
                self._padding = chunk[0] != _GZIP_MAGIC[0]
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
            out = stream.decompress(data, _STEP)
        except zlib.error as error:
            raise BadCodingError(f"the bytes are not {name} data: {error}") from error
        data = stream.unconsumed_tail
        full = len(out) == _STEP
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
                out = self._stream.process(chunk, output_buffer_limit=_STEP)
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
                out = self._frame.decompress(data, max_length=_STEP)
            except zstd.ZstdError as error:
                raise BadCodingError(f"the bytes are not zstd data: {error}") from error
            data = b""
            more = not (self._frame.eof or self._frame.needs_input)
            if out:
                yield out

    def finish(self) -> None:
        if self._fed and not self._frame.eof:
            raise BadCodingError("the zstd data end too early", truncated=True)


_STEPS: Mapping[str, Callable[[], _Step]] = {"gzip": _Gzip, "deflate": _Deflate, "br": _Brotli, "zstd": _Zstd}


def _is_plain(raw: bytes, *, strict: bool) -> bool:
    """Whether bytes are text in some charset: packed data have control characters within a few dozen bytes.

    `strict` asks for more: packed data that were cut after a few bytes may have none by chance, but are hardly UTF-8.
    """
    head = raw[:_LOOK_AT]
    if head.startswith(_UTF16_STARTS):
        return True
    return not _CONTROL.search(head) and (not strict or _is_utf8(head))


def _is_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _is_packed_otherwise(raw: bytes, limit: int) -> bool:
    """Whether bytes are whole data of a format that names itself: the parser opens such bytes."""
    name = "gzip" if raw.startswith(_GZIP_MAGIC) else "zstd" if raw.startswith(_ZSTD_MAGIC) else None
    if name is None:
        return False
    try:
        decoder = Decoder(name, limit)
        decoder.feed(raw)
        decoder.finish()
    except CodingError:
        return False
    return True
