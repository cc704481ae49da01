"""Undoes the declared codings of a body that is at hand, and tells what was found where they are not there; pure."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Literal

from ingest.codings.decoder import Decoder, names_of
from ingest.codings.steps import GZIP_MAGIC, ZSTD_MAGIC, BadCodingError, CodingError

_UTF16_STARTS = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")  # text full of NUL bytes
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOK_AT = 4096  # bytes


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


def undo(raw: bytes, header: str | None, limit: int) -> Undone:
    """Undo the codings of a whole body that is at hand (rule 1); never guesses: bytes that do not decode stay.

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
    name = "gzip" if raw.startswith(GZIP_MAGIC) else "zstd" if raw.startswith(ZSTD_MAGIC) else None
    if name is None:
        return False
    try:
        decoder = Decoder(name, limit)
        decoder.feed(raw)
        decoder.finish()
    except CodingError:
        return False
    return True
