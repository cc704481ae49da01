"""The page of one fetch: what changed in the items, what moved besides, the facts and headers, the line diff."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.marks import words_html
from web.pages.entries import Entry, entries
from web.pages.line_diff import Compared, compared
from web.settings import archive_path
from web.visit import MissingError, Row, Visit, count_words
from web.words import SIGNS

MOST_NAMED = 200
MOST_BASELINE = 60
MOST_FIELDS = 200
MOST_CHARACTERS = 200_000  # of a field's text that is compared
MOST_ISSUES = 100
EXCERPT = 280

GROUPS = (
    ("removed", "Removed", "Gone although older ones are still listed."),
    ("edited", "Edited", ""),
    ("added", "Added", ""),
    ("returned", "Came back", "Listed again after having gone."),
    ("rekeyed", "Given a new id", "The same item under another id."),
    (
        "left_window",
        "Left the window",
        "No longer listed; nothing shows that it was removed rather than pushed out by newer ones.",
    ),
    ("baseline", "There at the start", "What later captures are compared with."),
)
"""(change, heading, what it means): the order in which a reader wants them."""

HEADERS = (
    ("observed_at", "observed_at"),
    ("origin_date", "origin_date"),
    ("status", "status"),
    ("final URL", "final_url"),
    ("etag", "etag"),
    ("last-modified", "last_modified"),
    ("date", "date"),
    ("age", "age"),
    ("cache-control", "cache_control"),
    ("cf-cache-status", "cf_cache_status"),
    ("content-encoding", "content_encoding"),
    ("content-length", "content_length"),
)
"""The twelve recorded headers, as shown and as stored."""

NOISE_WORDS = {
    "build_date": "when the page or feed was generated",
    "generator": "the program that made it, or its version",
    "cache_comment": "what a cache wrote into it",
    "nonce": "a number for one use, such as a form token",
    "asset_version": "the version in the address of a stylesheet or script",
    "tracking_parameter": "what is added to a link to see where a reader comes from",
    "attribute_order": "the same attributes in another order",
    "image_loading": "how an image is to be loaded, not which",
    "signed_url": "a token or expiry in the address of a file",
    "whitespace": "space between or around the same words",
    "order": "the same items in another order",
    "other": "something else outside the items",
}

COUNTS = ("replies", "reposts", "likes", "views")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDiff:
    """One changed field of an item."""

    name: str
    html: Markup
    is_cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The items of one kind of change: those shown, and how many there are."""

    kind: str
    heading: str
    meaning: str
    rows: Sequence[Row]
    total: int

    @property
    def sign(self) -> str:
        """The sign of the kind."""
        return SIGNS[self.kind]


async def change(visit: Visit) -> Response:
    """The page at `/change/<fetch_id>`."""
    fetch = await visit.row("fetch", fetch_id=visit.part("fetch_id"))
    if fetch is None:
        raise MissingError(f"No fetch is called “{visit.part('fetch_id')}”.")
    entry = await _entry(visit, fetch)
    groups = await _groups(visit, fetch["id"])
    fields = await _fields(visit, fetch["id"])
    shown = await compared(visit, fetch)
    more = {
        "counts": await _counts(visit, fetch["id"]),
        "noise": await visit.rows("noise_of_fetch", fetch_id=fetch["id"]),
        "issues": await visit.rows("issues_of_fetch", fetch_id=fetch["id"], most=MOST_ISSUES),
    }
    around = await _around(visit, fetch)
    if visit.part("format"):
        return visit.json(_data(visit, fetch, entry, groups, shown, more, around))
    context = {
        "fetch": fetch,
        "entry": entry,
        "heading": heading(fetch, entry, mask=visit.settings.mask_emails),
        "subject": subject(fetch),
        "groups": groups,
        "fields": fields,
        "seen": set[str](),  # an item may have two kinds of change, but an id is given once
        "excerpts": await _excerpts(visit, fetch["id"]),
        "profiles": await _profiles(visit, fetch["id"]),
        "source_fields": await _source_fields(visit, fetch["id"]),
        "count_names": COUNTS,
        "noise_words": NOISE_WORDS,
        "headers": [(name, fetch[column]) for name, column in HEADERS],
        "compared": shown,
        "raw_here": visit.settings.raw and archive_path(visit.settings) is not None,
        "count_words": count_words,
        **more,
        **around,
    }
    return await visit.page("strandline/change.html", context)


def subject(fetch: Row) -> str:
    """`pytorch-blog-feed: changed (201668 bytes, HTTP 200)`."""
    size = "no body" if fetch["body_bytes"] is None else f"{fetch['body_bytes']} bytes"
    status = "no HTTP status" if fetch["status"] is None else f"HTTP {fetch['status']}"
    return f"{fetch['source_id']}: {fetch['outcome']} ({size}, {status})"


_HEADINGS = {
    "failed": "The fetch failed",
    "not_modified": "Not modified",
    "same": "The same bytes again",
    "held": "Held back: archived, not applied",
    "stale": "An older copy from a cache, not applied",
    "noise": "Other bytes, but no item moved",
    "changed": "What changed",
}


def heading(fetch: Row, entry: Entry, *, mask: bool) -> Markup | str:
    """The page's heading: the one or two things that happened, or the outcome in words."""
    if not entry.sentences:
        return _HEADINGS[fetch["outcome"]]
    first = [one for one in entry.sentences if one.kind not in ("left_window", "counts")] or list(entry.sentences)
    words = Markup("; ").join(one.shorter(80).html(mask=mask) for one in first[:2])
    rest = len(entry.sentences) + entry.more - min(len(first), 2)
    return words + (Markup(' <span class="dim">and {} more</span>').format(rest) if rest else Markup(""))


async def _entry(visit: Visit, fetch: Row) -> Entry:
    source = {"id": fetch["source_id"], "title": fetch["source_title"], "kind": fetch["source_kind"]}
    (entry,) = await entries(visit, [fetch], {fetch["source_id"]: source}, snippets=False)
    return entry


async def _groups(visit: Visit, fetch_id: str) -> list[Group]:
    totals = {row["change"]: row["count"] for row in await visit.rows("change_totals", fetch_id=fetch_id)}
    groups = []
    for kind, name, meaning in GROUPS:
        if kind in totals:
            most = MOST_BASELINE if kind == "baseline" else MOST_NAMED
            rows = await visit.rows("changes_of_fetch", fetch_id=fetch_id, change=kind, most=most)
            groups.append(Group(kind=kind, heading=name, meaning=meaning, rows=rows, total=totals[kind]))
    return groups


async def _fields(visit: Visit, fetch_id: str) -> Mapping[tuple[str, str], list[FieldDiff]]:
    """The word diffs of every field that changed, by (item, change)."""
    rows = await visit.rows("fields_of_fetch", fetch_id=fetch_id, characters=MOST_CHARACTERS, most=MOST_FIELDS)
    return await visit.in_thread(_field_diffs, rows, visit.settings.mask_emails)


def _field_diffs(rows: Sequence[Row], mask: bool) -> Mapping[tuple[str, str], list[FieldDiff]]:
    found: dict[tuple[str, str], list[FieldDiff]] = defaultdict(list)
    for row in rows:
        html = words_html(row["old"], row["new"], mask=mask)
        found[row["item_id"], row["change"]].append(FieldDiff(name=row["field"], html=html, is_cut=bool(row["is_cut"])))
    return found


async def _excerpts(visit: Visit, fetch_id: str) -> Mapping[str, str]:
    rows = await visit.rows("excerpts_of_fetch", fetch_id=fetch_id)
    return {row["item_id"]: row["summary"] for row in rows if row["summary"]}


async def _counts(visit: Visit, fetch_id: str) -> list[Row]:
    rows = await visit.rows("counts_of_fetch", fetch_id=fetch_id, most=MOST_NAMED)
    return [{**row, **{f"{name}_step": _step(row[f"old_{name}"], row[name]) for name in COUNTS}} for row in rows]


def _step(old: int | None, new: int | None) -> int | None:
    return None if old is None or new is None else new - old


async def _profiles(visit: Visit, fetch_id: str) -> list[tuple[Row, list[FieldDiff]]]:
    rows = await visit.rows("profiles_of_fetches", fetch_ids=f'["{fetch_id}"]')
    mask = visit.settings.mask_emails
    return [
        (row, diffs(row, ("name", "bio", "location", "website", "joined", "verified", "followers", "following", "posts"), mask))
        for row in rows
    ]


async def _source_fields(visit: Visit, fetch_id: str) -> list[FieldDiff]:
    row = await visit.row("source_fields_of_fetch", fetch_id=fetch_id)
    names = ("title", "description", "generator", "language", "home_url")
    return diffs(row, names, visit.settings.mask_emails) if row and row["old_fetch_id"] else []


def diffs(row: Row, names: Sequence[str], mask: bool) -> list[FieldDiff]:
    """Word diffs of the columns that differ from their `old_` counterparts; counts as they were shown."""
    found = []
    for name in names:
        column = f"{name}_shown" if f"{name}_shown" in row else name
        old, new = row[f"old_{column}"], row[column]
        if old != new:
            found.append(FieldDiff(name=name, html=words_html(_words(name, old), _words(name, new), mask=mask), is_cut=False))
    return found


def _words(name: str, value: object) -> str | None:
    """A column's value as text; a badge in words."""
    if name == "verified" and value is not None:
        return "verified" if value else "not verified"
    return None if value is None else str(value)


async def _around(visit: Visit, fetch: Row) -> Mapping[str, Row | None]:
    values = {"source_id": fetch["source_id"], "observed_at": fetch["observed_at"], "fetch_id": fetch["id"]}
    names = ("change_before", "change_after", "fetch_before", "fetch_after")
    return {name: await visit.row(name, **values) for name in names}


def _data(
    visit: Visit,
    fetch: Row,
    entry: Entry,
    groups: Sequence[Group],
    shown: Compared,
    more: Mapping[str, object],
    around: Mapping[str, object],
) -> Mapping[str, object]:
    hidden = ("base_sha256", "base_observed_at", "base_origin_date", "base_content_type")
    return {
        "subject": subject(fetch),
        "fetch": {name: value for name, value in fetch.items() if name not in hidden},
        "sentences": entry.data(visit)["sentences"],
        "items": {group.kind: {"total": group.total, "items": group.rows} for group in groups},
        "lines": None if shown.diff is None else {"added": shown.diff.added, "removed": shown.diff.removed},
        **more,
        **around,
    }
