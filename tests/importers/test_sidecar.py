"""Sidecars: every spelling of a key, and a clear word for every value that cannot be."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.errors import CaptureError
from ingest.importers.sidecar import Sidecar, read_sidecar
from ingest.model import Headers, Redirect
from tests.shared import SHARED, needs_shared


def read(tmp_path: Path, said: object) -> Sidecar:
    path = tmp_path / "a.xml.headers.json"
    path.write_text(json.dumps(said), encoding="utf-8")
    return read_sidecar(path)


def refusal(tmp_path: Path, said: object) -> str:
    with pytest.raises(CaptureError) as caught:
        read(tmp_path, said)
    start = f"{tmp_path / 'a.xml.headers.json'}: "
    assert str(caught.value).startswith(start)
    return str(caught.value).removeprefix(start)


WHOLE = {
    "observed_at": "2026-01-06T12:00:00.578Z",
    "status": 200,
    "requested_url": "https://tide.example/feed",
    "final_url": "https://tide.example/feed.xml",
    "etag": '"v1"',
    "last_modified": "Tue, 06 Jan 2026 11:00:00 GMT",
    "date": "Tue, 06 Jan 2026 12:00:00 GMT",
    "age": "17",
    "cache_control": "max-age=60",
    "cf_cache_status": "HIT",
    "content_type": "application/rss+xml",
    "content_encoding": "gzip",
    "content_length": "552",
    "redirects": [{"url": "https://tide.example/feed", "status": 301, "location": "/feed.xml"}],
    "elapsed_ms": 142,
    "external_ref": "1a2b3c",
}
EXPECTED = Sidecar(
    observed_at=datetime(2026, 1, 6, 12, 0, 0, 578_000, tzinfo=UTC),
    status=200,
    requested_url="https://tide.example/feed",
    final_url="https://tide.example/feed.xml",
    redirects=(Redirect(url="https://tide.example/feed", status=301, location="/feed.xml"),),
    headers=Headers(
        etag='"v1"',
        last_modified="Tue, 06 Jan 2026 11:00:00 GMT",
        date="Tue, 06 Jan 2026 12:00:00 GMT",
        age="17",
        cache_control="max-age=60",
        cf_cache_status="HIT",
        content_type="application/rss+xml",
        content_encoding="gzip",
        content_length="552",
    ),
    elapsed_ms=142,
    external_ref="1a2b3c",
)


def camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)


def header_case(key: str) -> str:
    return "-".join(word.capitalize() for word in key.split("_"))


class TestSpellings:
    @pytest.mark.parametrize(
        "spell", [str, camel, header_case, str.upper], ids=["snake_case", "camelCase", "Header-Case", "CAPITALS"]
    )
    def test_every_key_is_read_in_every_spelling(self, tmp_path: Path, spell: type[str]) -> None:
        assert read(tmp_path, {spell(key): value for key, value in WHOLE.items()}) == EXPECTED

    @pytest.mark.parametrize("key", ["ETag", "eTag", "Etag", "etag", "ETAG"])
    def test_the_etag_is_read_however_it_is_written(self, tmp_path: Path, key: str) -> None:
        assert read(tmp_path, {key: '"v1"'}).headers.etag == '"v1"'

    @pytest.mark.parametrize(
        ("key", "name", "value"),
        [
            ("fetchedAt", "observed_at", "2026-01-06T12:00:00.578Z"),
            ("fetched_at", "observed_at", "2026-01-06T12:00:00.578Z"),
            ("finalURL", "final_url", "https://tide.example/feed.xml"),
            ("url", "requested_url", "https://tide.example/feed"),
            ("statusCode", "status", 200),
        ],
    )
    def test_other_archives_words_are_understood(self, tmp_path: Path, key: str, name: str, value: object) -> None:
        assert getattr(read(tmp_path, {key: value}), name) == getattr(EXPECTED, name)

    def test_headers_in_a_table_of_their_own_are_read_and_come_second(self, tmp_path: Path) -> None:
        sidecar = read(tmp_path, {"headers": {"Content-Type": "text/xml", "ETag": '"in"'}, "etag": '"out"'})
        assert (sidecar.headers.content_type, sidecar.headers.etag) == ("text/xml", '"out"')

    def test_our_word_comes_before_another_and_a_value_before_null(self, tmp_path: Path) -> None:
        moments = {"observed_at": "2026-01-06T12:00:00.578Z", "fetchedAt": "2020-01-01T00:00:00Z"}
        assert read(tmp_path, moments).observed_at == EXPECTED.observed_at
        assert read(tmp_path, dict(reversed(moments.items()))).observed_at == EXPECTED.observed_at
        assert read(tmp_path, {"observed_at": None, "fetchedAt": "2026-01-06T12:00:00.578Z"}).observed_at == EXPECTED.observed_at

    def test_unknown_keys_and_cookies_are_left_alone(self, tmp_path: Path) -> None:
        assert (
            read(tmp_path, {"userAgent": "x", "set-cookie": "session=1", "origin_date": "?", "headers": {"Set-Cookie": "a"}})
            == Sidecar()
        )

    def test_nulls_and_nothing_at_all_are_the_same(self, tmp_path: Path) -> None:
        assert read(tmp_path, dict.fromkeys(WHOLE)) == read(tmp_path, {}) == Sidecar()

    def test_every_recorded_header_can_be_said(self, tmp_path: Path) -> None:
        said = {field.name: field.name for field in fields(Headers)}
        assert read(tmp_path, said).headers == Headers(**said)

    def test_lengths_and_ages_may_be_numbers_and_a_status_a_text(self, tmp_path: Path) -> None:
        sidecar = read(tmp_path, {"age": 17, "contentLength": 552, "status": "304"})
        assert (sidecar.headers.age, sidecar.headers.content_length, sidecar.status) == ("17", "552", 304)

    def test_an_empty_header_is_not_an_absent_one(self, tmp_path: Path) -> None:
        assert read(tmp_path, {"cache_control": ""}).headers.cache_control == ""

    def test_half_a_character_is_replaced(self, tmp_path: Path) -> None:
        assert read(tmp_path, {"etag": "\ud800x"}).headers.etag == "?x"

    def test_a_byte_order_mark_is_no_mistake(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_text("\ufeff{}", encoding="utf-8")
        assert read_sidecar(path) == Sidecar()


class TestRedirects:
    def test_a_hop_without_a_url_began_where_the_one_before_it_led(self, tmp_path: Path) -> None:
        hops = [
            {"status": 301, "location": "https://b.example/x/"},
            {"statusCode": "302", "Location": "../y"},
            {"status": 308, "location": "z"},
        ]
        assert read(tmp_path, {"requestedUrl": "https://a.example/", "redirects": hops}).redirects == (
            Redirect(url="https://a.example/", status=301, location="https://b.example/x/"),
            Redirect(url="https://b.example/x/", status=302, location="../y"),
            Redirect(url="https://b.example/y", status=308, location="z"),
        )

    def test_a_first_hop_of_an_unknown_request_has_no_url(self, tmp_path: Path) -> None:
        assert read(tmp_path, {"redirects": [{"status": 301, "location": "/x"}]}).redirects[0].url == ""

    @pytest.mark.parametrize("hops", ["x", {"status": 301}, ["https://a.example/"], [[301, "/x"]]])
    def test_anything_but_a_list_of_objects_is_refused(self, tmp_path: Path, hops: object) -> None:
        assert (
            refusal(tmp_path, {"redirects": hops}) == "`redirects` must be a list of objects with `url`, `status` and `location`"
        )

    @pytest.mark.parametrize("hop", [{}, {"status": 301}, {"location": "/x"}])
    def test_a_hop_that_leads_nowhere_is_refused(self, tmp_path: Path, hop: object) -> None:
        assert refusal(tmp_path, {"redirects": [hop]}) == "each of `redirects` must have a `status` and a `location`"


class TestMistakes:
    @pytest.mark.parametrize(
        ("said", "message"),
        [
            ({"status": 42}, "`status` must be an HTTP status from 100 to 999 (not 42)"),
            ({"status": "OK"}, "`status` must be a whole number or null"),
            ({"status": True}, "`status` must be a whole number or null"),
            ({"status": 200.5}, "`status` must be a whole number or null"),
            ({"elapsed_ms": -1}, "`elapsed_ms` must be a whole number or null"),
            ({"elapsed_ms": 10**30}, "`elapsed_ms` must be a whole number or null"),
            ({"etag": ["a"]}, "`etag` must be a text or null"),
            ({"age": False}, "`age` must be a text or null"),
            ({"requested_url": 7}, "`requested_url` must be a text or null"),
            ({"observed_at": 1767700800}, "`observed_at` must be a text or null"),
            (
                {"observed_at": "2026-01-06T12:00:00"},
                "'2026-01-06T12:00:00' names no zone; write it in UTC, like 2026-01-06T12:00:00.000Z",
            ),
            ({"fetchedAt": "soon"}, "'soon' is not a time like 2026-01-06T12:00:00.000Z"),
            ([], "must hold a JSON object of headers and times"),
            ("text", "must hold a JSON object of headers and times"),
        ],
        ids=str,
    )
    def test_a_value_that_cannot_be_is_told_with_its_key(self, tmp_path: Path, said: object, message: str) -> None:
        assert refusal(tmp_path, said) == message

    @pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"caf\xe9"])
    def test_what_is_no_json_is_told(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(content)
        with pytest.raises(CaptureError, match=r"a\.json: is not JSON"):
            read_sidecar(path)

    def test_what_is_nested_without_end_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_text("[" * 200_000)
        with pytest.raises(CaptureError, match=r"a\.json: is nested too deeply to be read"):
            read_sidecar(path)

    def test_a_sidecar_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(CaptureError, match="cannot be read"):
            read_sidecar(tmp_path)


@needs_shared
@pytest.mark.parametrize(
    "path", sorted((SHARED / "real" / "captures").rglob("headers*.json")), ids=lambda path: path.parent.name + "/" + path.name
)
def test_what_a_change_tracker_recorded_is_read_whole(path: Path) -> None:
    sidecar, said = read_sidecar(path), json.loads(path.read_text())
    assert sidecar.observed_at == datetime.fromisoformat(said["fetchedAt"])
    assert (sidecar.status, sidecar.final_url, sidecar.requested_url) == (said["status"], said["finalUrl"], None)
    headers = {
        name: getattr(sidecar.headers, name)
        for name in ("etag", "last_modified", "date", "age", "content_encoding", "content_length")
    }
    assert headers == {name: said[camel(name)] for name in headers}


def test_the_last_hop_is_the_address_that_answered_if_nothing_else_says(tmp_path: Path) -> None:
    hops = [{"status": 301, "location": "/feed"}, {"status": 302, "location": "//b.example/feed.xml"}]
    said = read(tmp_path, {"requested_url": "https://a.example/old", "redirects": hops})
    assert said.final_url == "https://b.example/feed.xml"
    assert read(tmp_path, {"final_url": "https://c.example/", "redirects": hops}).final_url == "https://c.example/"


def test_a_hop_to_what_is_no_address_ends_nowhere(tmp_path: Path) -> None:
    hops = [{"url": "https://a.example/", "status": 301, "location": "http://[::1"}, {"status": 302, "location": "/x"}]
    said = read(tmp_path, {"redirects": hops[:1]})
    assert (said.final_url, said.redirects[0].location) == (None, "http://[::1")
    assert read(tmp_path, {"redirects": hops}).redirects[1].url == ""
