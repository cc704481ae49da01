"""What archive.db has of all sources at once, in a few statements however many they are; runs them and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from ingest.sqlite import Connection


class Extent(NamedTuple):
    """What there is of a source: how many attempts, and the time of the newest. `plain`: that is all there is to them.

    Those of others are described more than once, or people have decided about them.
    """

    attempts: int
    newest: str | None
    plain: bool


_EXTENTS = "SELECT source_id, count(*), max(observed_at) FROM attempts GROUP BY source_id"
_NOT_PLAIN = """
    SELECT DISTINCT source_id FROM attempts
    WHERE seq IN (SELECT attempt_seq FROM descriptions UNION SELECT attempt_seq FROM decisions WHERE attempt_seq IS NOT NULL)
"""


def extents(connection: Connection) -> dict[str, Extent]:
    """By source, for each that has an attempt."""
    others = {source_id for (source_id,) in connection.execute(_NOT_PLAIN)}
    return {name: Extent(count, newest, name not in others) for name, count, newest in connection.execute(_EXTENTS)}
