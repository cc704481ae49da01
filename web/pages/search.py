"""Search in posts, feed items and tweets, in what they say and in what they said; any characters may be typed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.text import cut, masked, visible
from web.visit import Row, Visit, count_words

PAGE = 20
MOST = 400  # places in titles and as many in texts that are looked at
MOST_USES = 4000
MOST_RANKED = 20_000  # places that are ranked: of a word that is everywhere only the first that are found
RANKED_MS = 500  # where even that takes longer, any matches are shown
UNRANKED_MS = 500
SNIPPET_MS = 500
MOST_WORDS = 24

_WORD = re.compile(r'"([^"]*)"(\*?)|(\S+)')
_SEARCHABLE = re.compile(r"[^\W_]")
# Text without spaces between words is indexed as whole runs; what is typed matches their beginnings.
_RUNS = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_MARKS = re.compile("[\x02\x03]")
_SNIPPETS = {"title": "snippets_of_titles", "text": "snippets_of_texts"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in an item the words stand: in its title or text, in today's or in a former version."""

    where: str
    search_id: int
    version: int | None
    is_current: bool
    snippet: Markup | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One item that matches, with the best place of each sort."""

    item: Row
    places: Sequence[Place]

    @property
    def name(self) -> Markup | None:
        """The title with the words marked, where they stand in today's."""
        return next((one.snippet for one in self.places if one.where == "title" and one.is_current), None)

    @property
    def elsewhere(self) -> Sequence[Place]:
        """The places besides today's title."""
        return [one for one in self.places if one.snippet and not (one.where == "title" and one.is_current)]

    @property
    def is_current(self) -> bool:
        """Whether the item still says so."""
        return any(place.is_current for place in self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """Everything that was found, best first, and how far the search went."""

    places: Mapping[str, Sequence[Place]]
    ranked: bool = True
    more_than: int | None = None  # titles or texts, where there are more places than were ranked
    too_slow: bool = False
    more: bool = False


def fts_query(typed: str) -> str:
    """What was typed as a query for FTS5: every word in quotation marks, so that no character has a meaning of its own.

    Words between quotation marks stay together; a star at the end stands for any ending. Empty if there is nothing to search for.
    """
    terms = []
    for phrase, phrase_star, word in _WORD.findall(typed.replace("\x00", " ")):
        term = phrase or word
        if _SEARCHABLE.search(term):
            any_ending = phrase_star or word.endswith("*") or _RUNS.search(term)
            terms.append('"' + term.replace('"', '""') + '"' + ("*" if any_ending else ""))
    return " ".join(terms[:MOST_WORDS])


async def search(visit: Visit) -> Response:
    """The page at `/search?q=`, twenty items a page (`?page=`)."""
    typed = visit.asked("q").strip()
    page = _number(visit.asked("page"))
    words = fts_query(typed)
    matches = await _matches(visit, words) if words else Matches(places={})
    ids = list(matches.places)
    shown = ids[(page - 1) * PAGE : page * PAGE]
    found = await _found(visit, words, {one: matches.places[one] for one in shown})
    following = page + 1 if ids[page * PAGE :] else None
    if visit.part("format"):
        following_url = visit.absolute("/search.json", q=typed, page=following) if following else None
        items = [_data(visit, one) for one in found]
        return visit.json(
            {
                "q": typed,
                "ranked": matches.ranked and not matches.more_than,
                "total": len(ids),
                "items": items,
                "next_url": following_url,
            }
        )
    context = {
        "search_words": typed,
        "words_ignored": len(_WORD.findall(typed)) > MOST_WORDS,
        "searchable": bool(words),
        "found": found,
        "total": len(ids),
        "matches": matches,
        "page": page,
        "pages": max(1, -(-len(ids) // PAGE)),
        "older": visit.link("/search", q=typed, page=following) if following else None,
        "newer": visit.link("/search", q=typed, page=page - 1 if page > 2 else "") if page > 1 else None,
        "count_words": count_words,
    }
    return await visit.page("strandline/search.html", context)


def _number(text: str) -> int:
    return max(1, min(int(text), MOST)) if text.isascii() and text.isdigit() else 1


# --- where the words stand -------------------------------------------------------------------------------------------


async def _matches(visit: Visit, words: str) -> Matches:
    """Items by their best place: titles before texts, each in order of rank."""
    titles, titles_ranked = await _ranked(visit, "search_titles", words)
    texts, texts_ranked = await _ranked(visit, "search_texts", words)
    if titles is None and texts is None:
        return Matches(places={}, too_slow=True)
    rows = [
        *(("title", row) for row in await visit.rows("items_of_titles", ids=_ids(titles or ()))),
        *(("text", row) for row in await visit.rows("items_of_texts", ids=_ids(texts or ()), most=MOST_USES)),
    ]
    places: dict[str, list[Place]] = {}
    for where, row in rows:
        place = Place(where=where, search_id=row["search_id"], version=row["version"], is_current=bool(row["is_current"]))
        of_item = places.setdefault(row["item_id"], [])
        if all((one.where, one.is_current) != (place.where, place.is_current) for one in of_item):
            of_item.append(place)
    more = len(titles or ()) == MOST or len(texts or ()) == MOST or titles is None or texts is None
    many = any(found and found[0].get("places") == MOST_RANKED for found in (titles, texts))
    return Matches(places=places, ranked=titles_ranked and texts_ranked, more_than=MOST_RANKED if many else None, more=more)


async def _ranked(visit: Visit, name: str, words: str) -> tuple[list[Row] | None, bool]:
    """Matches and whether they are ranked; None where even without ranking it took too long."""
    rows = await visit.rows_or_none(name, RANKED_MS, words=words, most=MOST, ranked=MOST_RANKED)
    if rows is not None:
        return rows, True
    return await visit.rows_or_none(f"{name}_unranked", UNRANKED_MS, words=words, most=MOST), False


def _ids(rows: Sequence[Row]) -> str:
    return json.dumps([row["search_id"] for row in rows])


# --- what a page shows -----------------------------------------------------------------------------------------------


async def _found(visit: Visit, words: str, places: Mapping[str, Sequence[Place]]) -> list[Found]:
    if not places:
        return []
    items = {row["item_id"]: row for row in await visit.rows("found_items", ids=json.dumps(list(places)))}
    snippets = {
        where: await _snippets(visit, where, words, [one.search_id for of_item in places.values() for one in of_item])
        for where in _SNIPPETS
    }
    return [
        Found(item=items[item_id], places=_distinct([_read(visit, place, snippets[place.where]) for place in of_item]))
        for item_id, of_item in places.items()
        if item_id in items
    ]


def _distinct(places: Sequence[Place]) -> list[Place]:
    """What the item says now before what it said, and that only where the words around differ."""
    found: dict[tuple[str, str], Place] = {}
    for place in sorted(places, key=lambda one: not one.is_current):
        found.setdefault((place.where, place.text), place)
    return list(found.values())


async def _snippets(visit: Visit, where: str, words: str, ids: Sequence[int]) -> Mapping[int, str]:
    rows = await visit.rows_or_none(_SNIPPETS[where], SNIPPET_MS, words=words, ids=json.dumps(ids))
    return {row["search_id"]: row["snippet"] for row in rows or ()}


def _read(visit: Visit, place: Place, snippets: Mapping[int, str]) -> Place:
    raw = snippets.get(place.search_id)
    if raw is None:
        return place
    return Place(
        where=place.where,
        search_id=place.search_id,
        version=place.version,
        is_current=place.is_current,
        snippet=highlighted(raw, mask=visit.settings.mask_emails),
        text=cut(visit.masks(_MARKS.sub("", raw)), 600),
    )


def highlighted(snippet: str, *, mask: bool) -> Markup:
    """A snippet with the words that match marked; they stand between U+0002 and U+0003."""
    plain_text = _MARKS.sub("", snippet)
    if mask and masked(plain_text) != plain_text:
        snippet = masked(plain_text)  # a mark within an address would hide it from the mask
    pieces = []
    for index, part in enumerate(_MARKS.split(snippet)):
        text = visible(part)
        pieces.append(Markup("<mark>{}</mark>").format(text) if index % 2 else text)
    return Markup("").join(pieces)


def _data(visit: Visit, one: Found) -> Mapping[str, object]:
    names = ("item_id", "source_id", "label", "state", "published")
    places = [
        {"where": place.where, "is_current": place.is_current, "version": place.version, "text": place.text}
        for place in one.places
    ]
    url = visit.absolute(f"/item/{one.item['item_id']}")
    return {**{name: one.item[name] for name in names}, "is_current": one.is_current, "url": url, "places": places}
