"""Posts of archive lists: every link that shares its smallest box with a date. Pure.

A list item, a table row, a paragraph, a card: what they have in common is one date and one title close together. Where
the smallest element around a date and a link holds several dates (definition lists, lines parted by `<br>`, a day as
heading over the posts of that day), dates and links are paired in the order in which they stand.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ingest.model import DateText
from ingest.parse.blog.calendar_headings import Calendar
from ingest.parse.blog.dates_shown import Spot, Trust, complete
from ingest.parse.blog.links import is_furniture
from ingest.parse.blog.own_link import Titles, own_link
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Link, Links, Use, addresses
from ingest.parse.blog.unit import OwnLink, Unit

_HIGHEST = 12  # levels that a link is looked for above a date
_ROWS = frozenset({"li", "tr", "article", "dd", "a"})
_LINES = frozenset({"li", "dd", "dt", "p", "div", "td", "tr", "h2", "h3", "h4", "h5", "article", "section", "blockquote"})
_ITEMS = frozenset({"li", "dd", "dt", "tr"})  # of which several may stand under one date
_NAMING = (Use.TITLE, Use.BARE, Use.MORE)
_HIGHER = 4
_USABLE = (Use.TITLE, Use.LISTING, Use.BARE, Use.MORE, Use.PERMALINK)


def dated_rows(page: Page, links: Links, titles: Titles, spots: tuple[Spot, ...], calendar: Calendar) -> tuple[Unit, ...]:
    """One unit for every date with a link beside it, in document order."""
    usable = tuple(link for link in links.all if link.use in _USABLE and not is_furniture(link.url))
    places = [link.place for link in usable]
    naming = [link.place for link in usable if link.use in _NAMING]
    starts = [spot.place for spot in spots]
    boxes: dict[int, list[Spot]] = defaultdict(list)
    for spot in spots:
        dated = spot.trust is not Trust.CHANGED and complete(spot, calendar) is not None
        box = _box(page, places, spot) if dated else None
        if box is not None:
            boxes[_larger(page, box, naming, starts)].append(spot)
    held = _links_by_box(page, usable, list(page.in_reach(sorted(boxes))))
    common = _common(held.values())
    units: list[Unit] = []
    for box, own in held.items():
        nested = len(own) < bisect_right(places, page.last[box]) - bisect_left(places, box)
        days_above = calendar.day_at(boxes[box][0].place) is not None and len(own) > 1
        if not nested and not days_above and (len(boxes[box]) == 1 or len(addresses(own)) == 1):
            units += _unit_of_row(page, links, titles, _row(page, box), common)
        else:
            units += _pairs(page, links, titles, calendar, boxes[box], own)
    units += _undated_neighbours(page, links, titles, units)
    return _outermost(page, units)


def _links_by_box(page: Page, usable: tuple[Link, ...], boxes: list[int]) -> dict[int, tuple[Link, ...]]:
    """Each link in the smallest of the boxes around it; a heading's box keeps what no line of its list has."""
    owners: dict[int, int] = {}
    places = [link.place for link in usable]
    for box in boxes:
        for index in range(bisect_left(places, box), bisect_right(places, page.last[box])):
            owners[index] = box
    held: dict[int, list[Link]] = {box: [] for box in boxes}
    for index in sorted(owners):
        held[owners[index]].append(usable[index])
    return {box: tuple(own) for box, own in held.items() if own}


def _outermost(page: Page, units: list[Unit]) -> tuple[Unit, ...]:
    """Units in document order, without those inside others."""
    kept: list[Unit] = []
    for unit in sorted(units, key=lambda unit: unit.place):
        if not kept or unit.place > page.last[kept[-1].place]:
            kept.append(unit)
    return tuple(kept)


def _undated_neighbours(page: Page, links: Links, titles: Titles, units: list[Unit]) -> list[Unit]:
    """Rows without a date that stand among dated ones and are of their kind."""
    rows = {unit.place for unit in units if page.tags[unit.place] in _ROWS}
    kinds = {(page.parents[row], page.tags[row], page.attributes[row].get("class")) for row in rows}
    neighbours = []
    for parent, tag, names in sorted(kinds, key=lambda kind: kind[0]):
        for place in page.in_reach(page.children(parent)):
            if place not in rows and (page.tags[place], page.attributes[place].get("class")) == (tag, names):
                own = own_link(page, links, titles, (place,))
                neighbours += [] if own is None else [Unit(roots=(place,), own=own)]
    return neighbours


def _box(page: Page, links: list[int], spot: Spot) -> int | None:
    """The smallest element around a date that holds a link or is one."""
    for level, place in enumerate(page.climb(spot.place)):
        if level > _HIGHEST or page.tags[place] in ("html", "head"):
            return None
        if bisect_left(links, place) < bisect_right(links, page.last[place]):
            return place
    return None


def _larger(page: Page, box: int, naming: list[int], spots: list[int]) -> int:
    """A box around that also holds a link with words, where this one has but the date's own link or a tag's."""
    number = _count(spots, box, page.last[box])
    for level, place in enumerate(page.climb(box)):
        if level > _HIGHER or _count(spots, place, page.last[place]) != number or page.tags[place] in ("body", "main"):
            return box
        if _count(naming, place, page.last[place]):
            return place
    return box


def _count(places: list[int], first: int, last: int) -> int:
    return bisect_right(places, last) - bisect_left(places, first)


def _common(held: Iterable[tuple[Link, ...]]) -> frozenset[str]:
    """The addresses that stand in several boxes."""
    times = Counter(url for inner in held for url in addresses(inner))
    return frozenset(url for url, number in times.items() if number > 1)


def _unit_of_row(page: Page, links: Links, titles: Titles, row: int, common: frozenset[str]) -> list[Unit]:
    own = own_link(page, links, titles, (row,), row=True, common=common)
    return [] if own is None else [Unit(roots=(row,), own=own)]


def _row(page: Page, box: int) -> int:
    """The list item or table row around a box, where the box is all that is in it."""
    for place in page.climb(box):
        if page.tags[place] in _ROWS:
            return place
        parent = page.parents[place]
        if parent < 0 or page.tags[parent] not in (*_ROWS, "p", "div", "span", "td", "h2", "h3", "h4"):
            break
        if page.last[parent] - parent > page.last[box] - box + 12:
            break
    return box


def _pairs(
    page: Page, links: Links, titles: Titles, calendar: Calendar, shown: list[Spot], inner: tuple[Link, ...]
) -> list[Unit]:
    """Dates and links paired in their order: the date first, or the link first, as the box begins."""
    plain = [link for link in inner if link.use in (Use.TITLE, Use.LISTING)]
    if not plain:
        return []
    pair = _dates_lead if shown[0].place < plain[0].place else _links_lead
    starts = [spot.place for spot in shown]
    return [_unit(page, links, titles, link, starts, date) for link, date in pair(page, calendar, shown, plain)]


Pair = tuple[Link, DateText | None]


def _dates_lead(page: Page, calendar: Calendar, shown: list[Spot], plain: list[Link]) -> Iterator[Pair]:
    """The first link after each date, and where the links are items of a list, all of them."""
    starts = [spot.place for spot in shown]
    line_before, date_before = -1, -1
    for link in plain:
        index = bisect_right(starts, link.place) - 1
        line = _line(page, link.place)
        first = index != date_before
        if (first or (line != line_before and page.tags[line] in _ITEMS)) and _still_under(calendar, shown[index], link):
            yield link, complete(shown[index], calendar)
        line_before, date_before = line, index


def _still_under(calendar: Calendar, spot: Spot, link: Link) -> bool:
    """Whether a link is in reach of a date: where that is a heading, no other heading has ended its part of the page."""
    day = calendar.day_at(spot.place)
    return day is None or calendar.day_at(link.place) == day


def _links_lead(_page: Page, calendar: Calendar, shown: list[Spot], plain: list[Link]) -> Iterator[Pair]:
    """The first link since the date before, for each date."""
    places = [link.place for link in plain]
    start = 0
    for spot in shown:
        end = bisect_left(places, spot.place)
        if end > start:
            yield plain[start], complete(spot, calendar)
        start = max(start, end)


def _line(page: Page, place: int) -> int:
    """The block that a link stands in."""
    return next((above for above in page.climb(place) if page.tags[above] in _LINES), place)


def _unit(page: Page, links: Links, titles: Titles, link: Link, starts: list[int], date: DateText | None) -> Unit:
    line = _line(page, link.place)
    crowded = _count(starts, line, page.last[line]) > 1
    if crowded or page.tags[line] in ("div", "section", "article"):
        return Unit(roots=(link.place,), own=OwnLink(title=link.place, url=link.url), date=date)
    own = own_link(page, links, titles, (line,), row=True)
    return Unit(roots=(line,), own=own or OwnLink(title=link.place, url=link.url), date=date)
