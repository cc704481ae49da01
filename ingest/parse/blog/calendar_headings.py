"""Headings that are a year, a month or a day, and what stands under them. Pure.

Archive pages write the year once, as a heading, and `January 2` beside each post; old themes write the day as a heading
over all posts of that day. A heading holds until one of its own rank or above it says something else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace

from ingest.model import DateText
from ingest.parse.blog.date_words import FoundDate, find_date, find_day, in_year
from ingest.parse.blog.month_names import MONTHS
from ingest.parse.blog.page import Page

_HEADINGS = (
    "h1, h2, h3, h4, h5, h6, dt, summary, caption, th, legend, p > strong:first-child, p > b:first-child, "
    "[class*=year], [class*=Year], [class*=month], [class*=date-header], li > strong:first-child, li > b:first-child"
)
_RANKS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_LOWEST = 7
_LONGEST = 60
_A_COUNT = 12  # characters that "(12 posts)" beside a month may take

_COUNT = r"(?:\W*\(?\s*\d{1,4}\s*(?:posts?|articles?|entries|beiträge|篇|件)?\s*\)?)?\W*"
_YEAR = re.compile(
    rf"\W*(?:(?:posts?|articles?|archives?|year|from|in|for|of)\s+){{0,3}}((?:19|20)\d\d)\s*[年년]?{_COUNT}", re.IGNORECASE
)
_MONTH = re.compile(
    rf"\W*(?:({'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?|(1[0-2]|0?[1-9])\s*[月월]){_COUNT}", re.IGNORECASE
)
_MONTH_OF_YEAR = re.compile(r"((?:19|20)\d\d)-(\d\d)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    """What the headings above a place say of time."""

    year: int | None = None
    month: int | None = None
    day: DateText | None = None
    year_rank: int = 0
    month_rank: int = 0
    day_rank: int = 0


NOTHING = Above()


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """The headings of a page that speak of time, by place."""

    places: tuple[int, ...] = ()
    above: tuple[Above, ...] = ()

    def at(self, place: int) -> Above:
        """What holds at a place."""
        index = bisect_right(self.places, place) - 1
        return self.above[index] if index >= 0 else NOTHING

    def day_at(self, place: int) -> DateText | None:
        """The day that a heading above gives to everything under it."""
        return self.at(place).day


def calendar_of(page: Page) -> Calendar:
    """The page's calendar headings; headings that are titles of posts change nothing, for they name no time."""
    places: list[int] = []
    states: list[Above] = []
    state = NOTHING
    for place in page.find(_HEADINGS):
        if page.idle[place]:
            continue
        rank = _RANKS.get(page.tags[place], _LOWEST)
        moved = _after(state, rank, page.text(place))
        if moved is not state:
            state = moved
            places.append(place)
            states.append(state)
    return Calendar(places=tuple(places), above=tuple(states))


def _after(state: Above, rank: int, text: str) -> Above:
    """What holds under a heading, given what held above it."""
    if len(text) > _LONGEST:
        return state
    year = _YEAR.fullmatch(text)
    if year is not None:
        return Above(year=int(year[1]), year_rank=rank)
    month = _month(text)
    if month is not None:
        return _under_month(state, rank, *month)
    day = _day(text, state)
    if day is not None:
        return replace(state, day=day, day_rank=rank)
    if state.day is not None and rank <= state.day_rank:
        return replace(state, day=None, day_rank=0)
    return state


def _month(text: str) -> tuple[int | None, int] | None:
    """(year or None, month) where a heading is a month."""
    found = find_date(text)
    if found is not None and found.text is not None and len(text) - (found.end - found.start) <= _A_COUNT:
        whole = _MONTH_OF_YEAR.match(found.text)
        return None if whole is None else (int(whole[1]), int(whole[2]))
    named = _MONTH.fullmatch(text)
    if named is None:
        return None
    return None, MONTHS[named[1].lower()] if named[1] else int(named[2])


def _under_month(state: Above, rank: int, year: int | None, month: int) -> Above:
    if year is not None:
        return Above(year=year, month=month, year_rank=rank, month_rank=rank)
    return Above(year=state.year, month=month, year_rank=state.year_rank, month_rank=rank)


def _day(text: str, state: Above) -> DateText | None:
    """The date where a heading is nothing but a day ('Sunday, January 4, 2026'; 'January 4' under a year)."""
    found = find_date(text)
    if found is not None and found.text is not None and _alone(text, found):
        return DateText(raw=text, text=found.text)
    found = find_day(text)
    if found is None or state.year is None or not _alone(text, found):
        return None
    day = in_year(found, state.year)
    return None if day is None else DateText(raw=text, text=day)


def _alone(text: str, found: FoundDate) -> bool:
    rest = text[: found.start] + text[found.end :]
    return len(rest.split()) <= 1 and not any(map(str.isdigit, rest))
