"""Tells a page that was cut off from one that is merely written carelessly. Pure."""

from __future__ import annotations

import re
from collections import Counter

_CLOSED = re.compile(r"</(?:body|html)\s*>")
_MUST_CLOSE = (
    "div",
    "article",
    "section",
    "main",
    "ul",
    "ol",
    "table",
    "header",
    "footer",
    "nav",
    "aside",
    "a",
    "script",
    "style",
)
_TAGS = re.compile(rf"<(/?)({'|'.join(_MUST_CLOSE)})(?=[\s>/])")
_OPEN_TAG = re.compile(r"<[a-z/!][^<>]*$")
_NOT_MARKUP = (("<!--", "-->"), ("<script", "</script"), ("<style", "</style"))
_TAIL = 2000  # characters in which a tag that is never closed is looked for


def is_cut_off(text: str) -> bool:
    """Whether an HTML document ends in the middle: no closing `body` or `html`, and inside a tag or an open element.

    Closing tags that HTML lets authors leave out (`</body>`, `</html>`, `</li>`, `</p>`) are not missed by themselves.
    """
    text = text.lower()
    for opening, closing in _NOT_MARKUP:
        text = _without(text, opening, closing)
    if _CLOSED.search(text):
        return False
    if "<!--" in text or _OPEN_TAG.search(text[-_TAIL:]):
        return True
    depth: Counter[str] = Counter()
    for slash, name in _TAGS.findall(text):
        depth[name] += -1 if slash else 1
    return any(open_ > 0 for open_ in depth.values())


def _without(text: str, opening: str, closing: str) -> str:
    """A text without the stretches between two signs; one that is never closed stays."""
    kept: list[str] = []
    end = 0
    while True:
        start = text.find(opening, end)
        stop = text.find(closing, start) if start >= 0 else -1
        if stop < 0:
            return "".join((*kept, text[end:]))
        kept.append(text[end:start])
        end = stop + len(closing)
