"""Undoes all codings of one Content-Encoding header, chunk by chunk and under a limit; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest.codings.steps import PIECE, STEPS, Step, TooLargeError, UnknownCodingError

ACCEPT_ENCODING = "gzip, deflate, br, zstd"

_MOST_CODINGS = 3  # one is usual, two happen; a longer list is an attack
_ALIASES = {"x-gzip": "gzip"}  # RFC 9110 section 8.4.1.3
_NO_CODING = frozenset({"", "identity", "none"})


def names_of(header: str | None) -> tuple[str, ...]:
    """The codings of a Content-Encoding header in the order in which they were applied; `identity` is left out."""
    names = (part.strip().lower() for part in (header or "").split(","))
    return tuple(_ALIASES.get(name, name) for name in names if name not in _NO_CODING)


class Decoder:
    """Undoes all codings of one Content-Encoding header for one body; with none, the bytes pass through, limited too.

    `limit` is the most bytes that all calls of `feed` together may give back.

    Raises:
        UnknownCodingError: the header names a coding that cannot be undone.
    """

    def __init__(self, header: str | None, limit: int) -> None:
        names = names_of(header)
        if len(names) > _MOST_CODINGS or not all(name in STEPS for name in names):
            raise UnknownCodingError(f"content coding {header!r} cannot be undone")
        self._steps = [_Counted(STEPS[name](), limit, slack=limit + PIECE) for name in reversed(names)]
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


class _Counted:
    """A step, or none, whose output is counted: a bomb inside a bomb stops as well.

    `slack` is what a step in the middle may give beyond the limit, as packed data can be longer than what they hold.
    """

    def __init__(self, step: Step | None, limit: int, *, slack: int = 0) -> None:
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
