"""The tags and categories of a post, as the index shows them. Pure."""

from __future__ import annotations

from ingest.parse.blog.links import is_tag
from ingest.parse.blog.page import Page
from ingest.parse.blog.shown import squash

_TAGS = (
    "a[rel~=tag], a[rel~=category], [class~=p-category], [class~=tags] a, [class~=tag] a, [class*=post-tag] a, [class*=tag-list] a, "
    "[class*=taglist] a, [class*=categor] a, [class*=topics] a, a[class*=tag], a[class*=categor], span[class~=tag], "
    "span[class~=category], [itemprop~=keywords], [itemprop~=articleSection], a[href*='/tag'], a[href*='/categor'], a[href*='/topic'], "
    "a[href*='/label/']"
)
_LONGEST = 60


def tag_places(page: Page, roots: tuple[int, ...], own: str | None) -> list[int]:
    """Places of the elements that are one tag each; a link to the post itself (`own`) is none."""
    return [place for root in roots for place in page.find_in(root, _TAGS) if _is_tag(page, place, own)]


def tag_words(page: Page, places: list[int]) -> tuple[str, ...]:
    """The tags in the order shown, each once."""
    words: dict[str, None] = {}
    for place in places:
        is_meta = page.tags[place] == "meta"
        listed = (page.attributes[place].get("content") or "").split(",") if is_meta else [page.text(place)]
        words.update(dict.fromkeys(word for part in listed if (word := squash(part).strip(" #,|·•"))))
    return tuple(words)


def _is_tag(page: Page, place: int, own: str | None) -> bool:
    tag = page.tags[place]
    if tag == "meta":
        return True
    if len(page.text(place)) > _LONGEST:
        return False
    if tag != "a":
        return "a" not in page.tags[place : page.last[place] + 1]
    url = page.link(page.attributes[place].get("href"))
    marked = {"tag", "category"} & set((page.attributes[place].get("rel") or "").lower().split())
    return url is None or (url != own and (bool(marked) or is_tag(url) or not _in_prose(page, place)))


def _in_prose(page: Page, place: int) -> bool:
    parent = page.parents[place]
    return parent >= 0 and page.tags[parent] in ("p", "blockquote") and len(page.text(parent)) > 3 * _LONGEST
