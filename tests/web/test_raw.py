"""Raw bytes at `/raw/<sha256>`: as received, never rendered, and only those that the database shows."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.sqlite import connect
from tests.shared import SHARED, needs_shared
from tests.web.pages import Pages, imported
from tests.web.site import ROOT
from web.pages.raw import content_type


def hashes(pages: Pages) -> list[str]:
    connection = connect(pages.database, read_only=True)
    try:
        rows = connection.execute("SELECT DISTINCT body_sha256 FROM fetches WHERE body_sha256 IS NOT NULL")
        return [value for (value,) in rows]
    finally:
        connection.close()


def test_every_body_is_given_as_it_was_received(pages: Pages) -> None:
    named = hashes(pages)
    assert len(named) > 30
    for sha256 in named:
        response = pages.get(f"/raw/{sha256}")
        assert response.status_code == 200
        assert hashlib.sha256(response.content).hexdigest() == sha256


def test_bytes_are_plain_text_that_nothing_may_render_or_run(pages: Pages) -> None:
    headers = pages.get(f"/raw/{hashes(pages)[0]}").headers
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert headers["x-content-type-options"] == "nosniff"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-" not in policy
    assert headers["content-disposition"].startswith('inline; filename="')
    assert headers["content-disposition"].endswith('.txt"')


def test_a_coding_is_named_only_where_it_is_true() -> None:
    assert content_type("é".encode()) == "text/plain; charset=utf-8"
    assert content_type("é".encode("latin-1")) == "text/plain"
    assert content_type(b"\x1f\x8b\xff") == "text/plain"


def test_bytes_do_not_change_and_are_not_sent_twice(pages: Pages) -> None:
    sha256 = hashes(pages)[0]
    first = pages.get(f"/raw/{sha256}")
    assert first.headers["etag"] == f'"{sha256}"'
    assert "immutable" in first.headers["cache-control"]
    again = pages.get(f"/raw/{sha256}", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["0" * 64, "abc", "../../etc/passwd", "A" * 64, "%00", "x" * 500])
def test_a_name_that_no_fetch_has_is_told_in_words(pages: Pages, name: str) -> None:
    response = pages.get(f"/raw/{name}")
    assert response.status_code == 404
    assert "alert" not in response.text


def test_a_body_of_the_archive_that_no_fetch_shows_stays_there(pages: Pages, tmp_path: Path) -> None:
    data, archive = imported(tmp_path, ROOT / "captures", "--sample")
    opened = Pages(data, archive)
    [sha256, *_] = hashes(opened)
    connection = connect(data)
    with connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE fetches SET body_sha256 = NULL WHERE body_sha256 = ?", (sha256,))
    connection.close()
    with Archive.open(archive, read_only=True) as kept:
        assert kept.body(sha256)
    assert opened.get(f"/raw/{sha256}").status_code == 404
    opened.close()


def test_without_an_archive_the_page_says_what_is_missing(pages: Pages) -> None:
    bare = Pages(pages.database)
    response = bare.get(f"/raw/{hashes(pages)[0]}")
    assert response.status_code == 404
    assert "archive" in response.text
    bare.close()


def test_raw_bytes_can_be_switched_off(pages: Pages) -> None:
    closed = Pages(pages.database, pages.archive, raw=False)
    response = closed.get(f"/raw/{hashes(pages)[0]}")
    assert response.status_code == 404
    assert "does not give out raw bytes" in response.text
    change = closed.text("/change/tidewright-20260929T084006447Z")
    assert 'href="/raw/' not in change
    closed.close()


@needs_shared
def test_a_document_that_is_evidence_of_a_fetch_is_given_too(tmp_path: Path) -> None:
    captures = tmp_path / "captures"
    (captures / "pytorch").mkdir(parents=True)
    [seed] = (SHARED / "seeds").glob("003*")
    shutil.copy(seed, captures / "pytorch" / "page.txt")
    (captures / "sources.toml").write_text('[[source]]\nid = "pytorch"\nkind = "feed"\nurl = "https://pytorch.org/feed/"\n')
    data, archive = imported(tmp_path, captures)
    connection = connect(data, read_only=True)
    [(sha256,)] = connection.execute("SELECT evidence_sha256 FROM fetches").fetchall()
    connection.close()
    opened = Pages(data, archive)
    response = opened.get(f"/raw/{sha256}")
    assert response.content == seed.read_bytes()
    assert response.headers["content-type"].startswith("text/plain")
    opened.close()
