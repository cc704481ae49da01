"""Posts described in JSON-LD."""

import json
from typing import Any

from .pages import dates, names, posts, read


def _page(data: Any, body: str = '<div id="app"></div>') -> str:
    return f'<html><head><script type="application/ld+json">{json.dumps(data)}</script></head><body>{body}</body></html>'


def _post(slug: str, **more: Any) -> dict[str, Any]:
    return {"@type": "BlogPosting", "url": f"/{slug}", "headline": slug.upper(), **more}


def test_an_item_list_of_addresses_is_a_list_of_posts() -> None:
    items = [{"@type": "ListItem", "position": n, "url": f"https://b.example/{n}", "name": f"Post {n}"} for n in (1, 2)]
    assert names(_page({"@type": "ItemList", "itemListElement": items})) == [("/1", "Post 1"), ("/2", "Post 2")]


def test_an_item_list_of_posts_is_read_through() -> None:
    items = [{"@type": "ListItem", "position": 1, "item": _post("a", datePublished="2026-01-05")}]
    assert names(
        _page({"@graph": [{"@type": "CollectionPage", "mainEntity": {"@type": "ItemList", "itemListElement": items}}]})
    ) == [("/a", "A")]


def test_breadcrumbs_and_the_page_itself_are_not_posts() -> None:
    crumbs = {
        "@type": "BreadcrumbList",
        "itemListElement": [{"@type": "ListItem", "name": "Home", "item": "https://b.example/x"}],
    }
    itself = {"@type": "Article", "url": "https://b.example/", "headline": "Blog"}
    assert names(_page([crumbs, itself], '<article><h2><a href="/a">A</a></h2></article>')) == [("/a", "A")]


def test_what_the_page_does_not_show_is_taken_from_the_description() -> None:
    described = _post("a", datePublished="2026-01-05", author={"name": "Ann"}, keywords=["x", "y"], description="Not taken.")
    page = _page(
        {"@type": "Blog", "blogPost": [described]}, '<h2><a href="/a">A</a></h2><p>Shown words.</p><h2><a href="/b">B</a></h2>'
    )
    first, second = posts(page)
    assert dates(page) == ["2026-01-05", None]
    assert (first.author, first.tags, first.summary_html) == ("Ann", ("x", "y"), "<p>Shown words.</p>")
    assert (second.author, second.tags) == (None, ())


def test_several_authors_are_one_line_and_entities_are_characters() -> None:
    (post,) = posts(_page(_post("a", headline="Salt &amp; tar", author=[{"name": "Ann"}, "Bo"])))
    assert (post.title, post.author) == ("Salt & tar", "Ann, Bo")


def test_a_block_that_is_no_json_is_an_issue_and_no_more() -> None:
    page = '<script type="application/ld+json">{"@type": </script><article><h2><a href="/a">A</a></h2></article>'
    assert [issue.code for issue in read(page).issues] == ["unreadable_json_ld"]
    assert names(page) == [("/a", "A")]
