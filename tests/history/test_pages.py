"""Rule 7: which page of a listing an address shows."""

import pytest

from ingest.history.pages import page_of

HOME = "https://blog.example/"


@pytest.mark.parametrize(
    ("url", "page"),
    [
        (None, "1"),
        (HOME, "1"),
        ("https://other.example/new-home", "1"),
        ("https://[broken", "1"),
        ("https://blog.example/page/2/", "2"),
        ("https://blog.example/page/02", "2"),
        ("https://blog.example/page/1/", "1"),
        ("https://blog.example/blog/page3/index2.html", "2"),
        ("https://blog.example/?paged=4", "4"),
        ("https://blog.example/feed?page=2&x=1", "2"),
        ("https://blog.example/?p=1234", "1"),
        ("https://n.example/ada?cursor=XYZ", "cursor:XYZ"),
        ("https://blog.example/list?start=20", "start:20"),
        ("https://blog.example/2026/01/02/page-turner", "1"),
    ],
)
def test_page_names(url: str | None, page: str) -> None:
    assert page_of(url, HOME) == page


def test_the_address_of_the_source_itself_is_page_one() -> None:
    assert page_of("https://blog.example/page/2/", "https://blog.example/page/2/") == "1"
