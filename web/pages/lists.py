"""Lists of changes (`/changes`, by day, source and kind) and of sources (`/sources`)."""

from __future__ import annotations

from datasette.utils.asgi import Response

from web.pages.entries import changed_fetches, entries
from web.pages.home import MOST_SOURCES, card, changes_per_day
from web.stamps import is_day
from web.visit import MissingError, UnusableError, Visit, count_words
from web.words import KIND_WORDS

PAGE = 30
KINDS = ("added", "edited", "removed", "returned", "left_window", "rekeyed")


async def changes(visit: Visit) -> Response:
    """The page at `/changes`, newest first; parameters `day`, `source`, `change` (a kind, or `silent`) and `before` (a fetch)."""
    day, source_id, kind, before = (visit.asked(name) for name in ("day", "source", "change", "before"))
    if day and not is_day(day):
        raise UnusableError(f"“{day}” is no day; write it as 2026-10-26.")
    if kind and kind not in (*KINDS, "silent"):
        raise UnusableError(f"There is no change called “{kind}”; there are {', '.join(KINDS)} and silent.")
    sources = {source["id"]: source for source in await visit.rows("sources", most=MOST_SOURCES)}
    if source_id and source_id not in sources:
        raise MissingError(f"No source is called “{source_id}”.")
    fetches = await changed_fetches(visit, most=PAGE + 1, source_id=source_id, change=kind, day=day, before=before)
    found = await entries(visit, [fetch for fetch in fetches[:PAGE] if fetch["source_id"] in sources], sources)
    older = (
        visit.link("/changes", day=day, source=source_id, change=kind, before=fetches[PAGE - 1]["id"]) if fetches[PAGE:] else None
    )
    if visit.part("format"):
        following = visit.absolute(older.replace("/changes?", "/changes.json?")) if older else None
        return visit.json({"changes": [entry.data(visit) for entry in found], "next_url": following})
    context = {
        "entries": found,
        "older": older,
        "day": day,
        "source": sources.get(source_id),
        "sources": list(sources.values()) if len(sources) <= 200 else [],
        "kind": kind,
        "kinds": [(name, KIND_WORDS[name]) for name in KINDS],
    }
    return await visit.page("strandline/changes.html", context)


async def sources(visit: Visit) -> Response:
    """The page at `/sources`."""
    rows = await visit.rows("sources", most=MOST_SOURCES)
    if visit.part("format"):
        return visit.json({"sources": rows})
    per_day = await changes_per_day(visit)
    cards = [card(source, per_day) for source in rows[:500]]
    return await visit.page("strandline/sources.html", {"cards": cards, "count": len(rows), "count_words": count_words})
