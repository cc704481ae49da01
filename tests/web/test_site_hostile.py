"""Hostile content from capture to page, JSON, CSV and Atom: nothing runs, nothing is lost."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import feedparser
import pytest

from tests.web.hostile import ADDRESS, BIDI, CONTROLS, FORMULA, IMAGE, QUOTES, SCRIPT, TITLES, captures
from tests.web.pages import Pages, imported


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("hostile")
    data, archive = imported(folder, captures(folder / "captures"))
    opened = Pages(data, archive)
    yield opened
    opened.close()


class Seen(HTMLParser):
    """What a page would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[tuple[str, str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {"src": ("/static/site.js",)}
        for name, value in attrs:
            if name.startswith("on") or (
                name in ("href", "action", "formaction") and re.match(r"\s*(?!https?:)\w+:", value or "")
            ):
                self.wrong.append((tag, name, value))
            if name == "src" and value not in known["src"]:
                self.wrong.append((tag, name, value))
        if tag in ("iframe", "object", "embed", "base", "img") or (tag == "script" and not dict(attrs).get("src")):
            self.wrong.append((tag, "", None))


def all_pages(pages: Pages) -> list[str]:
    items = pages.get("/data/feed_items.json", {"_shape": "array", "_size": "max"}).json()
    tweets = pages.get("/data/tweets.json", {"_shape": "array"}).json()
    handles = pages.get("/data/profiles.json", {"_shape": "array"}).json()
    fetches = pages.get("/data/fetches.json", {"_shape": "array"}).json()
    paths = [
        "/",
        "/changes",
        "/sources",
        "/source/evil",
        "/source/evil/log",
        "/as-of/evil",
        "/as-of/evil?from=2026-10-06&to=2026-10-08",
        "/source/controls",
        "/source/one",
        "/export",
        *(f"/profile/one/{quote(row['handle'], safe='')}" for row in handles),
    ]
    paths += [f"/item/{row['id']}" for row in (*items, *tweets)] + [f"/change/{row['id']}" for row in fetches]
    return [
        *paths,
        "/search?q=alert",
        f"/search?q={'%3Cscript%3Ealert(1)%3C/script%3E'}",
        "/changes?day=%3Cscript%3E",
        "/change/%3Cscript%3E",
    ]


def test_nothing_runs_on_any_page(pages: Pages) -> None:
    for path in all_pages(pages):
        response = pages.get(path)
        assert response.status_code in (200, 400, 404), path
        seen = Seen()
        seen.feed(response.text)
        assert seen.wrong == [], path
        assert "49" not in re.findall(r"\{\{.*?\}\}|\b49\b", response.text), path


def test_no_address_is_shown_on_any_page_or_in_any_feed(pages: Pages) -> None:
    for path in [*all_pages(pages), "/changes.atom", "/source/evil.atom"]:
        text = pages.get(path).text
        assert "jane.doe" not in text, path
    assert "j…@secret.example" in pages.text("/source/evil")


def test_addresses_are_shown_where_the_site_says_so_and_stored_as_they_were(pages: Pages) -> None:
    opened = Pages(pages.database, pages.archive, mask_emails=False)
    try:
        assert ADDRESS in opened.text("/source/evil")
    finally:
        opened.close()
    assert ADDRESS in pages.text("/data/sources.json", {"_shape": "array"})


def test_a_turned_direction_is_shown_as_what_it_is(pages: Pages) -> None:
    rows = pages.get("/data/feed_items.json", {"_shape": "array", "_size": "max"}).json()
    [item] = [row["id"] for row in rows if row["title"] == BIDI]
    html = pages.text(f"/item/{item}")
    assert "\u202e" not in html
    assert "U+202E RIGHT-TO-LEFT OVERRIDE" in html


def test_no_control_character_comes_onto_a_page_or_into_a_feed(pages: Pages) -> None:
    of_source = {"_shape": "array", "source_id": "controls"}
    paths = ["/source/controls", "/changes.atom", "/source/controls.atom", "/search?q=bell"]
    paths += [f"/item/{row['id']}" for row in pages.get("/data/feed_items.json", of_source).json()]
    paths += [f"/change/{row['id']}" for row in pages.get("/data/fetches.json", of_source).json()]
    for path in paths:
        found = re.findall("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u202a-\u202e]", pages.text(path))
        assert not found, path
    assert CONTROLS[:4] in pages.text("/search?q=bell")
    assert "U+202E" in pages.text("/source/controls.atom")


def test_json_and_csv_hold_every_title_as_it_was(pages: Pages) -> None:
    stored = {row["title"] for row in pages.get("/data/feed_items.json", {"_shape": "array", "_size": "max"}).json()}
    assert stored >= {SCRIPT, IMAGE, BIDI, FORMULA, QUOTES, "x" * 5000}
    heading, *lines = csv.reader(io.StringIO(pages.text("/data/feed_items.csv", {"_stream": "on"}), newline=""))
    assert {line[heading.index("title")] for line in lines} == stored


def test_a_spreadsheet_gets_no_formula(pages: Pages) -> None:
    safe = pages.text("/data/feed_items.csv", {"_stream": "on", "_spreadsheet": "1"})
    assert all(not cell.startswith(("=", "+", "@", "\t")) for line in csv.reader(io.StringIO(safe, newline="")) for cell in line)


def test_a_feed_reader_sees_the_titles_and_runs_nothing(pages: Pages) -> None:
    for path in ("/changes.atom", "/source/evil.atom"):
        parsed: Any = feedparser.parse(io.BytesIO(pages.get(path).content), sanitize_html=False)
        assert not parsed.bozo
        assert len(parsed.entries) == len({entry.id for entry in parsed.entries}) >= len(TITLES)
        for entry in parsed.entries:
            seen = Seen()
            seen.feed(entry.content[0].value)
            assert seen.wrong == []
            assert all(re.match(r"https?://", link.href) for link in entry.links)
        assert any(SCRIPT in entry.title.replace("&lt;", "<").replace("&gt;", ">") for entry in parsed.entries)


def test_names_of_sources_and_ids_from_the_address_are_only_text(pages: Pages) -> None:
    for path in ("/source/%22%3E%3Cscript%3E", "/item/%27%3B--", "/profile/evil/%3Cscript%3E", "/change/..%2F..%2Fetc"):
        response = pages.get(path)
        assert response.status_code == 404
        assert "<script>" not in response.text


def test_the_raw_bytes_of_a_hostile_page_stay_plain_text(pages: Pages) -> None:
    [row, *_] = pages.get("/data/fetches.json", {"_shape": "array"}).json()
    response = pages.get(f"/raw/{row['body_sha256']}")
    assert response.headers["content-type"].startswith("text/plain")
    assert SCRIPT.encode() in response.content or b"&lt;script" in response.content
