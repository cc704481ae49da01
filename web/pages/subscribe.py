"""The Atom feeds (RFC 4287): all changes at `/changes.atom`, those of one source at `/source/<id>.atom`.

One entry per change of one item. `?change=` narrows a feed to one kind, or to silent edits; what is older is at `rel="next"`
(RFC 5005).
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.filters import address, shown
from web.marks import words_html
from web.pages.entries import END_OF_TIME
from web.pages.lists import KINDS
from web.text import cut, masked, plain, web_address
from web.visit import MissingError, Row, UnusableError, Visit
from web.words import Sentence, field_word, sentence

PAGE = 60
MOST_FIELDS = 600
FIELDS_MS = 1500
EXCERPT = 400
SHORT = 160  # a value up to this length is shown whole, before and after
TITLE = 260
NEVER = "1970-01-01T00:00:00Z"

HEADERS = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "access-control-allow-origin": "*",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One change as a feed tells it; `html` is safe HTML, every other text is plain."""

    id: str
    key: str  # the same within this site: fetch, table, item and kind of change
    title: str
    updated: str
    source: str
    href: str
    related: str | None
    terms: Sequence[str]
    html: str


async def changes_feed(visit: Visit) -> Response:
    """The feed at `/changes.atom`."""
    dataset = await visit.row("dataset")
    return await _feed(visit, "/changes", None, (dataset or {}).get("updated_at"))


async def source_feed(visit: Visit) -> Response:
    """The feed at `/source/<source_id>.atom`."""
    source_id = visit.part("source_id")
    source = await visit.row("source", source_id=source_id)
    if source is None:
        raise MissingError(f"No source is called “{source_id}”.")
    return await _feed(visit, f"/source/{source_id}", source, source["first_fetch_at"])


async def _feed(visit: Visit, path: str, source: Row | None, otherwise: str | None) -> Response:
    """A feed of the newest changes, or of those before `?before=`. Without a change it is of the time `otherwise`."""
    kind = visit.asked("change")
    if kind and kind not in (*KINDS, "silent"):
        raise UnusableError(f"There is no change called “{kind}”; there are {', '.join(KINDS)} and silent.")
    numbers = await _picked(visit, source["id"] if source else "", kind)
    entries = await _entries(visit, numbers[:PAGE])
    before = visit.asked("before")
    last = entries[-1].key if numbers[PAGE:] else ""
    title = masked_line(visit, f"{visit.settings.title}: {_subject(kind)}{' of ' + source['title'] if source else ''}")
    base = f"{path}.atom"
    context = {
        "feed_id": tag(visit, f"{path.strip('/')}{'/' + kind if kind else ''}"),
        "title": title,
        "subtitle": "One entry for each change of each item.",
        "updated": entries[0].updated if entries else otherwise or NEVER,
        "here": visit.absolute(base, change=kind, before=before),
        "page": visit.absolute("/changes", source=source["id"] if source else "", change=kind),
        "first": visit.absolute(base, change=kind) if before or last else None,
        "next": visit.absolute(base, change=kind, before=last) if last else None,
        "icon": visit.absolute("/static/icon.svg"),
        "entries": entries,
    }
    return await _answer(visit, context)


def _subject(kind: str) -> str:
    words = {"": "changes", "silent": "silent edits", "left_window": "items that left the window"}
    return words.get(kind) or f"items {'that came back' if kind == 'returned' else kind}"


async def _answer(visit: Visit, context: Mapping[str, object]) -> Response:
    """The feed as bytes; 304 if the reader has just these."""
    text = await visit.datasette.render_template(["strandline/changes.atom"], context, request=visit.request)
    body = plain(visit.masks(text)).encode("utf-8")
    mark = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {**HEADERS, **visit.age(), "etag": mark}
    known = {one.strip().removeprefix("W/") for one in (visit.request.headers.get("if-none-match") or "").split(",")}
    if mark in known:
        return Response("", status=304, headers=headers)
    return Response(body, headers=headers, content_type="application/atom+xml; charset=utf-8")


# --- entries ---------------------------------------------------------------------------------------------------------


async def _picked(visit: Visit, source_id: str, kind: str) -> list[int]:
    """Row ids of one change more than a page has."""
    name = "atom_of_silent" if kind == "silent" else "atom_of_kind" if kind else "atom_of_source" if source_id else "atom_of_all"
    fetch_id, _, item_id, change = [*visit.asked("before").split("/"), "", "", ""][:4]
    moment = await visit.row("fetch_moment", fetch_id=fetch_id) if fetch_id else None
    if fetch_id and moment is None:
        raise MissingError(f"No change is called “{visit.asked('before')}”.")
    rows = await visit.rows(
        name,
        source_id=source_id,
        kind=kind,
        at=moment["observed_at"] if moment else END_OF_TIME,
        fetch_id=fetch_id,
        item_id=item_id,
        change=change,
        most=PAGE + 1,
    )
    return [row["number"] for row in rows]


async def _entries(visit: Visit, numbers: Sequence[int]) -> list[FeedEntry]:
    listed = json.dumps(numbers)
    rows = await visit.rows("atom_changes", numbers=listed)
    titles = {
        (row["fetch_id"], row["item_id"]): row["old"]
        for row in await visit.rows("former_titles", fetch_ids=json.dumps(sorted({row["fetch_id"] for row in rows})))
    }
    fields: dict[int, list[Row]] = defaultdict(list)
    for row in await visit.rows_or_none("atom_fields", FIELDS_MS, numbers=listed, most=MOST_FIELDS) or ():
        fields[row["number"]].append(row)
    excerpts = {row["number"]: row["excerpt"] for row in await visit.rows("atom_excerpts", numbers=listed)}
    return [
        _entry(visit, row, titles.get((row["fetch_id"], row["item_id"])), fields[row["number"]], excerpts.get(row["number"]))
        for row in rows
    ]


def _entry(visit: Visit, row: Row, old_title: str | None, fields: Sequence[Row], excerpt: str | None) -> FeedEntry:
    href = visit.absolute(f"/change/{row['fetch_id']}") + f"#i-{row['item_id']}"
    said = sentence(row, href=href, old_title=old_title)
    key = "/".join((row["fetch_id"], row["item_table"], row["item_id"], row["change"]))
    return FeedEntry(
        id=tag(visit, key),
        key=key,
        title=_title(visit, row, said),
        updated=row["observed_at"],
        source=masked_line(visit, row["source_title"]),
        href=href,
        related=_related(visit, row["url"]),
        terms=(row["change"], *(["silent"] if row["silent"] == 1 else ())),
        html=str(_html(visit, row, said, fields, excerpt)),
    )


def _title(visit: Visit, row: Row, said: Sentence) -> str:
    """The sentence as one line, invisible characters named; after the source, as a reader may follow many."""
    return cut(f"{masked_line(visit, row['source_title'])}: {said.html(mask=visit.settings.mask_emails).striptags()}", TITLE)


def _related(visit: Visit, url: str | None) -> str | None:
    target = web_address(url)
    return target if target and visit.masks(target) == target else None


def _html(visit: Visit, row: Row, said: Sentence, fields: Sequence[Row], excerpt: str | None) -> Markup:
    """What an entry tells: the sentence, each changed field, how a new item begins, and where to look further."""
    parts = [Markup("<p>{}</p>").format(said.html(mask=visit.settings.mask_emails))]
    parts += [_field(visit, one) for one in fields]
    if excerpt:
        parts.append(Markup("<blockquote>{}</blockquote>").format(shown(cut(excerpt, EXCERPT), visit.settings)))
    exactly = visit.absolute(f"/change/{row['fetch_id']}")
    links = Markup('<p><a href="{}">What changed, exactly</a> · <a href="{}">All versions of this item</a>{}</p>')
    own = Markup(" · ") + address(row["url"], visit.settings) if row["url"] else Markup("")
    return Markup("").join([*parts, links.format(exactly, visit.absolute(f"/item/{row['item_id']}"), own)])


def _field(visit: Visit, row: Row) -> Markup:
    """A changed field: short values whole, the old → the new; in long ones the words that went and came."""
    old, new = _readable(row["old"]), _readable(row["new"])
    name = field_word(row["field"])
    if max(len(old or ""), len(new or "")) > SHORT:
        return Markup("<p><b>{}</b>: {}</p>").format(name, words_html(old, new, mask=visit.settings.mask_emails))
    before, after = (_value(visit, value) for value in (old, new))
    if before == after and old != new:
        return Markup("<p><b>{}</b>: {}</p>").format(name, words_html(old, new, mask=visit.settings.mask_emails))
    return Markup("<p><b>{}</b>: <del>{}</del> → <ins>{}</ins></p>").format(name, before, after)


def _value(visit: Visit, text: str | None) -> Markup:
    return Markup("(nothing)") if text in (None, "") else shown(text, visit.settings)


def _readable(text: str | None) -> str | None:
    """A list of names in its stored form (JSON) as names with commas between; anything else as it is."""
    if not text or text[0] != "[":
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return text


def masked_line(visit: Visit, text: str) -> str:
    """Foreign text as one short line."""
    return plain(masked(text) if visit.settings.mask_emails else text, TITLE)


def tag(visit: Visit, path: str) -> str:
    """A tag URI (RFC 4151) of this site: the same for ever, whatever address the site has."""
    return f"tag:{visit.settings.tag}:{quote(path, safe='/-._~')}"
