"""Pages of the sample that show something of each sort, by name."""

from __future__ import annotations

PRICE = "/change/tidewright-20260929T084006447Z"
PAGES = {
    "home": "/",
    "changes": "/changes",
    "day": "/changes?day=2026-10-26",
    "change": PRICE,
    "change-of-tweets": "/change/maud-ferrier-20261102T190420000Z",
    "held": "/change/lamproom-20261105T071203602Z",
    "failed": "/change/lamproom-feed-20261001T061210533Z",
    "sources": "/sources",
    "source": "/source/lamproom",
    "log": "/source/lamproom/log",
    "item": "/item/werubki567zqdulx",
    "tweet": "/item/pgkzcopoblknv4qg",
    "profile": "/profile/maud-ferrier/sarntides",
    "as-of": "/as-of/lamproom?at=2026-10-01",
    "between": "/as-of/lamproom-feed?from=2026-09-20&to=2026-11-03",
    "choose": "/as-of",
    "search": "/search?q=tide",
    "nothing-found": "/search?q=zeppelin",
    "export": "/export",
    "database": "/data",
    "table": "/data/changes",
    "query": "/data/recent_changes",
}
OURS = [name for name in PAGES if name not in ("database", "table", "query")]
