"""What stands in a case's `expect` as a sentence, and where we hold something else than it: each with its reason and check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.cases.told import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a word of one case is settled: the reason or reading, and what must hold for it."""

    why: str
    holds: Callable[[Told], bool]


PROSE: Mapping[tuple[str, str], Settled] = {}
OTHERWISE: Mapping[tuple[str, str], Settled] = {}
