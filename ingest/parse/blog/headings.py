"""Posts that are nothing but headings with links, each followed by what belongs to it. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter

from ingest.parse.blog.calendar_headings import Calendar
from ingest.parse.blog.date_words import find_date
from ingest.parse.blog.dates_shown import Spot
from ingest.parse.blog.links import is_furniture, without_fragment
from ingest.parse.blog.own_link import Titles, own_link
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Links, Use
from ingest.parse.blog.unit import Unit

_HIGHEST = 30  # levels that a box is looked for above a heading
_NO_BOX = frozenset({"body", "html", "main", "section", "ul", "ol", "table", "tbody", "dl"})
_ENDS_THE_LIST = frozenset({"nav", "footer", "header", "aside", "script", "form"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LONGEST_DATE = 120
_BOX = frozenset({"li", "article", "tr"})


def headed_posts(page: Page, links: Links, titles: Titles, spots: tuple[Spot, ...], calendar: Calendar) -> tuple[Unit, ...]:
    """One unit for every heading that is, holds or stands in a link to a page of its own."""
    anchors = _anchors(page, links, titles)
    weights = _weights(page, anchors)
    tops = [_top(page, anchor, weights) for anchor in anchors]
    boxed = [_is_box(page, top, anchor) for top, anchor in zip(tops, anchors, strict=True)]
    leads = _leading_dates(page, [top for top, box in zip(tops, boxed, strict=True) if not box], spots)
    ends = frozenset((*calendar.places, *(place for lead in leads.values() for place in lead)))
    units = []
    for top, box in zip(tops, boxed, strict=True):
        roots = (top,) if box else (*leads.get(top, ()), top, *_following(page, top, weights, ends))
        own = own_link(page, links, titles, roots, row=True)
        if own is not None:
            units.append(Unit(roots=roots, own=own))
    return tuple(units)


def _anchors(page: Page, links: Links, titles: Titles) -> list[int]:
    """Places of the headings, one for each address (parts of one document are several), years and months aside."""
    found = [(place, url) for place in titles.headings if (url := _heading_url(page, links, place))]
    found = [(place, url) for place, url in found if not _names_a_time(page.text(place))]
    whole = {url for _, url in found if "#" not in url}
    anchors: dict[str, int] = {}
    for place, url in found:
        document = without_fragment(url)
        anchors.setdefault(document if document in whole else url, place)
    return list(anchors.values())


def _heading_url(page: Page, links: Links, place: int) -> str | None:
    around = page.parents[place] if page.parents[place] >= 0 else place
    if page.tags[around] != "a":
        around = place
    found = [link for link in links.within(around, page.last[place]) if link.use in (Use.TITLE, Use.LISTING)]
    return next((link.url for link in found if not is_furniture(link.url)), None)


def _names_a_time(text: str) -> bool:
    if text.strip(" ()").isdigit():
        return True
    found = find_date(text)
    return found is not None and found.end - found.start >= len(text) - 8


def _weights(page: Page, anchors: list[int]) -> Counter[int]:
    """How many headings each element above them holds."""
    weights: Counter[int] = Counter()
    for anchor in anchors:
        for level, place in enumerate(page.climb(anchor)):
            if level > _HIGHEST:
                break
            weights[place] += 1
    return weights


def _top(page: Page, anchor: int, weights: Counter[int]) -> int:
    """The largest element around a heading that holds no other one."""
    top = anchor
    for place in page.climb(page.parents[anchor]):
        if weights[place] != 1 or page.tags[place] in _NO_BOX or page.tags[top] in _BOX:
            break
        top = place
    return top


def _is_box(page: Page, top: int, anchor: int) -> bool:
    """Whether an element holds more of a post than its heading; if not, the rest of the post follows it."""
    if page.tags[top] in _BOX:
        return True
    return len(page.text(top)) > len(page.text(anchor)) + 3


def _following(page: Page, top: int, weights: Counter[int], ends: frozenset[int]) -> list[int]:
    """The siblings after a heading up to the next post, the date that leads it, or a heading of the list itself (`ends`)."""
    after: list[int] = []
    parent = page.parents[top]
    place = page.last[top] + 1
    while parent >= 0 and place <= page.last[parent] and not weights[place] and place not in ends:
        if page.tags[place] in _ENDS_THE_LIST or _outranks(page, place, top):
            break
        if not page.idle[place]:
            after.append(place)
        place = page.last[place] + 1
    return after


def _leading_dates(page: Page, tops: list[int], spots: tuple[Spot, ...]) -> dict[int, tuple[int, ...]]:
    """For pages that write the date above each title: the element with the date, by the title that it leads."""
    starts = [spot.place for spot in spots]
    leads = {top: lead for top in tops for lead in [_lead(page, top, starts)] if lead}
    first = min(tops, default=-1)
    return leads if first in leads else {}


def _lead(page: Page, top: int, starts: list[int]) -> tuple[int, ...]:
    before = _sibling_before(page, top)
    if before is None:
        return ()
    dated = bisect_left(starts, before) < bisect_right(starts, page.last[before])
    return (before,) if dated and len(page.text(before)) < _LONGEST_DATE else ()


def _sibling_before(page: Page, top: int) -> int | None:
    node = page.nodes[top].prev
    while node is not None and (node.is_empty_text_node or node.is_comment_node):
        node = node.prev
    return None if node is None else page.place(node)


def _outranks(page: Page, place: int, top: int) -> bool:
    """Whether a sibling is a heading as high as the title itself."""
    tag, own = page.tags[place], page.tags[top]
    return tag in _HEADINGS and own in _HEADINGS and tag <= own
