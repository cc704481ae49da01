"""Numbers as pages show them: value, text as shown, exact or rounded (DESIGN rule 11). Pure."""

from __future__ import annotations

from ingest.model import Count


def read_count(shown: str | None, *, icon_means_zero: bool) -> Count:
    """'1.7K' is 1700, not exact; None and what is no number are null; '' is 0 where an icon alone means zero."""
    raise NotImplementedError


def is_rounding_of(shown: Count, exact: int) -> bool:
    """Whether a rounded display may stand for this exact value: sites cut off or round half up."""
    raise NotImplementedError
