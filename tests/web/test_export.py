"""Taking the data away: whole CSV and JSON lines of tables, the page that lists them, the database as one file."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from ingest.sqlite import connect
from tests.web.pages import Pages, links
from tests.web.site import QUERIES, TABLES
from web.snapshots import copies_of, log_of, state_of

FORMS = (".csv?_dl=1", ".csv?_dl=1&_spreadsheet=1", ".json?_shape=array&_nl=on&_stream=on&_dl=1")
VISIBLE = [name for name in TABLES if not TABLES[name].get("hidden")]


def lines(pages: Pages, address: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(pages.text(address), newline="")))


def count(database: Path, table: str, where: str = "1") -> int:
    connection = connect(database, read_only=True)
    try:
        return int(connection.execute(f"SELECT count(*) FROM [{table}] WHERE {where}").fetchone()[0])
    finally:
        connection.close()


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["changes", "fetches", "feed_item_history", "item_changes", "timeline"])
def test_a_table_or_view_longer_than_any_page_is_given_whole(large_pages: Pages, table: str) -> None:
    rows = lines(large_pages, f"/data/{table}.csv?_col=source_id")
    assert len(rows) - 1 == count(large_pages.database, table) > 2000


def test_filters_order_search_and_columns_hold_for_the_file(large_pages: Pages) -> None:
    rows = lines(large_pages, "/data/changes.csv?change=removed&_sort_desc=observed_at&_nocol=label")
    heading, *found = rows
    assert len(found) == count(large_pages.database, "changes", "change = 'removed'")
    assert "label" not in heading
    times = [row[heading.index("observed_at")] for row in found]
    assert times == sorted(times, reverse=True)
    assert len(lines(large_pages, "/data/titles.csv?_search=harbour")) - 1 == count(large_pages.database, "titles")


def test_links_on_datasettes_pages_give_the_whole_file(pages: Pages) -> None:
    [link] = [one for one in links(pages.text("/data/changes?_size=5")) if ".csv?" in one and "_spreadsheet" not in one][:1]
    heading, *rows = lines(pages, link)
    assert len(rows) == count(pages.database, "changes") > 100
    assert heading[:3] == ["fetch_id", "fetch_id_label", "item_table"]
    assert {row[heading.index("source_id") + 1] for row in rows if row[heading.index("source_id")] == "lamproom"} == {
        "The Lamp Room"
    }


def test_who_asks_for_a_page_gets_a_page(pages: Pages) -> None:
    assert len(lines(pages, "/data/changes.csv?_size=7")) == 8
    assert len(pages.get("/data/changes.json?_shape=array&_size=7").json()) == 7


def test_json_lines_are_whole_and_equal_the_csv(large_pages: Pages) -> None:
    found = [json.loads(line) for line in large_pages.text("/data/presence.json?_shape=array&_nl=on&_stream=on").splitlines()]
    heading, *rows = lines(large_pages, "/data/presence.csv")
    assert len(found) == count(large_pages.database, "presence") > 2000
    assert [["" if one[name] is None else str(one[name]) for name in heading] for one in found] == rows


def test_an_array_that_streams_is_one_good_document(large_pages: Pages) -> None:
    found = json.loads(large_pages.text("/data/fetches.json?_shape=array&_stream=on"))
    assert len(found) == count(large_pages.database, "fetches")


@pytest.mark.parametrize(
    "address",
    ["/data/nowhere.csv", "/data.csv", "/data/changes.csv?_where=nope(", "/nobody/changes.csv"],
)
def test_what_cannot_be_given_is_an_error_and_no_file(pages: Pages, address: str) -> None:
    assert pages.get(address).status_code in (400, 404)


def test_a_download_has_a_name(pages: Pages) -> None:
    for ending, query in (("csv", ""), ("jsonl", "&_shape=array&_nl=on&_stream=on")):
        response = pages.get(f"/data/posts.{'csv' if ending == 'csv' else 'json'}?_dl=1{query}")
        assert response.headers["content-disposition"] == f'attachment; filename="posts.{ending}"'
        assert response.headers["x-content-type-options"] == "nosniff"


def test_an_answer_without_end_ends_when_its_reader_hangs_up(pages: Pages) -> None:
    endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
    sent: list[Any] = []
    gone = asyncio.Event()

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if len(sent) == 5:
            gone.set()

    async def ask() -> None:
        scope = {
            "type": "http", "method": "GET", "http_version": "1.1", "scheme": "http", "asgi": {"version": "3.0"},
            "path": "/data.csv", "raw_path": b"/data.csv", "query_string": urlencode({"sql": endless}).encode(),
            "headers": [(b"host", b"localhost")],
        }  # fmt: skip
        await asyncio.wait_for(pages.datasette.app()(scope, receive, send), 20)

    pages.run(ask())
    assert 5 <= len(sent) < 100


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_offers_every_table_and_question_in_every_form(pages: Pages) -> None:
    offered = links(pages.text("/export"))
    for name in [*VISIBLE, *QUERIES]:
        for ending in FORMS:
            assert f"/data/{name}{ending}" in offered
    assert {"/snapshot.db", "/changes.atom", "/changes.atom?change=silent", "/source/tidewright.atom"} <= set(offered)


def test_everything_that_the_page_offers_is_there(pages: Pages) -> None:
    files = [f"/data/{name}{FORMS[number % 3]}" for number, name in enumerate([*VISIBLE, *QUERIES])]
    others = [one for one in links(pages.text("/export")) if one.startswith("/") and "?_dl" not in one and "_shape" not in one]
    for address in (*files, *others):
        assert pages.get(address).status_code == 200, address


def test_the_page_says_what_it_counts(pages: Pages) -> None:
    html = pages.text("/export")
    about, rows = "Every attempt to fetch a source, whatever came of it.", count(pages.database, "fetches")
    assert f'<code>fetches</code></a></th><td>{about}</td><td class="num">{rows}</td>' in html
    assert "_spreadsheet=1" in html
    assert "E-mail addresses are masked" in html


# --- the whole database ----------------------------------------------------------------------------------------------


@pytest.fixture
def own(pages: Pages, tmp_path: Path) -> Iterator[Pages]:
    """A database that is written to while it is served."""
    connection = connect(pages.database, read_only=True)
    connection.execute("VACUUM INTO ?", (str(tmp_path / "data.db"),))
    connection.close()
    connect(tmp_path / "data.db").close()
    opened = Pages(tmp_path / "data.db")
    yield opened
    opened.close()


def content(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        return [line for line in connection.iterdump() if "fts" not in line and "writable_schema" not in line]
    finally:
        connection.close()


def taken(pages: Pages, path: Path) -> Path:
    response = pages.get("/snapshot.db")
    assert response.status_code == 200, response.text[:300]
    assert response.headers["content-disposition"] == 'attachment; filename="data.db"'
    path.write_bytes(response.content)
    return path


def test_a_snapshot_is_the_database_with_what_is_only_in_its_log(own: Pages, tmp_path: Path) -> None:
    writer = connect(own.database)
    writer.execute("UPDATE dataset SET title = 'just written'")
    assert log_of(own.database).stat().st_size > 0
    copy = taken(own, tmp_path / "copy.db")
    assert any("just written" in line for line in content(copy))
    assert count(copy, "changes") == count(own.database, "changes")
    writer.close()


def test_a_copy_is_made_once_for_each_state_of_the_data(own: Pages) -> None:
    first = own.get("/snapshot.db").headers["etag"]
    [made] = copies_of(own.datasette)._folder.glob("*.db")
    stamp = made.stat().st_mtime_ns
    assert own.get("/snapshot.db").headers["etag"] == first
    assert made.stat().st_mtime_ns == stamp
    assert own.get("/snapshot.db", **{"if-none-match": first}).status_code == 304

    writer = connect(own.database)
    writer.execute("UPDATE dataset SET title = 'other'")
    writer.close()
    assert own.get("/snapshot.db").headers["etag"] != first
    assert len(list(copies_of(own.datasette)._folder.glob("*.db"))) == 1


def test_many_who_ask_at_once_get_one_copy(own: Pages) -> None:
    async def ask() -> list[Any]:
        return await asyncio.gather(*(own.datasette.client.get("/snapshot.db") for _ in range(5)))

    answers = own.run(ask())
    assert len({answer.content for answer in answers}) == 1


def test_a_database_that_cannot_change_is_its_own_copy(pages: Pages, tmp_path: Path) -> None:
    connection = connect(pages.database, read_only=True)
    connection.execute("VACUUM INTO ?", (str(tmp_path / "data.db"),))
    connection.close()
    opened = Pages(tmp_path / "data.db", immutable=True)
    assert opened.get("/snapshot.db").content == (tmp_path / "data.db").read_bytes()
    opened.close()


def test_a_database_that_is_too_large_is_refused_with_the_way_to_copy_it(pages: Pages) -> None:
    small = Pages(pages.database, snapshot_most_mb=0)
    response = small.get("/snapshot.db")
    assert response.status_code == 403
    assert "more than the 0 MB that are copied on request" in response.text
    assert "VACUUM INTO" in response.text
    assert 'href="/data/changes.csv' in response.text
    small.close()


def test_a_snapshot_can_be_switched_off_and_is_offered_nowhere_then(pages: Pages) -> None:
    closed = Pages(pages.database, snapshot=False)
    assert closed.get("/snapshot.db").status_code == 403
    for path in ("/", "/export", "/changes"):
        assert "/snapshot.db" not in closed.text(path)
    closed.close()


def test_what_was_copied_goes_with_the_site(own: Pages) -> None:
    own.get("/snapshot.db")
    copies = copies_of(own.datasette)
    folder = copies._folder
    assert folder.is_dir()
    assert copies._finalizer is not None
    copies._finalizer()
    assert not folder.exists()


def test_a_folder_that_was_tidied_away_is_made_again(own: Pages, tmp_path: Path) -> None:
    own.get("/snapshot.db")
    shutil.rmtree(copies_of(own.datasette)._folder)
    assert content(taken(own, tmp_path / "copy.db"))


def test_a_copy_that_cannot_be_made_is_told(own: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies_of(own.datasette), "_folder", own.database / "no-folder")
    monkeypatch.setattr("web.snapshots.Copies.room", lambda copies: 10**12)
    response = own.get("/snapshot.db")
    assert response.status_code == 403
    assert "The copy could not be made" in response.text


def test_a_copy_for_which_there_is_no_room_is_refused(own: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.snapshots.Copies.room", lambda copies: 1000)
    response = own.get("/snapshot.db")
    assert response.status_code == 403
    assert "no room" in response.text


def test_the_state_of_a_database_moves_with_every_write(own: Pages) -> None:
    states = {state_of(own.database)}
    writer = connect(own.database)
    for title in ("a", "b", "c"):
        writer.execute("UPDATE dataset SET title = ?", (title,))
        states.add(state_of(own.database))
    writer.close()
    assert len(states) == 4
