"""The tags of a document without what only looks like tags: comments, scripts, styles. Pure, and linear in time."""

from __future__ import annotations

_NOT_MARKUP = (("<!--", "-->"), ("<script", "</script"), ("<style", "</style"))


def markup_only(text: str) -> str:
    """A document in lower case, with comments, scripts and styles left out; one that is never closed stays."""
    text = text.lower()
    for opening, closing in _NOT_MARKUP:
        text = _without(text, opening, closing)
    return text


def _without(text: str, opening: str, closing: str) -> str:
    kept: list[str] = []
    end = 0
    while True:
        start = text.find(opening, end)
        stop = text.find(closing, start) if start >= 0 else -1
        if stop < 0:
            return "".join((*kept, text[end:]))
        kept.append(text[end:start])
        end = stop + len(closing)
