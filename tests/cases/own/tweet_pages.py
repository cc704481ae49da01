"""Our own cases of pages and feeds of tweets."""

from __future__ import annotations

from typing import Any

from tests.cases.build import case, given, item, nitter, rss, tweet
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

_ID = "20000000000000001{:02}"


def _ids(*numbers: int) -> list[str]:
    return [_ID.format(number) for number in numbers]


def _page(*numbers: int, **said: Any) -> str:
    return nitter(*(tweet(_ID.format(number), f"tweet {number}") for number in numbers), **said)


def _tweets(name: str, what: str, *bodies: Any, expect: dict[str, Any], **settings: Any) -> Case:
    return case(name, what, *bodies, kind="tweets", expect=expect, **settings)


def _error(text: str) -> str:
    return (
        '<!DOCTYPE html><html><head><title>Error | nitter</title></head><body><nav></nav><div class="container">'
        f'<div class="panel-container"><div class="error-panel"><span>{text}</span></div></div></div></body></html>'
    )


_PROTECTED = (
    '<div class="timeline-header timeline-protected"><h2>This account\'s tweets are '
    "protected.</h2><p>Only confirmed followers have access to @mara's tweets.</p></div>"
)

_NONE = '<div class="timeline-header"><h2 class="timeline-none">No items found</h2></div>'

_UNAVAILABLE = (
    '<div class="timeline-item unavailable"><a class="tweet-link" href="/mara/status/2000000000000000102#m">'
    '</a><div class="unavailable-box">This tweet is unavailable</div></div>'
)

_REPOST_HEAD = (
    '<div class="retweet-header"><span><div class="icon-container"><span class="icon-retweet">'
    "</span> Mara Quill retweeted</div></span></div>"
)

_REPLY_HEAD = '<div class="replying-to">Replying to <a href="/nils">@nils</a></div>'

_PIN = '<div class="pinned"><span><div class="icon-container"><span class="icon-pin"></span> Pinned Tweet</div></span></div>'

_QUOTE = (
    '<div class="quote quote-big"><a class="quote-link" href="/nils/status/1990000000000000600#m">'
    '</a><div class="tweet-name-row"><div class="fullname-and-username"><a class="fullname" '
    'href="/nils">Nils</a><a class="username" href="/nils">@nils</a></div><span class="tweet-date">'
    '<a href="/nils/status/1990000000000000600#m" title="Nov 16, 2025 · 10:00 AM UTC">'
    'Nov 16</a></span></div><div class="quote-text" dir="auto">quoted words</div></div>'
)

_GONE_QUOTE = '<div class="quote unavailable"><div class="unavailable-quote">This tweet is unavailable</div></div>'

_PROFILE = (
    '<ul class="profile-statlist"><li class="posts"><span class="profile-stat-header">'
    'Tweets</span><span class="profile-stat-num">{}</span></li><li class="following">'
    '<span class="profile-stat-header">Following</span><span class="profile-stat-num">'
    '{}</span></li><li class="followers"><span class="profile-stat-header">Followers</span>'
    '<span class="profile-stat-num">{}</span></li><li class="likes"><span class="profile-stat-header">'
    'Likes</span><span class="profile-stat-num">9</span></li></ul>'
)


def _counted(*shown: str) -> str:
    return nitter(
        *(tweet(_ID.format(number), f"tweet {number}", counts=("", "", "", text)) for number, text in enumerate(shown, start=1))
    )


CASES: tuple[Case, ...] = (
    _tweets(
        "counts-abroad",
        "Counts in other spellings.",
        _counted("1.2K", "12,3 Tsd.", "1,5 Mio.", "12.345.678", "2 Mln", "1.2K", "3萬", "1,2 M", "12 345", "999"),
        expect={"likes": [1200, 12300, 1500000, 12345678, 2000000, 1200, 30000, 1200000, 12345, 999]},
    ),
    _tweets(
        "count-moves",
        "Only counts move: metrics, and no version.",
        _counted("5"),
        _counted("1.2K"),
        _counted("1,234"),
        _counted("1.2K"),
        expect={
            "items": 1,
            "versions": 1,
            "item_changes": 0,
            "likes": [1234],
            "second_fetch": {"outcome": "changed"},
            "fourth_fetch": {"outcome": "noise"},
        },
    ),
    _tweets(
        "rate-limited",
        "An instance says with status 200 that it was rate limited.",
        _page(3, 2, 1),
        _error("Instance has been rate limited.<br>Use another instance or try again later."),
        _page(3, 2, 1),
        expect={"items": 3, "second_fetch": {"state": "rate_limited", **_QUIET}, "third_fetch": {"state": "same"}},
    ),
    _tweets(
        "user-not-found",
        "The account is not found.",
        _page(2, 1),
        _error('User "mara" not found'),
        expect={"second_fetch": {"state": "account_not_found", **_QUIET}},
    ),
    _tweets(
        "user-suspended",
        "The account is suspended.",
        _page(2, 1),
        _error('User "mara" has been suspended'),
        expect={"second_fetch": {"state": "account_suspended", **_QUIET}},
    ),
    _tweets(
        "user-protected",
        "The account is protected now: its card is there, its posts are not.",
        _page(2, 1),
        nitter(top=_PROTECTED),
        expect={"items": 2, "second_fetch": {"state": "protected_account", **_QUIET}},
    ),
    _tweets(
        "other-error",
        "An error of another kind.",
        _page(2, 1),
        _error("Tweet not found"),
        _error("Something went wrong"),
        expect={"second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": {"state": "error_page", **_QUIET}},
    ),
    _tweets(
        "no-tweets-yet",
        "An account that shows none.",
        _page(2, 1),
        nitter(_NONE),
        expect={"second_fetch": {"state": "no_items", **_QUIET}},
    ),
    _tweets(
        "deleted-and-new",
        "One deleted from the middle, one new, one pushed out.",
        _page(4, 3, 2, 1),
        _page(5, 4, 2),
        expect={
            "second_fetch": {"new": 1, "removed": 1, "left_window": 1},
            "states": dict(zip(_ids(4, 3, 2, 1, 5), ("present", "removed", "present", "left_window", "present"), strict=True)),
        },
    ),
    _tweets(
        "comes-back",
        "A deleted tweet is there again.",
        _page(3, 2, 1),
        _page(3, 1),
        _page(3, 2, 1),
        expect={"second_fetch": {"removed": 1}, "third_fetch": {"returned": 1, "new": 0}},
    ),
    _tweets(
        "unavailable-in-place",
        "A tweet stands as unavailable where it was.",
        _page(3, 2, 1),
        nitter(tweet(_ids(3)[0], "tweet 3"), _UNAVAILABLE, tweet(_ids(1)[0], "tweet 1")),
        expect={"second_fetch": {"unavailable": _ids(2), "removed": 1}},
    ),
    _tweets(
        "others-in-the-list",
        "Posts of other people stand in the list: to answer, to follow, to buy.",
        nitter(tweet(_ids(3)[0], "mine"), tweet(_ids(2)[0], "buy this", by="brand", name="Brand"), tweet(_ids(1)[0], "mine too")),
        expect={"items": 2, "texts": ["mine", "mine too"], "warning": "foreign_post_skipped"},
    ),
    _tweets(
        "reposts-replies-quotes",
        "Each kind by its mark.",
        nitter(
            tweet(_ids(4)[0], "theirs", by="nils", name="Nils", head=_REPOST_HEAD),
            tweet(_ids(3)[0], "an answer", head=_REPLY_HEAD),
            tweet(_ids(2)[0], "my view", inside=_QUOTE),
            tweet(_ids(1)[0], "plain"),
        ),
        expect={
            "kinds": ["repost", "reply", "quote", "post"],
            "authors": ["nils", "mara", "mara", "mara"],
            "quoted_text": [None, None, "quoted words", None],
        },
    ),
    _tweets(
        "quote-withdrawn",
        "The quoted post is gone later: the words stay in the versions.",
        nitter(tweet(_ids(2)[0], "my view", inside=_QUOTE), tweet(_ids(1)[0], "x")),
        nitter(tweet(_ids(2)[0], "my view", inside=_GONE_QUOTE), tweet(_ids(1)[0], "x")),
        expect={"items": 2, "second_fetch": {"new": 0, "missing": 0}},
    ),
    _tweets(
        "pinned-moves",
        "Another tweet is pinned; the old one takes its own place.",
        nitter(tweet(_ids(1)[0], "one", head=_PIN), tweet(_ids(3)[0], "three"), tweet(_ids(2)[0], "two")),
        nitter(tweet(_ids(2)[0], "two", head=_PIN), tweet(_ids(3)[0], "three"), tweet(_ids(1)[0], "one")),
        expect={"items": 3, "pinned": _ids(1), "second_fetch": {**_QUIET, "pinned": _ids(2), "unpinned": 1}},
    ),
    _tweets(
        "pinned-and-in-place",
        "A pinned tweet stands again in its own place.",
        nitter(
            tweet(_ids(2)[0], "two", head=_PIN), tweet(_ids(3)[0], "three"), tweet(_ids(2)[0], "two"), tweet(_ids(1)[0], "one")
        ),
        expect={"items": 3, "pinned": _ids(2)},
    ),
    _tweets(
        "name-changes",
        "The name of the account changes, and its handle: no version of a tweet.",
        nitter(tweet(_ids(1)[0], "one")),
        nitter(tweet(_ids(1)[0], "one", by="mq", name="M. Quill"), handle="mq", name="M. Quill"),
        expect={"items": 1, "versions": 1, "second_fetch": {**_QUIET, "outcome": "changed"}, "authors": ["mq"]},
    ),
    _tweets(
        "profile-moves",
        "Followers grow; the rounded number after the exact one changes nothing.",
        _page(1, stats=_PROFILE.format("1,204", "310", "1,234")),
        _page(1, stats=_PROFILE.format("1,210", "310", "1,290")),
        _page(1, stats=_PROFILE.format("1.2K", "310", "1.3K")),
        expect={
            "item_changes": 0,
            "second_fetch": {"outcome": "changed"},
            "third_fetch": {"outcome": "noise"},
            "profile": {"posts": 1210, "following": 310, "followers": 1290},
        },
    ),
    _tweets(
        "instances-change",
        "Another instance, another handle in another case: the same tweets.",
        _page(2, 1),
        given(_page(3, 2, 1).replace("/mara", "/Mara"), url="https://other.example/Mara", headers={"content-type": "text/html"}),
        expect={"items": 3, "second_fetch": {"new": 1, "changed": 0, "missing": 0}},
    ),
    _tweets(
        "media-on-other-hosts",
        "The same picture by another instance's proxy.",
        nitter(
            tweet(
                _ids(1)[0],
                "",
                inside=(
                    '<div class="attachments"><a class="still-image" href="/pic/orig/media%2FGx1.jpg">'
                    '<img src="/pic/media%2FGx1.jpg%3Fname%3Dsmall"></a></div>'
                ),
            )
        ),
        nitter(
            tweet(
                _ids(1)[0],
                "",
                inside=(
                    '<div class="attachments"><a class="still-image" href="https://cdn.other.example/pic/orig/media%2FGx1.jpg">'
                    '<img src="https://cdn.other.example/pic/media%2FGx1.jpg%3Fname%3Dlarge"></a></div>'
                ),
            )
        ),
        expect={"items": 1, "versions": 1, "second_fetch": _QUIET},
    ),
    _tweets(
        "second-page",
        "A second page by cursor is a page of its own.",
        _page(4, 3),
        given(_page(2, 1), url="https://nitter.example/mara?cursor=abc", headers={"content-type": "text/html"}),
        _page(5, 4),
        expect={"items": 5, "second_fetch": {"new": 0}, "third_fetch": {"new": 1, "left_window": 1, "removed": 0}},
    ),
    _tweets(
        "nitter-feed",
        "Nitter's feed: links of the instance, reposts by title.",
        rss(
            item(
                "x",
                "hello",
                link="https://nitter.example/mara/status/2000000000000000101#m",
                guid="https://nitter.example/mara/status/2000000000000000101#m",
                text="&lt;p&gt;hello&lt;/p&gt;",
                more="<dc:creator>@mara</dc:creator>",
            ),
            title="Mara Quill / @mara",
        ),
        rss(
            item(
                "x",
                "hello",
                link="http://other.example/mara/status/2000000000000000101#m",
                guid="http://other.example/mara/status/2000000000000000101#m",
                text="&lt;p&gt;hello&lt;/p&gt;",
                more="<dc:creator>@mara</dc:creator>",
            ),
            title="Mara Quill / @mara",
        ),
        ending="xml",
        url="https://nitter.example/mara/rss",
        expect={"items": 1, "texts": ["hello"], "keys": _ids(1), "second_fetch": _QUIET},
    ),
    _tweets(
        "login-wall",
        "The network's own page without a login.",
        _page(1),
        (
            "<!DOCTYPE html><html><head><title>X</title></head><body><div id=react-root></div>"
            "<noscript>JavaScript is not available.</noscript></body></html>"
        ),
        expect={"second_fetch": {"outcome": "held", **_QUIET}},
    ),
)
