"""Index pages as many generators write them: each fixture beside what must be read from it."""

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.model import Document, PostEntry
from ingest.parse.blog import read_blog

from .pages import entries, plain

FIXTURES = Path(__file__).parents[2] / "fixtures" / "blog_index"
PAGES = sorted(FIXTURES.glob("*.html"))
NOTHING: dict[str, Any] = {
    "author": None,
    "tags": [],
    "summary": None,
    "content": None,
    "truncated": False,
    "pinned": False,
    "raw": None,
    "text": None,
}


def _as_expected(post: PostEntry) -> dict[str, Any]:
    return {
        "url": post.url,
        "title": post.title,
        "raw": post.published.raw if post.published else None,
        "text": post.published.text if post.published else None,
        "author": post.author,
        "tags": list(post.tags),
        "summary": plain(post.summary_html),
        "content": plain(post.content_html),
        "truncated": post.truncated,
        "pinned": post.pinned,
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_is_read_as_written_beside_it(page: Path) -> None:
    expected = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    reading = read_blog(Document(body=page.read_bytes(), kind="blog", url=expected["url"]))
    assert [_as_expected(post) for post in entries(reading)] == [{**NOTHING, **post} for post in expected["entries"]]
    assert (reading.format, reading.whole, reading.issues) == ("html", True, ())
    assert (reading.next_url, reading.source.title) == (expected["next_url"], expected["title"])


def test_every_fixture_has_its_expectation() -> None:
    assert {page.stem for page in PAGES} == {page.stem for page in FIXTURES.glob("*.json")}
