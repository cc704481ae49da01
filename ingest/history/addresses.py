"""Takes addresses apart without a complaint: what is written in a guid or a link need not be one. Pure."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def split(address: str) -> SplitResult | None:
    """The parts of an address (RFC 3986), None for a text that cannot be taken apart, as `http://[::` cannot."""
    try:
        return urlsplit(address)
    except ValueError:
        return None
