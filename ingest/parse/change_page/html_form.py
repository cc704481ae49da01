"""A change page as HTML to a Page: read by its headings, terms, cells and signs in document order. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from ingest.parse.change_page.page import LINE_LIMIT, Artifact, DiffLine, Hunk, Page, Sign
from ingest.parse.change_page.words import COMMIT, HUNK, PATH_LINE, notes_in, utf16_length
from ingest.parse.html_tree import html_tree

_READ = "h1, h2, h3, p, dt, dd, th, td, code"
_SIGNS: dict[str, Sign] = {"+": "+", "-": "-", "\u2212": "-", "": " "}
_SPACE = re.compile(r"\s+")


@dataclass(slots=True, kw_only=True)
class _Draft:
    """A document of the page while its section is read."""

    path: str
    badges: tuple[str, ...]
    facts: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    hunks: list[tuple[re.Match[str], list[DiffLine]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    label: str = ""

    def done(self) -> Artifact:
        return Artifact(
            path=self.path,
            badges=self.badges,
            facts=self.facts,
            headers=self.headers or None,
            hunks=tuple(hunk_of(at, lines) for at, lines in self.hunks),
            notes=tuple(self.notes),
        )


def hunk_of(at: re.Match[str], lines: list[DiffLine]) -> Hunk:
    """A hunk from its `@@` line; a count that is left out is 1."""
    return Hunk(
        old_start=int(at["a"]),
        old_count=int(at["b"] or 1),
        new_start=int(at["c"]),
        new_count=int(at["d"] or 1),
        lines=tuple(lines),
    )


def read_html(text: str) -> Page:
    """What the page says; a page without a document section gives none."""
    commit: str | None = None
    subject: str | None = None
    drafts: list[_Draft] = []
    for node in html_tree(text).css(_READ):
        words = _SPACE.sub(" ", node.text(deep=True)).strip()
        section = PATH_LINE.fullmatch(words) if node.tag in ("h2", "h3") else None
        if section is not None:
            drafts.append(_Draft(path=section["path"], badges=tuple(section["badges"].split())))
        elif drafts:
            _take(drafts[-1], node, words)
        elif node.tag == "p" and commit is None and (found := COMMIT.search(words)) is not None:
            commit = found[0]
        elif node.tag == "p" and commit is not None and subject is None:
            subject = words
    return Page(commit=commit, subject=subject, artifacts=tuple(draft.done() for draft in drafts))


def _take(draft: _Draft, node: LexborNode, words: str) -> None:
    if node.tag in ("dt", "th"):
        draft.label = words.lower()
    elif node.tag == "dd":
        draft.facts[draft.label] = words
    elif node.tag == "td":
        draft.headers.setdefault(draft.label, words)
    elif node.tag == "p":
        draft.notes.extend(notes_in(words))
    elif node.tag == "code":
        _take_line(draft, node)


def _take_line(draft: _Draft, code: LexborNode) -> None:
    """A line of the diff: `code` right after the element that holds its sign."""
    before = code.prev
    while before is not None and before.tag == "-text" and not (before.text_content or "").strip():
        before = before.prev
    if before is None or before.tag in ("-text", "-comment"):
        return
    sign, text = before.text(deep=True).strip(), code.text(deep=True)
    hunk = HUNK.fullmatch(text) if sign == "@" else None
    if hunk is not None:
        draft.hunks.append((hunk, []))
    elif sign in _SIGNS and draft.hunks:
        cut = text.endswith("…") and utf16_length(text) > LINE_LIMIT
        draft.hunks[-1][1].append(DiffLine(sign=_SIGNS[sign], text=text, cut=cut))
