"""The links of a page, each with what it is for: a title, "read more", a tag, comments, sharing. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from ingest.parse.blog.link_words import COMMENT_WORDS, MORE_START, MORE_WORDS, PERMALINK_WORDS
from ingest.parse.blog.links import is_root, is_tag, is_taxonomy, leads_to_a_page, same_page, without_fragment
from ingest.parse.blog.page import Page
from ingest.parse.blog.standing_dates import standing_date


class Use(Enum):
    """What a link is there for."""

    TITLE = auto()  # plain words that may name a post
    MORE = auto()  # "Read more"
    PERMALINK = auto()  # marked as the post's own address, or words such as "permalink", or its date
    BARE = auto()  # no words: a picture, or a layer over a whole card
    LISTING = auto()  # plain words, but the address looks like a list of posts; a post in a list of dates all the same
    TAXONOMY = auto()  # a tag or category, by its markup
    AUTHOR = auto()
    COMMENTS = auto()
    SHARE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link outside the page's furniture. `bookmark` is True where its markup says that it is the post's own address."""

    place: int
    url: str
    text: str
    use: Use
    bookmark: bool = False
    names: str = ""  # class attribute


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """All such links in document order."""

    all: tuple[Link, ...]
    starts: tuple[int, ...]  # their places

    def within(self, first: int, last: int) -> tuple[Link, ...]:
        """Those from one place to another, both included."""
        return self.all[bisect_left(self.starts, first) : bisect_right(self.starts, last)]


_MORE_CLASS = re.compile(
    r"(?:^|[-_\s])(?:more-link|read-?more|readmore|continue-reading|more|btn-more|post-more)(?:$|[-_\s])", re.IGNORECASE
)
_PROFILE = re.compile(r"https?://[^/]+/@[^/?#]+/?(?:[?#]|$)", re.IGNORECASE)  # https://substack.com/@somebody
_COMMENT_FRAGMENT = re.compile(r"#(?:comments?|respond|disqus_thread|notes|reply|replies|isso-thread)\b", re.IGNORECASE)
_SHARE = re.compile(
    r"//(?:[\w-]+\.)*(?:twitter\.com/(?:intent|share)|x\.com/intent|facebook\.com/(?:sharer|dialog)|linkedin\.com/(?:share|cws)"
    r"|reddit\.com/submit|news\.ycombinator\.com/submitlink|pinterest\.com/pin/create|t\.me/share|telegram\.me/share|wa\.me/"
    r"|api\.whatsapp\.com|getpocket\.com/save|tumblr\.com/(?:share|widgets)|b\.hatena\.ne\.jp/entry|service\.weibo\.com|bsky\.app/intent"
    r"|(?:mastodon|toot)?share\.)",
    re.IGNORECASE,
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TRIM = " \t\n»›→⟶➜➔▸▶>«‹←…⋯.()[]:！!"


def links_of(page: Page, *, to_itself: bool = False) -> Links:
    """The page's links to other documents, without those in its furniture and those to its own front page.

    With `to_itself` also those on headings that lead to another part of the page: of a blog that is all on one page.
    """
    found = [link for place in page.find("a[href]") for link in [_read(page, place, to_itself)] if link is not None]
    return Links(all=tuple(found), starts=tuple(link.place for link in found))


def is_more(text: str) -> bool:
    """Whether words are the label of a "read more" link."""
    return text.lower().strip(_TRIM) in MORE_WORDS or MORE_START.match(text) is not None


def _read(page: Page, place: int, to_itself: bool) -> Link | None:
    if page.idle[place]:
        return None
    attributes = page.attributes[place]
    url = page.link(attributes.get("href"))
    if url is None or not leads_to_a_page(url):
        return None
    if same_page(url, page.url) or is_root(url):
        return _read_part(page, place, url) if to_itself and same_page(url, page.url) else None
    names, rel = (attributes.get("class") or ""), frozenset((attributes.get("rel") or "").lower().split())
    bookmark = (
        bool(rel & {"bookmark", "permalink"})
        or "u-url" in names.split()
        or (attributes.get("itemprop") in ("url", "mainEntityOfPage") and not is_tag(url))  # what a category is has a `url` too
    )
    text = page.text(place)
    use = _use(attributes, url, text, rel, bookmark=bookmark)
    if use is Use.TITLE and _shows_only_a_time(page, place):
        use = Use.PERMALINK
    return Link(place=place, url=url, text=text, use=use, bookmark=bookmark, names=names)


def _read_part(page: Page, place: int, url: str) -> Link | None:
    """The link of a heading to a part of its own page."""
    if not url.partition("#")[2] or not any(page.tags[above] in _HEADINGS for above in page.climb(place)):
        return None
    return Link(place=place, url=url, text=page.text(place), use=Use.TITLE)


def _shows_only_a_time(page: Page, place: int) -> bool:
    times = page.find_in(place, "time")
    return bool(times) and not page.text(place, without=times)


def _use(attributes: Mapping[str, str | None], url: str, text: str, rel: frozenset[str], *, bookmark: bool) -> Use:
    names = (attributes.get("class") or "").lower()
    if is_more(text) or (text and not text.strip(_TRIM)):  # dots or an arrow alone
        return Use.MORE
    if rel & {"tag", "category"} or "p-category" in names:
        return Use.TAXONOMY
    if "author" in rel or "author" in names or "h-card" in names.split() or attributes.get("itemprop") == "author":
        return Use.AUTHOR
    if _PROFILE.match(url):
        return Use.AUTHOR
    if _SHARE.search(url):
        return Use.SHARE
    if _COMMENT_FRAGMENT.search(url) or "comment" in names or (text and COMMENT_WORDS.fullmatch(text)):
        return Use.COMMENTS
    return _use_by_words(url, text, names, bookmark=bookmark)


def _use_by_words(url: str, text: str, names: str, *, bookmark: bool) -> Use:
    words = text.strip(_TRIM)
    if text and _MORE_CLASS.search(names):
        return Use.MORE
    if text.strip().lower() in PERMALINK_WORDS or "permalink" in words.lower() or (words and standing_date(words) is not None):
        return Use.PERMALINK
    if not words and not text.strip():
        return Use.BARE
    return Use.LISTING if is_taxonomy(url) and not bookmark else Use.TITLE


def addresses(links: tuple[Link, ...]) -> list[str]:
    """The different documents that links lead to, in order."""
    return list(dict.fromkeys(without_fragment(link.url) for link in links))
