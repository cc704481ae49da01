"""TweetEntry -> Item: the row of `tweets`, its counts, and what it is compared by. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from ingest.model import Issue, Item, JSONValue, TweetEntry
from ingest.normalise.body import text_content
from ingest.normalise.counts import read_count
from ingest.normalise.fields import (
    comparable_url,
    count_issues,
    date_issues,
    date_value,
    line,
    prints_of,
    raw_date,
    raw_texts,
    sent,
    sent_all,
)
from ingest.normalise.html_form import scrub
from ingest.normalise.identity import tweet_identity
from ingest.normalise.markup import comparable_text
from ingest.normalise.snowflake import posted_at_of
from ingest.normalise.text import label
from ingest.normalise.urls import TWEET_URL, any_scheme, canonical_url, without_noise


def tweet(entry: TweetEntry) -> Item:
    """One tweet of a page, feed or export."""
    status_id = line(entry.status_id) or None
    beside_text = (*entry.media, *entry.links, entry.posted.raw if entry.posted else "")
    identity = tweet_identity(status_id=status_id, author=entry.author_handle, text=entry.text, beside_text=beside_text)
    posted_at, basis = _posted(entry, status_id)
    text = _text(entry.text)
    return Item(
        table="tweets",
        native_id=identity.native_id,
        keys=identity.keys,
        url=sent(entry.url),
        canonical_url=TWEET_URL.format(status_id) if status_id else canonical_url(entry.url),
        values={**_values(entry, text), "status_id": status_id, "posted_at": posted_at, "posted_at_basis": basis},
        prints=_prints(entry),
        content=text_content(text),
        raw=_raw(entry),
        counts={name: read_count(text, icon_means_zero=name != "views") for name, text in _shown(entry).items()},
        label=label(text or (entry.media or entry.links or (entry.url or identity.native_id,))[0]),
        instant=posted_at,
        identity_basis=identity.basis,
        pinned=entry.pinned,
        truncated=entry.truncated,
        text_alone=entry.text_alone,
        edit_ids=entry.edit_ids,
        issues=tuple(_issues(entry, identity.native_id, basis)),
    )


def _posted(entry: TweetEntry, status_id: str | None) -> tuple[str | None, str | None]:
    """When it was posted and how that is known: by the id before what is displayed (rule 10)."""
    told = posted_at_of(status_id) if status_id else None
    if told is not None:
        return told, "status_id"
    shown = date_value(entry.posted).text
    return shown, "shown" if shown else None


def _values(entry: TweetEntry, text: str) -> dict[str, JSONValue]:
    return {
        "author_handle": line(entry.author_handle),
        "author_name": line(entry.author_name),
        "author_verified": entry.author_verified,
        "posted_at_raw": sent(raw_date(entry.posted)),
        "text": text,
        "kind": entry.kind,
        "reposted_by": line(entry.reposted_by),
        "in_reply_to": line(entry.in_reply_to),
        "quoted_id": line(entry.quoted_id),
        "quoted_handle": line(entry.quoted_handle),
        "quoted_name": line(entry.quoted_name),
        "quoted_verified": entry.quoted_verified,
        "quoted_posted_raw": line(entry.quoted_posted_raw),
        "quoted_text": None if entry.quoted_text is None else _text(entry.quoted_text),
        "quoted_url": sent(entry.quoted_url),
        "links": sent_all(entry.links),
        "media": sent_all(entry.media),
    }


def _text(text: str) -> str:
    return scrub(text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def _prints(entry: TweetEntry) -> dict[str, str]:
    """Names, handles and displayed dates are attributes of the moment: no version of a tweet hangs on them."""
    if entry.text_alone:
        return prints_of({"text": comparable_text(entry.text)})
    return prints_of(
        {
            "text": comparable_text(entry.text),
            "kind": entry.kind,
            "reposted_by": line(entry.reposted_by),
            "in_reply_to": line(entry.in_reply_to),
            "quoted_id": entry.quoted_id,
            "quoted_text": None if entry.quoted_text is None else comparable_text(entry.quoted_text),
            "quoted_url": comparable_url(entry.quoted_url),
            "links": _distinct(any_scheme(without_noise(link)) for link in entry.links),
            "media": _distinct(media_key(address) for address in entry.media),
        }
    )


_MEDIA_ID = re.compile(
    r"(?:media|card_img|ext_tw_video_thumb|amplify_video_thumb|tweet_video_thumb|tweet_video|ext_tw_video|amplify_video)/([\w-]+)"
)


def media_key(address: str) -> str:
    """What an image or video address shows, on whatever host and in whatever size: Nitter serves X's media under its own."""
    found = _MEDIA_ID.search(unquote(address))
    return found[1] if found else any_scheme(without_noise(address, asset=True))


def _distinct(texts: Iterable[str]) -> tuple[str, ...] | None:
    return tuple(dict.fromkeys(texts)) or None


def _raw(entry: TweetEntry) -> dict[str, str]:
    return raw_texts(
        {
            "text": entry.text,
            "quoted_text": entry.quoted_text,
            "quoted_url": entry.quoted_url,
            "links": "\n".join(entry.links) or None,
            "media": "\n".join(entry.media) or None,
        }
    )


def _shown(entry: TweetEntry) -> dict[str, str | None]:
    return {"replies": entry.replies, "reposts": entry.reposts, "likes": entry.likes, "views": entry.views}


def _issues(entry: TweetEntry, ref: str, basis: str | None) -> Iterator[Issue]:
    if basis is None:
        yield from date_issues({"posted": entry.posted}, ref)
    yield from count_issues(_shown(entry), ref)
