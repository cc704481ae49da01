"""The plain values that travel between the stages; this file decides nothing and touches nothing.

    Attempt   fetch, importers -> archive     one try at a source, whatever came of it
    Document  pipeline -> parse               bytes and what is needed to read them
    Reading   parse -> normalise, history     what the document says, in its own words
    Items     normalise -> history            what we say: one Item per entry, comparable
    Known     store -> history                what was known before
    Decision  history -> store                what moved, and why
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

SourceKind = Literal["blog", "tweets", "feed"]
ItemTable = Literal["posts", "feed_items", "tweets"]
State = Literal["present", "left_window", "removed"]
Change = Literal["baseline", "added", "edited", "removed", "returned", "left_window", "rekeyed"]
Outcome = Literal["failed", "not_modified", "same", "held", "stale", "changed", "noise"]
Provenance = Literal["live", "import", "third_party"]
Severity = Literal["info", "warning", "error"]
Precision = Literal["second", "minute", "hour", "day", "month", "year"]

JSONValue: TypeAlias = None | bool | int | float | str | tuple["JSONValue", ...] | Mapping[str, "JSONValue"]
"""A column's value before it is stored: tuples and mappings become JSON text, booleans 0/1."""

TABLE_OF_KIND: Mapping[SourceKind, ItemTable] = {"blog": "posts", "feed": "feed_items", "tweets": "tweets"}


# --- sources -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One entry of sources.toml with the defaults filled in (DESIGN section 6)."""

    id: str
    kind: SourceKind
    url: str
    title: str | None = None
    home_url: str | None = None
    every: float | None = None  # seconds between two fetches; None: the watcher finds a pace
    listing: Literal["window", "full"] = "window"
    pages: int = 1  # how many pages of a paginated listing one fetch asks for
    min_items: int | None = None
    canary: str | None = None
    max_shrink: float = 0.5  # the part of the items that may go at once before a capture is held
    max_bytes: int = 50_000_000
    selectors: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)  # values may name $ENVIRONMENT variables; never stored filled in
    allow_private: bool = False
    enabled: bool = True


# --- attempts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Headers:
    """The recorded response headers, each as sent or None (DESIGN rule 3). Never cookies."""

    etag: str | None = None
    last_modified: str | None = None
    date: str | None = None
    age: str | None = None
    cache_control: str | None = None
    cf_cache_status: str | None = None
    content_type: str | None = None
    content_encoding: str | None = None
    content_length: str | None = None
    retry_after: str | None = None  # these two are kept in the archive alone: the fetcher plans with them
    expires: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """One hop: what was asked, the status that sent us on, and where to."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try at a source, made by `fetch` or an importer, kept by the archive for good.

    `body` is the bytes after content-decoding, None where there were none to keep. `complete` is False where the
    transfer was cut. `evidence` is a document that tells of the response without being its body (a change page).
    """

    source_id: str
    observed_at: datetime
    provenance: Provenance
    requested_url: str | None = None
    final_url: str | None = None
    status: int | None = None
    redirects: tuple[Redirect, ...] = ()
    headers: Headers = Headers()
    body: bytes | None = None
    evidence: bytes | None = None
    complete: bool = True
    elapsed_ms: int | None = None
    external_ref: str | None = None  # a commit or the like, at the place the capture came from
    external_path: str | None = None  # file name there
    error_kind: str | None = None
    error: str | None = None
    issues: tuple[Issue, ...] = ()  # findings while receiving (a declared coding that was not there); rows of `issues`


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An attempt as the archive gives it back: bodies by hash, with its place in the order of history."""

    seq: int  # rowid in the archive; says nothing about the order of history
    attempt: Attempt  # with body and evidence None: ask the archive for them by hash
    body_sha256: str | None
    body_bytes: int | None
    body_format: int | None
    evidence_sha256: str | None
    sort_key: tuple[str, str, str, int, str]  # observed_at, external_path, requested_url, status, hash
    released: bool = False  # a person has accepted it (rule 13)
    redacted: bool = False  # erased on request (rule 14)


# --- parse -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a parser needs, and all that it may know."""

    body: bytes
    kind: SourceKind
    url: str | None = None  # base for relative links: the final URL, else the requested one
    content_type: str | None = None
    selectors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """A finding while reading or comparing; becomes a row of `issues`."""

    severity: Severity
    code: str  # snake_case, listed in docs/glossary.md
    message: str
    entry_ref: str | None = None


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
    """What a change page says of a capture that it describes (DESIGN sections 6 and 7, `seeds/003_...`)."""

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


# --- normalise -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A text body: cleaned HTML for showing, plain text for searching; `hash` names it, None where there is no body."""

    hash: str | None = None
    summary_html: str | None = None
    content_html: str | None = None
    content_text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A displayed number: value, the text as shown, and whether the value is exact (rule 11)."""

    value: int | None
    shown: str | None
    exact: bool | None
    step: int = 1  # the value is known to the nearest `step`: 100 for 1.2K


METRICS = ("replies", "reposts", "likes", "views")
PROFILE_COUNTS = ("followers", "following", "posts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An entry in our words.

    `native_id` is the id by the ladder of rule 5 before duplicates in the document are told apart; `keys` are all ids
    under which the same item may be known (best first, `native_id` among them). `values` are the kind's own columns
    (not the shared ones, not counts). `prints` maps each compared field to a short hash of its comparable form:
    equal hash, no edit; absent field, no key. `raw` holds the texts behind HTML and URL fields as sent, for naming noise.
    """

    table: ItemTable
    native_id: str
    keys: tuple[str, ...]
    url: str | None
    canonical_url: str | None
    values: Mapping[str, JSONValue]
    prints: Mapping[str, str]
    content: Content = Content()
    raw: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, Count] = field(default_factory=dict)
    label: str = ""  # a title's worth of text for lists
    instant: str | None = None  # published as ISO text where known: 'YYYY-MM-DD' or with time and Z
    revised: str | None = None  # the item's own `updated`, ISO text
    identity_basis: Literal["id", "url", "title_date", "text"] = "id"
    pinned: bool = False
    truncated: bool = False
    edit_ids: tuple[str, ...] = ()
    issues: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """An account in our words: `values` the columns of `profiles`, `counts` its three numbers."""

    handle: str
    values: Mapping[str, JSONValue]
    counts: Mapping[str, Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """A reading in our words."""

    items: tuple[Item, ...]
    profile: Profile | None = None
    left: tuple[Item, ...] = ()  # of a change page
    removed: tuple[Item, ...] = ()
    issues: tuple[Issue, ...] = ()


# --- history ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Bytes that differ while no item does (rule 9)."""

    kind: str
    count: int
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownItem:
    """An item as data.db has it before a capture is applied."""

    id: str
    table: ItemTable
    native_id: str
    url: str | None
    canonical_url: str | None
    state: State
    page: str | None  # listing page it was last seen on
    position: int | None
    versions: int
    values: Mapping[str, JSONValue]
    prints: Mapping[str, str]
    content_hash: str | None
    label: str
    instant: str | None
    revised: str | None
    pinned: bool = False
    truncated: bool = False
    first_seen_at: str | None = None
    aliases: tuple[str, ...] = ()
    counts: Mapping[str, Count] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was known of a source before a capture: every present item, and any other that the capture's keys name."""

    items: Mapping[str, KnownItem]  # by id
    page_items: tuple[str, ...] = ()  # ids in the last applied listing of this page, in order
    page_seen: bool = False  # this page had an applied capture before
    source_seen: bool = False  # the source had a whole applied capture before
    source_fields: SourceFields | None = None
    profiles: Mapping[str, Profile] = field(default_factory=dict)  # by handle


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A reading that passed the gates, with the facts of its fetch that history may use."""

    source: Source
    fetch_id: str
    observed_at: str
    page: str
    reading: Reading
    items: Items
    partial: bool = False  # states only a part: no baseline, no absence but what it says itself (rule 4)
    absences_as_left: bool = False  # let through after three agreeing held captures (rule 13)
    noise: tuple[Noise, ...] = ()  # named beforehand from this reading and the one before
    has_base: bool = False  # there is an applied capture of this page to compare with, and its bytes differ


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemWrite:
    """One item to insert or update. `version` is the number of the version to add, None where none is due."""

    id: str
    item: Item
    native_id: str
    state: State
    position: int | None
    page: str | None
    new: bool
    change: Change | None
    changed: tuple[str, ...] = ()
    silent: int | None = None
    version: int | None = None
    event: bool = True  # False: a version that is no change by its publisher (a cut text completed); no row of `changes`
    aliases: tuple[str, ...] = ()  # native ids to remember as former
    first_seen: bool = True  # False: met only when it left (change page), `first_seen_at` stays null
    opens_presence: bool = False
    values: Mapping[str, JSONValue] | None = None  # columns to store where they differ from item.values (adoption)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """An item that is no longer listed."""

    id: str
    table: ItemTable
    change: Literal["removed", "left_window"]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsWrite:
    """Counts of a tweet that moved; `latest` is what `tweets` shall show afterwards."""

    item_id: str
    shown: Mapping[str, Count]
    latest: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileWrite:
    """An account of which something moved."""

    profile: Profile
    changed: tuple[str, ...]
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """All that a capture means, in the order in which it is to be written."""

    writes: tuple[ItemWrite, ...] = ()
    departures: tuple[Departure, ...] = ()
    positions: tuple[tuple[str, int], ...] = ()  # unchanged items that stand elsewhere now
    listing: tuple[str, ...] | None = None  # ids now listed on this page; None: leave the listing as it is
    shown: int | None = None  # how many of `listing`, from its start, this capture itself shows (the rest is carried on); None: all
    metrics: tuple[MetricsWrite, ...] = ()
    profile: ProfileWrite | None = None
    source_fields: SourceFields | None = None  # set where they moved
    source_changed: tuple[str, ...] = ()
    noise: tuple[Noise, ...] = ()
    issues: tuple[Issue, ...] = ()
    items_seen: int | None = None
    outcome: Outcome = "noise"


# --- pipeline -> store -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRow:
    """One row of `fetches`: an attempt as the published log shows it, whatever came of it. Times are ISO text, Z, with
    milliseconds; header fields as sent; `items_*` None where nothing was compared, `items_seen` None for a partial capture."""

    id: str
    source_id: str
    observed_at: str
    outcome: Outcome
    provenance: Provenance
    origin_date: str | None = None
    status: int | None = None
    page: str = "1"
    requested_url: str | None = None
    final_url: str | None = None
    redirects: tuple[Redirect, ...] = ()
    etag: str | None = None
    last_modified: str | None = None
    date: str | None = None
    age: str | None = None
    cache_control: str | None = None
    cf_cache_status: str | None = None
    content_type: str | None = None
    content_encoding: str | None = None
    content_length: str | None = None
    body_sha256: str | None = None
    body_bytes: int | None = None
    body_format: str | None = None
    base_fetch_id: str | None = None
    lines_added: int | None = None
    lines_removed: int | None = None
    items_seen: int | None = None
    items_added: int | None = None
    items_edited: int | None = None
    items_removed: int | None = None
    items_returned: int | None = None
    items_left: int | None = None
    items_rekeyed: int | None = None
    ttl_minutes: int | None = None
    elapsed_ms: int | None = None
    external_ref: str | None = None
    external_path: str | None = None
    evidence_sha256: str | None = None
    parser_version: int | None = None
    normaliser_version: int | None = None
    released: bool = False
    applied: bool = False
    error_kind: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """What the next capture of a listing page is compared with; one row of `pages`.

    `held_*` tell of the captures held since the last applied one: what they agree on, since when, how many in a row.
    `listed_*` is the last fetch that showed or confirmed the applied listing (a 304 or equal bytes confirm it); the store
    keeps it, `write_page` leaves it alone.
    """

    source_id: str
    page: str
    requested_url: str | None = None
    applied_fetch_id: str | None = None  # None: nothing applied yet, only held captures
    body_sha256: str | None = None
    origin_date: str | None = None  # the newest origin_date applied
    held_key: str | None = None
    held_since: str | None = None
    held_count: int = 0
    items: int = 0  # how many the applied listing had
    listed_fetch_id: str | None = None
    listed_at: str | None = None
