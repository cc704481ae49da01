"""Rows are counted where that is quick, and the page says so where they were not; a person's own count is their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.site import ROOT, Site
from web import counting

OWN = "/data.json?sql=select+count(*)+from+field_changes&_shape=arrays"
NOT_COUNTED = "were not counted"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site on which no count is done in time."""
    monkeypatch.setattr(counting, "COUNT_MS", 0.001)
    opened = Site(ROOT / "data.db")
    yield opened
    opened.close()


def count(site: Site, address: str) -> Any:
    return site.get(address).json()["filtered_table_rows_count"]


@pytest.mark.parametrize("name", ["changes", "field_changes", "item_changes"])
def test_the_rows_of_a_table_or_view_are_counted(site: Site, name: str) -> None:
    assert count(site, f"/data/{name}.json") == site.get(f"/data.json?sql=select+count(*)+from+{name}").json()["rows"][0][0]
    assert NOT_COUNTED not in site.get(f"/data/{name}").text


def test_a_page_whose_rows_take_long_to_count_is_shown_without_and_says_so(hurried: Site) -> None:
    assert count(hurried, "/data/field_changes.json") is None
    page = hurried.get("/data/field_changes")
    assert page.status_code == 200
    assert NOT_COUNTED in page.text
    assert len(hurried.get("/data/field_changes.json").json()["rows"]) == 20


def test_somebodys_own_count_has_the_time_of_every_statement(hurried: Site) -> None:
    answer = hurried.get(OWN)
    assert answer.status_code == 200
    assert answer.json()["rows"][0][0] > 20
