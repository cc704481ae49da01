"""Our own cases of tweets: pages, feeds, exports and answers of interfaces."""

from __future__ import annotations

import json
from typing import Any

from tests.cases.build import STATS, case, given, item, nitter, rss, tweet
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}
_ID = "20000000000000001{:02}"
_API = "https://api.x.com/2/users/1/tweets"


def _ids(*numbers: int) -> list[str]:
    return [_ID.format(number) for number in numbers]


def _page(*numbers: int, **said: Any) -> str:
    return nitter(*(tweet(_ID.format(number), f"tweet {number}") for number in numbers), **said)


def _tweets(name: str, what: str, *bodies: Any, expect: dict[str, Any], **settings: Any) -> Case:
    return case(name, what, *bodies, kind="tweets", expect=expect, **settings)


def _json(name: str, what: str, *values: Any, expect: dict[str, Any], url: str = "file:tweets.json") -> Case:
    return _tweets(name, what, *(json.dumps(value) for value in values), expect=expect, ending="json", url=url)


def _error(text: str) -> str:
    return (
        "<!DOCTYPE html><html><head><title>Error | nitter</title></head><body><nav></nav><div class=\"container\">"
        f'<div class="panel-container"><div class="error-panel"><span>{text}</span></div></div></div></body></html>'
    )


_PROTECTED = '<div class="timeline-header timeline-protected"><h2>This account\'s tweets are protected.</h2><p>Only confirmed followers have access to @mara\'s tweets.</p></div>'
_NONE = '<div class="timeline-header"><h2 class="timeline-none">No items found</h2></div>'
_UNAVAILABLE = '<div class="timeline-item unavailable"><a class="tweet-link" href="/mara/status/2000000000000000102#m"></a><div class="unavailable-box">This tweet is unavailable</div></div>'
_REPOST_HEAD = '<div class="retweet-header"><span><div class="icon-container"><span class="icon-retweet"></span> Mara Quill retweeted</div></span></div>'
_REPLY_HEAD = '<div class="replying-to">Replying to <a href="/nils">@nils</a></div>'
_PIN = '<div class="pinned"><span><div class="icon-container"><span class="icon-pin"></span> Pinned Tweet</div></span></div>'
_QUOTE = '<div class="quote quote-big"><a class="quote-link" href="/nils/status/1990000000000000600#m"></a><div class="tweet-name-row"><div class="fullname-and-username"><a class="fullname" href="/nils">Nils</a><a class="username" href="/nils">@nils</a></div><span class="tweet-date"><a href="/nils/status/1990000000000000600#m" title="Nov 16, 2025 · 10:00 AM UTC">Nov 16</a></span></div><div class="quote-text" dir="auto">quoted words</div></div>'
_GONE_QUOTE = '<div class="quote unavailable"><div class="unavailable-quote">This tweet is unavailable</div></div>'
_PROFILE = '<ul class="profile-statlist"><li class="posts"><span class="profile-stat-header">Tweets</span><span class="profile-stat-num">{}</span></li><li class="following"><span class="profile-stat-header">Following</span><span class="profile-stat-num">{}</span></li><li class="followers"><span class="profile-stat-header">Followers</span><span class="profile-stat-num">{}</span></li><li class="likes"><span class="profile-stat-header">Likes</span><span class="profile-stat-num">9</span></li></ul>'


def _counted(*shown: str) -> str:
    return nitter(*(tweet(_ID.format(number), f"tweet {number}", counts=("", "", "", text)) for number, text in enumerate(shown, start=1)))


def _v1(status: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id_str": status, "full_text": text, "created_at": "Mon Jan 05 10:00:00 +0000 2026", "user": {"screen_name": "mara", "name": "Mara"}, **more}


def _v2(status: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": status, "text": text, "author_id": "1", "created_at": "2026-01-05T10:00:00.000Z", "edit_history_tweet_ids": [status], **more}


def _archive(name: str, *found: dict[str, Any], part: int = 0) -> str:
    return f"window.YTD.{name}.part{part} = {json.dumps(list(found), indent=2)}"


def _exported(status: str, text: str, **more: Any) -> dict[str, Any]:
    return {"tweet": {"id_str": status, "full_text": text, "created_at": "Mon Jan 05 10:00:00 +0000 2026", "favorite_count": "1", "retweet_count": "0", **more}}


_LONG = "A long post about the sea: " + "wave after wave " * 30
_CUT = _LONG[:270].rstrip() + "…"


def _note(text: str, at: str = "2026-01-05T10:00:00.000Z") -> dict[str, Any]:
    return {"noteTweet": {"noteTweetId": "1999999999999999999", "createdAt": at, "updatedAt": at, "core": {"text": text, "urls": [], "mentions": [], "hashtags": []}}}


PAGES: tuple[Case, ...] = (
    _tweets("counts-abroad", "Counts in other spellings.", _counted("1.2K", "12,3 Tsd.", "1,5 Mio.", "12.345.678", "2 Mln", "1.2K", "3萬", "1,2 M", "12 345", "999"),
            expect={"likes": [1200, 12300, 1500000, 12345678, 2000000, 1200, 30000, 1200000, 12345, 999]}),
    _tweets("count-moves", "Only counts move: metrics, and no version.", _counted("5"), _counted("1.2K"), _counted("1,234"), _counted("1.2K"),
            expect={"items": 1, "versions": 1, "item_changes": 0, "likes": [1234], "second_fetch": {"outcome": "changed"}, "fourth_fetch": {"outcome": "noise"}}),
    _tweets("rate-limited", "An instance says with status 200 that it was rate limited.", _page(3, 2, 1), _error("Instance has been rate limited.<br>Use another instance or try again later."), _page(3, 2, 1),
            expect={"items": 3, "second_fetch": {"state": "rate_limited", **_QUIET}, "third_fetch": {"state": "same"}}),
    _tweets("user-not-found", "The account is not found.", _page(2, 1), _error('User "mara" not found'), expect={"second_fetch": {"state": "account_not_found", **_QUIET}}),
    _tweets("user-suspended", "The account is suspended.", _page(2, 1), _error('User "mara" has been suspended'), expect={"second_fetch": {"state": "account_suspended", **_QUIET}}),
    _tweets("user-protected", "The account is protected now: its card is there, its posts are not.", _page(2, 1), nitter(top=_PROTECTED), expect={"items": 2, "second_fetch": {"state": "protected_account", **_QUIET}}),
    _tweets("other-error", "An error of another kind.", _page(2, 1), _error("Tweet not found"), _error("Something went wrong"), expect={"second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": {"state": "error_page", **_QUIET}}),
    _tweets("no-tweets-yet", "An account that shows none.", _page(2, 1), nitter(_NONE), expect={"second_fetch": {"state": "no_items", **_QUIET}}),
    _tweets("deleted-and-new", "One deleted from the middle, one new, one pushed out.", _page(4, 3, 2, 1), _page(5, 4, 2), expect={"second_fetch": {"new": 1, "removed": 1, "left_window": 1}, "states": dict(zip(_ids(4, 3, 2, 1, 5), ("present", "removed", "present", "left_window", "present"), strict=True))}),
    _tweets("comes-back", "A deleted tweet is there again.", _page(3, 2, 1), _page(3, 1), _page(3, 2, 1), expect={"second_fetch": {"removed": 1}, "third_fetch": {"returned": 1, "new": 0}}),
    _tweets("unavailable-in-place", "A tweet stands as unavailable where it was.", _page(3, 2, 1), nitter(tweet(_ids(3)[0], "tweet 3"), _UNAVAILABLE, tweet(_ids(1)[0], "tweet 1")), expect={"second_fetch": {"unavailable": _ids(2), "removed": 1}}),
    _tweets("others-in-the-list", "Posts of other people stand in the list: to answer, to follow, to buy.", nitter(tweet(_ids(3)[0], "mine"), tweet(_ids(2)[0], "buy this", by="brand", name="Brand"), tweet(_ids(1)[0], "mine too")), expect={"items": 2, "texts": ["mine", "mine too"], "warning": "foreign_post_skipped"}),
    _tweets("reposts-replies-quotes", "Each kind by its mark.", nitter(tweet(_ids(4)[0], "theirs", by="nils", name="Nils", head=_REPOST_HEAD), tweet(_ids(3)[0], "an answer", head=_REPLY_HEAD), tweet(_ids(2)[0], "my view", inside=_QUOTE), tweet(_ids(1)[0], "plain")),
            expect={"kinds": ["repost", "reply", "quote", "post"], "authors": ["nils", "mara", "mara", "mara"], "quoted_text": [None, None, "quoted words", None]}),
    _tweets("quote-withdrawn", "The quoted post is gone later: the words stay in the versions.", nitter(tweet(_ids(2)[0], "my view", inside=_QUOTE), tweet(_ids(1)[0], "x")), nitter(tweet(_ids(2)[0], "my view", inside=_GONE_QUOTE), tweet(_ids(1)[0], "x")), expect={"items": 2, "second_fetch": {"new": 0, "missing": 0}}),
    _tweets("pinned-moves", "Another tweet is pinned; the old one takes its own place.", nitter(tweet(_ids(1)[0], "one", head=_PIN), tweet(_ids(3)[0], "three"), tweet(_ids(2)[0], "two")), nitter(tweet(_ids(2)[0], "two", head=_PIN), tweet(_ids(3)[0], "three"), tweet(_ids(1)[0], "one")),
            expect={"items": 3, "pinned": _ids(1), "second_fetch": {**_QUIET, "pinned": _ids(2), "unpinned": 1}}),
    _tweets("pinned-and-in-place", "A pinned tweet stands again in its own place.", nitter(tweet(_ids(2)[0], "two", head=_PIN), tweet(_ids(3)[0], "three"), tweet(_ids(2)[0], "two"), tweet(_ids(1)[0], "one")), expect={"items": 3, "pinned": _ids(2)}),
    _tweets("name-changes", "The name of the account changes, and its handle: no version of a tweet.", nitter(tweet(_ids(1)[0], "one")), nitter(tweet(_ids(1)[0], "one", by="mq", name="M. Quill"), handle="mq", name="M. Quill"), expect={"items": 1, "versions": 1, "second_fetch": {**_QUIET, "outcome": "changed"}, "authors": ["mq"]}),
    _tweets("profile-moves", "Followers grow; the rounded number after the exact one changes nothing.", _page(1, stats=_PROFILE.format("1,204", "310", "1,234")), _page(1, stats=_PROFILE.format("1,210", "310", "1,290")), _page(1, stats=_PROFILE.format("1.2K", "310", "1.3K")),
            expect={"item_changes": 0, "second_fetch": {"outcome": "changed"}, "third_fetch": {"outcome": "noise"}, "profile": {"posts": 1210, "following": 310, "followers": 1290}}),
    _tweets("instances-change", "Another instance, another handle in another case: the same tweets.", _page(2, 1), given(_page(3, 2, 1).replace("/mara", "/Mara"), url="https://other.example/Mara", headers={"content-type": "text/html"}), expect={"items": 3, "second_fetch": {"new": 1, "changed": 0, "missing": 0}}),
    _tweets("media-on-other-hosts", "The same picture by another instance's proxy.", nitter(tweet(_ids(1)[0], "", inside='<div class="attachments"><a class="still-image" href="/pic/orig/media%2FGx1.jpg"><img src="/pic/media%2FGx1.jpg%3Fname%3Dsmall"></a></div>')), nitter(tweet(_ids(1)[0], "", inside='<div class="attachments"><a class="still-image" href="https://cdn.other.example/pic/orig/media%2FGx1.jpg"><img src="https://cdn.other.example/pic/media%2FGx1.jpg%3Fname%3Dlarge"></a></div>')), expect={"items": 1, "versions": 1, "second_fetch": _QUIET}),
    _tweets("second-page", "A second page by cursor is a page of its own.", _page(4, 3), given(_page(2, 1), url="https://nitter.example/mara?cursor=abc", headers={"content-type": "text/html"}), _page(5, 4), expect={"items": 5, "second_fetch": {"new": 0}, "third_fetch": {"new": 1, "left_window": 1, "removed": 0}}),
    _tweets("nitter-feed", "Nitter's feed: links of the instance, reposts by title.", rss(item("x", "hello", link="https://nitter.example/mara/status/2000000000000000101#m", guid="https://nitter.example/mara/status/2000000000000000101#m", text="&lt;p&gt;hello&lt;/p&gt;", more="<dc:creator>@mara</dc:creator>"), title="Mara Quill / @mara"),
            rss(item("x", "hello", link="http://other.example/mara/status/2000000000000000101#m", guid="http://other.example/mara/status/2000000000000000101#m", text="&lt;p&gt;hello&lt;/p&gt;", more="<dc:creator>@mara</dc:creator>"), title="Mara Quill / @mara"), ending="xml", url="https://nitter.example/mara/rss",
            expect={"items": 1, "texts": ["hello"], "keys": _ids(1), "second_fetch": _QUIET}),
    _tweets("login-wall", "The network's own page without a login.", _page(1), "<!DOCTYPE html><html><head><title>X</title></head><body><div id=react-root></div><noscript>JavaScript is not available.</noscript></body></html>", expect={"second_fetch": {"outcome": "held", **_QUIET}}),
)

OBJECTS: tuple[Case, ...] = (
    _json("created-at-zones", "Offsets, milliseconds, seconds since 1970.", [_v1("1001", "a", created_at="Mon Jan 05 10:00:00 +0900 2026"), _v1("1002", "b", created_at="2026-01-05T10:00:00-05:00"), _v1("1003", "c", created_at=1767607200000), _v1("1004", "d", created_at="1767607200")], expect={"published": ["2026-01-05T01:00:00Z", "2026-01-05T15:00:00Z", "2026-01-05T10:00:00Z", "2026-01-05T10:00:00Z"]}),
    _json("id-wins-over-date", "A displayed date that contradicts the status id.", [_v1("2000000000000000101", "a", created_at="Mon Jan 05 10:00:00 +0000 2015")], expect={"published": ["2025-12-14T00:28:52Z (derived)"]}),
    _json("threads-and-replies", "A thread of one's own, and an answer to another.", [_v1("53", "and more", in_reply_to_status_id_str="52", in_reply_to_screen_name="mara"), _v1("52", "thread"), _v1("51", "@nils yes", in_reply_to_screen_name="nils", in_reply_to_status_id_str="40")], expect={"kinds": ["reply", "post", "reply"], "reply_to": ["52", None, "40"]}),
    _json("long-tweets", "Text cut in one field and whole in another.", {"data": [_v2("1900000000000000010", _CUT, note_tweet={"text": _LONG + "END"})]}, url=_API, expect={"text_ends_with": "END", "items": 1}),
    _json("links-unfolded", "Shortened links are told by where they lead.", [_v1("61", "see https://t.co/abc", entities={"urls": [{"url": "https://t.co/abc", "expanded_url": "https://blog.example/a", "display_url": "blog.example/a"}]})], expect={"items": 1}),
    _json("ids-as-numbers", "Ids as numbers beyond what JavaScript counts exactly.", [{"id": 2000000000000000101, "full_text": "a", "created_at": "Mon Jan 05 10:00:00 +0000 2026"}], expect={"keys": ["2000000000000000101"]}),
    _json("edited-twice", "An edit of an edit, seen only at its end.", {"data": [_v2("1900000000000000010", "one")]}, {"data": [_v2("1900000000000000012", "three", edit_history_tweet_ids=["1900000000000000010", "1900000000000000011", "1900000000000000012"])]}, url=_API, expect={"items": 1, "versions": 2, "second_fetch": {"new": 0, "edited": 1, "missing": 0}, "keys": ["1900000000000000012"], "text_versions": ["one", "three"]}),
    _json("edit-beside-original", "Both the edit and the edited tweet are listed.", {"data": [_v2("1900000000000000010", "one")]}, {"data": [_v2("1900000000000000011", "two", edit_history_tweet_ids=["1900000000000000010", "1900000000000000011"]), _v2("1900000000000000010", "one", edit_history_tweet_ids=["1900000000000000010", "1900000000000000011"])]}, url=_API, expect={"items": 1, "versions": 2, "second_fetch": {"new": 0, "missing": 0}, "current_text": "two"}),
    _json("api-errors-alone", "An answer with errors alone, an empty one, and one with both.", {"data": [_v2("1900000000000000010", "one")]}, {"errors": [{"title": "Authorization Error", "detail": "Sorry, you are not authorized to see the Tweet with ids: [3].", "resource_type": "tweet", "resource_id": "3", "type": "https://api.twitter.com/2/problems/not-authorized-for-resource"}]}, {"meta": {"result_count": 0}}, {"data": [_v2("1900000000000000010", "one")], "errors": [{"title": "Not Found Error", "resource_type": "tweet", "resource_id": "4", "type": "https://api.twitter.com/2/problems/resource-not-found"}]}, url=_API,
          expect={"items": 1, "second_fetch": {"state": "no_items", "unavailable": ["3"], **_QUIET}, "third_fetch": {"state": "no_items", **_QUIET}, "fourth_fetch": {"state": "ok", "unavailable": ["4"], **_QUIET}}),
    _json("api-refusal", "The API refuses with 200 and a sentence.", {"data": [_v2("1900000000000000010", "one")]}, {"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "Unauthorized"}, {"errors": [{"message": "Rate limit exceeded", "code": 88}]}, url=_API, expect={"items": 1, "second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": {"outcome": "held", **_QUIET}}),
    _json("null-views", "A count that is null is not zero.", {"data": [_v2("1900000000000000010", "one", public_metrics={"like_count": 0, "reply_count": None})]}, {"data": [_v2("1900000000000000010", "one", public_metrics={"like_count": 3})]}, url=_API, expect={"likes": [3], "replies": [None], "views": [None], "versions": 1}),
    _json("reposted-in-full", "A repost is the repeated tweet in full, and its own date is not.", [{**_v1("71", "RT @nils: the wh…"), "retweeted_status": {**_v1("70", "the whole of it", created_at="Sun Jan 04 10:00:00 +0000 2026"), "user": {"screen_name": "nils", "name": "Nils"}}}], expect={"kinds": ["repost"], "texts": ["the whole of it"], "authors": ["nils"], "published": ["2026-01-04T10:00:00Z"]}),
)


def _export(name: str, what: str, *bodies: Any, expect: dict[str, Any]) -> Case:
    return _tweets(name, what, *bodies, expect=expect, ending="js", url="file:data/tweets.js")


EXPORTS: tuple[Case, ...] = (
    _export("export-with-mark-and-crlf", "A byte order mark and Windows line ends.", "\ufeff" + _archive("tweets", _exported("60", "one\nline"), _exported("61", "two")).replace("\n", "\r\n"), expect={"items": 2, "texts": ["one\nline", "two"]}),
    _export("export-old-name", "Older archives say tweet, not tweets, and have no wrapper.", _archive("tweet", _exported("60", "one")["tweet"]), expect={"items": 1, "keys": ["60"]}),
    _export("export-in-parts", "Parts of one export: no part says that a tweet of another is gone.", _archive("tweets", _exported("60", "one"), _exported("61", "two")), _archive("tweets", _exported("62", "three"), part=1), _archive("tweets", _exported("63", "four"), part=2), expect={"items": 4, "second_fetch": {"missing": 0}, "third_fetch": {"missing": 0}}),
    _export("export-later", "A later export lacks a tweet: what it lacks may stand in another file.", _archive("tweets", _exported("60", "one"), _exported("61", "two")), _archive("tweets", _exported("61", "two")), expect={"items": 2, "second_fetch": _QUIET}),
    _export("note-in-the-same-document", "Long texts beside the cut ones.", _archive("tweets", _exported("1900000000000000010", _CUT)) + "\n" + _archive("note_tweet", _note(_LONG + "END")), expect={"items": 1, "text_ends_with": "END"}),
    _export("note-after", "Long texts in a file of their own, taken in after the tweets.", _archive("tweets", _exported("1900000000000000010", _CUT, entities={"urls": [{"expanded_url": "https://x.example/"}]}), _exported("61", "two")), _archive("note_tweet", _note(_LONG + "END")), expect={"items": 2, "text_ends_with": "END", "item_changes": 0, "second_fetch": {"new": 0, "missing": 0, "edited": 0}}),
    _export("note-before", "Long texts in a file of their own, taken in before the tweets.", _archive("note_tweet", _note(_LONG + "END")), _archive("tweets", _exported("1900000000000000010", _CUT), _exported("61", "two")), expect={"items": 2, "text_ends_with": "END"}),
    _export("note-of-another", "A long text that begins like none of the tweets.", _archive("tweets", _exported("1900000000000000010", "short")), _archive("note_tweet", _note(_LONG + "END")), expect={"second_fetch": {"missing": 0, "edited": 0}, "text": "short"}),
    _export("note-then-cut-again", "The same export again: the cut text does not undo the whole one.", _archive("tweets", _exported("1900000000000000010", _CUT)), _archive("note_tweet", _note(_LONG + "END")), _archive("tweets", _exported("1900000000000000010", _CUT), _exported("62", "new")), expect={"items": 2, "text_ends_with": "END", "third_fetch": {"edited": 0, "missing": 0}}),
    _export("export-broken", "An export that breaks off.", _archive("tweets", _exported("60", "one")), _archive("tweets", _exported("60", "one"), _exported("61", "two"))[:-40], expect={"items_at_least": 1, "second_fetch": {"missing": 0}}),
    _export("export-of-something-else", "A file of the export that holds no posts.", _archive("tweets", _exported("60", "one")), _archive("follower", {"follower": {"accountId": "1"}}), expect={"items": 1, "second_fetch": {"state": "no_items", **_QUIET}}),
)

CASES = (*PAGES, *OBJECTS, *EXPORTS)
__all__ = ["CASES", "STATS"]
