"""Any source as it was at a moment, and the difference between two moments; the moments stand in the address."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from datasette.utils.asgi import Response

from web.marks import words_html
from web.pages.change import FieldDiff
from web.pages.home import MOST_SOURCES
from web.pages.source import one_source
from web.stamps import asked_moment
from web.visit import Row, UnusableError, Visit, count_words

MOST_ITEMS = 500
MOST_EDITED = 60
MOST_CHARACTERS = 100_000
COMPARED = ("title", "author", "published", "summary", "tags", "url", "content")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A source at a moment: its items, and the fetch that showed them so."""

    at: str
    fetch: Row | None
    items: Sequence[Row]

    @property
    def is_cut(self) -> bool:
        """Whether there may be more items than are shown."""
        return len(self.items) == MOST_ITEMS


async def as_of(visit: Visit) -> Response:
    """The page at `/as-of/<source>`: with `at`, the source at that moment; with `from` and `to`, the difference."""
    source = await one_source(visit, visit.part("source_id"))
    if visit.asked("from") or visit.asked("to"):
        return await _difference(visit, source)
    at = _moment(visit, "at", source["last_fetch_at"] or "")
    listing = await listed_at(visit, source["id"], at)
    if visit.part("format"):
        return visit.json({"source_id": source["id"], "at": at, "fetch": listing.fetch, "items": listing.items})
    context = {"source": source, "listing": listing, "at": at, "asked": visit.asked("at"), "count_words": count_words}
    return await visit.page("strandline/as_of.html", context)


async def choose(visit: Visit) -> Response:
    """The page at `/as-of`: which source, and when."""
    sources = await visit.rows("sources", most=MOST_SOURCES)
    chosen = visit.asked("source")
    if chosen:
        values = {name: visit.asked(name) for name in ("at", "from", "to")}
        return Response.redirect(visit.link(f"/as-of/{chosen}", **values))
    return await visit.page("strandline/as_of_choose.html", {"sources": sources})


def _moment(visit: Visit, name: str, default: str) -> str:
    text = visit.asked(name)
    moment = asked_moment(text) if text else default
    if moment is None:
        raise UnusableError(f"“{text}” is no moment; write it as 2026-10-26 or 2026-10-26T12:00 (UTC).")
    return moment


async def listed_at(visit: Visit, source_id: str, at: str) -> Listing:
    """What a source listed at a moment, the newest first."""
    whole = await visit.row("last_whole_listing", source_id=source_id, at=at)
    seen_after = (whole and whole["at"]) or ""
    items = await visit.rows("listed_at", source_id=source_id, at=at, seen_after=seen_after, most=MOST_ITEMS)
    return Listing(at=at, fetch=await visit.row("last_applied_at", source_id=source_id, at=at), items=items)


async def _difference(visit: Visit, source: Row) -> Response:
    begin = _moment(visit, "from", source["first_fetch_at"] or "")
    end = _moment(visit, "to", source["last_fetch_at"] or "")
    if begin > end:
        begin, end = end, begin
    old, new = [await listed_at(visit, source["id"], at) for at in (begin, end)]
    before, after = ({row["item_id"]: row for row in listing.items} for listing in (old, new))
    came = [row for row in new.items if row["item_id"] not in before]
    went = [row for row in old.items if row["item_id"] not in after]
    both = [(before[row["item_id"]], row) for row in new.items if row["item_id"] in before]
    edited = [(a, b) for a, b in both if a["version"] != b["version"]]
    if visit.part("format"):
        data = {"came": came, "went": went, "edited": [{"from": a, "to": b} for a, b in edited]}
        return visit.json({"source_id": source["id"], "from": begin, "to": end, **data})
    context = {
        "source": source,
        "old": old,
        "new": new,
        "came": came,
        "went": went,
        "edited": await _edits(visit, edited[:MOST_EDITED]),
        "edited_total": len(edited),
        "unchanged": len(both) - len(edited),
        "count_words": count_words,
    }
    return await visit.page("strandline/between.html", context)


async def _edits(visit: Visit, pairs: Sequence[tuple[Row, Row]]) -> list[tuple[Row, list[FieldDiff]]]:
    """Of each item the fields that differ between two versions of it; none if it was changed and changed back."""
    wanted = json.dumps([[row["item_id"], row["version"]] for pair in pairs for row in pair])
    rows = await visit.rows("fields_between", items=wanted, characters=MOST_CHARACTERS)
    known = {(row["item_id"], row["version"]): row for row in rows}
    return await visit.in_thread(_diffs, pairs, known, visit.settings.mask_emails)


def _diffs(
    pairs: Sequence[tuple[Row, Row]], known: Mapping[tuple[str, int], Row], mask: bool
) -> list[tuple[Row, list[FieldDiff]]]:
    found = []
    for before, after in pairs:
        old, new = (known[row["item_id"], row["version"]] for row in (before, after))
        names = [name for name in COMPARED if old[name] != new[name]]
        if "content" in names and "summary" in names:
            names.remove("summary")  # an excerpt of the same text
        diffs = [FieldDiff(name=name, html=words_html(old[name], new[name], mask=mask), is_cut=False) for name in names]
        found.append((after, diffs))
    return found
