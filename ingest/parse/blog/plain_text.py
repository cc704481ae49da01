"""Reads the plain-text form of a blog index: the blog's name, then one excerpt after another. Pure.

Titles, dates and links are not in such a text, so none are made up. Excerpts are cut at one length: those that end in
`…` show it, and one that stops there in the middle of a sentence without the mark is cut as well.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape

from ingest.errors import ReadError
from ingest.model import PostEntry, Reading, SourceFields
from ingest.parse.blog.bodies import is_cut

_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE_END = re.compile(r"[.!?。！？…:;][\"'”’»)\]*_`]*$")
_LONGEST_HEADING = 120
_LOOKS_BINARY = re.compile(r"[\ufffd\ue000-\uf8ff]")
_MOST_UNREADABLE = 0.05


def read_plain_text(text: str) -> Reading:
    """The excerpts of a text, in order. Raises ReadError `no_items` where it is no list of excerpts."""
    blocks = [
        block.strip() for block in _PARAGRAPHS.split(text.replace("\r\n", "\n").replace("\r", "\n").strip()) if block.strip()
    ]
    if len(_LOOKS_BINARY.findall(text)) > len(text) * _MOST_UNREADABLE:
        raise ReadError("no_items", "the body is neither HTML nor readable text")
    title = blocks[0] if len(blocks) > 1 and _is_heading(blocks[0]) else None
    excerpts = blocks if title is None else blocks[1:]
    if len(blocks) < 2:
        raise ReadError("no_items", "no HTML and no list of excerpts: looked for a heading and texts parted by blank lines")
    bare = _cut_length(excerpts)
    entries = tuple(
        PostEntry(
            url=None,
            title=None,
            summary_html=escape(excerpt, quote=False),
            truncated=is_cut(excerpt) or _stops_bare(excerpt, bare),
        )
        for excerpt in excerpts
    )
    return Reading(format="text", entries=entries, source=SourceFields(title=title))


def _is_heading(block: str) -> bool:
    return "\n" not in block and len(block) <= _LONGEST_HEADING and _SENTENCE_END.search(block) is None


def _cut_length(excerpts: list[str]) -> int | None:
    """The length at which excerpts are cut: that which at least two, and most, of those that end in `…` share."""
    lengths = Counter(len(excerpt) for excerpt in excerpts if is_cut(excerpt))
    if not lengths:
        return None
    length, times = lengths.most_common(1)[0]
    return length if times >= 2 and times * 2 > lengths.total() else None


def _stops_bare(excerpt: str, length: int | None) -> bool:
    """Whether an excerpt stops at the cut (the mark counted or not) where no sentence ends."""
    return length is not None and len(excerpt) in (length, length - 1) and _SENTENCE_END.search(excerpt) is None
