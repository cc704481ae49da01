"""Our own cases of noise (rule 9)."""

from __future__ import annotations

from tests.cases.build import case, item, page, post, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}


def _body(html: str) -> str:
    return rss(item("a", more=f"<content:encoded><![CDATA[{html}]]></content:encoded>"))


def _noise(name: str, what: str, first: str, second: str, *kinds: str) -> Case:
    return case(
        name,
        what,
        _body(first),
        _body(second),
        expect={"items": 1, "versions": 1, "second_fetch": {**_QUIET, "outcome": "noise", "noise": list(kinds)}},
    )


CASES: tuple[Case, ...] = (
    _noise(
        "attribute-order",
        "The same attributes in another order.",
        '<p><img src="https://x.example/1.jpg" alt="tide" width="3"></p>',
        '<p><img alt="tide" width="3" src="https://x.example/1.jpg"></p>',
        "attribute_order",
    ),
    _noise(
        "image-loading",
        "Loading hints come and go.",
        '<img src="https://x.example/1.jpg" fetchpriority="high" decoding="async">',
        '<img src="https://x.example/1.jpg" loading="lazy" decoding="async">',
        "image_loading",
    ),
    _noise(
        "srcset-regenerated",
        "Other sizes of the same image.",
        '<img src="https://x.example/1.jpg" srcset="https://x.example/1-300.jpg 300w">',
        (
            '<img src="https://x.example/1.jpg" srcset="https://x.example/1-300.jpg 300w, https://x.example/1-600.jpg '
            '600w" sizes="100vw">'
        ),
        "image_loading",
    ),
    _noise(
        "tracking-in-links",
        "Campaign parameters in the links of a text.",
        '<a href="https://x.example/1?utm_source=rss&utm_medium=a">x</a>',
        '<a href="https://x.example/1?utm_source=rss&utm_medium=b">x</a>',
        "tracking_parameter",
    ),
    _noise(
        "signed-images",
        "Signed image addresses.",
        '<img src="https://x.example/1.jpg?X-Amz-Signature=aa11&X-Amz-Date=20260101T000000Z&X-Amz-Expires=3600">',
        '<img src="https://x.example/1.jpg?X-Amz-Signature=bb22&X-Amz-Date=20260102T000000Z&X-Amz-Expires=3600">',
        "signed_url",
    ),
    _noise(
        "asset-version",
        "The version in an image's address.",
        '<img src="https://x.example/1.jpg?ver=6.4.1">',
        '<img src="https://x.example/1.jpg?ver=6.4.2">',
        "asset_version",
    ),
    _noise(
        "white-space",
        "White space between the same words.",
        "<p>one two</p><p>three</p>",
        "<p>one  two</p>\n\n<p>\n three</p>",
        "whitespace",
    ),
    _noise(
        "nonce",
        "A number for one use.",
        '<p>Words</p><script nonce="a1">x()</script>',
        '<p>Words</p><script nonce="b2">x()</script>',
        "nonce",
    ),
    _noise(
        "hidden-input",
        "What a form in the text sends along unseen is another each time.",
        '<p>Words</p><form><input type="hidden" name="_wpnonce" value="a1"><input name="mail"></form>',
        '<p>Words</p><form><input type="hidden" name="_wpnonce" value="b2"><input name="mail"></form>',
        "nonce",
    ),
    _noise(
        "hidden-addresses",
        "A proxy hides e-mail addresses with another key each time.",
        (
            '<a href="/cdn-cgi/l/email-protection#197459741c"><span class="__cf_email__" data-cfemail="0c6d4c6e226f">'
            "[email protected]</span></a>"
        ),
        (
            '<a href="/cdn-cgi/l/email-protection#2a476a472f"><span class="__cf_email__" data-cfemail="1f7e5f7d317c">'
            "[email protected]</span></a>"
        ),
        "nonce",
    ),
    _noise(
        "cache-comment",
        "What a cache writes into the text.",
        "<p>Words</p><!-- Cached 2026-01-05 10:00 -->",
        "<p>Words</p><!-- Cached 2026-01-06 11:00 -->",
        "cache_comment",
    ),
    case(
        "feed-furniture",
        "Build date, generator, a cache's comment: around the items.",
        rss(item("a"), head="<lastBuildDate>Mon, 05 Jan 2026 10:00:00 GMT</lastBuildDate><generator>Engine 1.0</generator>")
        + "<!-- cached -->",
        rss(item("a"), head="<lastBuildDate>Tue, 06 Jan 2026 10:00:00 GMT</lastBuildDate><generator>Engine 1.1</generator>")
        + "<!-- cached again -->",
        expect={"item_changes": 0, "second_fetch": {"outcome": "noise", "noise": ["build_date", "cache_comment", "generator"]}},
    ),
    case(
        "feed-title-changes",
        "The source's own title changes: that is told in its history, and no item moved.",
        rss(item("a")),
        rss(item("a"), title="Tidewater journal"),
        expect={
            "item_changes": 0,
            "second_fetch": {"outcome": "noise"},
            "feed_level_changes": ["title"],
            "page_title": "Tidewater journal",
        },
    ),
    case(
        "word-in-noise",
        "A word changes among much noise: an edit.",
        _body('<p>one</p><img src="https://x.example/1.jpg" loading="lazy">'),
        _body('<img fetchpriority="high" src="https://x.example/1.jpg"><p>two</p>'),
        expect={"second_fetch": {"edited": 1}},
    ),
    case(
        "index-noise",
        "An index page: nonce, versions, build comment; then related links rotate beside the posts.",
        page(
            post("a"),
            post("b", day=4),
            head='<script src="/x.js?ver=1" nonce="n1"></script><meta name="generator" content="Engine 1.0">',
            below="<!-- page generated in 0.2 s -->",
        ),
        page(
            post("a"),
            post("b", day=4),
            head='<script src="/x.js?ver=2" nonce="n2"></script><meta name="generator" content="Engine 1.1">',
            below="<!-- page generated in 0.3 s -->",
        ),
        page(post("a"), post("b", day=4), below="<aside><h3>Related</h3><ul><li><a href='/old-1/'>Old one</a></li></ul></aside>"),
        kind="blog",
        expect={
            "items": 2,
            "item_changes": 0,
            "second_fetch": {"outcome": "noise", "noise": ["asset_version", "cache_comment", "generator", "nonce"]},
            "third_fetch": _QUIET,
        },
    ),
    case(
        "index-build-note",
        "Outside its posts an index says when it was built, the time in an element of its own.",
        page(post("a"), post("b", day=4), below="<p>Last updated: <time>2026-01-05 10:00</time></p>"),
        page(post("a"), post("b", day=4), below="<p>Last updated: <time>2026-01-06 10:00</time></p>"),
        kind="blog",
        expect={"items": 2, "item_changes": 0, "second_fetch": {"outcome": "noise", "noise": ["build_date"]}},
    ),
    case(
        "index-cards-noise",
        "Images of an index with other loading hints; counts of comments grow.",
        page(post("a", more="<a href='/a/#comments'>3 comments</a>"), post("b", day=4)),
        page(post("a", more="<a href='/a/#comments'>4 comments</a>"), post("b", day=4)),
        kind="blog",
        expect={"items": 2, "second_fetch": _QUIET},
    ),
    case(
        "json-order",
        "The keys of a JSON feed in another order.",
        (
            '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"https://blog.example/1","title"'
            ':"A","content_text":"w"}]}'
        ),
        (
            '{"items":[{"content_text":"w","title":"A","url":"https://blog.example/1","id":"1"}],"title":"T","version":"https://'
            'jsonfeed.org/version/1.1"}'
        ),
        ending="json",
        expect={"items": 1, "second_fetch": {**_QUIET, "outcome": "noise"}},
    ),
)
