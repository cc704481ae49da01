"""Our own cases of responses (rules 1, 3 and 13)."""

from __future__ import annotations

import gzip
import zlib

from tests.cases.build import case, given, item, items, page, post, rss
from tests.cases.case import Case

_FEED = {"content-type": "application/rss+xml; charset=utf-8"}

_HTML = {"content-type": "text/html; charset=utf-8"}

_QUIET = {"new": 0, "changed": 0, "missing": 0}

_THREE = rss(*items("c", "b", "a"))

_FOUR = rss(*items("d", "c", "b", "a"))

CASES: tuple[Case, ...] = (
    case(
        "empty-200",
        "200 with no body at all, and with blanks alone.",
        _THREE,
        given(b"", headers=_FEED),
        given(" \n\t ", headers=_FEED),
        _THREE,
        expect={
            "items": 3,
            "second_fetch": {"state": "empty_body", **_QUIET},
            "third_fetch": {"state": "empty_body", **_QUIET},
            "fourth_fetch": {"state": "same"},
        },
    ),
    case(
        "204-no-content",
        "204 has no content by definition.",
        _THREE,
        given(b"", status=204),
        expect={"second_fetch": {"state": "empty_body", **_QUIET}},
    ),
    case(
        "304-before-all",
        "A 304 where nothing was received before.",
        given(b"", status=304),
        _THREE,
        expect={
            "items": 3,
            "fetch_rows": 2,
            "first": {"state": "not_modified", "new": 0},
            "second_fetch": {"new": 0, "outcome": "changed"},
        },
    ),
    case(
        "304-of-a-held-body",
        "A 304 after a held body confirms the last applied one.",
        given(_THREE, headers={**_FEED, "etag": '"a"'}),
        given("<html><title>Away</title><p>Back soon.</p></html>", headers=_HTML),
        given(b"", status=304, headers={"etag": '"a"'}),
        expect={"items": 3, "third_fetch": {"state": "not_modified", **_QUIET}, "body_ignored": True},
    ),
    case(
        "etag-same-body-changed",
        "The validator stands still while the body moves: the body counts.",
        given(_THREE, headers={**_FEED, "etag": '"v"'}),
        given(_FOUR, headers={**_FEED, "etag": '"v"'}),
        expect={"second_fetch": {"new": 1, "missing": 0}},
    ),
    case(
        "410-gone",
        "The feed is gone; its items are not.",
        _THREE,
        given(b"", status=410),
        given("<h1>Gone</h1>", status=410, headers=_HTML),
        expect={
            "items": 3,
            "second_fetch": {"state": "gone", **_QUIET},
            "third_fetch": {"state": "gone", **_QUIET},
            "states": {"a": "present", "b": "present", "c": "present"},
        },
    ),
    case(
        "404-and-500-with-good-bodies",
        "An error that carries a feed is an error.",
        _THREE,
        given(_FOUR, status=404, headers=_FEED),
        given(_FOUR, status=500, headers=_FEED),
        given(_FOUR, status=403, headers=_FEED),
        _FOUR,
        expect={
            "items": 4,
            "second_fetch": {"state": "not_found", **_QUIET},
            "third_fetch": {"state": "http_500", **_QUIET},
            "fourth_fetch": {"state": "http_403"},
            "fifth_fetch": {"new": 1},
        },
    ),
    case(
        "soft-404",
        "A page that says 'not found' with status 200.",
        _THREE,
        given("<!doctype html><html><head><title>Page not found</title></head><body><h1>404</h1></body></html>", headers=_HTML),
        expect={"second_fetch": {"state": "not_a_feed", **_QUIET}},
    ),
    case(
        "soft-404-blog",
        "A blog's index says 'not found' with status 200.",
        page(post("a"), post("b", day=4)),
        page("<h2>Not found</h2><p>There is nothing here.</p>", title="Not found"),
        kind="blog",
        expect={"items": 2, "second_fetch": {"state": "no_items", **_QUIET}},
    ),
    case(
        "json-error",
        "An answer of an application where a feed should be.",
        _THREE,
        given('{"error": "Internal error", "code": 17}', headers={"content-type": "application/json"}),
        expect={"second_fetch": {"state": "not_a_feed", **_QUIET}},
    ),
    case(
        "plain-text-error",
        "A sentence where a feed should be.",
        _THREE,
        given("Service temporarily unavailable", headers={"content-type": "text/plain"}),
        expect={"second_fetch": {"outcome": "held", **_QUIET}},
    ),
    case(
        "redirect-loop",
        "A chain that never ended: the last answer is a redirect.",
        _THREE,
        given(b"", status=302, headers={}, redirects=({"status": 302, "location": "/b"}, {"status": 302, "location": "/a"})),
        expect={"second_fetch": {"outcome": "failed", **_QUIET}},
    ),
    case(
        "redirect-is-base",
        "Relative links are those of the address that answered in the end.",
        given(
            rss(item("a", link="posts/a")),
            redirects=({"status": 301, "location": "//www.blog.example/news/"}, {"status": 302, "location": "feed.xml"}),
            headers=_FEED,
        ),
        expect={
            "links": ["https://www.blog.example/news/posts/a"],
            "final_url": "https://www.blog.example/news/feed.xml",
            "redirects_recorded": 2,
            "suggest_new_url": True,
        },
    ),
    case(
        "longer-than-announced",
        "More bytes than announced are no cut.",
        given(_THREE, headers={**_FEED, "content-length": "10"}),
        expect={"state": "ok", "items": 3},
    ),
    case(
        "length-of-coded-body",
        "The length announced is that of the coded bytes, which were saved decoded.",
        given(_THREE, headers={**_FEED, "content-encoding": "gzip", "content-length": "99999"}),
        expect={"state": "ok", "items": 3},
    ),
    case(
        "deflate-both-ways",
        "deflate with and without its wrapper.",
        given(zlib.compress(_THREE.encode()), headers={**_FEED, "content-encoding": "deflate"}),
        given(zlib.compress(_THREE.encode())[2:-4], headers={**_FEED, "content-encoding": "deflate"}),
        expect={"items": 3, "second_fetch": {"state": "same"}},
    ),
    case(
        "gzip-cut",
        "gzip that ends too early.",
        _THREE,
        given(gzip.compress(_FOUR.encode(), mtime=0)[:-12], headers={**_FEED, "content-encoding": "gzip"}),
        expect={"second_fetch": {"state": "truncated or decode_error", **_QUIET}},
    ),
    case(
        "codings-by-other-names",
        "x-gzip, capitals, identity.",
        given(gzip.compress(_THREE.encode(), mtime=0), headers={**_FEED, "content-encoding": "X-GZIP"}),
        given(_THREE, headers={**_FEED, "content-encoding": "identity"}),
        expect={"items": 3, "second_fetch": {"state": "same"}, "issues": []},
    ),
    case(
        "206-part",
        "A part of the feed adds and changes, and takes nothing away.",
        _THREE,
        given(rss(*items("d", "c")), status=206, headers=_FEED),
        _FOUR,
        expect={"items": 4, "second_fetch": {"new": 1, "changed": 1, "missing": 0}, "third_fetch": {"new": 0, "missing": 0}},
    ),
    case(
        "226-delta",
        "A delta (RFC 3229) shows new items alone.",
        rss(*items("c", "b", "a")),
        given(rss(item("d", day=21)), status=226, headers=_FEED),
        rss(item("d", day=21), *items("c", "b", "a")),
        expect={"items": 4, "second_fetch": {"new": 1, "missing": 0}, "third_fetch": _QUIET},
    ),
    case(
        "206-first",
        "A part comes before anything whole: it is no baseline.",
        given(rss(item("d", day=21)), status=206, headers=_FEED),
        rss(item("d", day=21), *items("c", "b", "a")),
        expect={"items": 4, "first": {"new": 1}, "second_fetch": {"new": 0, "missing": 0}},
    ),
    case(
        "cookies-and-strangers",
        "Cookies and other headers are not kept.",
        given(_THREE, headers={**_FEED, "set-cookie": "id=masked", "etag": 'W/"x"', "x-request-id": "masked"}),
        expect={"headers_kept_per_fetch": True, "validators_after": 'W/"x"'},
    ),
    case(
        "challenge-with-403-503",
        "Challenges under several statuses and titles.",
        _THREE,
        given(
            (
                "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head>"
                "<body><div id='cf-error-details'></div></body></html>"
            ),
            status=403,
            headers=_HTML,
        ),
        given(
            (
                "<!DOCTYPE html><html><head><title>Just a moment...</title><script>window._cf_chl_opt={}</script>"
                "</head><body></body></html>"
            ),
            status=503,
            headers=_HTML,
        ),
        given(
            "<!doctype html><html><head><title>Making sure you're not a bot!</title></head><body><p>anubis</p></body></html>",
            headers=_HTML,
        ),
        expect={
            "second_fetch": {"state": "blocked", **_QUIET},
            "third_fetch": {"state": "blocked"},
            "fourth_fetch": {"state": "blocked", **_QUIET},
        },
    ),
    case(
        "talk-of-challenges",
        "A feed about challenge pages is a feed.",
        rss(item("a", "Just a moment...", text="cf-chl-widget and __cf_chl_opt, checking your browser")),
        expect={"state": "ok", "items": 1},
    ),
    case(
        "login-page",
        "A page that asks for a password.",
        page(post("a"), post("b", day=4)),
        (
            "<!doctype html><html><head><title>Sign in</title></head><body><form action=/login>"
            "<input name=user><input type=password></form></body></html>"
        ),
        kind="blog",
        expect={"second_fetch": {"outcome": "held", **_QUIET}},
    ),
    case(
        "feed-named-html",
        "A feed that is sent as text/html or text/plain is a feed.",
        given(_THREE, headers=_HTML),
        given(_FOUR, headers={"content-type": "text/plain"}),
        expect={"items": 4, "second_fetch": {"new": 1}},
    ),
    case(
        "other-xml",
        "XML that is no feed: a site map, a list of feeds.",
        _THREE,
        (
            '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            "<url><loc>https://blog.example/a</loc></url></urlset>"
        ),
        '<?xml version="1.0"?><opml version="2.0"><body><outline text="x"/></body></opml>',
        expect={"second_fetch": {"state": "wrong_root", **_QUIET}, "third_fetch": {"state": "wrong_root", **_QUIET}},
    ),
    case(
        "credentials",
        "A private token in the bytes: held, and not repeated.",
        _THREE,
        rss(item("d", text="key AKIA" + "QZ7JH4KMNPLR2XWT")),
        expect={"second_fetch": {"state": "credentials", **_QUIET}, "stored_text_has_no": ["QZ7JH4KMNPLR2XWT"]},
    ),
    case(
        "canary-and-min-items",
        "What every good document contains is missing; then there are too few items.",
        rss(item("a"), item("b"), title="Tidewater"),
        rss(item("a"), item("b"), title="Elsewhere"),
        rss(item("a"), title="Tidewater"),
        canary="Tidewater",
        min_items=2,
        expect={"second_fetch": {"state": "canary_missing", **_QUIET}, "third_fetch": {"state": "min_items", **_QUIET}},
    ),
)
