"""What Datasette says about the data: nothing without a description, and the search boxes find what is there."""

from __future__ import annotations

import runpy

import pytest
from datasette.utils import path_from_row_pks

from tests.web.site import METADATA, ROOT, TABLES, Site


def test_metadata_and_schema_agree_and_the_documents_are_what_they_give() -> None:
    documents = runpy.run_path(str(ROOT / "scripts" / "docs.py"))["documents"]
    complaints, texts = documents()
    assert complaints == []
    for path, text in texts.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `make docs`"


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_its_page_with_its_description_and_its_json_and_csv(site: Site, name: str) -> None:
    page = site.get(f"/data/{name}")
    assert page.status_code == 200
    assert "metadata-description" in page.text
    heading, *lines = site.csv(name, _size="max")
    assert set(heading) >= set(TABLES[name]["columns"])
    assert len(lines) == len(site.rows(name, _size="max"))


def test_internals_are_hidden_and_the_rest_is_not(site: Site) -> None:
    listed = {table["name"]: table["hidden"] for table in site.get("/data.json").json()["tables"]}
    assert all(hidden for name, hidden in listed.items() if "_fts" in name or name in ("pages", "listings"))
    assert not any(hidden for name, hidden in listed.items() if name in TABLES and not TABLES[name].get("hidden"))


@pytest.mark.parametrize(
    ("table", "words"),
    [("posts", "chart"), ("feed_items", "fog"), ("tweets", "keeper mast"), ("contents", "lamp"), ("titles", "wrong map")],
)
def test_a_search_box_finds_words_of_the_sample(site: Site, table: str, words: str) -> None:
    assert 'name="_search"' in site.get(f"/data/{table}").text
    found = site.rows(table, _search=words)
    assert 0 < len(found) < len(site.rows(table, _size="max"))


@pytest.mark.parametrize("name", [name for name in TABLES if not TABLES[name].get("hidden")])
def test_every_row_of_a_table_has_a_page(site: Site, name: str) -> None:
    keys = site.get(f"/data/{name}.json", {"_size": "3"}).json()["primary_keys"]
    for row in site.rows(name, _size="3") if keys else []:
        path = path_from_row_pks(row, keys, use_rowid=False)
        assert site.get(f"/data/{name}/{path}").status_code == 200


@pytest.mark.parametrize("path", ["/", "/changes", "/search?q=fog", "/data", "/data/sources"])
def test_the_licence_and_where_the_data_is_from_are_said(site: Site, path: str) -> None:
    text = site.get(path).text
    assert METADATA["license"] in text
    assert METADATA["source"] in text
