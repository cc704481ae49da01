"""Index pages of real blogs, and the small cases behind public bug reports; skipped where they are not beside the project."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ingest.errors import ReadError
from ingest.model import Document, Reading
from ingest.parse.blog import read_blog
from tests.shared import SHARED, needs_shared

from .pages import entries

pytestmark = needs_shared

BLOGS = SHARED / "real" / "blogs"
HISTORIES = SHARED / "real" / "histories"
CASES = SHARED / "cases"


def _truth(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _read(path: Path, url: str | None, content_type: str | None = None) -> Reading:
    return read_blog(Document(body=path.read_bytes(), kind="blog", url=url, content_type=content_type))


def _shown(reading: Reading) -> list[tuple[str | None, str | None]]:
    return [(post.url, post.title) for post in entries(reading)]


@pytest.mark.parametrize(("page", "truth"), _truth(BLOGS / "truth.json").items())
def test_every_url_title_and_date_of_a_real_index_is_read(page: str, truth: dict[str, Any]) -> None:
    reading = _read(BLOGS / page, truth["base"])
    assert _shown(reading) == [(item["url"], item["title"]) for item in truth["items"]]
    for post, item in zip(entries(reading), truth["items"], strict=True):
        if item["date"] is None:
            assert post.published is None
        else:
            assert post.published is not None
            assert post.published.raw in item["date"]
            assert date.fromisoformat(post.published.text[:10]).year > 2000
    assert (reading.whole, reading.issues) == (True, ())


def test_archive_of_definition_lists_and_page_with_glyphs_for_a_pager_are_read() -> None:
    archive = _read(BLOGS / "pelican-notmyidea-basic-archives.html", "http://blog.notmyidea.org/archives.html")
    assert len(archive.entries) == 10
    assert all(post.published for post in entries(archive))
    second = _read(BLOGS / "pelican-notmyidea-custom-index2.html", "http://blog.notmyidea.org/index2.html")
    assert (len(second.entries), second.next_url) == (4, "http://blog.notmyidea.org/index3.html")
    assert {post.author for post in entries(second)} == {"Alexis Métaireau"}


@pytest.mark.parametrize(
    ("page", "url", "number", "further"),
    [
        ("index.html", "https://blog.ezyang.com/", 10, "https://blog.ezyang.com/page/2/"),
        ("page2.html", "https://blog.ezyang.com/page/2/", 10, "https://blog.ezyang.com/page/3/"),
        ("archives.html", "https://blog.ezyang.com/archives/", 428, None),
    ],
)
def test_a_captured_blog_gives_all_its_posts(page: str, url: str, number: int, further: str | None) -> None:
    reading = _read(SHARED / "real" / "captures" / "ezyang-blog" / page, url)
    assert (len(reading.entries), len({post.url for post in entries(reading)}), reading.next_url) == (number, number, further)
    assert all(post.title and post.url and post.published for post in entries(reading))


@pytest.mark.parametrize("step", _truth(HISTORIES / "ezyang-index-asof" / "truth.json"), ids=lambda step: step["snapshot"])
def test_every_version_of_an_index_is_read_as_it_was(step: dict[str, Any]) -> None:
    reading = _read(HISTORIES / "ezyang-index-asof" / f"{step['snapshot']}.html", "https://blog.ezyang.com/")
    assert _shown(reading) == [(item["url"], item["title"]) for item in step["items"]]
    assert [post.published.text if post.published else None for post in entries(reading)] == [
        item["date"] for item in step["items"]
    ]


@pytest.mark.parametrize(
    ("history", "url", "step", "least"),
    [
        ("330k-wordpress-index-html", "https://blog.330k.biz/", 1, 8),
        ("lilianweng-papermod-archives-html", "https://lilianweng.github.io/archives/", 1, 37),
        ("ezyang-archives-asof", "https://blog.ezyang.com/archives/", 9, 388),
    ],
)
def test_the_versions_of_a_history_give_posts_with_titles_and_addresses(history: str, url: str, step: int, least: int) -> None:
    pages = sorted((HISTORIES / history).glob("*.html"))[::step]
    readings = [_read(page, url) for page in pages]
    assert min(len(reading.entries) for reading in readings) == least
    assert all(post.title and post.url for reading in readings for post in entries(reading))
    assert all(reading.whole for reading in readings)


def _number_of_posts(page: Path, url: str) -> int:
    try:
        return len(_read(page, url).entries)
    except ReadError:
        return 0


def test_a_home_page_that_became_a_blog_has_no_posts_before() -> None:
    pages = sorted((HISTORIES / "lilianweng-papermod-index-html").glob("*.html"))
    numbers = [_number_of_posts(page, "https://lilianweng.github.io/") for page in pages]
    assert numbers[:43] == [0] * 43
    assert set(numbers[43:]) == {5, 20, 10}


def _case(name: str) -> list[Reading]:
    folder = CASES / name
    inputs = _truth(folder / "case.json")["inputs"]
    return [_read(folder / one["file"], one["url"], one["headers"]["content-type"]) for one in inputs]


def test_case_031_a_page_in_gbk_is_read_in_gbk() -> None:
    (reading,) = _case("031-html-charset-none-and-gbk-meta")
    assert (entries(reading)[0].title, reading.source.title) == ("家居", "测试")


def test_case_074_noise_moves_its_own_kinds_and_no_post() -> None:
    old, new = _case("074-html-index-noise")
    assert old.entries == new.entries
    assert len(old.entries) == 2
    moved = {kind for kind in {*old.furniture, *new.furniture} if old.furniture.get(kind) != new.furniture.get(kind)}
    assert moved == {"nonce", "asset_version", "cache_comment", "other"}


def test_case_076_pages_of_a_listing_name_the_next() -> None:
    assert [(len(reading.entries), reading.next_url) for reading in _case("076-html-index-pagination")] == [
        (2, "https://blog.example/page/2/"),
        (2, None),
        (2, "https://blog.example/page/2/"),
    ]


def test_case_077_navigation_links_are_not_posts() -> None:
    (reading,) = _case("077-html-index-nav-links-are-not-posts")
    assert _shown(reading) == [("https://blog.example/p/one/", "One"), ("https://blog.example/p/two/?replytocom=4", "Two")]


def test_case_080_the_base_element_is_obeyed() -> None:
    (reading,) = _case("080-html-base-href")
    assert _shown(reading) == [("https://www.other.example/blog/one", "One")]


def test_the_text_form_gives_fifty_excerpts_of_which_ten_are_cut() -> None:
    (seed,) = (SHARED / "seeds").glob("000_*")
    reading = _read(seed, None)
    assert (reading.format, reading.source.title, len(reading.entries)) == ("text", "ezyang's blog", 50)
    assert {(post.url, post.title, post.published) for post in entries(reading)} == {(None, None, None)}
    cut = [post.summary_html or "" for post in entries(reading) if post.truncated]
    assert (len(cut), sum(text.endswith("…") for text in cut)) == (10, 9)
