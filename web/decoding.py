"""Reads a body as text for a line diff. Pure; what it gives is for people to read, never to be parsed."""

from __future__ import annotations

import codecs
import re
import zlib

MOST_BYTES = 8_000_000
"""A body larger than this is not compared on a page."""

_PROBE = 8000  # git calls a file binary if a NUL stands in its first 8,000 bytes
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CHARSET = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)


def text_of(body: bytes, content_type: str | None) -> str | None:
    """The text of a body, characters that cannot be read replaced; None where it is no text, or too large."""
    body = _unpacked(body)
    if len(body) > MOST_BYTES:
        return None
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body.decode(name, "replace")
    if b"\0" in body[:_PROBE]:
        return None
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode(_declared(body, content_type), "replace")


def _unpacked(body: bytes) -> bytes:
    """A body that is gzip without having said so, undone as far as it may be shown."""
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(31).decompress(body, MOST_BYTES + 1)
    except zlib.error:
        return body


def _declared(body: bytes, content_type: str | None) -> str:
    for text in ((content_type or "").encode("ascii", "replace"), body[:2000]):
        for found in _CHARSET.finditer(text):
            try:
                name = codecs.lookup(found[1].decode("ascii")).name
            except LookupError:
                continue
            if name not in ("utf-8", "utf-16", "utf-32", "idna", "punycode"):
                return name
    return "cp1252"
