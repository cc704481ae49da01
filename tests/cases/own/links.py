"""Our own cases of addresses."""

from __future__ import annotations

from tests.cases.build import atom, case, given, item, page, post, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}


def _linked(*links: str) -> str:
    return "".join(f"<article><h2><a href='{link}'>On {link[1]}</a></h2><p>Words.</p></article>" for link in links)


CASES: tuple[Case, ...] = (
    case(
        "xml-base",
        "xml:base on feed and entry.",
        (
            '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://x.example/news/"><title>'
            'T</title><entry xml:base="2026/"><id>1</id><title>A</title><link href="a.html"/>'
            "<updated>2026-01-05T10:00:00Z</updated></entry></feed>"
        ),
        expect={"links": ["https://x.example/news/2026/a.html"]},
    ),
    case(
        "odd-references",
        "Dots, blanks, protocol-relative, query alone.",
        rss(
            item("a", link="../a"),
            item("b", link="  https://blog.example/b  "),
            item("c", link="//cdn.example/c"),
            item("d", link="?p=4"),
        ),
        url="https://blog.example/news/feed.xml",
        expect={
            "links": [
                "https://blog.example/a",
                "https://blog.example/b",
                "https://cdn.example/c",
                "https://blog.example/news/feed.xml?p=4",
            ]
        },
    ),
    case(
        "blanks-in-links",
        "A blank and an umlaut within an address.",
        rss(item("a", link="https://blog.example/my post"), item("b", link="https://bücher.example/größe")),
        expect={"items": 2, "titles": ["A", "B"]},
    ),
    case(
        "links-in-text",
        "Relative links and images in the text are made absolute.",
        rss(
            item(
                "a", more='<content:encoded><![CDATA[<a href="/x">x</a> <img src="y.jpg"> <a href="#n">n</a>]]></content:encoded>'
            )
        ),
        expect={"items": 1, "issues": []},
    ),
    case(
        "no-address",
        "javascript:, mailto: and data: are no addresses of items.",
        rss(item("a", link="javascript:void(0)"), item("b", link="mailto:x@x.example")),
        expect={"items": 2, "keys": ["a", "b"]},
    ),
    case(
        "atom-alternates",
        "Which of several links is the item's.",
        atom(
            "<entry><id>1</id><title>A</title><link rel='self' href='https://blog.example/1.atom'/>"
            "<link rel='replies' href='https://blog.example/1#c'/><link rel='alternate' type='application/json' "
            "href='https://blog.example/1.json'/><link rel='alternate' type='text/html' href='https://blog.example/1'/>"
            "<updated>2026-01-05T10:00:00Z</updated></entry>"
        ),
        expect={"links": ["https://blog.example/1"]},
    ),
    case(
        "burnt-links",
        "A redirecting service names the true address beside its own.",
        rss(
            item(
                "a",
                link="https://feeds.example/~r/tide/~3/x/",
                more=(
                    '<feedburner:origLink xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0">'
                    "https://blog.example/a</feedburner:origLink>"
                ),
            )
        ),
        expect={"links": ["https://blog.example/a"]},
    ),
    case(
        "index-base-and-relative",
        "An index page with a base; links of every form.",
        page(
            post("a"),
            "<article><h2><a href='b/'>B one</a></h2><p>Words.</p></article>",
            "<article><h2><a href='//www.blog.example/c/'>C one</a></h2><p>Words.</p></article>",
            head="<base href='https://blog.example/news/'>",
        ),
        kind="blog",
        expect={"urls": ["https://blog.example/a/", "https://blog.example/news/b/", "https://www.blog.example/c/"]},
    ),
    case(
        "index-links-move-scheme",
        "An index whose links move from http to https.",
        page(post("a")).replace("href='/a/'", "href='http://blog.example/a/'"),
        page(post("a")).replace("href='/a/'", "href='https://www.blog.example/a'"),
        kind="blog",
        expect={"items": 1, "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
    case(
        "links-with-tokens",
        "A token in an item's link is another each time; then another document is meant.",
        rss(item("a", link="https://blog.example/a?id=4&amp;token=a1b2c3d4")),
        rss(item("a", link="https://blog.example/a?id=4&amp;token=e5f6a7b8")),
        rss(item("a", link="https://blog.example/a?id=5&amp;token=e5f6a7b8")),
        expect={
            "items": 1,
            "second_fetch": {**_QUIET, "outcome": "noise", "noise": ["signed_url"]},
            "third_fetch": {"edited": 1, "changed_fields": ["url"]},
        },
    ),
    case(
        "index-links-with-sessions",
        "Links of an index carry a session, or the place at which they stood.",
        page(_linked("/a;jsessionid=A1", "/b/?PHPSESSID=b1", "/c?source=user_profile---------0----")),
        page(_linked("/a;jsessionid=A2", "/b/?PHPSESSID=b2", "/c?source=user_profile---------2----")),
        kind="blog",
        expect={"items": 3, "versions": 1, "second_fetch": {**_QUIET, "outcome": "noise", "noise": ["tracking_parameter"]}},
    ),
    case(
        "redirected-index",
        "The base of an index page is the address that answered.",
        given(
            page("<article><h2><a href='a/'>A one</a></h2><p>Words.</p></article>"),
            headers={"content-type": "text/html"},
            final_url="https://www.blog.example/en/",
        ),
        kind="blog",
        expect={"urls": ["https://www.blog.example/en/a/"]},
    ),
)
