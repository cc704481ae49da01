"""URLs for comparing, beside the URL that was sent (DESIGN rule 6). Pure; opens nothing."""

from __future__ import annotations


def absolute(url: str | None, base: str | None) -> str | None:
    """A URL as sent, resolved against its base; None where there is none."""
    raise NotImplementedError


def canonical_url(url: str | None) -> str | None:
    """The form in which two spellings of one address are equal; None for anything but http and https. Idempotent."""
    raise NotImplementedError


def with_fragment(url: str | None) -> str | None:
    """`canonical_url` with the fragment kept, for two items of one page that differ only by it."""
    raise NotImplementedError


def strip_tracking(url: str) -> str:
    """A URL without its tracking parameters, otherwise as it was."""
    raise NotImplementedError


def same_but_tracking(a: str, b: str) -> bool:
    """Whether two URLs differ at most in tracking parameters."""
    raise NotImplementedError


def unsigned(url: str) -> str:
    """A URL without signatures, expiry times, tokens and cache busters."""
    raise NotImplementedError
