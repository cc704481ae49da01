"""Names for bytes that differ while no item does (DESIGN rule 9). Pure."""

from __future__ import annotations

from collections.abc import Mapping


def name_noise(old_raw: Mapping[str, str], new_raw: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """(kind, 'old → new') for each reason why two raw forms of an item with equal prints differ; () where they do not."""
    raise NotImplementedError


def name_furniture(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """(kind, 'old → new') for each part of `Reading.furniture` that differs."""
    raise NotImplementedError
