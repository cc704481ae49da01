"""Finds what names a post inside the box that is one: its title and its address. Pure.

A box whose title is no link, and which holds several links of one sort, is a list of posts rather than a post: then
nothing is found, and the boxes inside it get their turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from ingest.parse.blog.date_words import find_date
from ingest.parse.blog.links import host_of, is_furniture, without_fragment
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Link, Links, Use, addresses
from ingest.parse.blog.shown import squash
from ingest.parse.blog.unit import OwnLink

_MARKED = "[class~=p-name], [class~=entry-title], [itemprop~=headline], [itemprop=name]"
_HEADINGS = "h1, h2, h3, h4, h5, h6"
_NAMED = (
    "[class*=post-title], [class*=post_title], [class*=postTitle], [class*=entry-title], [class*=article-title], "
    "[class*=card-title], [class*=item-title], [class*=post-link], [class*=post-name], [class*=headline], [class~=title], "
    "[class~=name], [data-testid*=title]"
)
_OF_SOMEBODY_ELSE = "[class~=h-card], [class~=p-author], [class~=h-cite], [itemprop=author], [itemprop=publisher], [class~=vcard]"
_BLOCKS = frozenset("p li td th dd dt div article section blockquote h1 h2 h3 h4 h5 h6 body".split())
_A_PHRASE = 40
_TITLE_USES = (Use.TITLE, Use.LISTING)
_NEVER_A_POST = (Use.TAXONOMY, Use.AUTHOR, Use.COMMENTS, Use.SHARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Titles:
    """Places of everything that may be a title, best kind first, and of the parts that belong to somebody else."""

    marked: tuple[int, ...]
    headings: tuple[int, ...]
    named: tuple[int, ...]
    foreign: tuple[int, ...]


def titles_of(page: Page) -> Titles:
    """What on the page, outside its furniture, may be a title."""

    def shown(selector: str) -> tuple[int, ...]:
        return tuple(place for place in page.find(selector) if not page.idle[place])

    return Titles(marked=shown(_MARKED), headings=shown(_HEADINGS), named=shown(_NAMED), foreign=shown(_OF_SOMEBODY_ELSE))


def own_link(
    page: Page, links: Links, titles: Titles, roots: tuple[int, ...], *, row: bool = False, common: frozenset[str] = frozenset()
) -> OwnLink | None:
    """The title and address of the post in `roots`, or None where they hold no post, or more than one.

    With `row` the box is known to be a single line of a list: one link among several may then be chosen, and rather one
    that is not `common` to several lines, as an author's is.
    """
    inner = tuple(
        link for root in roots for link in links.within(root, page.last[root]) if not _foreign(page, titles, root, link.place)
    )
    title = _title(page, titles, roots, inner)
    url = _address(page, links, title, roots, inner)
    chosen = _only_title_link(page, inner, common, row=row)
    if url is not None:
        words = (
            title,
            _link_title(page, links, roots, url),
            chosen.place if chosen and row else None,
            _date_title(inner, url, row=row),
        )
        return OwnLink(title=next((place for place in words if place is not None), None), url=url)
    if chosen is None or (title is not None and not row):
        return None
    return OwnLink(title=chosen.place if title is None else title, url=chosen.url)


def enclosing_link(page: Page, links: Links, place: int) -> Link | None:
    """The link that a place is in, or is."""
    for above in page.climb(place):
        if page.tags[above] == "a":
            found = links.within(above, above)
            return found[0] if found else None
        if page.tags[above] in ("body", "main", "ul", "ol", "table"):
            return None
    return None


def _foreign(page: Page, titles: Titles, root: int, place: int) -> bool:
    return any(root < box <= place <= page.last[box] for box in page.within(root, titles.foreign)) if titles.foreign else False


def _title(page: Page, titles: Titles, roots: tuple[int, ...], inner: tuple[Link, ...]) -> int | None:
    """The place of the title: marked as such, else the first heading with a link, else the highest one, else by class."""
    for kind in (titles.marked, titles.headings, titles.named):
        found = [place for root in roots for place in page.within(root, kind) if not _foreign(page, titles, root, place)]
        found = [place for place in found if _worded(page, place)]
        if found:
            return _best_title(page, found, inner)
    return None


def _worded(page: Page, place: int) -> bool:
    return page.last[place] > place and bool(page.text(place))


def _best_title(page: Page, found: list[int], inner: tuple[Link, ...]) -> int:
    linked = (place for place in found if any(_touches(page, place, link) and link.use in _TITLE_USES for link in inner))
    return next(linked, min(found, key=lambda place: page.tags[place]))


def _touches(page: Page, place: int, link: Link) -> bool:
    """Whether a link is in a title, is it, or goes around it."""
    return place <= link.place <= page.last[place] or link.place <= place <= page.last[link.place]


def _address(page: Page, links: Links, title: int | None, roots: tuple[int, ...], inner: tuple[Link, ...]) -> str | None:
    """The post's address by the plainest sign there is; None where each sign is missing or points to several places."""
    around = enclosing_link(page, links, roots[0])
    on_title = _on_title(page, title, inner)
    marked = tuple(link for link in inner if link.bookmark and link.use not in (Use.TAXONOMY, Use.AUTHOR))
    for sign in (
        marked,
        on_title[:1],
        () if around is None else (around,),
        tuple(link for link in inner if link.use is Use.PERMALINK),
        tuple(link for link in inner if link.use is Use.MORE and not is_furniture(link.url)),
        tuple(link for link in inner if link.use is Use.BARE and _covers(page, title, link)),
    ):
        if len(addresses(sign)) == 1:
            return sign[0].url
        if sign:
            return on_title[0].url if on_title else None
    return None


def _on_title(page: Page, title: int | None, inner: tuple[Link, ...]) -> tuple[Link, ...]:
    """Links in, on or around the title; those with words of their own first."""
    if title is None:
        return ()
    touching = [link for link in inner if link.use not in _NEVER_A_POST and _touches(page, title, link)]
    return tuple(sorted(touching, key=lambda link: link.use is not Use.TITLE))


def _covers(page: Page, title: int | None, link: Link) -> bool:
    """Whether a link without words lies over a card with a title: by its name, by what it says aloud, or on this site."""
    if title is None or is_furniture(link.url):
        return False
    spoken = page.attributes[link.place].get("aria-label") or ""
    named = any(word in link.names for word in ("entry-link", "stretched", "overlay", "card-link", "cover", "permalink"))
    return named or page.text(title) in spoken or host_of(link.url) == host_of(page.base)


def _link_title(page: Page, links: Links, roots: tuple[int, ...], url: str) -> int | None:
    """The place of the words that name a post without heading: those of a link to it."""
    around = enclosing_link(page, links, roots[0])
    inner = [link for root in roots for link in links.within(root, page.last[root])]
    same = [
        link for link in (*inner, *([] if around is None else [around])) if without_fragment(link.url) == without_fragment(url)
    ]
    return next((link.place for use in _TITLE_USES for link in same if link.use is use and link.text), None)


def _date_title(inner: tuple[Link, ...], url: str, *, row: bool) -> int | None:
    """In a list whose lines are named by their dates alone, the place of the date."""
    return next((link.place for link in inner if row and link.use is Use.PERMALINK and link.url == url), None)


def _only_title_link(page: Page, inner: tuple[Link, ...], common: frozenset[str], *, row: bool) -> Link | None:
    """The link that names a post by itself; in a row also the likeliest of several."""
    plain = [link for link in inner if link.use is Use.TITLE] or [link for link in inner if link.use is Use.LISTING]
    plain = [link for link in plain if without_fragment(link.url) not in common] or plain
    plain = [link for link in plain if not _in_a_sentence(page, link)]
    if len(addresses(tuple(plain))) == 1:
        return plain[0]
    if not row or not plain:
        return None
    home = host_of(page.base)
    local = [link for link in plain if host_of(link.url) == home] or plain
    return max(local, key=lambda link: len(link.text))


def _in_a_sentence(page: Page, link: Link) -> bool:
    """Whether a link stands inside a text that says more than the link does, after words of it."""
    block = next((above for above in page.climb(page.parents[link.place]) if page.tags[above] in _BLOCKS), link.place)
    if len(page.text(block)) <= len(link.text) + _A_PHRASE:
        return False
    before = squash("".join(page.words[block : link.place]))
    date = find_date(before)
    words = before if date is None else before[: date.start] + before[date.end :]
    return sum(any(map(str.isalpha, word)) for word in words.split()) > 1
