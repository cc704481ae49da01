"""Where a page shows dates, and which of them is a post's. Pure.

`DateText.raw` is the date as the page has it: the attribute made for machines where there is one (`<time datetime>`,
`<abbr title>`, `<meta content>`), else the words shown. `text` is what should be read. Where the attribute has a time
but no zone, it names no instant; if the words beside it show a full date, that day is what `text` says.
A date in an address (`/2026/01/02/slug/`) is shown to nobody and is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from ingest.model import DateText
from ingest.parse.blog.calendar_headings import Calendar
from ingest.parse.blog.date_words import FoundDate, find_date, in_year
from ingest.parse.blog.page import Page
from ingest.parse.blog.standing_dates import StandingDate, announces_change, leading_date, opening_date, standing_date


class Trust(IntEnum):
    """How plainly a place says that its date is the post's own; the higher the better."""

    CHANGED = 0  # says that it is the time of an edit
    WORDS = 1  # a date in running text
    NAMED = 2  # an element whose class speaks of a date
    ELEMENT = 3  # <time>, <abbr title>
    PUBLISHED = 4  # marked as the date of publication


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One date on a page. `date` is None where only a day without its year is shown: `partial` then."""

    place: int
    last: int
    trust: Trust
    raw: str
    date: DateText | None
    partial: FoundDate | None = None
    bare_day: int | None = None  # a lone number that is a day if a month stands above
    tail: str = ""  # of a text that goes on behind its date
    says_changed: bool = False  # the words, not only the class, say that it is the time of an edit


_PUBLISHED = frozenset(
    (
        "dt-published published datepublished entry-date post-date postdate pubdate date-published schema:datepublished "
        "schema:datecreated dc:date dc:created"
    ).split()
)
_NAMING = ("class", "itemprop", "property")  # the last is RDFa's
_CHANGED = frozenset(
    {
        "dt-updated",
        "updated",
        "modified",
        "datemodified",
        "schema:datemodified",
        "dc:modified",
        "date-updated",
        "last-updated",
        "lastmod",
    }
)
_SPEAKS_OF_A_DATE = re.compile(
    r"(?:^|[-_ a-z])(?:date|time|posted|published|pubdate|day)(?:$|[-_ ])|Date$|^(?:date|time)", re.MULTILINE
)
_DATE_TAGS = frozenset({"time", "abbr"})
_MAY_CARRY_A_DATE = frozenset({"abbr", "span", "small", "div", "p", "a", "i", "em", "meta", "data"})
_ATTRIBUTES = {"time": ("datetime", "title"), "abbr": ("title",), "meta": ("content",), "data": ("value",)}
_ANY_ATTRIBUTES = ("datetime", "title", "content", "data-date", "data-datetime")
_NAIVE_TIME = re.compile(r"\d{4}-\d\d?-\d\d?[T ]\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?\s*$")
_DAY_ALONE = re.compile(r"\s*(?P<raw>(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|\.|日)?)[\s:,|»–—-]*")
_SHORT = 12
_FEW_WORDS = 3
_SEPARATORS = " \t\n\xa0)]:.,–—|·•-"
_BESIDE_A_TITLE = frozenset("li td p span dt dd small b strong i em code".split())
_LONGEST = 200


def spots_of(page: Page) -> tuple[Spot, ...]:
    """Every date that the page shows outside its furniture, in document order."""
    spots: list[Spot] = []
    place = 0
    while place < len(page.nodes):
        spot = None if page.idle[place] else _spot_at(page, place)
        if spot is not None:
            spots.append(spot)
        place = place + 1 if spot is None else page.last[place] + 1
    return tuple(spots)


def _spot_at(page: Page, place: int) -> Spot | None:
    tag = page.tags[place]
    if tag == "-text":
        return _words_spot(page, place, page.words[place])
    return _element_spot(page, place, tag, page.attributes[place]) if page.attributes[place] or tag == "time" else None


def _words_spot(page: Page, place: int, text: str) -> Spot | None:
    around = page.tags[page.parents[place]]
    alone = len(text) < _SHORT and around in _BESIDE_A_TITLE
    standing = standing_date(text, numbers=alone) or (leading_date(text) if around == "a" else opening_date(text))
    if standing is None:
        number = _DAY_ALONE.fullmatch(text) if alone else None
        return None if number is None else _number_spot(page, place, Trust.WORDS, number)
    tail = text[standing.found.end :].lstrip(_SEPARATORS)
    spot = _spot(page, place, Trust.CHANGED if standing.changed else Trust.WORDS, standing)
    return replace(spot, tail=tail) if len(tail.split()) > _FEW_WORDS and around != "a" else spot


def _element_spot(page: Page, place: int, tag: str, attributes: Mapping[str, str | None]) -> Spot | None:
    trust = _trust(tag, attributes)
    if trust is None or (tag not in _ATTRIBUTES and _DATE_TAGS.intersection(page.tags[place : page.last[place] + 1])):
        return None
    shown = page.text(place)
    if len(shown) > _LONGEST:
        return None
    standing = standing_date(shown, numbers=True)
    said = (standing is not None and standing.changed) or _announced(page, place)
    spot = _attribute_spot(page, place, trust, standing) or _shown_spot(page, place, trust, shown, standing)
    if spot is None or not said:
        return spot
    return replace(spot, trust=Trust.CHANGED, says_changed=True)


def _announced(page: Page, place: int) -> bool:
    """Whether the words right before an element say that it is the time of an edit."""
    return place > 0 and page.tags[place - 1] == "-text" and announces_change(page.words[place - 1])


def _attribute_spot(page: Page, place: int, trust: Trust, standing: StandingDate | None) -> Spot | None:
    written = _written(page.tags[place], page.attributes[place])
    if written is None:
        return None
    date = DateText(raw=written, text=_readable(written, standing))
    return Spot(place=place, last=page.last[place], trust=trust, raw=written, date=date)


def _shown_spot(page: Page, place: int, trust: Trust, shown: str, standing: StandingDate | None) -> Spot | None:
    """A date element that only its words explain; a `<time>` that nobody can read is kept as it is, to be told of."""
    if standing is not None:
        return _spot(page, place, trust, standing)
    number = _DAY_ALONE.fullmatch(shown)
    if number is not None:
        return _number_spot(page, place, trust, number)
    if page.tags[place] == "time" and shown:
        return Spot(place=place, last=page.last[place], trust=trust, raw=shown, date=DateText(raw=shown, text=shown))
    return None


def _number_spot(page: Page, place: int, trust: Trust, number: re.Match[str]) -> Spot:
    return Spot(place=place, last=page.last[place], trust=trust, raw=number["raw"], date=None, bare_day=int(number["day"]))


def _spot(page: Page, place: int, trust: Trust, standing: StandingDate) -> Spot:
    found = standing.found
    return Spot(
        place=place,
        last=page.last[place],
        trust=trust,
        raw=found.raw,
        date=None if found.text is None else DateText(raw=found.raw, text=found.text),
        partial=found if found.text is None else None,
        says_changed=standing.changed,
    )


def _trust(tag: str, attributes: Mapping[str, str | None]) -> Trust | None:
    """How far an element's own date is to be believed; None where the element is not about a date."""
    names = " ".join(filter(None, (attributes.get(name) for name in _NAMING))).strip()
    words = frozenset(names.lower().split())
    if words & _PUBLISHED or "pubdate" in attributes:
        return Trust.PUBLISHED
    if words & _CHANGED:
        return Trust.CHANGED
    if tag == "time":
        return Trust.ELEMENT
    written = _written(tag, attributes) if tag in _MAY_CARRY_A_DATE else None
    if tag == "abbr":
        return None if written is None else Trust.ELEMENT
    return Trust.NAMED if written is not None or (words and _SPEAKS_OF_A_DATE.search(names)) else None


def _written(tag: str, attributes: Mapping[str, str | None]) -> str | None:
    """The date in an element's attribute, as it is written there."""
    for name in _ATTRIBUTES.get(tag, _ANY_ATTRIBUTES):
        value = (attributes.get(name) or "").strip()
        if value and len(value) < _LONGEST and find_date(value) is not None:
            return value
    return None


def _readable(written: str, standing: StandingDate | None) -> str:
    if not _NAIVE_TIME.match(written) or standing is None:
        return written
    day = find_date(written)
    shown = standing.found.text
    return shown if day is not None and shown is not None and shown[:10] == day.text else written


def best_date(spots: Iterable[Spot], calendar: Calendar, place: int) -> DateText | None:
    """A post's date out of those shown in it, with the year or month of the heading that it stands under.

    Where an element marked as `updated` is the only one and does not say so in words, it is the date of the post: hAtom
    made themes mark it like that.
    """
    usable = [(spot, date) for spot in spots for date in [complete(spot, calendar)] if date is not None]
    if not usable:
        return calendar.day_at(place)
    best, date = max(usable, key=lambda pair: pair[0].trust)
    return None if best.trust is Trust.CHANGED and (len(usable) > 1 or best.says_changed) else date


def complete(spot: Spot, calendar: Calendar) -> DateText | None:
    """A spot's date with its year and month filled in from the headings above it; raw only where there are none."""
    if spot.date is not None:
        return spot.date
    above = calendar.at(spot.place)
    if spot.partial is not None:
        if above.year is None and not any(map(str.isalpha, spot.raw)):
            return None
        text = in_year(spot.partial, above.year) if above.year is not None else None
        return DateText(raw=spot.raw, text=text or spot.raw)
    if spot.bare_day is None or above.year is None or above.month is None:
        return None
    found = FoundDate(start=0, end=0, raw=spot.raw, text=None, month=above.month, day=spot.bare_day)
    text = in_year(found, above.year)
    return DateText(raw=spot.raw, text=text) if text is not None else None
