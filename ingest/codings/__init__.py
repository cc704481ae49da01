"""Undoes HTTP content codings under a limit; pure: bytes in, bytes out, no network and no file.

Codings are those of RFC 9110 section 8.4 with `br` (RFC 7932) and `zstd` (RFC 9659). Nothing here ever holds more than its
limit and a small window, whatever a body claims to become once unpacked.
"""

from ingest.codings.decoder import ACCEPT_ENCODING, Decoder, names_of
from ingest.codings.steps import BadCodingError, CodingError, TooLargeError, UnknownCodingError, zstd
from ingest.codings.whole import Undone, undo

__all__ = [
    "ACCEPT_ENCODING",
    "BadCodingError",
    "CodingError",
    "Decoder",
    "TooLargeError",
    "Undone",
    "UnknownCodingError",
    "names_of",
    "undo",
    "zstd",
]
