"""Finds the address of the next page of a listing, the one with older posts. Pure.

https://html.spec.whatwg.org/multipage/links.html#link-type-next. Words are believed before `rel`, for themes call older
posts now `next`, now `prev`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ingest.parse.blog.link_words import NEWER, NEXT, OLDER
from ingest.parse.blog.links import host_of, same_page
from ingest.parse.blog.page import Page
from ingest.parse.blog.shown import squash

_ARROWS = " \t\n\xa0»›→⟩⟶❯>«‹←⟨❮<≫≪….|·"
_ARROW_ONLY = frozenset("» › → ⟩ ⟶ ❯ > ≫ ▶ ▸".split())
_NEXT_CLASS = re.compile(
    r"(?:^|[-_\s])(?:next|older|older-posts|next-page|pagination-next|next-posts)(?:$|[-_\s])", re.IGNORECASE
)
_NO_PAGER = re.compile(r"slide|slick|carousel|swiper|gallery|calendar|month", re.IGNORECASE)
_PAGER = re.compile(r"pag(?:er|ination|inate|ing|es)\b|paginator|nav", re.IGNORECASE)
_NUMBER = re.compile(r"(?:/page[/-]?|[?&](?:page|paged|p)=|/p/)(\d+)(?:/|\.html?|&|$)", re.IGNORECASE)
_LONGEST = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    url: str
    texts: tuple[str, ...]  # what it shows, and what it says aloud
    rel: frozenset[str]
    names: str  # classes of the link and of what is directly around it
    in_pager: bool


def next_page(page: Page, taken: Iterable[tuple[int, int]]) -> str | None:
    """The next page's absolute address, or None. `taken` are (first, last) places of the posts, where no pager is."""
    stated = [page.link(node.attributes.get("href")) for node in page.tree.css("link[rel~=next]")]
    candidates = _candidates(page, sorted(taken))
    by_sign = (
        [one.url for one in candidates if _says(one, OLDER)],
        [url for url in stated if url is not None],
        [one.url for one in candidates if "next" in one.rel and not _says_newer(one)],
        [one.url for one in candidates if _says(one, NEXT)],
        [one.url for one in candidates if _NEXT_CLASS.search(one.names) and not _says_newer(one)],
        [one.url for one in candidates if one.in_pager and one.texts[0] in _ARROW_ONLY],
        [one.url for one in candidates if _is_numbered_next(page, one)],
    )
    return next((url for urls in by_sign for url in urls), None)


def _candidates(page: Page, taken: list[tuple[int, int]]) -> list[_Candidate]:
    found = []
    index = 0
    for place in page.find("a[href]"):
        while index < len(taken) and taken[index][1] < place:
            index += 1
        if index < len(taken) and taken[index][0] <= place:
            continue
        candidate = _candidate(page, place)
        if candidate is not None:
            found.append(candidate)
    return found


def _candidate(page: Page, place: int) -> _Candidate | None:
    attributes = page.attributes[place]
    url = page.link(attributes.get("href"))
    if url is None or same_page(url, page.url):
        return None
    around = [page.parents[place], *(page.parents[above] for above in [page.parents[place]] if above >= 0)]
    names = " ".join(
        (attributes.get("class") or "", attributes.get("id") or "", *(_names(page, above) for above in around if above >= 0))
    )
    if _NO_PAGER.search(names):
        return None
    shown = page.text(place)
    spoken = (squash(attributes.get(name) or "") for name in ("aria-label", "title"))
    texts = (shown, *(text for text in spoken if text))
    if len(shown) > _LONGEST:
        return None
    rel = frozenset((attributes.get("rel") or "").lower().split())
    return _Candidate(url=url, texts=texts, rel=rel, names=names, in_pager=_in_pager(page, place))


def _names(page: Page, place: int) -> str:
    attributes = page.attributes[place]
    return f"{attributes.get('class') or ''} {attributes.get('id') or ''}"


def _in_pager(page: Page, place: int) -> bool:
    for level, above in enumerate(page.climb(place)):
        if level > 4:
            return False
        if page.tags[above] == "nav" or _PAGER.search(_names(page, above)):
            return True
    return False


def _says(candidate: _Candidate, words: frozenset[str]) -> bool:
    return any(text.lower().strip(_ARROWS) in words for text in candidate.texts)


def _says_newer(candidate: _Candidate) -> bool:
    return any(NEWER.search(text) for text in candidate.texts)


def _is_numbered_next(page: Page, candidate: _Candidate) -> bool:
    """Whether a link has the number after this page's own, in its address and alone in its words."""
    here = _NUMBER.search(page.url or "")
    number = _NUMBER.search(candidate.url)
    after = (int(here[1]) if here and len(here[1]) < 9 else 1) + 1
    if number is None or number[1] != str(after) or host_of(candidate.url) != host_of(page.base):
        return False
    return candidate.texts[0].strip(_ARROWS) in ("", str(after))
