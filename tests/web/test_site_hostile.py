"""Hostile content from capture to page, JSON, CSV and Atom: nothing runs, nothing is lost."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import feedparser
import pytest

from tests.web.pages import Pages, imported

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
BIDI = "safe\u202egpj.exe\u202c"
TEMPLATE = "{{ 7 * 7 }} {% raw %} ${x} </title></textarea>"
FORMULA = '=HYPERLINK("http://evil.example/","x")'
QUOTES = "'\"`&<>"
TITLES = [SCRIPT, IMAGE, BIDI, TEMPLATE, FORMULA, QUOTES, "a\u200bb", "نص عربي", "🏴‍☠️ é", "x" * 5000]
URLS = ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "https://e.example/?a=1&b=<x>'\"", "JAVASCRIPT:x"]
ADDRESS = "jane.doe@secret.example"


def item(number: int, title: str, text: str, url: str) -> str:
    guid = f'<guid isPermaLink="false">{number}-{escape(title[:40])}</guid>'
    return (
        f"<item><title>{escape(title)}</title><link>{escape(url)}</link>{guid}"
        f"<pubDate>Mon, 05 Oct 2026 10:{number:02}:00 GMT</pubDate><description>{escape(text)}</description></item>"
    )


def feed(texts: list[str]) -> bytes:
    items = "".join(item(n, TITLES[n], texts[n], URLS[n % len(URLS)]) for n in range(len(TITLES)))
    title = f"<title>{escape(SCRIPT)} {ADDRESS}</title>"
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{title}{items}</channel></rss>'.encode()


def tweets(handle: str) -> bytes:
    value = [{"id": "2114421873783267913", "text": f"{SCRIPT} {ADDRESS}", "author": {"screen_name": handle}}]
    return json.dumps(value).encode()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("hostile")
    captures = folder / "captures"
    (captures / "evil").mkdir(parents=True)
    old = [f"<p>{SCRIPT}<b onclick='x()'>old</b> {ADDRESS} {title}</p>" for title in TITLES]
    (captures / "evil" / "20261006T120000Z.xml").write_bytes(feed(old))
    (captures / "evil" / "20261007T120000Z.xml").write_bytes(feed([text.replace("old", "new " + IMAGE) for text in old]))
    sidecar = {"etag": f'"{SCRIPT}"', "final_url": "javascript:alert(1)", "content_type": f"text/xml; x={IMAGE}", "status": 200}
    (captures / "evil" / "20261007T120000Z.xml.headers.json").write_text(json.dumps(sidecar))
    (captures / "sources.toml").write_text('[[source]]\nid = "evil"\nkind = "feed"\nurl = "https://e.example/feed"\n')
    data, archive = imported(folder, captures)
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
    fetches = pages.get("/data/fetches.json", {"_shape": "array"}).json()
    paths = [
        "/",
        "/changes",
        "/sources",
        "/source/evil",
        "/source/evil/log",
        "/as-of/evil",
        "/as-of/evil?from=2026-10-06&to=2026-10-08",
    ]
    paths += [f"/item/{row['id']}" for row in items] + [f"/change/{row['id']}" for row in fetches]
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


def test_handles_of_accounts_may_hold_anything(tmp_path: Path) -> None:
    captures = tmp_path / "captures"
    (captures / "one").mkdir(parents=True)
    (captures / "one" / "20261006T120000Z.json").write_bytes(tweets('x"><script>'))
    (captures / "sources.toml").write_text('[[source]]\nid = "one"\nkind = "tweets"\nurl = "https://x.example/one"\n')
    data, archive = imported(tmp_path, captures)
    site = Pages(data, archive)
    try:
        for path in ("/", "/source/one", "/changes"):
            seen = Seen()
            seen.feed(site.text(path))
            assert seen.wrong == []
    finally:
        site.close()
