"""Reads bodies, and remembers of each page of each source what was read last; pages that were not read for long are forgotten.

What is remembered spares work and changes nothing: a reading is the same with it and without it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from ingest.errors import ReadError
from ingest.history.lines import Lines
from ingest.model import Document, Items, Reading, Source
from ingest.normalise import normalise
from ingest.parse import Reuse, parse

MOST_BYTES = 8_000_000
"""Of bodies whose readings are remembered; a reading takes about five times its body's size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A body with what was made of it. `judged`: it passed the gates for bodies, and was not let through by a person."""

    sha256: str
    body: bytes
    lines: Lines
    judged: bool
    reading: Reading
    items: Items


@dataclass(slots=True, kw_only=True)
class _Page:
    source: Source
    reuse: Reuse = field(default_factory=Reuse)
    newest: Read | None = None
    applied: Read | None = None

    def size(self) -> int:
        """Bytes of the bodies that are held."""
        held = {id(read): len(read.body) for read in (self.newest, self.applied) if read is not None}
        return sum(held.values())


class Readings:
    """What was read, by source and page."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._pages: OrderedDict[tuple[str, str], _Page] = OrderedDict()

    def read(
        self, source: Source, page: str, *, sha256: str, document: Document, lines: Lines, judged: bool, observed_at: datetime
    ) -> Read:
        """What a body of this page says.

        Raises:
            ReadError: it is not what the source's kind allows.
        """
        known = self._page(source, page)
        like = known.applied or known.newest
        before = None if like is None else (like.reading, like.items)
        reading = _parsed(document, known.reuse)
        items = normalise(reading, source, observed_at=observed_at, before=before)
        known.newest = Read(sha256=sha256, body=document.body, lines=lines, judged=judged, reading=reading, items=items)
        self._forget()
        return known.newest

    def applied(self, source: Source, page: str, sha256: str) -> Read | None:
        """The reading that `apply` was told of last, if it is of this body."""
        read = self._page(source, page).applied
        return read if read is not None and read.sha256 == sha256 else None

    def judged_lines(self, source: Source, page: str) -> Lines | None:
        """The lines of the reading that was applied last, if its body was judged."""
        read = self._page(source, page).applied
        return read.lines if read is not None and read.judged else None

    def apply(self, source: Source, page: str, read: Read) -> None:
        """Note that a reading became the one that the next capture of the page is compared with."""
        self._page(source, page).applied = read

    def _page(self, source: Source, page: str) -> _Page:
        """What is known of a page; nothing where the source has other settings now."""
        known = self._pages.get((source.id, page))
        if known is None or known.source != source:
            known = self._pages[source.id, page] = _Page(source=source)
        self._pages.move_to_end((source.id, page))
        return known

    def _forget(self) -> None:
        held = sum(page.size() for page in self._pages.values()) if len(self._pages) > 1 else 0
        while held > self._most_bytes and len(self._pages) > 1:
            held -= self._pages.popitem(last=False)[1].size()


def _parsed(document: Document, reuse: Reuse) -> Reading:
    """The reading; a fault of our own in a parser holds this one body and stops nothing else (it is read again when mended)."""
    try:
        return parse(document, reuse)
    except ReadError:
        raise
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        raise ReadError("reader_failed", f"the reader itself failed on this body ({cause}); please report it") from error
