"""Every page of the sample, with its archive: there, true, linked, and loading nothing from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from ingest.sqlite import connect
from tests.web.pages import Pages, imported, links
from tests.web.site import ROOT

RETITLED = "lamproom-20260928T061203915Z"
PRICE = "tidewright-20260929T084006447Z"
HELD = "lamproom-20261105T071203602Z"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    data, archive = imported(tmp_path_factory.mktemp("pages"), ROOT / "captures", "--sample")
    opened = Pages(data, archive)
    yield opened
    opened.close()


def column(pages: Pages, sql: str) -> list[str]:
    connection = connect(pages.database, read_only=True)
    try:
        return [value for (value,) in connection.execute(sql)]
    finally:
        connection.close()


# --- all of them -----------------------------------------------------------------------------------------------------


def test_every_fetch_item_source_and_account_has_a_page_and_its_data(pages: Pages) -> None:
    paths = [f"/change/{one}" for one in column(pages, "SELECT id FROM fetches")]
    paths += [f"/source/{one}" for one in column(pages, "SELECT id FROM sources")]
    paths += [
        f"/item/{one}"
        for one in column(pages, "SELECT id FROM posts UNION SELECT id FROM feed_items UNION SELECT id FROM tweets")
    ]
    paths += ["/profile/maud-ferrier/sarntides", "/changes", "/sources", "/search"]
    for path in paths:
        html = pages.text(path)
        assert html.count("<h1") == 1, path
        assert json.loads(pages.text(f"{path}.json")), path


def test_every_link_within_the_site_leads_somewhere(pages: Pages) -> None:
    seen: set[str] = set()
    pending = ["/"]
    while pending:
        path = pending.pop()
        response = pages.get(path)
        assert response.status_code in (200, 302), (path, response.status_code)
        if not response.headers["content-type"].startswith("text/html") or path.startswith("/data"):
            continue
        for link in links(response.text):
            target = link.split("#")[0]
            if target.startswith("/") and target not in seen and not target.startswith("/snapshot"):
                seen.add(target)
                pending.append(target)
    assert len(seen) > 250


def test_no_page_loads_anything_from_elsewhere_and_each_says_so(pages: Pages) -> None:
    for path in ("/", f"/change/{PRICE}", "/source/tidewright", "/search?q=tide", "/nothing-here"):
        response = pages.get(path)
        html = response.text
        loaded = [
            link
            for part in html.split("<")[1:]
            if part.startswith(('link rel="stylesheet', "script", "img"))
            for link in links(part)
        ]
        assert all(not urlsplit(link).netloc for link in loaded), path
        if path != "/nothing-here":
            assert "default-src 'none'" in response.headers["content-security-policy"]
            assert response.headers["x-content-type-options"] == "nosniff"
            assert "<script>" not in html
            assert " style=" not in html


def test_what_is_not_there_is_said_in_words(pages: Pages) -> None:
    for path in ("/change/nope", "/source/nope", "/item/nope", "/profile/maud-ferrier/nobody", "/raw/abc", "/as-of/nope"):
        response = pages.get(path)
        assert response.status_code == 404, path
        assert "There is no such page" in response.text
    assert pages.get("/change/nope.json").json()["status"] == 404
    assert pages.get("/changes?day=yesterday").status_code == 400
    assert pages.get("/changes?change=vanished").status_code == 400
    assert pages.get("/as-of/lamproom?at=noon").status_code == 400


def test_datasettes_own_pages_stand_under_the_sites_head(pages: Pages) -> None:
    html = pages.text("/data")
    assert pages.get("/-/versions.json").json()["datasette"]
    assert 'lang="en"' in html
    assert 'class="site-head"' in html
    assert "CSV safe for spreadsheets" in pages.text("/data/changes")
    assert f'href="/change/{PRICE}"' in pages.text("/data/item_changes?fetch_id=" + PRICE)


# --- home and lists --------------------------------------------------------------------------------------------------


def test_the_home_page_says_what_changed_in_sentences(pages: Pages) -> None:
    html = pages.text("/")
    assert "was silently re-dated" in html
    assert "followers 3.8K → 4.6K" in html
    assert "2 items left the window" in html
    assert "This is the bundled sample" in html
    assert "13 November 2026 08:40 UTC" in html


def test_each_bar_leads_to_the_changes_of_its_day(pages: Pages) -> None:
    html = pages.text("/")
    bar = '<a href="/changes?day=2026-10-26" aria-label="26 October 2026: 14 changes (The Lamp Room: feed 8, '
    assert bar in html
    day = pages.text("/changes?day=2026-10-26")
    assert day.count('class="entry"') == 3
    assert "26 October 2026" in day


def test_changes_can_be_narrowed_to_a_source_a_kind_and_silence(pages: Pages) -> None:
    removed = json.loads(pages.text("/changes.json?change=removed"))["changes"]
    assert len(removed) == len(column(pages, "SELECT id FROM fetches WHERE items_removed > 0"))
    assert all(entry["items_removed"] for entry in removed)
    silent = json.loads(pages.text("/changes.json?change=silent&source=lamproom-feed"))["changes"]
    assert len(silent) == 3
    for kind in ("edited", "removed", "left_window", "rekeyed"):
        data = json.loads(pages.text(f"/changes.json?change={kind}&source=lamproom-feed"))["changes"]
        sql = f"SELECT DISTINCT fetch_id FROM changes WHERE source_id = 'lamproom-feed' AND change = '{kind}'"
        assert [entry["fetch_id"] for entry in data] == sorted(column(pages, sql), reverse=True)


def test_the_list_of_changes_goes_back_page_by_page_to_the_first(pages: Pages) -> None:
    seen: list[str] = []
    path = "/changes.json"
    while path:
        data = json.loads(pages.text(path))
        seen += [entry["fetch_id"] for entry in data["changes"]]
        path = data["next_url"] and data["next_url"].removeprefix("http://localhost")
    assert seen == column(pages, "SELECT id FROM fetches WHERE outcome = 'changed' ORDER BY observed_at DESC, id DESC")


def test_a_retitled_post_is_told_with_both_titles(pages: Pages) -> None:
    [entry] = [one for one in json.loads(pages.text("/changes.json"))["changes"] if one["fetch_id"] == RETITLED] or [
        one for one in json.loads(pages.text("/changes.json?day=2026-09-28"))["changes"] if one["fetch_id"] == RETITLED
    ]
    assert "“A short history of the wrong map” was retitled “A short history of the wrong chart”" in entry["sentences"][0]["text"]


# --- the page of a fetch ---------------------------------------------------------------------------------------------


def test_a_change_page_shows_the_words_that_changed(pages: Pages) -> None:
    assert "£<del>480</del><ins>510</ins>" in pages.text(f"/change/{PRICE}")
    assert "<del>map</del><ins>chart</ins>" in pages.text(f"/change/{RETITLED}")


def test_a_change_page_shows_what_a_tracker_shows(pages: Pages) -> None:
    html = pages.text(f"/change/{PRICE}")
    [sha256] = column(pages, f"SELECT body_sha256 FROM fetches WHERE id = '{PRICE}'")
    assert f">{sha256[:7]}</strong> · {sha256}" in html
    assert "tidewright: changed (8599 bytes, HTTP 200)" in html
    assert '<span class="plus">+14</span>' in html
    assert '<span class="minus">−13</span>' in html
    assert f'href="/raw/{sha256}"' in html
    assert '<span class="badge origin">origin</span>' in html
    names = [part.split("<")[0] for part in html.split('<th scope="row">')[1:]]
    assert names == [
        *("observed_at", "origin_date", "status", "final URL", "etag", "last-modified", "date", "age"),
        *("cache-control", "cf-cache-status", "content-encoding", "content-length"),
    ]
    assert '<th scope="row">content-encoding</th><td><span class="none">null</span>' in html
    assert "@@ -10,18 +10,28 @@" in html
    assert "build_date" in html
    assert "image_loading" in html


def test_the_counts_of_lines_are_those_of_the_diff(pages: Pages) -> None:
    for fetch_id in column(pages, "SELECT id FROM fetches WHERE lines_added IS NOT NULL"):
        data = json.loads(pages.text(f"/change/{fetch_id}.json"))
        assert data["lines"] == {"added": data["fetch"]["lines_added"], "removed": data["fetch"]["lines_removed"]}


def test_changes_of_a_source_are_chained_both_ways(pages: Pages) -> None:
    at, seen = column(pages, "SELECT last_change_id FROM sources WHERE id = 'tidewright'")[0], []
    while at:
        seen.append(at)
        data = json.loads(pages.text(f"/change/{at}.json"))
        before = data["change_before"]
        if before:
            assert json.loads(pages.text(f"/change/{before['id']}.json"))["change_after"]["id"] == at
        at = before and before["id"]
    assert seen == column(
        pages, "SELECT id FROM fetches WHERE source_id = 'tidewright' AND outcome = 'changed' ORDER BY observed_at DESC"
    )


def test_a_held_capture_says_why_and_is_compared_for_the_reader(pages: Pages) -> None:
    html = pages.text(f"/change/{HELD}")
    assert "shrink" in html
    assert "This capture was not applied" in html
    assert 'class="diff"' in html


def test_a_first_capture_a_failure_and_a_304_say_why_there_is_no_diff(pages: Pages) -> None:
    assert "This is the first capture" in pages.text("/change/tidewright-20260915T084009214Z")
    assert "There is no body" in pages.text("/change/lamproom-feed-20261001T061210533Z")
    assert "The server answered 304" in pages.text("/change/tidewright-20260922T084007902Z")


# --- items, accounts, sources ----------------------------------------------------------------------------------------


def test_an_item_shows_each_version_its_stretches_and_former_ids(pages: Pages) -> None:
    [item] = column(pages, "SELECT id FROM feed_items WHERE title = 'A short history of the wrong chart'")
    html = pages.text(f"/item/{item}")
    assert "<del>map</del><ins>chart</ins>" in html
    assert "The same work elsewhere" in html
    assert "Former ids" in html
    assert "left the window" in html


def test_the_counts_of_a_tweet_are_curves_that_tell_exact_from_rounded(pages: Pages) -> None:
    [item] = column(pages, "SELECT id FROM tweets WHERE text LIKE 'Correction. Sunday%'")
    html = pages.text(f"/item/{item}")
    assert html.count('class="chart lines"') == 4
    assert 'aria-label="1.6M (rounded), 29 October 2026 19:15 UTC"' in html
    assert 'aria-label="511, 29 October 2026 19:15 UTC"' in html
    assert html.count('<circle class="exact"') == html.count('<circle class="rounded"') // 3


def test_an_account_shows_followers_over_time_and_its_edits(pages: Pages) -> None:
    html = pages.text("/profile/maud-ferrier/sarntides")
    assert 'aria-label="974, 14 September 2026 19:02 UTC"' in html
    assert "<del>upstairs</del><ins>now with a queue</ins>" in html


def test_a_source_shows_its_outcomes_day_by_day_with_failures_marked(pages: Pages) -> None:
    html = pages.text("/source/lamproom")
    assert 'href="/source/lamproom/log?day=2026-10-01" aria-label="1 October 2026: 1 failed"' in html
    assert 'class="day-failed"' in html
    assert 'class="day-held"' in html
    log = pages.text("/source/lamproom/log?day=2026-10-01")
    assert "http_500" in log
