"""Makes a PostEntry of a unit: title, date, author, tags, text, and whether it is pinned. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import islice

from ingest.model import PostEntry
from ingest.parse.blog.bodies import Marks, read_body
from ingest.parse.blog.bylines import author_of, author_places, labelled_author
from ingest.parse.blog.calendar_headings import Calendar
from ingest.parse.blog.dates_shown import Spot, Trust, best_date
from ingest.parse.blog.links import without_fragment
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Link, Links, Use
from ingest.parse.blog.shown import squash
from ingest.parse.blog.tags import tag_places, tag_words
from ingest.parse.blog.titles import title_part, title_text
from ingest.parse.blog.unit import Unit

_PINNED = frozenset({"sticky", "pinned", "is-sticky", "is-pinned", "sticky-post", "pinned-post", "post-pinned", "post-sticky"})
_PINNED_MARKS = (
    "[class~=sticky-post], [class*=pinned], [class*=sticky-label], [class*=fa-thumbtack], [class*=icon-pin], [title=Pinned], "
    "[aria-label=Pinned]"
)
_PINNED_WORDS = frozenset({"pinned", "pinned post", "sticky", "📌", "📌 pinned", "angeheftet", "置顶", "置頂", "épinglé"})
_LABELS = "span, small, div[class*=label]"
_SMALL = 8  # nodes that a label consists of, at most
_NOT_TEXT = (Use.COMMENTS, Use.SHARE, Use.PERMALINK, Use.TAXONOMY)
_BY_LINES = ("posted by ", "written by", "author:")
_LONGEST_LINE = 120
_LINE_NODES = 16
_LINE_LEVELS = 3  # from a date up to the element that is the whole line
_QUOTING = frozenset({"blockquote", "pre", "code"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a page shows, as far as the reading of one post needs it."""

    page: Page
    links: Links
    spots: tuple[Spot, ...]
    starts: tuple[int, ...]  # the places of the spots
    calendar: Calendar


def read_entry(shown: Shown, unit: Unit) -> PostEntry:
    """The post of a unit, in the page's own words."""
    page = shown.page
    spots = spots_in(shown, unit)
    links = tuple(link for root in unit.roots for link in shown.links.within(root, page.last[root]))
    title = title_part(page, unit.own.title, spots)
    tags = tag_places(page, unit.roots, links, unit.own.url)
    authors = author_places(page, unit.roots)
    marks = _marks(page, unit, links, title, spots, [*tags, *authors])
    body = read_body(page, unit.roots, marks)
    return PostEntry(
        url=unit.own.url,
        title=title_text(page, title, spots),
        author=author_of(page, authors) or labelled_author(_lines(page, unit, spots)),
        published=unit.date or best_date(_own_dates(page, unit, spots), shown.calendar, unit.place),
        summary_html=body.summary_html,
        content_html=body.content_html,
        tags=tag_words(page, tags),
        truncated=body.truncated,
        pinned=_is_pinned(page, unit),
    )


def spots_in(shown: Shown, unit: Unit) -> list[Spot]:
    """The dates shown inside a unit."""
    spots: list[Spot] = []
    for root in unit.roots:
        spots += shown.spots[bisect_left(shown.starts, root) : bisect_right(shown.starts, shown.page.last[root])]
    return spots


def _marks(page: Page, unit: Unit, links: tuple[Link, ...], title: int | None, spots: list[Spot], fields: list[int]) -> Marks:
    """What in a unit is not its text; a second link with the words of the title is not, either."""
    words = None if title is None else page.text(title)
    to_itself = [link for link in links if unit.own.url and without_fragment(link.url) == without_fragment(unit.own.url)]
    beside = [link for link in links if not _goes_around(page, link, unit, title)]
    aside = [link.place for link in beside if link.use in _NOT_TEXT or (link in to_itself and link.text == words)]
    titles = [] if title is None else [title]
    return Marks(
        fields=tuple(sorted({*fields, *aside, *titles, *(spot.place for spot in spots)})),
        more=tuple(link.place for link in to_itself if link.use is Use.MORE),
        own=frozenset(link.place for link in to_itself),
        title=-1 if title is None else title,
        tails={spot.place: spot.tail for spot in spots if spot.tail},
    )


def _goes_around(page: Page, link: Link, unit: Unit, title: int | None) -> bool:
    """Whether a link is the whole card: what is in it may be text."""
    return link.place in unit.roots and title is not None and link.place < title <= page.last[link.place]


def _own_dates(page: Page, unit: Unit, spots: list[Spot]) -> list[Spot]:
    """The dates of the post itself, not those in what it quotes."""
    return [spot for spot in spots if spot.trust > Trust.WORDS or not _is_quoted(page, unit, spot.place)]


def _is_quoted(page: Page, unit: Unit, place: int) -> bool:
    for above in page.climb(place):
        if above in unit.roots:
            return False
        if page.tags[above] in _QUOTING:
            return True
    return False


def _lines(page: Page, unit: Unit, spots: list[Spot]) -> list[str]:
    """Lines of text that may name the author: those with the dates, and those that begin like a by-line."""
    around = [place for spot in spots for place in islice(page.climb(spot.place), 1, 1 + _LINE_LEVELS)]
    near = [*(spot.place for spot in spots), *(place for place in around if page.last[place] - place < _LINE_NODES)]
    inside = (page.words[place] for root in unit.roots for place in range(root, page.last[root] + 1))
    by_lines = (squash(words) for words in inside if words.lstrip()[:10].lower().startswith(_BY_LINES))
    return [line for line in (*map(page.text, near), *by_lines) if len(line) < _LONGEST_LINE]


def _is_pinned(page: Page, unit: Unit) -> bool:
    """Whether a theme marks the post as one that stays on top. (`sticky top-0` is a style, not a statement.)"""
    for root in unit.roots:
        names = (page.attributes[root].get("class") or "").lower().split()
        if _PINNED.intersection(names) and not any(name.startswith("top-") for name in names):
            return True
        if page.find_in(root, _PINNED_MARKS) or any(_says_pinned(page, label) for label in page.find_in(root, _LABELS)):
            return True
    return False


def _says_pinned(page: Page, label: int) -> bool:
    if page.last[label] - label > _SMALL or page.tags[page.parents[label]] == "p":
        return False
    return page.text(label).lower().strip(" :") in _PINNED_WORDS
