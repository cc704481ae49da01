"""The feed of changes, as a feed reader takes it."""

from __future__ import annotations

import io
from typing import Any

import feedparser

from tests.web.site import Site


def feed(site: Site, **parameters: str) -> Any:
    response = site.get("/data/changes_feed.atom", parameters)
    assert response.status_code == 200
    parsed = feedparser.parse(io.BytesIO(response.content))
    assert not parsed.bozo
    assert parsed.version == "atom10"
    return parsed


def test_each_change_is_an_entry_with_an_id_of_its_own(site: Site) -> None:
    parsed = feed(site, rows="1000")
    ids = [entry.id for entry in parsed.entries]
    assert len(ids) == len(set(ids)) == len(site.rows("recent_changes", rows="2000"))
    assert all(id_.startswith("tag:strandline,2026:") and " " not in id_ for id_ in ids)
    assert parsed.feed.title == "Strandline changes"


def test_an_entry_names_the_fields_that_differ(site: Site) -> None:
    [edited] = [entry for entry in feed(site, source="lamproom", rows="1000").entries if "retitled" in entry.title]
    assert "<b>title</b>" in edited.content[0].value
    assert "wrong map" in edited.content[0].value


def test_a_silent_edit_is_called_one(site: Site) -> None:
    assert any("edited silently" in entry.title for entry in feed(site, rows="1000").entries)


def test_a_feed_of_one_source_tells_of_that_source_alone(site: Site) -> None:
    assert {entry.author for entry in feed(site, source="maud-ferrier").entries} == {"Maud Ferrier (@sarntides)"}


def test_a_feed_without_a_change_says_so_and_is_no_error(site: Site) -> None:
    [entry] = feed(site, source="nobody").entries
    assert entry.title == "Nothing has changed yet"


def test_the_link_of_an_entry_shows_its_change(site: Site) -> None:
    [newest, *_] = feed(site).entries
    page = site.get(newest.link.removeprefix("http://localhost"))
    assert page.status_code == 200
    assert newest.title.split("“")[1][:20] in page.text.replace("&#39;", "'")
