"""HTML and text for comparing: what nobody would call an edit does not show in it (DESIGN rules 8 and 9). Pure."""

from __future__ import annotations


def comparable(html: str) -> str:
    """HTML in a form that is equal for two bodies of which a reader would say that they are the same. Idempotent."""
    raise NotImplementedError


def comparable_text(text: str) -> str:
    """Plain text in such a form."""
    raise NotImplementedError
