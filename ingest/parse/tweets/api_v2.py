"""Tweets as the X API v2 gives them: `data`, what it refers to in `includes`, and what it could not give in `errors`. Pure.

Reference: the tweet, user and media object models and "partial errors" of the X API v2. A repost is read as the tweet that it
repeats (see `status`); where `includes` does not hold that one, its id is known all the same and its text is the cut one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from ingest.model import Issue, ProfileEntry, Reading, TweetEntry
from ingest.parse.tweets.addresses import handle
from ingest.parse.tweets.created import date_at
from ingest.parse.tweets.fields import count_at, decoded, flag_at, id_at, list_at, object_at, objects_at, text_at
from ingest.parse.tweets.kinds import Kind, kind_of
from ingest.parse.tweets.repeated import once
from ingest.parse.tweets.status import unavailable

Object = Mapping[str, Any]
Page = Mapping[str, Any]

SIGNS = frozenset({"author_id", "public_metrics", "edit_history_tweet_ids", "referenced_tweets", "conversation_id", "note_tweet"})
"""Fields that only a tweet of the API v2 has."""

_OF_INCLUDES = ("referenced_tweets", "attachments", "entities", "pinned", "geo")  # parameters of what a tweet refers to
_REPOST = re.compile(r"RT @(\w{1,20}): (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Included:
    """What the tweets of an answer refer to, by id."""

    users: Mapping[str, Object]
    tweets: Mapping[str, Object]
    media: Mapping[str, Object]


def is_answer(value: Object) -> bool:
    """Whether an object is an answer of the API v2: with data, or empty, or with errors alone."""
    return "data" in value or isinstance(value.get("errors"), list) or "result_count" in object_at(value, "meta")


def read_answers(pages: Sequence[Page], url: str | None = None) -> Reading:
    """The tweets of one answer, or of several in one document."""
    included = _included(pages)
    tweets = [tweet for page in pages for tweet in _data(page)]
    entries, repeated = once(_entry(tweet, included) for tweet in tweets if _is_tweet(tweet))
    errors = [error for page in pages for error in objects_at(page, "errors")]
    return Reading(
        format="api_v2",
        entries=entries,
        profile=_profile(tweets, included),
        whole=not any(_leaves_gap(error) for error in errors),
        next_url=_next_url(pages[-1], url) if pages else None,
        issues=(*repeated, *(_error_issue(error) for error in errors)),
    )


def _data(page: Page) -> list[Object]:
    alone = object_at(page, "data")
    return [alone] if alone else objects_at(page, "data")


def _is_tweet(value: Object) -> bool:
    return "text" in value or "note_tweet" in value


def _included(pages: Sequence[Page]) -> _Included:
    def by_id(kind: str, key: str) -> Mapping[str, Object]:
        found = (item for page in pages for item in objects_at(page, "includes", kind))
        return {name: item for item in found if (name := id_at(item, key) or text_at(item, key)) is not None}

    return _Included(users=by_id("users", "id"), tweets=by_id("tweets", "id"), media=by_id("media", "media_key"))


def _entry(tweet: Object, included: _Included) -> TweetEntry:
    refers = {text_at(item, "type"): id_at(item, "id") for item in objects_at(tweet, "referenced_tweets")}
    author = included.users.get(id_at(tweet, "author_id") or "", {})
    if "retweeted" in refers:
        return _repost(tweet, refers["retweeted"], handle(text_at(author, "username")), included)
    quoted_id = refers.get("quoted")
    quoted = included.tweets.get(quoted_id or "", {})
    quoted_by = included.users.get(id_at(quoted, "author_id") or "", {})
    quoted_date = date_at(quoted, "created_at")
    counts = object_at(tweet, "public_metrics")
    return TweetEntry(
        status_id=id_at(tweet, "id"),
        url=None,
        text=_text(tweet),
        author_handle=handle(text_at(author, "username")),
        author_name=text_at(author, "name"),
        author_verified=flag_at(author, "verified"),
        posted=date_at(tweet, "created_at"),
        kind=_kind(tweet, refers),
        in_reply_to=refers.get("replied_to") or _replied_person(tweet, included),
        quoted_id=quoted_id,
        quoted_handle=handle(text_at(quoted_by, "username")),
        quoted_name=text_at(quoted_by, "name"),
        quoted_verified=flag_at(quoted_by, "verified"),
        quoted_posted_raw=quoted_date.raw if quoted_date else None,
        quoted_text=_text(quoted) or None,
        links=_links(tweet),
        media=_media(tweet, included),
        replies=count_at(counts, "reply_count"),
        reposts=count_at(counts, "retweet_count"),
        likes=count_at(counts, "like_count"),
        views=count_at(counts, "impression_count"),
        edit_ids=tuple(found for item in list_at(tweet, "edit_history_tweet_ids") if (found := id_at({"id": item}, "id"))),
    )


def _repost(tweet: Object, repeated_id: str | None, by: str | None, included: _Included) -> TweetEntry:
    original = included.tweets.get(repeated_id or "")
    if original is not None:
        return replace(_entry(original, included), kind="repost", reposted_by=by)
    text = _text(tweet)
    named = _REPOST.fullmatch(text)
    return TweetEntry(
        status_id=repeated_id,
        url=None,
        text=named[2] if named else text,
        author_handle=named[1] if named else None,
        kind="repost",
        reposted_by=by,
        links=_links(tweet),
        truncated=text.endswith("…"),
    )


def _text(tweet: Object) -> str:
    return decoded(text_at(object_at(tweet, "note_tweet"), "text") or text_at(tweet, "text") or "")


def _kind(tweet: Object, refers: Mapping[str | None, str | None]) -> Kind:
    replies = "replied_to" in refers or id_at(tweet, "in_reply_to_user_id") is not None
    return kind_of(reposted=False, replies=replies, quotes="quoted" in refers)


def _replied_person(tweet: Object, included: _Included) -> str | None:
    user = included.users.get(id_at(tweet, "in_reply_to_user_id") or "", {})
    name = handle(text_at(user, "username"))
    return f"@{name}" if name else None


def _links(tweet: Object) -> tuple[str, ...]:
    holder = object_at(tweet, "note_tweet", "entities") or object_at(tweet, "entities")
    urls = [url for url in objects_at(holder, "urls") if "media_key" not in url]
    return tuple(dict.fromkeys(link for url in urls if (link := text_at(url, "unwound_url", "expanded_url", "url"))))


def _media(tweet: Object, included: _Included) -> tuple[str, ...]:
    keys = [key for key in list_at(tweet, "attachments", "media_keys") if isinstance(key, str)]
    found = (text_at(included.media.get(key, {}), "url", "preview_image_url") for key in keys)
    return tuple(link for link in found if link)


def _profile(tweets: Sequence[Object], included: _Included) -> ProfileEntry | None:
    """The person, if the answer is of one: the author of every tweet, or the user that was asked for."""
    authors = {id_at(tweet, "author_id") for tweet in tweets if _is_tweet(tweet)}
    asked = [value for value in tweets if text_at(value, "username") and not _is_tweet(value)]
    if len(authors) == 1 and not asked:
        asked = [included.users.get(authors.pop() or "", {})]
    return _user(asked[0]) if len(asked) == 1 else None


def _user(user: Object) -> ProfileEntry | None:
    name = handle(text_at(user, "username"))
    if name is None:
        return None
    counts = object_at(user, "public_metrics")
    urls = objects_at(user, "entities", "url", "urls")
    bio = text_at(user, "description")
    return ProfileEntry(
        handle=name,
        user_id=id_at(user, "id"),
        name=text_at(user, "name"),
        bio=decoded(bio) if bio else None,
        location=text_at(user, "location"),
        website=next((link for url in urls if (link := text_at(url, "expanded_url"))), None) or text_at(user, "url"),
        joined=text_at(user, "created_at"),
        verified=flag_at(user, "verified"),
        followers=count_at(counts, "followers_count"),
        following=count_at(counts, "following_count"),
        posts=count_at(counts, "tweet_count"),
    )


def _error_issue(error: Object) -> Issue:
    ref = id_at(error, "resource_id", "value") or text_at(error, "resource_id", "value")
    reason = text_at(error, "detail") or text_at(error, "title", "message", "type")
    if ref is not None and _is_of_tweet(error):
        return unavailable(ref, reason)
    return Issue(severity="warning", code="api_error", message=reason or "the API names an error without a text", entry_ref=ref)


def _is_of_tweet(error: Object) -> bool:
    return text_at(error, "resource_type") in (None, "tweet")


def _leaves_gap(error: Object) -> bool:
    """Whether something that was asked for is missing for another reason than that it no longer exists."""
    asked_for = not (text_at(error, "parameter") or "").startswith(_OF_INCLUDES)
    return asked_for and not (text_at(error, "type") or "").endswith("resource-not-found")


def _next_url(page: Page, url: str | None) -> str | None:
    token = text_at(object_at(page, "meta"), "next_token")
    if token is None or url is None or not url.startswith("https://"):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "pagination_token"]
    return urlunsplit(parts._replace(query=urlencode([*query, ("pagination_token", token)])))
