"""Search in posts, feed items and tweets, in what they say and in what they said; any characters may be typed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.text import masked, visible
from web.visit import Row, Visit, count_words

MOST = 50
RANKED_MS = 900  # a word that is everywhere cannot be ranked in time; then any matches are shown
UNRANKED_MS = 1500
MOST_WORDS = 12

_WORD = re.compile(r'"([^"]*)"|(\S+)')
_SEARCHABLE = re.compile(r"\w")
# Text without spaces between words is indexed as whole runs; what is typed matches their beginnings.
_RUNS = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One item that matches."""

    item_id: str
    source_id: str
    label: str
    state: str
    title: Markup | None  # the title with the words marked, where it is what matches and is still the title
    snippet: Markup | None
    is_current: bool
    version: int | None


def fts_query(text: str) -> str:
    """What was typed as a query for FTS5: every word in quotation marks, so that no character has a meaning of its own.

    Words between quotation marks stay together. Empty if nothing in it can be searched for.
    """
    terms = []
    for phrase, word in _WORD.findall(text.replace("\x00", " ")):
        term = phrase or word
        if _SEARCHABLE.search(term):
            ending = "*" if _RUNS.search(term) else ""
            terms.append('"' + term.replace('"', '""') + '"' + ending)
    return " ".join(terms[:MOST_WORDS])


async def search(visit: Visit) -> Response:
    """The page at `/search?q=`."""
    typed = visit.asked("q").strip()
    query = fts_query(typed)
    found: list[Found] = []
    unranked = too_slow = False
    if query:
        titles, titles_ranked = await _matches(visit, "search_titles", query)
        texts, texts_ranked = await _matches(visit, "search_texts", query)
        too_slow = titles is None or texts is None
        unranked = not (titles_ranked and texts_ranked)
        found = _merged([*await _title_items(visit, titles or []), *await _text_items(visit, texts or [])])
    sources = {
        row["id"]: row["title"] for row in await visit.rows("source_titles", ids=json.dumps([one.source_id for one in found]))
    }
    if visit.part("format"):
        return visit.json({"q": typed, "ranked": not unranked, "items": [_data(visit, one) for one in found]})
    context = {
        "search_words": typed,
        "searchable": bool(query),
        "found": found,
        "sources": sources,
        "unranked": unranked,
        "too_slow": too_slow,
        "at_most": len(found) >= MOST,
        "count_words": count_words,
    }
    return await visit.page("strandline/search.html", context)


async def _matches(visit: Visit, name: str, query: str) -> tuple[list[Row] | None, bool]:
    """Matches and whether they are ranked; None where even without ranking it took too long."""
    rows = await visit.rows_or_none(name, RANKED_MS, words=query, most=MOST)
    if rows is not None:
        return rows, True
    return await visit.rows_or_none(f"{name}_unranked", UNRANKED_MS, words=query, most=MOST), False


async def _title_items(visit: Visit, matches: Sequence[Row]) -> list[Found]:
    items = {
        row["item_id"]: row
        for row in await visit.rows("items_of_titles", ids=json.dumps([match["item_id"] for match in matches]))
    }
    found = []
    for match in matches:
        row = items.get(match["item_id"])
        if row:
            current = row["title_id"] == match["search_id"]
            found.append(_found(visit, row, match["snippet"], current, None, in_title=current))
    return found


async def _text_items(visit: Visit, matches: Sequence[Row]) -> list[Found]:
    snippets = {match["content_hash"]: match["snippet"] for match in matches}
    places = {name: index for index, name in enumerate(snippets)}
    rows = await visit.rows("uses_of_texts", hashes=json.dumps(list(snippets)))
    rows.sort(key=lambda row: (places[row["content_hash"]], row["item_id"]))
    return [_found(visit, row, snippets[row["content_hash"]], bool(row["is_current"]), row["version"]) for row in rows]


def _found(
    visit: Visit, row: Row, snippet: str | None, is_current: bool, version: int | None, *, in_title: bool = False
) -> Found:
    marked = highlighted(snippet, mask=visit.settings.mask_emails) if snippet else None
    return Found(
        item_id=row["item_id"],
        source_id=row["source_id"],
        label=row["label"],
        state=row["state"],
        title=marked if in_title else None,
        snippet=None if in_title else marked,
        is_current=is_current,
        version=version,
    )


def highlighted(snippet: str, *, mask: bool) -> Markup:
    """A snippet with the words that match marked; they stand between U+0002 and U+0003."""
    pieces = []
    for index, part in enumerate(re.split("[\x02\x03]", masked(snippet) if mask else snippet)):
        text = visible(part)
        pieces.append(Markup("<mark>{}</mark>").format(text) if index % 2 else text)
    return Markup("").join(pieces)


def _merged(found: Sequence[Found]) -> list[Found]:
    """One entry per item and per current or past text, in the order found."""
    once: dict[tuple[str, bool], Found] = {}
    for one in found:
        once.setdefault((one.item_id, one.is_current), one)
    return list(once.values())[:MOST]


def _data(visit: Visit, one: Found) -> dict[str, object]:
    names = ("item_id", "source_id", "label", "state", "is_current", "version")
    return {**{name: getattr(one, name) for name in names}, "url": visit.absolute(f"/item/{one.item_id}")}
