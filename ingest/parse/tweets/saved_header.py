"""Who wrote a post, as the lines of a saved page name them: on one line, or on neighbouring lines in some HTML. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.parse.tweets.saved_words import Header, Line, MarkKind, header, is_badge, is_date, mark, only_handle


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An author's header and the index of the line after it; `machine_date` is what a `<time>` says."""

    by: Header
    end: int
    machine_date: str | None = None


def header_at(lines: Sequence[Line], at: int) -> Named | None:
    """The header that begins at a line, None where none does."""
    by = header(lines[at].spaced)
    end = at + 1
    if by is None:
        by, end = _spread(lines, at)
    if by is None:
        return None
    if by.date is None and end < len(lines) and is_date(lines[end].spaced):
        by = replace(by, date=lines[end].spaced.strip(), certain=True)
        end += 1
    times = [machine for line in lines[at:end] for _, machine in line.times if machine]
    return Named(by=_tidy_date(by), end=end, machine_date=times[0] if times else None)


def _spread(lines: Sequence[Line], at: int) -> tuple[Header | None, int]:
    """A name, perhaps a badge, and a handle, each on a line of its own."""
    name = lines[at].spaced.strip()
    end = at + 1
    badge = end < len(lines) and is_badge(lines[end].spaced)
    end += badge
    found = only_handle(lines[end].spaced) if end < len(lines) else None
    if not name or found is None or only_handle(name) or is_badge(name):
        return None, at
    return Header(name=name, handle=found, verified=badge, date=None, certain=badge), end + 1


def _tidy_date(by: Header) -> Header:
    return by if by.date is None else replace(by, date=by.date.lstrip("·• ").strip())


def split_head(lines: Sequence[Line]) -> tuple[Mapping[MarkKind, str | None], Named | None, Sequence[Line]]:
    """The marks above and below a post's header, the header, and the lines of its body."""
    marks: dict[MarkKind, str | None] = {}
    named: Named | None = None
    at = 0
    while at < len(lines):
        found = mark(lines[at].spaced)
        if found is not None and found[0] != "cut":
            marks[found[0]] = found[1]
        elif lines[at].text.strip():
            named_here = header_at(lines, at) if named is None else None
            if named_here is None:
                break
            named = named_here
            at = named.end - 1
        at += 1
    return marks, named, lines[at:]
