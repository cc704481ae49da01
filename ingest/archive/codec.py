"""Packs and unpacks bodies: the one place that knows how they are compressed; knows no database.

Each body carries a format byte. A new way of packing is a new number here; old numbers are read for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from ingest.codings import zstd

RAW = 0  # as received
ZSTD = 1  # one zstd frame
ZSTD_PREFIX = 2  # one zstd frame that continues another body: mostly references into it

MOST_PREFIXED = 64_000_000  # bytes of body and prefix together: beyond that the window costs more memory than it saves
ON_ARRIVAL = 4  # level: five times as fast as 9, for real histories a tenth larger
THOROUGH = 12  # level for bodies at rest: an eighth smaller again; 19 saves 4 % more for ten times the time
_LARGE = 1_000_000  # bytes of body and prefix together: from here on level 3 with long-distance matching, as the match tables
_LARGE_LEVEL = 3  # of a level cannot cover so much and would miss most of what is equal
_LEAST_PREFIX = 8  # bytes; the library takes no shorter one
_LEAST_WINDOW_LOG = 10
_LARGEST_WINDOW_LOG = 27


class FrameError(Exception):
    """Packed data that cannot be unpacked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A packed body."""

    format: int
    data: bytes


def pack(body: bytes, level: int = ON_ARRIVAL) -> Frame:
    """Pack a body by itself; never larger than the body."""
    data = _compress(body, None, level)
    return Frame(format=ZSTD, data=data) if len(data) < len(body) else Frame(format=RAW, data=body)


def pack_after(body: bytes, prefix: bytes, level: int = ON_ARRIVAL) -> Frame | None:
    """Pack a body as the continuation of another one; None where that is of no use or the two are too large for it."""
    if not body or len(prefix) < _LEAST_PREFIX or len(body) + len(prefix) > MOST_PREFIXED:
        return None
    return Frame(format=ZSTD_PREFIX, data=_compress(body, prefix, level))


def unpack(frame: Frame, size: int, prefix: bytes | None = None) -> bytes:
    """The body of `size` bytes that a frame holds.

    Raises:
        FrameError: the format is unknown, its prefix is missing, or the data are damaged.
    """
    if frame.format == RAW:
        body = frame.data
    elif frame.format == ZSTD:
        body = _decompress(frame.data, size, None)
    elif frame.format == ZSTD_PREFIX and prefix is not None:
        body = _decompress(frame.data, size, prefix)
    else:
        raise FrameError(f"format {frame.format} cannot be read")
    if len(body) != size:
        raise FrameError(f"{len(body)} bytes where {size} are expected")
    return body


def _compress(body: bytes, prefix: bytes | None, level: int) -> bytes:
    reach = len(body) + len(prefix or b"")
    large = reach > _LARGE
    options: dict[int, int] = {
        zstd.CompressionParameter.compression_level: _LARGE_LEVEL if large else level,
        zstd.CompressionParameter.enable_long_distance_matching: int(large),
        # The window must cover the prefix from the last byte of the body on.
        zstd.CompressionParameter.window_log: max(_LEAST_WINDOW_LOG, min(_LARGEST_WINDOW_LOG, reach.bit_length())),
        zstd.CompressionParameter.checksum_flag: 0,  # every body is checked against its SHA-256
    }
    return zstd.compress(body, options=options, zstd_dict=_dictionary(prefix))


def _decompress(data: bytes, size: int, prefix: bytes | None) -> bytes:
    stream = zstd.ZstdDecompressor(zstd_dict=_dictionary(prefix))
    try:
        body = stream.decompress(data, max_length=size + 1)
    except zstd.ZstdError as error:
        raise FrameError(str(error)) from error
    if not stream.eof or stream.unused_data:
        raise FrameError("the frame does not end where it should")
    return body


def _dictionary(prefix: bytes | None) -> tuple[zstd.ZstdDict, int] | None:
    return None if prefix is None else zstd.ZstdDict(prefix, is_raw=True).as_prefix
