"""The page of an item: what it is now, every version with word diffs, when it was listed, how a tweet's counts grew."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.charts import Point, line
from web.marks import words_html
from web.pages.change import COUNTS, MOST_CHARACTERS, FieldDiff
from web.pages.source import one_source
from web.visit import MissingError, Row, Visit, count_words

VERSIONS = 25  # of a page; older ones are on the next
MOST_POINTS = 1000
MOST_TEXT = 20_000

FACTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "posts": (("Author", "author"), ("Dated", "published"), ("Date as written", "published_raw"), ("Tags", "tags")),
    "feed_items": (
        ("Authors", "authors"),
        ("Dated", "published"),
        ("Date as written", "published_raw"),
        ("Its own update time", "updated"),
        ("Tags", "categories"),
        ("Files", "enclosures"),
        ("Comments", "comments_url"),
        ("GUID", "guid"),
    ),
    "tweets": (
        ("Author", "author_name"),
        ("Handle", "author_handle"),
        ("Posted", "posted_at"),
        ("Date as shown", "posted_at_raw"),
        ("Kind", "kind"),
        ("Reposted by", "reposted_by"),
        ("In reply to", "in_reply_to"),
        ("Quotes", "quoted_name"),
        ("Links", "links"),
        ("Media", "media"),
        ("Status id", "status_id"),
    ),
}
"""(heading, column) of each kind of item."""

_LINKS = ("comments_url",)
_DATES = ("published", "updated", "posted_at")


async def item(visit: Visit) -> Response:
    """The page at `/item/<id>`; the parameter `newest` is the first version shown."""
    item_id = visit.part("item_id")
    table = await visit.row("item_table", item_id=item_id)
    if table is None:
        raise MissingError(f"No item is called “{item_id}”.")
    name = str(table["item_table"])
    row = await visit.row(f"item_{name}", item_id=item_id)
    if row is None:
        raise MissingError(f"No item is called “{item_id}”.")
    source = await one_source(visit, row["source_id"])
    versions, older = await _versions(visit, name, row)
    counts = await visit.rows("counts_of_tweet", tweet_id=item_id, most=MOST_POINTS) if name == "tweets" else []
    presence = await visit.rows("presence_of_item", item_id=item_id, item_table=name)
    if visit.part("format"):
        data = {"item_table": name, "item": row, "versions": versions, "presence": presence, "counts": counts}
        return visit.json(data)
    last_seen = await visit.row("item_last_seen", item_id=item_id, item_table=name)
    context = {
        "item": row,
        "item_table": name,
        "source": source,
        "versions": versions,
        "older": older,
        "fields": await _fields(visit, item_id, versions),
        "facts": facts(name, row),
        "text": await _text(visit, name, row),
        "presence": presence,
        "events": await visit.rows("events_of_item", item_id=item_id, item_table=name),
        "last_seen_at": last_seen["last_seen_at"] if last_seen else None,
        "aliases": await visit.rows("aliases_of_item", item_id=item_id, item_table=name),
        "same": await _same_work(visit, row),
        "charts": count_charts(visit, counts[::-1]),
        "counts": counts,
        "count_names": COUNTS,
        "count_words": count_words,
    }
    return await visit.page("strandline/item.html", context)


async def _versions(visit: Visit, table: str, row: Row) -> tuple[list[Row], str | None]:
    """A page of versions, newest first, and the address of the next page."""
    asked = visit.asked("newest")
    newest = int(asked) if asked.isdigit() and len(asked) < 10 else row["versions"]
    found = await visit.rows(f"versions_{table}", item_id=row["id"], newest=newest, most=VERSIONS)
    last = found[-1]["version"] if found else 1
    return found, visit.link(f"/item/{row['id']}", newest=last - 1) + "#versions" if last > 1 else None


async def _fields(visit: Visit, item_id: str, versions: Sequence[Row]) -> Mapping[int, list[FieldDiff]]:
    if not versions:
        return {}
    values = {"oldest": versions[-1]["version"], "newest": versions[0]["version"], "characters": MOST_CHARACTERS}
    rows = await visit.rows("fields_of_item", item_id=item_id, **values)
    return await visit.in_thread(_diffs, rows, visit.settings.mask_emails)


def _diffs(rows: Sequence[Row], mask: bool) -> Mapping[int, list[FieldDiff]]:
    found: dict[int, list[FieldDiff]] = defaultdict(list)
    for row in rows:
        html = words_html(row["old"], row["new"], mask=mask)
        found[row["version"]].append(FieldDiff(name=row["field"], html=html, is_cut=bool(row["is_cut"])))
    return found


def facts(table: str, row: Row) -> list[tuple[str, str, str]]:
    """(heading, text, how it is shown) of the columns that say something."""
    title = row.get("title")
    # A label is one line of at most 120 characters; the whole title is shown where that is not all of it.
    found = [("Title", str(title), "text")] if title and title != row["label"] else []
    for heading, column in FACTS[table]:
        value = row[column]
        if value in (None, "", "[]"):
            continue
        how = "link" if column in _LINKS else "date" if column in _DATES else "text"
        found.append((heading, _listed(str(value)), how))
    return found


def _listed(text: str) -> str:
    """A JSON list as its values, one a line; anything else as it is."""
    if not text.startswith("["):
        return text
    try:
        values = json.loads(text)
    except ValueError:
        return text
    return "\n".join(one if isinstance(one, str) else _one_file(one) for one in values) if isinstance(values, list) else text


def _one_file(value: object) -> str:
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return " · ".join(str(part) for part in value.values() if part not in (None, ""))


async def _text(visit: Visit, table: str, row: Row) -> Mapping[str, object] | None:
    """The text of the current version as far as it is shown."""
    if table == "tweets":
        return {"text": row["text"], "length": len(row["text"])} if row["text"] else None
    if not row["content_hash"]:
        return {"text": row["summary"], "length": len(row["summary"])} if row["summary"] else None
    found = await visit.row("content", content_hash=row["content_hash"], characters=MOST_TEXT)
    return found if found and found["text"] else None


async def _same_work(visit: Visit, row: Row) -> list[Row]:
    if not row["canonical_url"]:
        return []
    return await visit.rows_or_none("same_work", 500, canonical_url=row["canonical_url"], item_id=row["id"]) or []


def count_charts(visit: Visit, counts: Sequence[Row]) -> list[tuple[str, Markup]]:
    """A curve for each count that was ever shown, oldest point first."""
    return [
        (name, line(f"{name} over time", points, hue=hue))
        for hue, name in enumerate(COUNTS)
        if (points := points_of(visit, counts, name))
    ]


def points_of(visit: Visit, rows: Sequence[Row], name: str) -> list[Point]:
    """The points of one count."""
    return [
        Point(
            at=row["observed_at"],
            value=row[name],
            shown=row[f"{name}_shown"] or f"{row[name]:,}",
            exact=row[f"{name}_exact"] != 0,
            href=visit.link(f"/change/{row['fetch_id']}"),
        )
        for row in rows
        if row[name] is not None
    ]
