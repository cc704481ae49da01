"""Follows links from page to page, a few of each kind: every kind that the site has, whenever it was added."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.browser.visitor import Visitor
from web.routes import PAGES as ROUTES

EACH = 2
NO_PAGES = ("changes_feed", "source_feed", "snapshot", "raw")  # routes that answer with something else than a page
LINKS = """[...document.querySelectorAll('a[href]')].map(
    link => [link.getAttribute('href'), new URL(link.getAttribute('href'), document.baseURI).href])"""
_FILE = re.compile(r"\.(?:json|csv|atom|db|blob)$")


@dataclass(slots=True)
class Crawl:
    """The pages that were opened, by kind; the files that they offer; links that are none of http."""

    opened: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    odd: set[str] = field(default_factory=set)


def kinds() -> set[str]:
    """The kinds of pages that the site's own routes give."""
    return {page.__name__ for _, page in ROUTES if page.__name__ not in NO_PAGES}


def kind_of(path: str) -> str:
    """Which page answers a path: one of ours by its name, one of Datasette's by its first part and depth."""
    plain = path.partition("?")[0]
    for pattern, page in ROUTES:
        if re.match(pattern, plain):
            return page.__name__
    parts = plain.strip("/").split("/")
    return f"datasette {parts[0]} {len(parts)}"


def crawl(visitor: Visitor, first: Iterable[str], each: int = EACH, on_page: Any = None) -> Crawl:
    """Open the first pages and, of each kind, `each` that they and the others lead to; `on_page(path)` is called on every one."""
    result = Crawl()
    pending, known = list(first), set(first)
    while pending:
        path = pending.pop(0)
        answer = visitor.goto(path)
        assert answer.status == 200, path
        assert visitor.page.locator("h1").count() == 1, path
        result.opened.setdefault(kind_of(path), []).append(path)
        if on_page:
            on_page(path)
        for written, target in visitor.page.evaluate(LINKS):
            link = _inside(visitor, target)
            if link is None:
                result.odd |= set() if urlsplit(target).scheme in ("http", "https") else {written}
            elif _FILE.search(link.partition("?")[0]) or kind_of(link) in NO_PAGES:
                result.files.add(link)
            elif link not in known and _wanted(link, known, each):
                known.add(link)
                pending.append(link)
    return result


def _inside(visitor: Visitor, target: str) -> str | None:
    """The path and query of an address within the site."""
    if not target.startswith(f"{visitor.base}/"):
        return None
    return target.removeprefix(visitor.base).partition("#")[0]


def _wanted(link: str, known: set[str], each: int) -> bool:
    return sum(kind_of(one) == kind_of(link) for one in known) < each
