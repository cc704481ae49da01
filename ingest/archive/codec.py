"""Packs and unpacks bodies: the one place that knows how they are compressed; knows no database.

Each body carries a format byte. A new way of packing is a new number here; old numbers are read for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from ingest.codings import zstd

RAW = 0  # as received
ZSTD = 1  # one zstd frame
ZSTD_PREFIX = 2  # one zstd frame that continues another body: mostly references into it

LEVEL = 9  # on real histories a fifth smaller than level 3, for 0.1 ms a body; 19 saves another 4 % for ten times the time
MOST_PREFIXED = 64_000_000  # bytes of body and prefix together: beyond that the window costs more memory than it saves
_LEAST_WINDOW_LOG = 10
_LARGEST_WINDOW_LOG = 27


class FrameError(Exception):
    """Packed data that cannot be unpacked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A packed body."""

    format: int
    data: bytes


def pack(body: bytes) -> Frame:
    """Pack a body by itself; never larger than the body."""
    data = _compress(body, None)
    return Frame(format=ZSTD, data=data) if len(data) < len(body) else Frame(format=RAW, data=body)


def pack_after(body: bytes, prefix: bytes) -> Frame | None:
    """Pack a body as the continuation of another one; None where the two are too large for that."""
    if not body or not prefix or len(body) + len(prefix) > MOST_PREFIXED:
        return None
    return Frame(format=ZSTD_PREFIX, data=_compress(body, prefix))


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


def _compress(body: bytes, prefix: bytes | None) -> bytes:
    options: dict[int, int] = {
        zstd.CompressionParameter.compression_level: LEVEL,
        zstd.CompressionParameter.checksum_flag: 0,  # every body is checked against its SHA-256
    }
    if prefix is None:
        return zstd.compress(body, options=options)
    reach = (len(body) + len(prefix)).bit_length()  # the window must cover the prefix from the last byte of the body
    options[zstd.CompressionParameter.window_log] = max(_LEAST_WINDOW_LOG, min(_LARGEST_WINDOW_LOG, reach))
    return zstd.compress(body, options=options, zstd_dict=zstd.ZstdDict(prefix, is_raw=True).as_prefix)


def _decompress(data: bytes, size: int, prefix: bytes | None) -> bytes:
    dictionary = None if prefix is None else zstd.ZstdDict(prefix, is_raw=True).as_prefix
    stream = zstd.ZstdDecompressor(zstd_dict=dictionary)
    try:
        body = stream.decompress(data, max_length=size + 1)
    except zstd.ZstdError as error:
        raise FrameError(str(error)) from error
    if not stream.eof or stream.unused_data:
        raise FrameError("the frame does not end where it should")
    return body
