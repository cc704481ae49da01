"""The tags and categories of a post, as the index shows them. Pure."""

from __future__ import annotations

from ingest.parse.blog.links import is_tag
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Link, Use
from ingest.parse.blog.shown import squash

_LINKS = (
    "a[rel~=tag], a[rel~=category], a[class~=p-category], [class~=tags] a, [class~=tag] a, [class*=post-tag] a, "
    "[class*=tag-list] a, [class*=taglist] a, [class~=categories] a, [class~=category] a, [class*=post-categor] a, "
    "[class*=entry-categor] a, [class*=cat-links] a, [class*=topics] a, a[class*=tag], a[class*=categor], "
    "a[itemprop~=keywords], a[itemprop~=genre], a[itemprop~=articleSection]"
)
_WORDS = (
    "[class~=p-category], span[class~=tag], span[class*=-tag], span[class*=categor], div[class*=categor], p[class*=categor], "
    "li[class*=categor], p[class*=card-tag], div[class*=card-tag], "
    "[itemprop~=keywords], [itemprop~=articleSection]"
)
_LONGEST = 60


def tag_places(page: Page, roots: tuple[int, ...], links: tuple[Link, ...], own: str | None) -> list[int]:
    """Places of the elements that are tags, in order; a link to the post itself (`own`) is none."""
    linked = [place for root in roots for place in page.find_in(root, _LINKS) if _is_tag(page, place, own)]
    linked += [link.place for link in links if link.use in (Use.LISTING, Use.TAXONOMY) and is_tag(link.url) and link.url != own]
    plain = [place for root in roots for place in page.find_in(root, _WORDS) if _is_word(page, place)]
    return sorted({*linked, *plain})


def tag_words(page: Page, places: list[int]) -> tuple[str, ...]:
    """The tags in the order shown, each once."""
    words: dict[str, None] = {}
    for place in places:
        text = (page.attributes[place].get("content") or "") if page.tags[place] == "meta" else page.text(place)
        listed = [text] if page.tags[place] == "a" else text.split(",")
        words.update(dict.fromkeys(word for part in listed if (word := squash(part).strip(" #,|·•"))))
    return tuple(words)


def _is_tag(page: Page, place: int, own: str | None) -> bool:
    if len(page.text(place)) > _LONGEST or page.text(place).isdigit():
        return False
    url = page.link(page.attributes[place].get("href"))
    marked = {"tag", "category"} & set((page.attributes[place].get("rel") or "").lower().split())
    return url is None or (url != own and (bool(marked) or is_tag(url) or not _in_prose(page, place)))


def _is_word(page: Page, place: int) -> bool:
    """Whether an element is a tag that leads nowhere: short, and nothing in it but words."""
    if page.tags[place] == "meta":
        return True
    inner = page.tags[place + 1 : page.last[place] + 1]
    return len(page.text(place)) <= _LONGEST and not any(tag[0] != "-" and tag != "svg" for tag in inner)


def _in_prose(page: Page, place: int) -> bool:
    parent = page.parents[place]
    return parent >= 0 and page.tags[parent] in ("p", "blockquote") and len(page.text(parent)) > 3 * _LONGEST
