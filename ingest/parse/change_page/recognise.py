"""Whether some bytes are a change page: cheap, and never true of a feed or of an ordinary page. Pure."""

from __future__ import annotations

import re

_LOOK = 65536  # bytes; the facts of the first document stand in the first few thousand
_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:(?P<html><!doctype html|<html)|(?P<text>(?:#+ )?Change\s*\n))", re.IGNORECASE)
_COMMIT = re.compile(rb"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")
_FACTS = (b"Lines added", b"Lines removed", b"Stored bytes at this commit", b"Raw artifact at this commit")


def looks_like_change_page(body: bytes) -> bool:
    """True for the page of one change, as HTML or as text: its beginning, the hash of a commit, and all of its facts.

    In HTML the facts must stand as terms of a list (`<dt>`), so a page that merely talks of them is none.
    """
    start = _START.match(body)
    if start is None:
        return False
    head = body[:_LOOK]
    facts = [b"<dt>" + fact + b"</dt>" for fact in _FACTS] if start["html"] else _FACTS
    return all(fact in head for fact in facts) and _COMMIT.search(head) is not None
