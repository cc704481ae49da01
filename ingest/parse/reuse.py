"""What was read of the earlier documents of one page, for the reader of the next: a cache, which changes no reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ingest.parse.feed.again import KnownItems


@dataclass(slots=True)
class Reuse:
    """Empty at first; the reader of a kind of document fills in its own part and alone knows what is in it."""

    feed: KnownItems | None = None
