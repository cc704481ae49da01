"""Feeds of changes, as a feed reader takes them."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from ingest.sqlite import connect
from tests.web.pages import Pages

ATOM = "{http://www.w3.org/2005/Atom}"
RFC3339 = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z")


def feed(pages: Pages, path: str = "/changes.atom", **parameters: str) -> Any:
    response = pages.get(path, parameters)
    assert response.status_code == 200, response.text[:300]
    assert response.headers["content-type"] == "application/atom+xml; charset=utf-8"
    parsed = feedparser.parse(io.BytesIO(response.content), sanitize_html=False)
    assert not parsed.bozo
    assert parsed.version == "atom10"
    return parsed


def whole(pages: Pages, path: str = "/changes.atom", **parameters: str) -> list[Any]:
    """The entries of a feed and of those that it goes on with."""
    found, parsed = [], feed(pages, path, **parameters)
    while True:
        found += parsed.entries
        following = [link.href for link in parsed.feed.links if link.rel == "next"]
        if not following:
            return found
        parsed = feed(pages, following[0].removeprefix("http://localhost"))


def changes(pages: Pages, where: str = "1") -> list[tuple[str, ...]]:
    connection = connect(pages.database, read_only=True)
    try:
        sql = f"SELECT fetch_id, item_table, item_id, change FROM changes WHERE change <> 'baseline' AND {where}"
        return [tuple(row) for row in connection.execute(sql)]
    finally:
        connection.close()


# --- what a feed holds -----------------------------------------------------------------------------------------------


def test_every_change_is_one_entry_whose_id_is_its_own_and_the_same_for_ever(pages: Pages) -> None:
    entries = whole(pages)
    ids = [entry.id for entry in entries]
    assert len(ids) == len(set(ids))
    assert set(ids) == {"tag:strandline.localhost,2026:" + "/".join(key) for key in changes(pages)}


def test_entries_are_newest_first_and_of_the_time_of_their_fetch(pages: Pages) -> None:
    times = [entry.updated for entry in whole(pages)]
    assert times == sorted(times, reverse=True)
    assert all(RFC3339.fullmatch(at) for at in times)
    assert feed(pages).feed.updated == times[0]


def test_a_title_is_a_sentence_after_the_name_of_the_source(pages: Pages) -> None:
    titles = [entry.title for entry in whole(pages)]
    retitled = "The Lamp Room: “A short history of the wrong map” was retitled “A short history of the wrong chart”"
    assert any(title.startswith(retitled) for title in titles)
    assert any("was silently re-dated" in title for title in titles)
    assert not any("<" in title or "\n" in title for title in titles)


def test_an_entry_states_the_changed_fields_with_old_and_new(pages: Pages) -> None:
    contents = [entry.content[0].value for entry in whole(pages, change="edited")]
    old, new = "A short history of the wrong map", "A short history of the wrong chart"
    assert any(f"<b>title</b>: <del><bdi>{old}</bdi></del> → <ins><bdi>{new}</bdi></ins>" in one for one in contents)
    assert any("<b>text</b>: " in one and "<del>480</del><ins>510</ins>" in one for one in contents)
    assert all("<b>" in one for one in contents)


def test_an_entry_links_to_its_change_its_item_and_what_it_is_about(pages: Pages) -> None:
    for entry in feed(pages).entries:
        page, _, place = entry.link.removeprefix("http://localhost").partition("#")
        html = pages.text(page)
        assert f'id="{place}"' in html
        assert re.search(r'href="http://localhost/item/\w+"', entry.content[0].value)
    assert any(link.rel == "related" for entry in feed(pages).entries for link in entry.links)


def test_a_new_item_shows_how_it_begins(pages: Pages) -> None:
    added = [entry.content[0].value for entry in whole(pages, change="added")]
    assert sum("<blockquote>" in one for one in added) > len(added) * 0.8


# --- which changes ---------------------------------------------------------------------------------------------------


def test_a_source_has_a_feed_of_its_own(pages: Pages) -> None:
    entries = whole(pages, "/source/tidewright.atom")
    assert len(entries) == len(changes(pages, "source_id = 'tidewright'"))
    assert {entry.author for entry in entries} == {"Tidewright & Daughter: workshop notes"}


def test_a_feed_may_be_of_one_kind_or_of_silent_edits(pages: Pages) -> None:
    assert len(whole(pages, change="removed")) == len(changes(pages, "change = 'removed'"))
    silent = whole(pages, change="silent")
    assert len(silent) == len(changes(pages, "silent = 1")) > 0
    assert all({"term": "silent"}.items() <= dict(tag).items() for entry in silent for tag in entry.tags[1:])
    assert len(whole(pages, "/source/lamproom-feed.atom", change="silent")) == 3


def test_feeds_of_different_kinds_are_different_feeds(pages: Pages) -> None:
    ids = [feed(pages).feed.id, feed(pages, change="edited").feed.id, feed(pages, "/source/lamproom.atom").feed.id]
    assert len(set(ids)) == 3


def test_a_source_in_which_nothing_changed_has_a_good_feed_without_an_entry(tmp_path: Path, pages: Pages) -> None:
    path = tmp_path / "data.db"
    connection = connect(pages.database, read_only=True)
    connection.execute("VACUUM INTO ?", (str(path),))
    connection.close()
    connection = connect(path)
    connection.execute("DELETE FROM changes")
    connection.close()
    opened = Pages(path)
    assert feed(opened).entries == feed(opened, "/source/lamproom.atom").entries == []
    assert RFC3339.fullmatch(feed(opened).feed.updated)
    opened.close()


@pytest.mark.parametrize(("path", "status"), [("/source/nobody.atom", 404), ("/changes.atom?change=gone", 400)])
def test_what_there_is_no_feed_of_is_said_in_words(pages: Pages, path: str, status: int) -> None:
    response = pages.get(path)
    assert response.status_code == status
    assert "no source" in response.text.lower() or "no change called" in response.text


def test_a_place_that_is_not_there_is_no_beginning(pages: Pages) -> None:
    assert pages.get("/changes.atom?before=nothing/posts/x/added").status_code == 404


# --- form ------------------------------------------------------------------------------------------------------------


def test_what_the_standard_demands_is_there_once(pages: Pages) -> None:
    root = ElementTree.fromstring(pages.get("/changes.atom").content)  # noqa: S314  our own document
    for element in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(ATOM + name)) == 1
        assert [link.get("rel") for link in element.findall(f"{ATOM}link")].count("alternate") == 1
        assert element.find(f"{ATOM}author/{ATOM}name") is not None
    [here] = [link.get("href") for link in root.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert here == "http://localhost/changes.atom"


def test_a_reader_that_has_the_feed_already_gets_nothing(pages: Pages) -> None:
    first = pages.get("/changes.atom")
    again = pages.get("/changes.atom", **{"if-none-match": f"W/{first.headers['etag']}"})
    assert (again.status_code, again.content) == (304, b"")
    assert pages.get("/changes.atom?change=edited").headers["etag"] != first.headers["etag"]


def test_pages_tell_a_browser_of_their_feeds(pages: Pages) -> None:
    tag = '<link rel="alternate" type="application/atom+xml" title="{}" href="{}">'
    for path in ("/", "/changes", "/search", "/export", "/source/lamproom", "/data/changes"):
        assert tag.format("All changes", "/changes.atom") in pages.text(path), path
    assert 'href="/source/lamproom.atom">' in pages.text("/source/lamproom").split("</head>")[0]


def test_the_name_in_the_ids_is_a_setting(pages: Pages) -> None:
    named = Pages(pages.database, tag="example.org,2026")
    assert feed(named).entries[0].id.startswith("tag:example.org,2026:")
    named.close()


def test_a_feed_is_there_in_time_on_a_long_history(large_pages: Pages) -> None:
    for path in (
        "/changes.atom",
        "/source/source-03.atom",
        "/changes.atom?change=returned",
        "/source/source-03.atom?change=silent",
    ):
        times = []
        for _ in range(2):
            begun = time.perf_counter()
            assert large_pages.get(path).status_code == 200
            times.append(time.perf_counter() - begun)
        assert min(times) < 0.8, path
