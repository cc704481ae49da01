"""Reads posts with a source's own CSS selectors, where the guess fails. Pure.

`item` finds the posts; `title`, `url`, `date`, `summary`, `content`, `author`, `tags` are looked for inside each of them.
What has no selector is guessed as ever. A selector that finds nothing on the whole page is an error that names it: the
layout has changed, and silence would look like a quiet week.
"""

from __future__ import annotations

from collections.abc import Mapping

from selectolax.lexbor import LexborNode, SelectolaxError

from ingest.errors import ReadError
from ingest.model import DateText, PostEntry
from ingest.parse.blog.bodies import is_cut
from ingest.parse.blog.date_words import find_date
from ingest.parse.blog.entry import Shown, read_entry
from ingest.parse.blog.links import absolutise
from ingest.parse.blog.own_link import Titles, own_link
from ingest.parse.blog.page import Page
from ingest.parse.blog.shown import squash
from ingest.parse.blog.unit import OwnLink, Unit

FIELDS = ("title", "url", "date", "summary", "content", "author", "tags")
KEYS = ("item", *FIELDS)
_DATE_ATTRIBUTES = ("datetime", "content", "title", "value")
_URL_ATTRIBUTES = ("href", "content", "data-href")


def check_selectors(page: Page, selectors: Mapping[str, str]) -> None:
    """Raises ReadError `bad_selector` for a key or a CSS selector that does not exist, `no_items` for one without a match."""
    for key, selector in selectors.items():
        if key not in KEYS:
            raise ReadError("bad_selector", f"selectors.{key}: no such selector; there are {', '.join(KEYS)}")
        if not _matches(page.tree.root, key, selector):
            raise ReadError("no_items", f"selectors.{key}: {selector!r} matches nothing on this page; has its layout changed?")


def selected_units(shown: Shown, titles: Titles, selectors: Mapping[str, str]) -> tuple[Unit, ...]:
    """One unit for every match of `item`."""
    places = [shown.page.place(node) for node in _matches(shown.page.tree.root, "item", selectors["item"])]
    return tuple(Unit(roots=(place,), own=_own(shown, titles, place)) for place in places)


def select_entry(shown: Shown, unit: Unit, selectors: Mapping[str, str]) -> PostEntry:
    """A unit's post, each field that has a selector read by it; a field that it does not find in this post is None."""
    page = shown.page
    entry = read_entry(shown, unit)
    found = {key: _inside(page, unit, key, selectors[key]) for key in FIELDS if key in selectors}
    own_text = "summary" in found or "content" in found
    summary = found.get("summary", [])
    return PostEntry(
        url=_url(page, found["url"]) if "url" in found else entry.url,
        title=_text(page, found["title"]) if "title" in found else entry.title,
        author=_text(page, found["author"]) if "author" in found else entry.author,
        published=_date(page, found["date"]) if "date" in found else entry.published,
        summary_html=_html(page, summary) if own_text else entry.summary_html,
        content_html=_html(page, found.get("content", [])) if own_text else entry.content_html,
        tags=_tags(page, found["tags"]) if "tags" in found else entry.tags,
        truncated=bool(summary) and is_cut(page.text(summary[-1])) if own_text else entry.truncated,
        pinned=entry.pinned,
    )


def _matches(root: LexborNode | None, key: str, selector: str) -> list[LexborNode]:
    if root is None:
        return []
    try:
        return list(root.css(selector))
    except SelectolaxError as error:
        raise ReadError("bad_selector", f"selectors.{key}: {selector!r} is no CSS selector") from error


def _inside(page: Page, unit: Unit, key: str, selector: str) -> list[int]:
    nodes = (node for root in unit.roots if page.is_element(root) for node in _matches(page.nodes[root], key, selector))
    return [page.place(node) for node in nodes]


def _own(shown: Shown, titles: Titles, place: int) -> OwnLink:
    own = own_link(shown.page, shown.links, titles, (place,), row=True)
    return own if own is not None else OwnLink(title=None, url=None)


def _text(page: Page, places: list[int]) -> str | None:
    return next((text for place in places for text in [page.text(place)] if text), None)


def _url(page: Page, places: list[int]) -> str | None:
    """The address in the first match: its own, that of a link in it, that of the link around it."""
    for place in places[:1]:
        around = (above for above in page.climb(place) if page.tags[above] == "a")
        for holder in (place, *page.find_in(place, "a[href]"), *around):
            for name in _URL_ATTRIBUTES:
                url = page.link(page.attributes[holder].get(name))
                if url is not None:
                    return url
    return None


def _date(page: Page, places: list[int]) -> DateText | None:
    for place in places[:1]:
        for name in _DATE_ATTRIBUTES:
            written = (page.attributes[place].get(name) or "").strip()
            if written and find_date(written):
                return DateText(raw=written, text=written)
        shown = page.text(place)
        found = find_date(shown)
        if found is not None and found.text is not None:
            return DateText(raw=found.raw, text=found.text)
        return DateText(raw=shown, text=shown) if shown else None
    return None


def _html(page: Page, places: list[int]) -> str | None:
    for place in places:
        absolutise(page.nodes[place], page.base)
    return "".join(page.nodes[place].inner_html or "" for place in places).strip() or None


def _tags(page: Page, places: list[int]) -> tuple[str, ...]:
    words = (squash(page.text(place)).strip(" #,|·•") for place in places)
    return tuple(dict.fromkeys(word for word in words if word))
