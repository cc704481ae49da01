"""The title of a post as plain text: without the date beside it, in full where it is shown cut. Pure."""

from __future__ import annotations

import re

from ingest.parse.blog.dates_shown import Spot
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import is_more
from ingest.parse.blog.shown import squash
from ingest.parse.blog.standing_dates import standing_date

_BLOCKS = frozenset(["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "section", "header"])
_CONTENT = "[class~=e-content], [class~=entry-content], p, blockquote"
_LEAD = re.compile(r"(?P<date>\S{6,12}|\S+ \S+ \S+)\s*(?:[-–—|·:»]+\s*|\s)(?=\S)")
_TAIL = re.compile(r"(?<=\S)\s*[-–—|·(]\s*(?P<date>[^-–—|·()]{6,20}|\d{4}-\d\d-\d\d)\)?$")
_SEPARATORS = " |·•–—:"
_ELLIPSES = ("…", "...")


def title_part(page: Page, place: int | None, spots: list[Spot]) -> int | None:
    """The place of the words that are the title, where a link goes around title, date and excerpt together."""
    dated = [spot.place for spot in spots]
    while place is not None and page.tags[place] in ("a", *_BLOCKS):
        parts = [child for child in page.children(place) if page.text(child) and not _only_dates(page, child, dated)]
        blocks = [child for child in parts if page.tags[child] in _BLOCKS]
        if not blocks:
            return place
        place = parts[0]
    return place


def title_text(page: Page, place: int | None, spots: list[Spot]) -> str | None:
    """The title in plain text, or None for a post without one."""
    if place is None:
        return None
    names = (page.attributes[place].get("class") or "").split()
    if "p-name" in names and ("e-content" in names or page.find_in(place, _CONTENT)):
        return None  # a note: its name is its text (microformats.org, h-entry: repeated names)
    dates = [spot.place for spot in spots if place < spot.place <= page.last[place]]
    text = page.text(place, without=dates).strip(_SEPARATORS) or page.text(place)
    text = _in_full(page, place, _without_date(text))
    return None if not text or is_more(text) else text


def _only_dates(page: Page, place: int, dated: list[int]) -> bool:
    held = [spot for spot in dated if place <= spot <= page.last[place]]
    return bool(held) and (place in held or not page.text(place, without=held).strip(_SEPARATORS))


def _without_date(text: str) -> str:
    """'2024-01-05: Foo' and 'Foo (2024-01-05)' are called 'Foo'; a title that is nothing but a date stays."""
    lead = _LEAD.match(text)
    if lead is not None and _is_day(lead["date"]):
        return text[lead.end() :]
    tail = _TAIL.search(text)
    return text[: tail.start()] if tail is not None and _is_day(tail["date"]) else text


def _is_day(text: str) -> bool:
    date = standing_date(text)
    return date is not None and date.found.text is not None and len(date.found.text) >= len("2024-01-05")


def _in_full(page: Page, place: int, text: str) -> str:
    """The whole title where the page shows it cut and a `title` attribute has the rest."""
    if not text.endswith(_ELLIPSES):
        return text
    start = text.rstrip("….").rstrip()
    for holder in (place, page.parents[place], *page.find_in(place, "[title]")):
        whole = squash(page.attributes[holder].get("title") or "")
        if len(whole) > len(start) and whole.startswith(start) and not whole.endswith(_ELLIPSES):
            return whole
    return text
