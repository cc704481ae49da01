"""Tells a page that was cut off from one that is merely written carelessly. Pure."""

from __future__ import annotations

import re
from collections import Counter

from ingest.parse.markup_only import markup_only

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
_TAIL = 2000  # characters in which a tag that is never closed is looked for


def is_cut_off(text: str) -> bool:
    """Whether an HTML document ends in the middle: no closing `body` or `html`, and inside a tag or an open element.

    Closing tags that HTML lets authors leave out (`</body>`, `</html>`, `</li>`, `</p>`) are not missed by themselves.
    """
    text = markup_only(text)
    if _CLOSED.search(text):
        return False
    if "<!--" in text or _OPEN_TAG.search(text[-_TAIL:]):
        return True
    depth: Counter[str] = Counter()
    for slash, name in _TAGS.findall(text):
        depth[name] += -1 if slash else 1
    return any(open_ > 0 for open_ in depth.values())
