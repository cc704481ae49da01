"""Takes bodies through their gate, the parser and the normaliser, and remembers of each page what was read of it last.

What is remembered spares work and changes nothing: a reading is the same with it and without it. Pages that were not read
for long are forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from ingest.errors import ReadError
from ingest.history.gates import Verdict, judge_body
from ingest.history.lines import Lines, fresh_lines, lines_of
from ingest.model import Document, FetchRow, Items, Reading, Record, Source
from ingest.normalise import normalise
from ingest.parse import Reuse, parse
from ingest.parse.compression import opened_body

MOST_BYTES = 8_000_000
"""Of bodies whose readings are remembered; a reading takes about five times its body's size."""


class LineCounts(NamedTuple):
    """How many lines a body gained and lost since another one, named by its hash; None where they are not counted."""

    since: str
    added: int | None
    removed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What was made of a body. `judged`: it passed the gates for bodies, and was not let through by a person.

    One that another process has read (`ahead`) comes without its lines and entries, but with a count of the lines.
    """

    sha256: str
    size: int
    judged: bool
    reading: Reading
    items: Items
    lines: Lines | None
    counts: LineCounts | None = None


@dataclass(slots=True, kw_only=True)
class _Page:
    source: Source
    reuse: Reuse = field(default_factory=Reuse)
    newest: Read | None = None
    applied: Read | None = None

    def size(self) -> int:
        """Bytes of the bodies whose readings are held."""
        held = {id(read): read.size for read in (self.newest, self.applied) if read is not None}
        return sum(held.values())

    def known(self) -> Read | None:
        """A whole reading whose items need not be made again, the applied one first."""
        return next((read for read in (self.applied, self.newest) if read is not None and read.lines is not None), None)


class Readings:
    """What was read, by source and page."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._pages: OrderedDict[tuple[str, str], _Page] = OrderedDict()

    def examine(
        self, source: Source, fetch: FetchRow, body: bytes, *, sha256: str, judged: bool, complete: bool = True
    ) -> Read | Verdict:
        """What a body says, with the address and the header of the response that brought it; or why it is held."""
        page = self._page(source, fetch.page)
        like = page.known()
        lines = lines_of(body, None if like is None else like.lines)
        if judged:
            opened = opened_body(body)
            known = page.applied if opened is body and page.applied is not None and page.applied.judged else None
            fresh = None if known is None or known.lines is None else fresh_lines(known.lines, lines)
            refused = judge_body(opened, complete=complete, canary=source.canary, fresh=fresh)
            if refused is not None:
                return refused
        document = _document(source, fetch, body)
        try:
            reading = _parsed(document, page.reuse)
        except ReadError as error:
            return Verdict(outcome="held", kind=error.kind, message=str(error))
        before = None if like is None else (like.reading, like.items)
        items = normalise(reading, source, observed_at=datetime.fromisoformat(fetch.observed_at), before=before)
        page.newest = Read(sha256=sha256, size=len(body), judged=judged, reading=reading, items=items, lines=lines)
        self._forget()
        return page.newest

    def applied(self, source: Source, page: str, sha256: str) -> Read | None:
        """The reading that `apply` was told of last, if it is of this body."""
        read = self._page(source, page).applied
        return read if read is not None and read.sha256 == sha256 else None

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


def examined(readings: Readings, source: Source, record: Record, fetch: FetchRow, body: bytes) -> Read | Verdict:
    """The body of an attempt examined, or the document that tells of its response, which no gate for bodies judges."""
    return readings.examine(
        source, fetch, body, sha256=record.body_sha256 or record.evidence_sha256 or "",
        judged=not record.released and record.evidence_sha256 is None, complete=record.attempt.complete,
    )  # fmt: skip


def _document(source: Source, fetch: FetchRow, body: bytes) -> Document:
    return Document(
        body=body,
        kind=source.kind,
        url=fetch.final_url or fetch.requested_url or source.url,
        content_type=fetch.content_type,
        selectors=source.selectors,
    )


def _parsed(document: Document, reuse: Reuse) -> Reading:
    """The reading; a fault of our own in a parser holds this one body and stops nothing else (it is read again when mended)."""
    try:
        return parse(document, reuse)
    except ReadError:
        raise
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        raise ReadError("reader_failed", f"the reader itself failed on this body ({cause}); please report it") from error
