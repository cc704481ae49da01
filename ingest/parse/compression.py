"""Opens compressed bodies that nobody declared; pure, knows nothing of charsets or formats.

DESIGN rule 1: such bytes stay in the archive as they came and are opened here, under a limit. gzip and zlib have a
signature; brotli has none, so it is tried only on bytes that no text begins with, and believed only if text comes out.
"""

from __future__ import annotations

import re
import zlib

import brotli  # type: ignore[import-untyped]

from ingest.errors import ReadError
from ingest.model import Issue

MAX_OPENED = 64 * 1024 * 1024
"""Bytes that a body may have once opened; more is refused as `too_large`."""

_MAX_LAYERS = 3
_GZIP = b"\x1f\x8b\x08"
_ZLIB = tuple(bytes((0x78, flag)) for flag in (0x01, 0x5E, 0x9C, 0xDA))
_NOT_IN_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]|[\x80-\xff]")
_TEXT_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*[<{\[]|\xff\xfe|\xfe\xff")


def open_body(body: bytes, limit: int = MAX_OPENED) -> tuple[bytes, tuple[Issue, ...]]:
    """The body, decompressed where it is compressed without saying so, and what was found on the way.

    Raises ReadError `decode_error` for a gzip body that is damaged or cut, `too_large` beyond `limit` bytes.
    """
    codings: list[str] = []
    for _ in range(_MAX_LAYERS):
        coding, opened = _open_layer(body, limit)
        if coding is None:
            break
        codings.append(coding)
        body = opened
    if not codings:
        return body, ()
    message = f"the body is compressed ({', then '.join(codings)}) and no header says so"
    return body, (Issue(severity="warning", code="undeclared_compression", message=message),)


def _open_layer(body: bytes, limit: int) -> tuple[str | None, bytes]:
    if body.startswith(_GZIP):
        return "gzip", _inflate(body, zlib.MAX_WBITS | 16, limit)
    if body.startswith(_ZLIB):  # 'x^2 + y^2' begins like zlib as well: only success tells
        try:
            return "deflate", _inflate(body, zlib.MAX_WBITS, limit)
        except ReadError as error:
            if error.kind == "too_large":
                raise
    elif _NOT_IN_TEXT.search(body[:64]) and not _TEXT_OPENING.match(body):
        opened = _open_brotli(body, limit)
        if opened is not None:
            return "br", opened
    return None, body


def _inflate(body: bytes, window_bits: int, limit: int) -> bytes:
    """All members of a zlib or gzip stream; bytes that follow the last one are padding and ignored, as gzip does."""
    parts: list[bytes] = []
    left = limit
    rest = body
    while True:
        engine = zlib.decompressobj(window_bits)
        try:
            part = engine.decompress(rest, left + 1)
        except zlib.error as error:
            if parts:
                break
            raise ReadError("decode_error", f"the body begins like a compressed one but is damaged ({error})") from error
        left -= len(part)
        _refuse_beyond(left, limit)
        if not engine.eof:
            raise ReadError("decode_error", "the body is compressed and cut off before its end")
        parts.append(part)
        rest = engine.unused_data
        if not rest.startswith(_GZIP):
            break
    return b"".join(parts)


def _open_brotli(body: bytes, limit: int) -> bytes | None:
    engine = brotli.Decompressor()
    parts: list[bytes] = []
    left = limit
    feed = body
    try:
        while not engine.is_finished():
            part = engine.process(feed, output_buffer_limit=1 << 20)
            if not part and not feed:
                return None
            if not parts and not _TEXT_OPENING.match(part):
                return None
            parts.append(part)
            left -= len(part)
            _refuse_beyond(left, limit)
            feed = b""
    except brotli.error:
        return None
    return b"".join(parts)


def _refuse_beyond(left: int, limit: int) -> None:
    if left < 0:
        raise ReadError("too_large", f"the body is compressed and opens to more than {limit:,} bytes")
