"""Reads the HTML form of a blog index. Pure: text in, Reading out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ingest.errors import ReadError
from ingest.model import Document, Issue, PostEntry, Reading
from ingest.parse.blog.calendar_headings import calendar_of
from ingest.parse.blog.choice import Units, find_units
from ingest.parse.blog.custom_selectors import check_selectors, select_entry, selected_units
from ingest.parse.blog.dates_shown import spots_of
from ingest.parse.blog.entry import Shown, read_entry
from ingest.parse.blog.furniture import furniture_of
from ingest.parse.blog.json_ld import described_posts
from ingest.parse.blog.marked_posts import unlinked_posts
from ingest.parse.blog.once import complete, each_once
from ingest.parse.blog.own_link import titles_of
from ingest.parse.blog.page import Page, open_page
from ingest.parse.blog.page_links import links_of
from ingest.parse.blog.pager import next_page
from ingest.parse.blog.source_fields import source_fields
from ingest.parse.blog.wholeness import is_cut_off

_LOOKED_FOR = (
    "no post found: looked for h-entry and hentry, article elements, headings with links, lists of links with dates, JSON-LD and "
    "lists of links; set `selectors` for this source if the page has posts"
)


def read_html(text: str, document: Document) -> Reading:
    """The posts of an HTML index, in document order.

    Raises ReadError `no_items` where none is found or a selector matches nothing, `bad_selector` for one that is none.
    """
    page = open_page(text, document.url, all_may_be_posts="item" in document.selectors)
    shown = _shown(page)
    described, issues = described_posts(page.tree, page.base, page.url)
    units, sure = _units(shown, document.selectors)
    if not units and not described:
        shown = replace(shown, links=links_of(page, to_itself=True))
        units, sure = _units(shown, document.selectors)
        units = units or unlinked_posts(page, titles_of(page), shown.spots)
    cut = is_cut_off(text)
    kept = _unbroken(page, units) if cut else units
    source = source_fields(page)
    further = next_page(page, [(root, page.last[root]) for unit in units for root in unit.roots])
    entries = _entries(shown, kept, document.selectors)
    if len(described) > len(entries) and not sure:
        entries = described
    entries = complete(each_once(entries), described)
    if not entries:
        raise ReadError("no_items", _LOOKED_FOR)
    return Reading(
        format="html",
        entries=entries,
        source=source,
        whole=not cut,
        read_to_end=not cut,
        next_url=further,
        furniture=furniture_of(page, [root for unit in units for root in unit.roots]),
        issues=(*issues, *_issues(entries, cut=cut)),
    )


def _shown(page: Page) -> Shown:
    spots = spots_of(page)
    starts = tuple(spot.place for spot in spots)
    return Shown(page=page, links=links_of(page), spots=spots, starts=starts, calendar=calendar_of(page))


def _units(shown: Shown, selectors: Mapping[str, str]) -> tuple[Units, bool]:
    titles = titles_of(shown.page)
    check_selectors(shown.page, selectors)
    if "item" in selectors:
        return selected_units(shown, titles, selectors), True
    return find_units(shown, titles)


def _unbroken(page: Page, units: Units) -> Units:
    """The posts of a page that was cut off, without the one in which it ends: half a post would look like an edit."""
    return tuple(unit for unit in units if max(page.last[root] for root in unit.roots) < len(page.nodes) - 1) or units


def _entries(shown: Shown, units: Units, selectors: Mapping[str, str]) -> tuple[PostEntry, ...]:
    entries = (select_entry(shown, unit, selectors) if selectors else read_entry(shown, unit) for unit in units)
    return tuple(entry for entry in entries if entry.url or entry.title or entry.summary_html or entry.content_html)


def _issues(entries: tuple[PostEntry, ...], *, cut: bool) -> tuple[Issue, ...]:
    found = []
    if cut:
        message = "the page ends in the middle; the last post is left out and no absence is judged"
        found.append(Issue(severity="warning", code="document_cut", message=message))
    for entry in entries:
        if entry.url is None and entry.title is not None:
            message = "a post without an address: it is known by its title and date alone"
            found.append(Issue(severity="warning", code="post_without_url", message=message, entry_ref=entry.title))
    return tuple(found)
