"""What a page says of the blog as a whole: name, description, generator, language, front page. Pure."""

from __future__ import annotations

from ingest.model import SourceFields
from ingest.parse.blog.links import is_root
from ingest.parse.blog.page import Page
from ingest.parse.blog.shown import squash

_TITLE = "meta[property='og:site_name']", "meta[name='application-name']", "head > title", "title"
_DESCRIPTION = "meta[name=description]", "meta[property='og:description']"
_GENERATOR = ("meta[name=generator]",)
_HOME = "link[rel~=home]", "a[rel~=home]", "[class*=site-title] a", "[class*=site-name] a", "a[class*=site-title]", "header a"


def source_fields(page: Page) -> SourceFields:
    """The page's statements about its blog; what it does not say is None."""
    return SourceFields(
        title=_first(page, _TITLE),
        description=_first(page, _DESCRIPTION),
        generator=_first(page, _GENERATOR),
        language=next((squash(page.attributes[place].get("lang") or "") for place in page.find("html")), None) or None,
        home_url=_home(page),
    )


def _first(page: Page, selectors: tuple[str, ...]) -> str | None:
    """The first of these that says something: the content of a meta element, or the text of another."""
    said = (_said(page, place) for selector in selectors for place in page.find(selector)[:1])
    return next((text for text in said if text), None)


def _said(page: Page, place: int) -> str:
    return squash(page.attributes[place].get("content") or "") if page.tags[place] == "meta" else page.text(place)


def _home(page: Page) -> str | None:
    """Where the page links to as the blog's front page."""
    for selector in _HOME:
        for place in page.find(selector)[:1]:
            url = page.link(page.attributes[place].get("href"))
            if url is not None and (is_root(url) or "home" in (page.attributes[place].get("rel") or "")):
                return url
    return None
