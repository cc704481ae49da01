"""As of a moment, between two, search, raw bytes, and a site that has no archive."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from ingest.sqlite import connect
from tests.web.pages import Pages, imported
from tests.web.site import ROOT

PRICE = "tidewright-20260929T084006447Z"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    data, archive = imported(tmp_path_factory.mktemp("moments"), ROOT / "captures", "--sample")
    opened = Pages(data, archive)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def bare(pages: Pages) -> Iterator[Pages]:
    opened = Pages(pages.database)
    yield opened
    opened.close()


def ask(pages: Pages, sql: str) -> list[Any]:
    connection = connect(pages.database, read_only=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def items(pages: Pages, source: str, at: str) -> set[str]:
    data = json.loads(pages.text(f"/as-of/{source}.json", {"at": at}))
    return {row["item_id"] for row in data["items"]}


# --- moments ---------------------------------------------------------------------------------------------------------


def test_a_source_as_of_its_last_fetch_lists_what_it_lists_now(pages: Pages) -> None:
    for source, at, kind in ask(pages, "SELECT id, last_fetch_at, kind FROM sources"):
        table = {"blog": "posts", "feed": "feed_items", "tweets": "tweets"}[kind]
        now = {item for (item,) in ask(pages, f"SELECT id FROM {table} WHERE source_id = '{source}' AND state = 'present'")}
        assert items(pages, source, at) == now


def test_a_source_as_of_any_fetch_has_as_many_items_as_that_fetch_showed(pages: Pages) -> None:
    for source, at, seen in ask(pages, "SELECT source_id, observed_at, items_seen FROM fetches WHERE applied = 1"):
        assert len(items(pages, source, at)) == seen, (source, at)


def test_between_two_fetches_a_source_stays_as_it_was(pages: Pages) -> None:
    assert items(pages, "lamproom", "2026-09-21T06:12:12Z") == items(pages, "lamproom", "2026-09-23")


def test_before_the_first_fetch_nothing_is_known(pages: Pages) -> None:
    assert items(pages, "lamproom", "2020-01-01") == set()
    assert "Nothing had been seen of it yet" in pages.text("/as-of/lamproom", {"at": "2020-01-01"})


def test_an_item_is_shown_as_it_read_then(pages: Pages) -> None:
    assert "A short history of the wrong map" in pages.text("/as-of/lamproom", {"at": "2026-09-20"})
    assert "A short history of the wrong chart" in pages.text("/as-of/lamproom", {"at": "2026-09-30"})


def test_the_difference_between_two_moments_is_the_difference_of_the_lists(pages: Pages) -> None:
    data = json.loads(pages.text("/as-of/lamproom-feed.json", {"from": "2026-09-20", "to": "2026-11-03"}))
    old, new = items(pages, "lamproom-feed", "2026-09-20"), items(pages, "lamproom-feed", "2026-11-03")
    assert {row["item_id"] for row in data["came"]} == new - old
    assert {row["item_id"] for row in data["went"]} == old - new
    assert "<del>hinge</del><ins>hinges</ins>" in pages.text("/as-of/lamproom-feed", {"from": "2026-09-20", "to": "2026-11-03"})


def test_two_moments_may_be_given_in_any_order_and_chosen_by_a_form(pages: Pages) -> None:
    forth, back = ({"from": a, "to": b} for a, b in (("2026-09-20", "2026-11-03"), ("2026-11-03", "2026-09-20")))
    assert pages.get("/as-of/lamproom.json", forth).json() == pages.get("/as-of/lamproom.json", back).json()
    chosen = pages.get("/as-of", {"source": "lamproom", "at": "2026-10-01"})
    assert (chosen.status_code, chosen.headers["location"]) == (302, "/as-of/lamproom?at=2026-10-01")


# --- search ----------------------------------------------------------------------------------------------------------


def found(pages: Pages, typed: str) -> list[dict[str, Any]]:
    response = pages.get("/search.json", {"q": typed})
    assert response.status_code == 200, typed
    return list(response.json()["items"])


def test_what_a_text_no_longer_says_is_found_and_marked(pages: Pages) -> None:
    [past] = [one for one in found(pages, "480") if not one["is_current"]]
    assert past["label"] == "Price list for the winter"
    assert "no longer says so" in pages.text("/search", {"q": "480"})
    assert any(not one["is_current"] for one in found(pages, '"wrong map"'))


def test_posts_items_and_tweets_are_searched_together_and_words_are_marked(pages: Pages) -> None:
    assert {one["source_id"] for one in found(pages, "mast")} == {"lamproom", "lamproom-feed", "maud-ferrier"}
    assert "<mark>mast</mark>" in pages.text("/search", {"q": "mast"})


@pytest.mark.parametrize(
    "typed",
    [
        '"',
        "AND",
        "(",
        "NEAR(",
        "*",
        "",
        "a\x00b",
        "don't",
        "C++",
        "20.04",
        "@nasa",
        "#tag",
        "x::y",
        "50%",
        'a"b',
        "-",
        "^x",
        "{a}:b",
        "é",
        "検索",
    ],
)
def test_any_characters_may_be_typed(pages: Pages, typed: str) -> None:
    found(pages, typed)
    assert pages.get("/search", {"q": typed}).status_code == 200


def test_a_phrase_between_quotation_marks_stays_together(pages: Pages) -> None:
    assert found(pages, "clock tide")
    assert not found(pages, '"clock tide"')


# --- raw bytes -------------------------------------------------------------------------------------------------------


def test_raw_bytes_are_those_of_the_hash_and_nothing_that_runs(pages: Pages) -> None:
    for (sha256,) in ask(pages, "SELECT DISTINCT body_sha256 FROM fetches WHERE body_sha256 IS NOT NULL"):
        response = pages.get(f"/raw/{sha256}")
        assert hashlib.sha256(response.content).hexdigest() == sha256
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
        assert response.headers["content-disposition"] == f'inline; filename="{sha256[:16]}.txt"'


@pytest.mark.parametrize("name", ["0" * 64, "abc", "..%2F..%2Fetc%2Fpasswd", "A" * 64, "%00"])
def test_what_no_capture_has_is_not_found(pages: Pages, name: str) -> None:
    assert pages.get(f"/raw/{name}").status_code == 404


def test_raw_bytes_can_be_switched_off(pages: Pages) -> None:
    [(sha256,)] = ask(pages, f"SELECT body_sha256 FROM fetches WHERE id = '{PRICE}'")
    closed = Pages(pages.database, pages.archive, raw=False)
    try:
        assert closed.get(f"/raw/{sha256}").status_code == 404
        assert f"/raw/{sha256}" not in closed.text(f"/change/{PRICE}")
        assert 'class="diff"' in closed.text(f"/change/{PRICE}")
    finally:
        closed.close()


def test_without_an_archive_pages_say_what_is_missing(bare: Pages) -> None:
    [(sha256,)] = ask(bare, f"SELECT body_sha256 FROM fetches WHERE id = '{PRICE}'")
    html = bare.text(f"/change/{PRICE}")
    assert "The bytes are not here" in html
    assert "not here: no archive" in html
    assert "£<del>480</del><ins>510</ins>" in html
    response = bare.get(f"/raw/{sha256}")
    assert response.status_code == 404
    assert "without the archive.db" in response.text


def test_an_archive_that_is_none_is_said_to_be_none(pages: Pages, tmp_path: Any) -> None:
    broken = tmp_path / "archive.db"
    broken.write_bytes(b"not an archive" * 100)
    site = Pages(pages.database, broken)
    try:
        assert "The archive could not be read" in site.text(f"/change/{PRICE}")
    finally:
        site.close()
