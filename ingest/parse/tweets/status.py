"""One tweet as X's older JSON writes it (API 1.1, syndication, data archive) to a TweetEntry. Pure.

A repost is read as the tweet that it repeats, with that tweet's id, author, text, time and counts, and `reposted_by`:
so every shape says the same of it (Nitter shows nothing else), and the time of the repost is not taken for the tweet's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ingest.model import Issue, TweetEntry
from ingest.parse.tweets.addresses import X, absolute, author_of, handle
from ingest.parse.tweets.created import date_at
from ingest.parse.tweets.fields import count_at, decoded, flag_at, id_at, list_at, object_at, objects_at, text_at
from ingest.parse.tweets.kinds import Kind, kind_of

Status = Mapping[str, Any]

_CUT = re.compile(r"…(?:\s*https://t\.co/\w+)?$")
_LONG = 250  # characters; shorter texts were never cut, so a '…' at their end is the author's
_TYPED_REPOST = re.compile(r"RT @(\w{1,20}):? ")


def read_status(status: Status, *, author: str | None = None) -> tuple[TweetEntry | None, tuple[Issue, ...]]:
    """The entry for one tweet object, None for a placeholder; `author` is the handle to assume where it names none."""
    if _is_placeholder(status):
        return None, (unavailable(id_at(status, "id_str", "rest_id", "id"), _placeholder_text(status)),)
    repeated = object_at(status, "retweeted_status")
    if repeated:
        inner, issues = read_status(repeated)
        by = _user_handle(status) or author
        return (None if inner is None else replace(inner, kind="repost", reposted_by=by)), issues
    entry = _entry(status, author)
    return entry, _typed_repost(entry)


def unavailable(ref: str | None, reason: str | None) -> Issue:
    """A tweet that the source names but does not show: deleted, withheld, or of a protected account."""
    message = f"this tweet is not available: {reason}" if reason else "this tweet is not available"
    return Issue(severity="info", code="tweet_unavailable", message=message, entry_ref=ref)


def _is_placeholder(status: Status) -> bool:
    return status.get("__typename") in ("TweetTombstone", "TweetUnavailable") or "tombstone" in status


def _placeholder_text(status: Status) -> str | None:
    return text_at(object_at(status, "tombstone", "text"), "text") or text_at(status, "reason")


def _typed_repost(entry: TweetEntry) -> tuple[Issue, ...]:
    if not _TYPED_REPOST.match(entry.text):
        return ()
    message = "the text begins like a repost, but the source marks none; it may have been typed by hand"
    return (Issue(severity="info", code="maybe_repost", message=message, entry_ref=entry.status_id),)


def _entry(status: Status, author: str | None) -> TweetEntry:
    user = object_at(status, "user")
    quoted = object_at(status, "quoted_status") or object_at(status, "quoted_tweet")
    quoted_user = object_at(quoted, "user")
    quoted_date = date_at(quoted, "created_at")
    permalink = object_at(status, "quoted_status_permalink")
    raw, cut = _text(status)
    own_id = id_at(status, "id_str", "id")
    return TweetEntry(
        status_id=own_id,
        url=absolute(text_at(status, "permalink", "url"), X),
        text=raw,
        author_handle=_user_handle(status) or author,
        author_name=text_at(user, "name"),
        author_verified=flag_at(user, "verified", "is_blue_verified"),
        posted=date_at(status, "created_at"),
        kind=_kind(status, quoted),
        in_reply_to=_replied(status),
        quoted_id=id_at(quoted, "id_str", "id") or id_at(status, "quoted_status_id_str", "quoted_status_id"),
        quoted_handle=handle(text_at(quoted_user, "screen_name")) or author_of(text_at(permalink, "expanded")),
        quoted_name=text_at(quoted_user, "name"),
        quoted_verified=flag_at(quoted_user, "verified", "is_blue_verified"),
        quoted_posted_raw=quoted_date.raw if quoted_date else None,
        quoted_text=_text(quoted)[0] or None,
        quoted_url=text_at(permalink, "expanded") or absolute(text_at(quoted, "permalink"), X),
        links=_links(status),
        media=_media(status),
        replies=count_at(status, "reply_count", "conversation_count"),
        reposts=count_at(status, "retweet_count"),
        likes=count_at(status, "favorite_count"),
        views=count_at(object_at(status, "views"), "count") or count_at(object_at(status, "ext_views"), "count"),
        edit_ids=_edit_ids(status),
        truncated=cut,
    )


def _user_handle(status: Status) -> str | None:
    return handle(text_at(object_at(status, "user"), "screen_name"))


def _text(status: Status) -> tuple[str, bool]:
    """The fullest text that the object has, and whether the object says that there is more."""
    notes = (object_at(status, "note_tweet", "note_tweet_results", "result"), object_at(status, "note_tweet"))
    note = next((text for note in notes if (text := text_at(note, "text"))), None)
    full = note or text_at(object_at(status, "extended_tweet"), "full_text")
    text = decoded(full or text_at(status, "full_text", "text") or "")
    says_more = "note_tweet" in status or flag_at(status, "truncated") is True
    looks_cut = _CUT.search(text) is not None and (len(text) > _LONG or _TYPED_REPOST.match(text) is not None)
    return text, full is None and (says_more or looks_cut)


def _kind(status: Status, quoted: Status) -> Kind:
    quotes = quoted or id_at(status, "quoted_status_id_str", "quoted_status_id") or flag_at(status, "is_quote_status")
    return kind_of(reposted=False, replies=_replied(status) is not None, quotes=bool(quotes))


def _replied(status: Status) -> str | None:
    parent = id_at(status, "in_reply_to_status_id_str", "in_reply_to_status_id") or id_at(object_at(status, "parent"), "id_str")
    named = handle(text_at(status, "in_reply_to_screen_name"))
    return parent or (f"@{named}" if named else None)


def _links(status: Status) -> tuple[str, ...]:
    found: list[str | None] = []
    for holder in (status, object_at(status, "extended_tweet")):
        found.extend(text_at(url, "expanded_url", "unwound_url", "url") for url in objects_at(holder, "entities", "urls"))
    return tuple(dict.fromkeys(link for link in found if link))


def _media(status: Status) -> tuple[str, ...]:
    paths = (("extended_entities", "media"), ("entities", "media"), ("mediaDetails",), ("photos",))
    pictures = next((media for path in paths if (media := objects_at(status, *path))), [])
    found = (text_at(picture, "media_url_https", "media_url", "url") for picture in pictures)
    return tuple(dict.fromkeys(link for link in found if link))


def _edit_ids(status: Status) -> tuple[str, ...]:
    holders = (
        list_at(status, "edit_control", "edit_tweet_ids"),
        list_at(status, "edit_info", "initial", "editTweetIds"),
        list_at(status, "edit_info", "edit", "editControlInitial", "editTweetIds"),
        list_at(status, "edit_history_tweet_ids"),
    )
    ids = next((found for found in holders if found), [])
    return tuple(text for item in ids if (text := id_at({"id": item}, "id")) is not None)
