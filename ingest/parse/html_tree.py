"""Makes a tree of an HTML document, unless it nests without end; the one place that parses whole pages. Pure."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from ingest.errors import ReadError
from ingest.parse.nesting import DEEPEST, nests_without_end


def html_tree(text: str) -> LexborHTMLParser:
    """The tree of a decoded HTML document. Raises ReadError `too_deep` for one that would take for ever."""
    if nests_without_end(text):
        raise ReadError("too_deep", f"the page nests more than {DEEPEST:,} elements in one another; nobody writes such a page")
    return LexborHTMLParser(text)
