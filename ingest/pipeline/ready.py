"""Makes archive and database ready for a run of the fetcher: settings noted, what was archived before applied. Asks nobody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from ingest.archive import Extent
from ingest.model import Source
from ingest.pipeline.catch_up import catch_up
from ingest.pipeline.derivation import derivation
from ingest.pipeline.place import Open
from ingest.sources import archived


def make_ready(both: Open, sources: Sequence[Source], now: datetime) -> dict[str, Source]:
    """Note the settings of today, and apply what an earlier run archived and did not come to apply.

    What comes back are the settings by source as the archive has them now. Most sources have nothing that waits, which a few
    statements tell of all of them together; the others are looked at one by one.
    """
    both.archive.put_all_settings(sources, now)
    derived_with = {source.id: archived(source) for source in sources}
    for name in _in_doubt(both, derived_with.values()):
        catch_up(both, name, lambda _row: None)
    return derived_with


def _in_doubt(both: Open, sources: Iterable[Source]) -> list[str]:
    """Sources of which attempts may wait, or rows may be out of date."""
    extents, standings = both.archive.extents(), both.store.standings()
    doubtful = []
    for source in sources:
        extent, standing = extents.get(source.id, _NOTHING), standings.get(source.id)
        wanted = (derivation(source, ()), extent.attempts, extent.newest)
        if not extent.plain or standing != wanted:
            doubtful.append(source.id)
    return doubtful


_NOTHING = Extent(attempts=0, newest=None, plain=True)
