"""CSV: whole, as stored, and safe for spreadsheets where that is asked for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared import SHARED, needs_shared
from tests.web.pages import Pages, imported
from tests.web.site import ROOT
from web.spreadsheet import Guard, safe_cell

CELLS = st.text(st.characters(exclude_categories=("Cs",)) | st.sampled_from('=+-@\t\r\n",'), max_size=12)
MANY = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 5000) SELECT x FROM n"


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    opened = Pages(ROOT / "data.db", immutable=True)
    yield opened
    opened.close()


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def written(rows: list[list[str]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("cell", ["=1+1", "+33 1 23", "-2+3", "@x", "\t=1", "\r=1", "--5", "-", "=-1"])
def test_a_cell_that_may_run_gets_an_apostrophe(cell: str) -> None:
    assert safe_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-5", "-3.5", "-1e9", "", "a=b", "'=1", " =1", "5"])
def test_numbers_and_other_texts_stay_as_they_are(cell: str) -> None:
    assert safe_cell(cell) == cell


@given(st.lists(st.lists(CELLS, min_size=2, max_size=3), max_size=8), st.integers(1, 7))
def test_a_stream_in_any_pieces_comes_out_whole_and_safe(rows: list[list[str]], size: int) -> None:
    text, guard = written(rows), Guard()
    out = "".join(guard.feed(text[at : at + size]) for at in range(0, len(text), size)) + guard.finish()
    assert rows_of(out) == [[safe_cell(cell) for cell in row] for row in rows_of(text)]


def test_a_query_is_given_whole_however_long(pages: Pages) -> None:
    assert len(rows_of(pages.text("/data.csv", {"sql": MANY}))) == 5001
    assert len(json.loads(pages.text("/data.json", {"sql": MANY, "_shape": "array"}))) == 5000
    assert len(json.loads(pages.text("/data.json", {"sql": MANY, "_shape": "arrayfirst"}))) == 5000
    assert len(pages.text("/data.json", {"sql": MANY, "_shape": "array", "_nl": "on"}).splitlines()) == 5000
    assert json.loads(pages.text("/data.json", {"sql": MANY, "_shape": "objects"}))["truncated"] is True


def test_a_query_of_metadata_is_given_whole_with_its_parameters(pages: Pages) -> None:
    heading, *lines = rows_of(pages.text("/data/recent_changes.csv", {"source": "lamproom", "rows": "1000"}))
    assert len(lines) == 22
    assert {line[heading.index("source_id")] for line in lines} == {"lamproom"}


def test_a_table_is_given_by_datasette_and_safe_where_asked(pages: Pages) -> None:
    plain = rows_of(pages.text("/data/changes.csv", {"_stream": "on", "_size": "max"}))
    safe = rows_of(pages.text("/data/changes.csv", {"_stream": "on", "_size": "max", "_spreadsheet": "1"}))
    assert len(plain) == len(safe) == 139
    assert safe == [[safe_cell(cell) for cell in row] for row in plain]


def test_what_cannot_be_asked_is_an_error_and_no_empty_file(pages: Pages) -> None:
    assert pages.get("/data.csv", {"sql": "select * from nope"}).status_code == 400
    assert pages.get("/data.csv", {"sql": "delete from changes"}).status_code == 400
    assert pages.get("/nope.csv", {"sql": "select 1"}).status_code == 404
    assert pages.get("/data/nope.csv").status_code == 404


def test_a_query_that_takes_too_long_cuts_the_connection(pages: Pages) -> None:
    slow = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n"
    pages.datasette._settings["sql_time_limit_ms"] = 50
    try:
        assert pages.get("/data.csv", {"sql": slow}).status_code == 400
    finally:
        pages.datasette._settings["sql_time_limit_ms"] = 5000


@needs_shared
def test_112_titles_that_a_spreadsheet_would_run(tmp_path: Path) -> None:
    [folder] = (SHARED / "cases").glob("112-*")
    told: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))["expect"]["our_csv_export"]
    captures = tmp_path / "captures"
    (captures / "case").mkdir(parents=True)
    (captures / "case" / "20260106T120000Z.xml").write_bytes((folder / "input-1.xml").read_bytes())
    (captures / "sources.toml").write_text('[[source]]\nid = "case"\nkind = "feed"\nurl = "https://blog.example/feed.xml"\n')
    pages = Pages(imported(tmp_path, captures)[0])
    ask = {"sql": "SELECT CAST(guid AS INTEGER), title, -5, -3.5 FROM feed_items ORDER BY 1"}
    plain, safe = (rows_of(pages.text("/data.csv", {**ask, **more}))[1:] for more in ({}, {"_spreadsheet": "1"}))
    pages.close()
    for number in told["neutralised"]:
        assert safe[number][1] == "'" + plain[number][1]
    for number in told["unchanged"]:
        assert safe[number][1] == plain[number][1]
    assert all(row[2:] == ["-5", "-3.5"] for row in safe)
