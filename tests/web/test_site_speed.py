"""Pages of a long history: each within Datasette's default limit of a second per statement, and quick as a whole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.sqlite import connect
from tests.web.pages import Pages

SECONDS = 2.0  # with room for a busy machine: most of them take some hundredths

PATHS = [
    *(
        "/",
        "/changes",
        "/changes?change=removed",
        "/changes?change=silent",
        "/changes?change=edited&source=source-07",
        "/sources",
    ),
    *("/changes?day=2025-06-01", "/source/source-01", "/source/source-07", "/source/source-18", "/source/source-07/log"),
    *("/as-of/source-07?at=2025-06-01", "/as-of/source-07?from=2025-01-01&to=2025-06-01", "/search?q=harbour+4711"),
]
ROWS = {
    "/change/": "SELECT fetch_id FROM changes WHERE change = 'edited' ORDER BY observed_at DESC LIMIT 3",
    "/item/": "SELECT * FROM (SELECT id FROM feed_items LIMIT 1) UNION ALL SELECT * FROM (SELECT id FROM tweets LIMIT 1)",
}


@pytest.fixture(scope="module")
def pages(large: Path) -> Iterator[Pages]:
    opened = Pages(large, immutable=True)
    opened.datasette._settings["sql_time_limit_ms"] = 1000
    opened.datasette.sql_time_limit_ms = 1000
    yield opened
    opened.close()


def test_every_page_of_a_long_history_is_there_in_time(pages: Pages) -> None:
    connection = connect(pages.database, read_only=True)
    paths = [*PATHS, *(path + row for path, sql in ROWS.items() for (row,) in connection.execute(sql))]
    connection.close()
    slow = {}
    for path in paths:
        begin = time.perf_counter()
        response = pages.get(path)
        taken = time.perf_counter() - begin
        assert response.status_code == 200, path
        if taken > SECONDS:
            slow[path] = taken
    assert slow == {}


def test_a_word_that_is_everywhere_is_answered_all_the_same(pages: Pages) -> None:
    begin = time.perf_counter()
    assert pages.get("/search?q=keel").status_code == 200
    assert time.perf_counter() - begin < 3 * SECONDS
