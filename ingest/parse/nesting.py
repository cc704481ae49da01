"""Tells a document that nests without end before anybody parses it. Pure.

An HTML parser looks through all open elements at many tags (HTML Standard, 13.2.4.2, "has an element in scope"), so that
its time grows with the square of the depth: 250 KB of `<div>` take seconds, 5 MB an hour. No page is written like that.
"""

from __future__ import annotations

import re
from collections import Counter

from ingest.parse.markup_only import markup_only

DEEPEST = 5_000
"""Elements that may be open at once."""

_TAG = re.compile(r"<(/?)([a-z][a-z0-9-]*)")
_NEVER_OPEN = frozenset(
    (
        "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th tbody thead tfoot option path "
        "use circle rect line polyline polygon ellipse stop"
    ).split()
)


def nests_without_end(text: str) -> bool:
    """Whether more than `DEEPEST` elements are left open by the tags of a document, as far as tags are closed by name."""
    if text.count("<") - 2 * text.count("</") <= DEEPEST:
        return False
    still_open: Counter[str] = Counter()
    depth = 0
    for slash, name in _TAG.findall(markup_only(text)):
        if name in _NEVER_OPEN:
            continue
        if not slash:
            depth += 1
            still_open[name] += 1
        elif still_open[name]:
            depth -= 1
            still_open[name] -= 1
        if depth > DEEPEST:
            return True
    return False
