"""What a document says, in its own words: made by parse, read by normalise and history. Decides nothing, touches nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from ingest.model.attempt import Headers
from ingest.model.words import Issue, Noise, SourceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a parser needs, and all that it may know."""

    body: bytes
    kind: SourceKind
    url: str | None = None  # base for relative links: the final URL, else the requested one
    content_type: str | None = None
    selectors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DateText:
    """A date as written. `raw` is what was shown; `text` what should be read (an attribute, or raw with its year)."""

    raw: str
    text: str
    zone: str | None = None  # an IANA name or offset stated elsewhere in the document for this date


@dataclass(frozen=True, slots=True, kw_only=True)
class Enclosure:
    """A file that belongs to an item (RSS enclosure, Atom link, Media RSS, JSON Feed attachment)."""

    url: str
    type: str | None = None
    length: str | None = None
    title: str | None = None
    duration_seconds: float | None = None  # whole numbers as int


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEntry:
    """A post as a blog index shows it. HTML fields are as sent, links made absolute."""

    url: str | None  # absolute
    title: str | None  # plain text
    author: str | None = None
    published: DateText | None = None
    summary_html: str | None = None  # HTML; for a plain-text source, escaped text
    content_html: str | None = None
    tags: tuple[str, ...] = ()
    truncated: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """An item as a feed says it. HTML fields are as sent (unsanitised), links made absolute."""

    guid: str | None  # as written, case kept; None where absent or empty
    url: str | None
    title: str | None  # plain text (tags gone, entities decoded once as the format says)
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    published: DateText | None = None
    updated: DateText | None = None  # only where the format states one; never a copy of `published`
    summary_html: str | None = None
    content_html: str | None = None
    comments_url: str | None = None
    enclosures: tuple[Enclosure, ...] = ()
    truncated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TweetEntry:
    """A tweet as a page, feed or JSON shows it. Counts are the text as shown ('' = an icon with no number)."""

    status_id: str | None
    url: str | None
    text: str  # plain text, line breaks kept; '' for an image without words
    author_handle: str | None  # without @
    author_name: str | None = None
    author_verified: bool | None = None
    posted: DateText | None = None
    kind: Literal["post", "reply", "repost", "quote"] = "post"
    reposted_by: str | None = None
    in_reply_to: str | None = None  # a status id, or @handle where only that is shown
    quoted_id: str | None = None
    quoted_handle: str | None = None
    quoted_name: str | None = None
    quoted_verified: bool | None = None
    quoted_posted_raw: str | None = None
    quoted_text: str | None = None
    quoted_url: str | None = None
    links: tuple[str, ...] = ()  # as shown or, where known, where they lead
    media: tuple[str, ...] = ()
    pinned: bool = False
    replies: str | None = None  # None: not shown at all
    reposts: str | None = None
    likes: str | None = None
    views: str | None = None
    edit_ids: tuple[str, ...] = ()  # all status ids of one edited tweet, oldest first, where the source says
    truncated: bool = False
    text_alone: bool = False  # tells the text and its time: what it lacks is not absent (a long text of a data archive)


Entry = PostEntry | FeedEntry | TweetEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileEntry:
    """An account as a page shows it; counts as shown."""

    handle: str  # without @
    user_id: str | None = None
    name: str | None = None
    bio: str | None = None
    location: str | None = None
    website: str | None = None
    joined: str | None = None  # as shown: 'May 2008'
    verified: bool | None = None
    followers: str | None = None
    following: str | None = None
    posts: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFields:
    """What a document says of itself."""

    title: str | None = None
    description: str | None = None
    generator: str | None = None
    language: str | None = None
    home_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeStatement:
    """What a change page says of a capture that it describes."""

    source_name: str
    observed_at: datetime
    headers: Headers
    status: int | None = None
    final_url: str | None = None
    body_bytes: int | None = None
    lines_added: int | None = None
    lines_removed: int | None = None
    external_ref: str | None = None
    external_path: str | None = None
    left: tuple[FeedEntry, ...] = ()  # items that the page says went out of the document (stood last in it)
    removed: tuple[FeedEntry, ...] = ()  # items that went while older ones stayed
    edited: tuple[str, ...] = ()  # refs of items of which only a fragment is seen; they get no rows
    noise: tuple[Noise, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one document says. `entries` in the order of the document; those of a change page are the added ones.

    `whole` is False where absence can't be judged (cut or malformed document, announced more than shown, change page);
    `read_to_end` is False besides where the end of the document is missing.
    `furniture` is text outside the entries that moves by itself, by noise kind (`build_date`, `generator`,
    `cache_comment`, `nonce`, `asset_version`); the rest outside the entries is summed up in `furniture['other']`.
    """

    format: str  # rss20, rss10, rss09x, atom10, atom03, json_feed, json_list, html, text, twitxy, nitter, ..., change_page
    entries: tuple[Entry, ...] = ()
    source: SourceFields = SourceFields()
    profile: ProfileEntry | None = None
    whole: bool = True
    read_to_end: bool = True  # False where the document is cut: its last part is not there to be read
    next_url: str | None = None  # rel=next of a paginated listing
    ttl_minutes: int | None = None  # feed ttl / sy:update*, for the pace of `watch`
    furniture: Mapping[str, str] = field(default_factory=dict)
    issues: tuple[Issue, ...] = ()
    statement: ChangeStatement | None = None
