"""Opens compressed bodies that nobody declared; pure, knows nothing of charsets or formats.

Rule 1: such bytes stay in the archive as they came and are opened here, under a limit. gzip, zstd and zlib have a
signature; brotli has none, so it is tried only on bytes that no text begins with, and believed only if text comes out.
"""

from __future__ import annotations

import re

from ingest.codings import BadCodingError, Decoder, TooLargeError
from ingest.errors import ReadError
from ingest.model import Issue

MAX_OPENED = 64 * 1024 * 1024
"""Bytes that a body may have once opened; more is refused as `too_large`."""

_MAX_LAYERS = 3
_CERTAIN = {b"\x1f\x8b\x08": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_POSSIBLE = tuple(bytes((0x78, flag)) for flag in (0x01, 0x5E, 0x9C, 0xDA))  # zlib; 'x^2 + y^2' begins so as well
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_TEXT_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*[<{\[]|\xff\xfe|\xfe\xff|[<{\[]\x00|\x00[<{\[]")
_FIRST_PIECE = 4096  # bytes


def open_body(body: bytes, limit: int = MAX_OPENED) -> tuple[bytes, tuple[Issue, ...]]:
    """The body, decompressed where it is compressed without saying so, and what was found on the way.

    Raises ReadError `decode_error` for a gzip or zstd body that is damaged or cut, `too_large` beyond `limit` bytes.
    """
    codings: list[str] = []
    for _ in range(_MAX_LAYERS):
        try:
            coding, opened = _open_layer(body, limit)
        except TooLargeError as error:
            raise ReadError("too_large", f"the body is compressed and opens to more than {limit:,} bytes") from error
        if coding is None:
            break
        codings.append(coding)
        body = opened
    if not codings:
        return body, ()
    message = f"the body is compressed ({', then '.join(codings)}) and no header says so"
    return body, (Issue(severity="warning", code="undeclared_compression", message=message),)


def opened_body(body: bytes) -> bytes:
    """The body for whoever only looks for something in it: opened where that can be done, the very same object otherwise."""
    try:
        return open_body(body)[0]
    except ReadError:
        return body


def _open_layer(body: bytes, limit: int) -> tuple[str | None, bytes]:
    for signature, coding in _CERTAIN.items():
        if body.startswith(signature):
            try:
                return coding, _decoded(body, coding, limit)
            except BadCodingError as error:
                raise ReadError("decode_error", f"the body begins like {coding} data, but {error}") from error
    if body.startswith(_POSSIBLE):
        return _tried(body, "deflate", limit)
    head = body[:64]
    if _CONTROL.search(head) or (_NOT_ASCII.search(head) and not _TEXT_OPENING.match(head)):
        return _tried(body, "br", limit)
    return None, body


def _tried(body: bytes, coding: str, limit: int) -> tuple[str | None, bytes]:
    """The body opened, if it opens whole and to something that begins like a document."""
    try:
        first = Decoder(coding, limit).feed(body[:_FIRST_PIECE])
        if _TEXT_OPENING.match(first):
            return coding, _decoded(body, coding, limit)
    except BadCodingError:
        pass
    return None, body


def _decoded(body: bytes, coding: str, limit: int) -> bytes:
    decoder = Decoder(coding, limit)
    opened = decoder.feed(body)
    decoder.finish()
    return opened
