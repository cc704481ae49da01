"""The field cases that a parser alone can answer, read from where they lie; and every shared body gives a reading or a reason."""

from __future__ import annotations

import contextlib
import html
import json
from collections.abc import Callable
from typing import Any

import pytest

from ingest.errors import ReadError
from ingest.model import Document, Reading
from ingest.parse import parse
from ingest.parse.discovery import feed_links, refresh_target
from ingest.parse.feed import read_feed
from ingest.parse.json_feed import read_json_feed
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared


def case(name: str) -> dict[str, Any]:
    (folder,) = (SHARED / "cases").glob(f"{name}-*")
    loaded: dict[str, Any] = json.loads((folder / "case.json").read_text("utf-8"))
    for given in loaded["inputs"]:
        given["body"] = (folder / given["file"]).read_bytes()
    return loaded


def document(given: dict[str, Any]) -> Document:
    headers = {name.lower(): value for name, value in given["headers"].items()}
    return Document(body=given["body"], kind="feed", url=given["url"], content_type=headers.get("content-type"))


def readings(loaded: dict[str, Any]) -> list[Reading]:
    return [parse(document(given)) for given in loaded["inputs"]]


def titles(reading: Reading) -> list[str | None]:
    return [entry.title for entry in reading.entries]


def codes(reading: Reading) -> set[str]:
    return {issue.code for issue in reading.issues}


CHECKS: dict[str, Callable[[Any, list[Reading]], bool]] = {
    "items": lambda expected, read: len(read[0].entries) == expected,
    "items_at_least": lambda expected, read: len(read[0].entries) >= expected,
    "titles": lambda expected, read: titles(read[0]) == expected,
    "title": lambda expected, read: titles(read[0])[0] == expected,
    "second_title": lambda expected, read: titles(read[0])[1] == expected,
    "must_include": lambda expected, read: set(expected) <= set(titles(read[0])),
    "rss_title_text": lambda expected, read: titles(read[0]) == expected,
    "atom_title_text": lambda expected, read: titles(read[1]) == expected,
    "links": lambda expected, read: [entry.url for entry in read[0].entries] == expected,
    "link": lambda expected, read: read[0].entries[0].url == expected,
    "key": lambda expected, read: read[0].entries[0].guid == expected,
    "keys": lambda expected, read: [entry.guid or entry.url for entry in read[0].entries] == expected,
    "raw_guids": lambda expected, read: all([entry.guid for entry in one.entries] == expected for one in read),
    "author": lambda expected, read: read[0].entries[0].authors == (expected,),
    "summary_contains": lambda expected, read: expected in (read[0].entries[0].summary_html or ""),
    "summary_ends_with": lambda expected, read: (read[0].entries[0].summary_html or "").endswith(expected),
    "stored_text_has_no": lambda expected, read: not any(bad in repr_text(read[0]) for bad in expected),
    "flag": lambda expected, read: expected in codes(read[0]),
    "warning": lambda expected, read: expected in codes(read[0]),
    "absence_is_deletion": lambda expected, read: read[0].whole is expected,
    "enclosures_first": lambda expected, read: len(read[0].entries[0].enclosures) == expected,
    "length_first": lambda expected, read: read[0].entries[0].enclosures[0].length == expected,
    "duration_seconds": lambda expected, read: [entry.enclosures[0].duration_seconds for entry in read[0].entries] == expected,
    "media_unique": lambda expected, read: len(read[0].entries[0].enclosures) == expected,
}


def repr_text(reading: Reading) -> str:
    return "\n".join(f"{entry.title} {html.unescape(entry.summary_html or '')}" for entry in reading.entries)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("001", ["items", "titles"]),
        ("002", ["items"]),
        ("005", ["items"]),
        ("007", ["items", "keys"]),
        ("008", ["items"]),
        ("013", ["items", "links"]),
        ("017", ["items"]),
        ("019", ["rss_title_text", "atom_title_text"]),
        ("020", ["titles"]),
        ("022", ["summary_contains"]),
        ("023", ["items_at_least", "must_include", "flag", "absence_is_deletion"]),
        ("025", ["items", "title"]),
        ("026", ["items", "link"]),
        ("028", ["title", "warning"]),
        ("029", ["title"]),
        ("032", ["title"]),
        ("034", ["items", "summary_ends_with", "stored_text_has_no", "flag"]),
        ("035", ["items", "second_title"]),
        ("079", ["links"]),
        ("082", ["items", "enclosures_first", "length_first", "duration_seconds"]),
        ("083", ["items", "media_unique"]),
        ("085", ["items", "keys"]),
        ("086", ["items", "key", "author"]),
        ("121", ["raw_guids"]),
        ("124", ["items"]),
    ],
)
def test_a_field_case_reads_as_it_should(name, keys):
    loaded = case(name)
    read = readings(loaded)
    for key in keys:
        assert CHECKS[key](loaded["expect"][key], read), key


def test_the_same_items_in_other_bytes_are_the_same_entries():
    first, second = readings(case("032"))
    assert first.entries == second.entries


def test_items_that_changed_only_around_them_are_the_same_entries():
    first, second, third = readings(case("073"))
    assert first.entries == second.entries == third.entries
    assert first.furniture["other"] == second.furniture["other"]
    assert first.furniture["build_date"] != second.furniture["build_date"]


def test_a_feed_with_no_item_is_told_apart_from_a_cut_one():
    assert readings(case("058"))[1].whole
    assert not readings(case("059"))[1].whole


@pytest.mark.parametrize("name", ["061", "062"])
def test_a_page_where_a_feed_was_names_the_feed(name):
    loaded = case(name)
    given = document(loaded["inputs"][-1])
    hint = loaded["expect"].get("hint_feed_url") or loaded["expect"]["second_fetch"]["hint_feed_url"]
    with pytest.raises(ReadError) as caught:
        parse(given)
    assert caught.value.kind == "not_a_feed"
    assert hint in str(caught.value)
    assert hint in [link.url for link in feed_links(given)] or hint == refresh_target(given)


@pytest.mark.parametrize("name", ["049", "055"])
def test_a_portal_or_a_challenge_is_not_a_feed(name):
    with pytest.raises(ReadError) as caught:
        parse(document(case(name)["inputs"][1]))
    assert caught.value.kind == "not_a_feed"


def test_compressed_noise_is_not_read_as_a_page():
    whole, cut = (document(given) for given in case("040")["inputs"])
    assert titles(parse(whole)) == [case("040")["expect"]["title"]]
    with pytest.raises(ReadError):
        parse(cut)


@pytest.mark.parametrize("folder", ["cases", "seeds", "real", "peers"])
def test_every_shared_body_gives_a_reading_or_a_reason(folder):
    bodies = {path.read_bytes() for path in sorted((SHARED / folder).rglob("*")) if path.is_file()}
    for body in list(bodies)[:: 4 if folder in ("real", "peers") else 1]:
        for reader in (read_feed, read_json_feed):
            with contextlib.suppress(ReadError):
                assert reader(Document(body=body, kind="feed", url="https://a.example/f")).format
