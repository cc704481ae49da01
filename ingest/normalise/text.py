"""Plain text and safe HTML out of HTML as sent. Pure."""

from __future__ import annotations


def plain_text(html: str) -> str:
    """The words of a piece of HTML: entities decoded once, blocks on lines of their own, no script or style."""
    raise NotImplementedError


def excerpt(text: str, limit: int = 500) -> str:
    """At most `limit` characters, cut at a word, with '…' where something is left out."""
    raise NotImplementedError


def squash(text: str) -> str:
    """One line: every run of white space is one space."""
    return " ".join(text.split())


def clean_html(html: str) -> str:
    """HTML that is safe to show: no script, style, frames, event handlers or javascript: addresses."""
    raise NotImplementedError
