"""Every canned query on the sample: as page, JSON and CSV, with defaults and with whatever a visitor types."""

from __future__ import annotations

import re

import pytest

from tests.web.site import QUERIES, ROOT, Site

HOSTILE = (
    "'", '"', "\\", "%", "_", "*", "(", "a\0b", "'; DROP TABLE posts; --", "-1", "0", "99999999999999999999", "1e999", "NaN",
    "☃", "日本語", "<script>alert(1)</script>", "\u202e", "x" * 3000, " ", "nobody-has-this-id", "9999", "2026-13-45",
)  # fmt: skip

OF_ONE_SOURCE = sorted(name for name, query in QUERIES.items() if "source" in query["params"])


def documented_columns(name: str) -> list[str]:
    """The columns that docs/queries.md lists for a query."""
    text = (ROOT / "docs" / "queries.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {name}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_left_empty_shows_rows_with_the_documented_columns_as_page_json_and_csv(site: Site, name: str) -> None:
    page = site.get(f"/data/{name}")
    assert page.status_code == 200
    assert QUERIES[name]["title"] in page.text.replace("&#39;", "'")

    rows = site.rows(name)
    assert rows
    assert list(rows[0]) == documented_columns(name)

    heading, *lines = site.csv(name)
    assert heading == documented_columns(name)
    assert len(lines) == len(rows)


@pytest.mark.parametrize("name", [name for name, query in QUERIES.items() if "example" in query])
def test_the_example_of_a_query_shows_rows(site: Site, name: str) -> None:
    assert site.rows(name, **QUERIES[name]["example"])


@pytest.mark.parametrize("name", QUERIES)
def test_no_value_breaks_a_query(site: Site, name: str) -> None:
    for parameter in QUERIES[name]["params"]:
        for value in HOSTILE:
            response = site.get(f"/data/{name}.json", {"_shape": "array", parameter: value})
            assert response.status_code == 200, (parameter, value, response.text[:200])


@pytest.mark.parametrize("name", OF_ONE_SOURCE)
def test_a_query_asked_about_one_source_tells_of_no_other(site: Site, name: str) -> None:
    for row in site.rows(name, source="lamproom-feed"):
        named = {row[column] for column in ("source_id", "post_source", "feed_source") if row.get(column)}
        assert not named or "lamproom-feed" in named, row


@pytest.mark.parametrize("name", sorted(name for name, query in QUERIES.items() if "rows" in query["params"]))
def test_a_query_gives_as_many_rows_as_asked_for(site: Site, name: str) -> None:
    one = site.rows(name, rows="1")
    items = {(row.get("item_id"), row.get("fetch_id")) for row in one}
    assert len(one) == 1 or len(items) == 1, "one item, with a row for each field"


@pytest.mark.parametrize("name", sorted(name for name, query in QUERIES.items() if {"since", "until"} <= set(query["params"])))
def test_since_and_until_include_the_whole_of_the_time_that_they_name(site: Site, name: str) -> None:
    column = "day" if name == "changes_per_day" else "last_at" if name in ("noise_by_kind", "issues_by_code") else "observed_at"
    rows = site.rows(name, since="2026-09", until="2026-10", **({"rows": "2000"} if "rows" in QUERIES[name]["params"] else {}))
    if name != "fastest_growing_tweets":
        assert all("2026-09" <= row[column] < "2026-11" for row in rows)
    if name in ("recent_changes", "fetch_log_with_gaps", "changes_per_day", "noise_by_kind"):
        assert any(row[column] >= "2026-10-29" for row in rows), "the last days of the month are in it"


def test_silent_edits_show_where_the_text_moved(site: Site) -> None:
    [ships] = [row for row in site.rows("silent_edits") if row["label"] == "Counting ships that do not answer"]
    assert ships["field"] == "content"
    assert "eleven" in ships["old"]
    assert "thirteen" in ships["new"]


def test_a_source_as_of_a_day_lists_what_it_listed_then_in_the_words_of_then(site: Site) -> None:
    then = {row["label"] for row in site.rows("source_as_of", source="lamproom", at="2026-09-21")}
    now = {row["label"] for row in site.rows("source_as_of", source="lamproom")}
    assert len(then) == len(now) == 8
    assert "A short history of the wrong map" in then
    assert "A short history of the wrong chart" in {
        row["label"] for row in site.rows("source_as_of", source="lamproom", at="2026-09-28")
    }
    assert "The mast is down" in now - then


@pytest.mark.parametrize("source", ["lamproom", "lamproom-feed", "tidewright", "maud-ferrier"])
def test_a_source_as_of_now_is_what_it_lists_now(site: Site, source: str) -> None:
    listed = {row["item_id"] for row in site.rows("listed_now", source_id=source)}
    assert {row["item_id"] for row in site.rows("source_as_of", source=source)} == listed


def test_what_went_and_came_back_unchanged_is_no_difference_between_two_times(site: Site) -> None:
    rows = site.rows("difference_between", **{"source": "tidewright", "from": "2026-10-09", "to": "2026-11-13"})
    assert "Open workshop on the first Saturday" not in {row["label"] for row in rows if row["difference"] == "new"}
    away = site.rows("difference_between", **{"source": "tidewright", "from": "2026-10-09", "to": "2026-10-13"})
    assert "Open workshop on the first Saturday" in {row["label"] for row in away if row["difference"] == "gone"}


def test_the_difference_between_two_times_is_that_of_the_two_lists(site: Site) -> None:
    then = {row["item_id"]: row["version"] for row in site.rows("source_as_of", source="lamproom", at="2026-09-21")}
    later = {row["item_id"]: row["version"] for row in site.rows("source_as_of", source="lamproom", at="2026-11-09")}
    rows = site.rows("difference_between", **{"source": "lamproom", "from": "2026-09-21", "to": "2026-11-09"})
    said = {what: {row["item_id"] for row in rows if row["difference"] == what} for what in ("new", "gone", "edited")}
    assert said["new"] == later.keys() - then.keys()
    assert said["gone"] == then.keys() - later.keys()
    assert said["edited"] == {item for item in then.keys() & later.keys() if then[item] != later[item]}


def test_changes_per_day_add_up_to_the_changes(site: Site) -> None:
    changes = [row for row in site.rows("changes", _size="max") if row["change"] != "baseline"]
    assert sum(row["total"] for row in site.rows("changes_per_day")) == len(changes)


def test_a_streak_is_the_time_in_which_looks_found_no_change(site: Site) -> None:
    streaks = site.rows("unchanged_streaks", source="lamproom")
    assert all(row["from_at"] <= row["confirmed_until"] for row in streaks)
    assert all(row["next_change_at"] is None or row["confirmed_until"] < row["next_change_at"] for row in streaks)
