"""The archive that X gives a person of their own posts: JavaScript files of `window.YTD.<name>.part<N> = <JSON>`. Pure.

A long post stands cut in `tweets.js` and whole in `note-tweet.js`, under an id of its own; the two are joined by time and
beginning where one document holds both, and by what the history knows where they come in two: a file of long posts alone
gives each with its text, its time and no id. `deleted-tweets.js` says when a post was deleted, which becomes an issue of it.
An archive comes in any number of files, and none says how many there are: what one lacks may stand in another, so no file
is a whole listing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from ingest.errors import ReadError
from ingest.model import Issue, ProfileEntry, Reading, TweetEntry
from ingest.parse.decoding import Decoded
from ingest.parse.json_text import load_json
from ingest.parse.tweets.addresses import handle
from ingest.parse.tweets.created import date_at
from ingest.parse.tweets.fields import decoded, id_at, object_at, objects_at, text_at
from ingest.parse.tweets.repeated import once
from ingest.parse.tweets.status import read_status

Part = tuple[str, list[Mapping[str, Any]], tuple[Issue, ...]]
"""Name, items, and what was found in its JSON."""

_PART = re.compile(r"^\s*window\.YTD\.(?P<name>\w+?)\.part\d+\s*=\s*", re.MULTILINE)
_TWEETS = frozenset({"tweets", "tweet", "deleted_tweets"})
_CUT_MARK = "…"
_STATED_LINK = re.compile(r"\s*https://t\.co/\w+$")
_SAME_POST = 60  # seconds between the two times that the archive gives one long post
_TYPED_DATE = re.compile(r"\w{3} (\w{3}) (\d{1,2}) (\d\d:\d\d:\d\d) ([+-]\d{4}) (\d{4})")


def is_archive(text: str) -> bool:
    """Whether a text is a file of the data archive."""
    return _PART.match(text.lstrip()) is not None


def read_archive(text: str) -> Reading:
    """The posts of an archive file, or of several in one document. Raises ReadError `bad_json` or `no_items`."""
    parts = list(_parts(text))
    statuses = [object_at(item, "tweet") or item for name, items, _ in parts if name in _TWEETS for item in items]
    notes = [object_at(item, "noteTweet") for name, items, _ in parts if name == "note_tweet" for item in items]
    if not statuses and not notes:
        names = ", ".join(sorted({name for name, _, _ in parts}))
        raise ReadError("no_items", f"the archive file holds {names or 'nothing'}, no posts; those are in tweets.js")
    profile = _profile(parts)
    author = profile.handle if profile else None
    read = [read_status(status, author=author) for status in statuses]
    told = [_with_note(entry, notes) for entry, _ in read if entry is not None] if statuses else _long_posts(notes, author)
    entries, repeated = once(told)
    read_issues = (issue for issues in (*(said for _, said in read), *(said for _, _, said in parts)) for issue in issues)
    found = (*read_issues, *repeated, *_deletions(statuses))
    return Reading(format="x_archive", entries=entries, profile=profile, whole=False, issues=found)


def _parts(text: str) -> Iterator[Part]:
    begins = list(_PART.finditer(text))
    ends = [*(part.start() for part in begins[1:]), len(text)]
    for part, end in zip(begins, ends, strict=True):
        value, issues = load_json(Decoded(text=text[part.end() : end].rstrip(" ;\r\n\t"), encoding="utf-8"))
        yield part["name"], objects_at({"items": value}, "items"), issues


def _profile(parts: Sequence[Part]) -> ProfileEntry | None:
    """The person, from account.js and profile.js if they are in the document."""
    account = _first(parts, "account", "account")
    about = object_at(_first(parts, "profile", "profile"), "description")
    name = handle(text_at(account, "username"))
    if name is None:
        return None
    return ProfileEntry(
        handle=name,
        user_id=id_at(account, "accountId"),
        name=text_at(account, "accountDisplayName"),
        bio=text_at(about, "bio"),
        location=text_at(about, "location"),
        website=text_at(about, "website"),
        joined=text_at(account, "createdAt"),
    )


def _first(parts: Sequence[Part], name: str, key: str) -> Mapping[str, Any]:
    return next((object_at(item, key) for part, items, _ in parts if part == name for item in items), {})


def _deletions(statuses: Sequence[Mapping[str, Any]]) -> Iterator[Issue]:
    for status in statuses:
        when = text_at(status, "deleted_at")
        if when is not None:
            message = f"the archive says that this post was deleted at {when}"
            yield Issue(severity="info", code="stated_deleted", message=message, entry_ref=id_at(status, "id_str", "id"))


def _with_note(entry: TweetEntry, notes: Sequence[Mapping[str, Any]]) -> TweetEntry:
    """The entry with the whole text, if one of the long texts is of its time and begins like it."""
    start = _STATED_LINK.sub("", entry.text).removesuffix(_CUT_MARK).rstrip()
    for note in notes:
        text = text_at(object_at(note, "core"), "text") or ""
        if not _same_time(entry, text_at(note, "createdAt")):
            continue
        for whole in (text, decoded(text)):
            if start and len(whole) > len(start) and whole.startswith(start):
                return replace(entry, text=whole, truncated=False)
    return entry


def _long_posts(notes: Sequence[Mapping[str, Any]], author: str | None) -> list[TweetEntry]:
    """The long texts of a file that holds nothing else; the id that stands there is not that of the post."""
    texts = ((text_at(object_at(note, "core"), "text"), date_at(note, "createdAt")) for note in notes)
    return [
        TweetEntry(status_id=None, url=None, text=decoded(text), author_handle=author, posted=posted, text_alone=True)
        for text, posted in texts
        if text
    ]


def _same_time(entry: TweetEntry, noted: str | None) -> bool:
    first, second = _seconds(entry.posted.text if entry.posted else ""), _seconds(noted or "")
    return first is not None and second is not None and abs(first - second) <= _SAME_POST


def _seconds(text: str) -> float | None:
    """Seconds since 1970 of a date as the archive's files write it, in either of their two forms."""
    typed = _TYPED_DATE.fullmatch(text)
    try:
        if typed is not None:
            month, day, time, zone, year = typed.groups()
            return parsedate_to_datetime(f"{day} {month} {year} {time} {zone}").timestamp()
        return datetime.fromisoformat(text).timestamp() if text else None
    except ValueError:
        return None
