"""Where a page says that its feed is."""

from __future__ import annotations

from ingest.model import Document
from ingest.parse.discovery import feed_links, refresh_target, what_a_page_is


def page(source, url="https://blog.example/old/"):
    return Document(body=source.encode(), kind="feed", url=url)


def test_autodiscovery_links_come_absolute_in_order_exact_types_first():
    links = feed_links(
        page(
            '<head><base href="/b/"><link rel="alternate" type="application/json" href="/wp-json/x">'
            '<link rel="alternate" type="application/json" href="list.json">'
            '<link rel="ALTERNATE home" type="application/rss+xml; charset=utf-8" title=" All " href="index.xml">'
            '<link rel="stylesheet" type="text/css" href="s.css"><link rel="alternate" hreflang="de" href="/de/">'
            '<link rel="alternate" type="application/atom+xml" href="javascript:alert(1)"></head>'
        )
    )
    assert [(link.url, link.type, link.title) for link in links] == [
        ("https://blog.example/b/index.xml", "application/rss+xml", "All"),
        ("https://blog.example/b/list.json", "application/json", None),
    ]


def test_a_refresh_is_followed_on_paper_only():
    assert refresh_target(page('<meta http-equiv="Refresh" content="0; URL=\'/feed.xml\'">')) == "https://blog.example/feed.xml"
    assert refresh_target(page('<meta http-equiv="refresh" content="0;feed.xml">')) == "https://blog.example/old/feed.xml"
    assert refresh_target(page('<meta http-equiv="refresh" content="300">')) is None
    assert refresh_target(page("plain words")) is None


def test_what_a_page_says_of_itself_fits_into_a_sentence():
    said = what_a_page_is(
        '<title>A\n blog</title><link rel=alternate type="application/rss+xml" href="/f">', "https://a.example/"
    )
    assert said == ' ("A blog"); it names a feed at https://a.example/f'
    assert what_a_page_is("<p>nothing</p>", None) == ""
