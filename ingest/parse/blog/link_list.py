"""Posts of a bare list: links of this site that stand alone in their list items. Pure; the last way to be tried."""

from __future__ import annotations

from collections import defaultdict

from ingest.parse.blog.links import host_of, is_furniture
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Link, Links, Use
from ingest.parse.blog.unit import OwnLink, Unit

_ITEMS = frozenset({"li", "dd", "td", "p", "div"})
_DOCUMENTS = (".pdf", ".ps", ".doc", ".docx", ".ppt", ".pptx", ".txt")


def listed_links(page: Page, links: Links) -> tuple[Unit, ...]:
    """The links of the longest list on the page, if most of them lead to pages of the same site."""
    lists: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for link in links.all:
        if link.use is Use.TITLE and not is_furniture(link.url):
            key = _list_of(page, link)
            if key is not None:
                lists[key].append(link)
    best = max(lists.values(), key=len, default=[])
    home = host_of(page.base)
    own = [link for link in best if home in ("", host_of(link.url)) and not link.url.lower().endswith(_DOCUMENTS)]
    if len(own) * 2 <= len(best):
        return ()
    return tuple(Unit(roots=(_item(page, link.place),), own=OwnLink(title=link.place, url=link.url)) for link in own)


def _list_of(page: Page, link: Link) -> tuple[str, str] | None:
    """What tells a list from another: the element and class of its items and of the list itself.

    Outside of list items a link must be all the words of its block; None where it is not.
    """
    item = _item(page, link.place)
    if page.tags[item] != "li" and not _is_all_of(page, item, link):
        return None
    parent = page.parents[item]
    return _name(page, item), _name(page, parent) if parent >= 0 else ""


def _is_all_of(page: Page, block: int, link: Link) -> bool:
    rest = page.text(block, without=(link.place,))
    return block != link.place and not any(map(str.isalpha, rest))


def _item(page: Page, place: int) -> int:
    return next((above for above in page.climb(page.parents[place]) if page.tags[above] in _ITEMS), place)


def _name(page: Page, place: int) -> str:
    return f"{page.tags[place]}.{page.attributes[place].get('class') or ''}"
