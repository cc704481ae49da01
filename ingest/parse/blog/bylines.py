"""Who wrote a post, as the index says it. Pure."""

from __future__ import annotations

import re

from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import is_more
from ingest.parse.blog.shown import squash
from ingest.parse.blog.standing_dates import standing_date

_AUTHORS = (
    "[class~=p-author], [itemprop~=author], [rel~=author], [class~=author], [class~=byline], [class*=post-author], "
    "[class*=entry-author], [class*=author i], [class*=byline], "
    "a[href*='/author/'], a[href*='/authors/']"
)
_NAMES = (
    "[class~=p-name], [class~=fn], [itemprop=name], [rel~=author], [class*=author-name], [class*=author_name], "
    "[class*=author__name], [class*=authorname i]"
)
_BY = re.compile(r"(?:(?:posted|written|published)\s+)?(?:by|von|par|por|di|authors?|作者)\b\s*[:：]?\s*", re.IGNORECASE)
_LABELLED = re.compile(
    r"(?:^|[|·•]\s*|\s)(?:authors?\s*:|posted by|written by|by)\s+"
    r"(?P<name>[^|·•,\n]{2,60}?)(?:\s+(?:on|in|at)\s.*)?\s*(?:$|[|·•,])",
    re.IGNORECASE,
)
_NO_NAMES = frozenset({"share", "permalink", "comments", "no comments", "post a comment", "labels", "tags"})
_LONGEST = 80


def author_places(page: Page, roots: tuple[int, ...]) -> list[int]:
    """Places of the elements that name an author."""
    return [place for root in roots for place in page.find_in(root, _AUTHORS)]


def author_of(page: Page, places: list[int]) -> str | None:
    """The name in the first of these elements that has one."""
    names = (_name(page, place) for place in places)
    return next((name for name in names if name and len(name) <= _LONGEST and not _is_no_name(name)), None)


def _is_no_name(text: str) -> bool:
    """Whether a line that is called a by-line says something else: when, or what to do."""
    return text.lower() in _NO_NAMES or is_more(text) or standing_date(text) is not None


def labelled_author(texts: list[str]) -> str | None:
    """The name after 'Author:' or 'by' in a line that also shows the date."""
    found = (_LABELLED.search(text) for text in texts)
    return next((squash(match["name"]) for match in found if match is not None and match["name"][0].isupper()), None)


def _name(page: Page, place: int) -> str:
    text = _said(page, next(iter(page.find_in(place, _NAMES)), place))
    label = _BY.match(text)
    return (text[label.end() :] if label else text).strip(" ,|·•")


def _said(page: Page, place: int) -> str:
    return squash(page.attributes[place].get("content") or "") if page.tags[place] == "meta" else page.text(place)
