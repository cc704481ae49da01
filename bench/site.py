"""What each page and query of the site takes on a million rows of history, beside Datasette's own `select 1`; judges nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.measure import Row, cpu_of, median
from bench.places import BUILD, ROOT
from ingest.sqlite import Connection, connect
from tests.web.large import STATEMENTS, make
from tests.web.pages import Pages
from tests.web.site import QUERIES, TABLES

HISTORY_ROWS = 1_000_000
SOURCES = 200
RUNS = 5
YARDSTICK = "/data.json?sql=select+1"
COMMON_MS, ANY_MS = 150, 1000

COMMON = (
    "/",
    "/changes",
    "/changes?change=removed",
    "/sources",
    "/source/{source}",
    "/source/{small}",
    "/source/{tweets}",
    "/change/{change}",
    "/item/{item}",
    "/item/{tweet}",
    "/changes.atom",
    "/source/{source}.atom",
)
OTHERS = (
    "/changes?change=silent",
    "/changes?change=edited&source={source}",
    "/changes?day={day}",
    "/source/{source}/log",
    "/profile/{tweets}/{handle}",
    "/as-of",
    "/as-of/{source}?at={day}",
    "/as-of/{source}",
    "/as-of/{source}?from={before}&to={day}",
    "/search?q=harbour",
    "/search?q=keel",
    "/search?q=keel+tide+lamp",
    "/search?q=harbour+4711",
    "/search?q=nowhere",
    "/export",
    "/changes.atom?change=removed",
    "/source/{source}.atom?change=silent",
    "/data",
)
"""Pages that a visitor asks for all the time, and the others. What stands in braces is chosen from the database (CHOSEN)."""

CHOSEN = {
    "source": "SELECT id FROM sources WHERE kind = 'feed' ORDER BY items DESC LIMIT 1",
    "small": "SELECT id FROM sources WHERE kind = 'blog' ORDER BY items LIMIT 1",
    "tweets": "SELECT id FROM sources WHERE kind = 'tweets' ORDER BY items DESC LIMIT 1",
    "handle": "SELECT handle FROM profiles JOIN sources s ON s.id = source_id ORDER BY s.items DESC LIMIT 1",
    "change": "SELECT fetch_id FROM changes WHERE change = 'edited' ORDER BY observed_at DESC LIMIT 1",
    "item": "SELECT item_id FROM changes WHERE item_table = 'feed_items' ORDER BY observed_at DESC LIMIT 1",
    "tweet": "SELECT item_id FROM changes WHERE item_table = 'tweets' ORDER BY observed_at DESC LIMIT 1",
    "day": "SELECT substr(max(observed_at), 1, 8) || '01' FROM changes",
    "before": "SELECT date(max(observed_at), '-1 year') FROM changes",
}
SCHEMA = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "ingest" / "store").glob("*.sql"))]
ASKED = {"search": {"q": "harbour"}}
"""Values for queries that find nothing without."""


def rows(*, quick: bool) -> Iterator[Row]:
    """Milliseconds of processor time for each page, table, view and query; `quick`: on a tenth of the history."""
    for name, milliseconds, yardstick in measured(HISTORY_ROWS // 10 if quick else HISTORY_ROWS):
        most = COMMON_MS if name in COMMON else ANY_MS
        yield Row(what=name, ours=milliseconds, theirs=yardstick, unit="ms", beside="", at_most=most)


def measured(history_rows: int = HISTORY_ROWS) -> Iterator[tuple[str, float, float]]:
    """Name, milliseconds, and milliseconds of the yardstick in the same minute."""
    pages = Pages(database(history_rows))
    try:
        with_values = chosen(pages.database)
        for name in addresses():
            address = name.format_map(with_values)
            yield name, _taken(pages, address), _taken(pages, YARDSTICK)
    finally:
        pages.close()


def addresses() -> Iterator[str]:
    """All of the site: our pages, and every table, view and query as page, JSON and the first page of CSV."""
    yield from COMMON
    yield from OTHERS
    for table in TABLES:
        yield f"/data/{table}"
    for name in QUERIES:
        values = "&".join(f"{key}={value}" for key, value in ASKED.get(name, {}).items())
        yield from (f"/data/{name}{ending}?{values}".rstrip("?") for ending in ("", ".json", ".csv"))


def database(history_rows: int) -> Path:
    """A made-up data.db, made once, and anew when the tables or what is made up have changed."""
    path = BUILD / f"site-{history_rows}" / "data.db"  # its name is in the addresses
    made_from, is_made_from = "".join((*STATEMENTS, *SCHEMA)), path.with_suffix(".sql")
    if not path.is_file() or not is_made_from.is_file() or is_made_from.read_text(encoding="utf-8") != made_from:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path, fetches=history_rows // 10, history_rows=history_rows, sources=SOURCES)
        is_made_from.write_text(made_from, encoding="utf-8")
    return path


def chosen(path: Path) -> Mapping[str, str]:
    """Which source, item and day the pages are asked for."""
    connection = connect(path, read_only=True)
    try:
        return {name: _first(connection, sql) for name, sql in CHOSEN.items()}
    finally:
        connection.close()


def _first(connection: Connection, sql: str) -> str:
    return str(connection.execute(sql).fetchone()[0])


def _taken(pages: Pages, address: str) -> float:
    """The median of some requests after a first."""
    pages.text(address)
    return median([cpu_of(lambda: pages.text(address)) for _ in range(RUNS)])


if __name__ == "__main__":
    for name, milliseconds, yardstick in measured():
        print(f"{milliseconds:8.1f} ms  {milliseconds / yardstick:6.1f} × select 1  {name}", flush=True)
