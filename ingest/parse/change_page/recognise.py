"""Whether some bytes are a change page: cheap, and never true of a feed or of an ordinary page. Pure."""

from __future__ import annotations

import re

_LOOK = 65536  # bytes; the facts of the first document stand in the first few thousand
_TITLE = 4096  # bytes of a text in which its title stands; menus may come first
_HTML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)", re.IGNORECASE)
_TEXT = re.compile(rb"(?:^|\n)[# ]*Change\s*\n[# ]*[0-9a-f]{7,40}\s*\n\s*[0-9a-f]{40}")
_COMMIT = re.compile(rb"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")
_FACTS = (b"Lines added", b"Lines removed", b"Stored bytes at this commit", b"Raw artifact at this commit")


def looks_like_change_page(body: bytes) -> bool:
    """True for the page of one change, as HTML or as text: the hash of a commit, and all facts that such a page gives.

    In HTML the facts must stand as terms of a list (`<dt>`), in a text below the title and the hash, so that a page which
    merely talks of them is none.
    """
    if _HTML.match(body):
        terms = [rb"<dt[^>]*>\s*" + fact + rb"\s*</dt>" for fact in _FACTS]
        head = body[:_LOOK]
        return all(re.search(term, head) for term in terms) and _COMMIT.search(head) is not None
    if body[:64].lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"<", b"{", b"["):
        return False
    return _TEXT.search(body[:_TITLE]) is not None and all(fact in body[:_LOOK] for fact in _FACTS)
