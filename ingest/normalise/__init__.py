"""Reading in, Items out: what a source says becomes what we say. Pure: no network, database, file, clock or logging.

- `dates`, `counts`, `urls`, `text`, `markup`: one kind of value each
- `identity`: the ladder of ids (rule 5)
- `feed_item`, `post`, `tweet`, `profile`: one kind of entry each
- `items`: a whole reading
- `noise`: names for differences that are no edit (rule 9)
"""

from __future__ import annotations

from datetime import datetime

from ingest.model import Items, Reading, Source

NORMALISER_VERSION = 2
"""Raise whenever the same reading may give other items: sources derived with another version are rebuilt (rule 12)."""

__all__ = ["NORMALISER_VERSION", "normalise"]


def normalise(reading: Reading, source: Source, *, observed_at: datetime, before: tuple[Reading, Items] | None = None) -> Items:
    """Every entry of a reading as an Item: `items.normalise`, with all that takes HTML apart, is loaded when it is needed."""
    from ingest.normalise import items

    return items.normalise(reading, source, observed_at=observed_at, before=before)
