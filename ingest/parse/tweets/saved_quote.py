"""Where a post's own words end and those of the post it quotes begin, on a saved page. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.parse.tweets.saved_header import header_at
from ingest.parse.tweets.saved_words import Header, Line, is_view_quoted, looks_like_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A quoted post: its author where the page names one, its lines, and the line that links it."""

    by: Header | None = None
    lines: tuple[Line, ...] = ()
    link: Line | None = None


def split_quote(body: Sequence[Line]) -> tuple[Sequence[Line], Quote | None]:
    """The lines of a post's own words, and the quoted post if there is one.

    The quoted post begins at a header; without one, at the box that holds its link (HTML); without that either, at the
    second line that is not blank, because the viewer puts one line of own words first.
    """
    end = next((at for at, line in enumerate(body) if is_view_quoted(line.spaced)), None)
    if end is None:
        return _quote_without_link(body)
    inner, after = body[:end], body[end + 1 :]
    for sure in (True, False):
        for at in range(len(inner)):
            named = header_at(inner, at)
            if named is not None and _begins_quote(named.by, inner, at, named.end, sure=sure):
                quote = Quote(by=named.by, lines=tuple(inner[named.end :]), link=body[end])
                return [*inner[:at], *after], quote
    at = _unnamed_start(inner, body[end])
    return [*inner[:at], *after], Quote(lines=tuple(inner[at:]), link=body[end])


def _quote_without_link(body: Sequence[Line]) -> tuple[Sequence[Line], Quote | None]:
    """Only a badge shows that a line in the middle of a post is another author's header."""
    for at in range(len(body)):
        named = header_at(body, at)
        if named is not None and named.by.verified:
            return body[:at], Quote(by=named.by, lines=tuple(body[named.end :]))
    return body, None


def _begins_quote(by: Header, lines: Sequence[Line], at: int, end: int, *, sure: bool) -> bool:
    if sure:
        return by.certain
    follows = any(line.text.strip() for line in lines[end:])
    return looks_like_name(by.name) and follows and any(line.text.strip() for line in lines[:at])


def _unnamed_start(lines: Sequence[Line], link: Line) -> int:
    """The index at which a quoted post without an author begins; the length of `lines` where none of it is shown."""
    shown = [at for at, line in enumerate(lines) if line.text.strip()]
    if not shown:
        return len(lines)
    shared = _shared(lines[shown[0]].box, link.box)
    box = link.box[: shared + 1]
    boxed = [at for at in shown if len(box) > shared and lines[at].box[: shared + 1] == box]
    if boxed:
        return boxed[0]
    return shown[1] if len(shown) > 1 else len(lines)


def _shared(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """How many boxes two lines have in common, counted from the outermost."""
    return next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
