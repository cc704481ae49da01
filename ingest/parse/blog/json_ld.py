"""Posts that a page describes in JSON-LD: schema.org Blog, BlogPosting, ItemList. Pure.

https://schema.org/BlogPosting, https://schema.org/ItemList. Such a description completes what the page shows, and stands
alone where the page is filled in by a script.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from ingest.model import DateText, Issue, PostEntry
from ingest.parse.blog.links import absolute, same_page
from ingest.parse.blog.shown import squash

_POSTS = frozenset(
    (
        "Article BlogPosting NewsArticle TechArticle SocialMediaPosting LiveBlogPosting Report ScholarlyArticle "
        "OpinionNewsArticle AnalysisNewsArticle ReportageNewsArticle ReviewNewsArticle"
    ).split()
)
_NO_POSTS = frozenset({"BreadcrumbList", "SiteNavigationElement", "FAQPage", "HowTo"})
_HOLDERS = ("@graph", "blogPost", "blogPosts", "itemListElement", "item", "hasPart", "mainEntity")
_MOST_STEPS = 20_000


def described_posts(
    tree: LexborHTMLParser, base: str | None, page_url: str | None
) -> tuple[tuple[PostEntry, ...], tuple[Issue, ...]]:
    """The posts in a page's JSON-LD, in order, each address once; a block that is no JSON is an issue."""
    posts: dict[str, PostEntry] = {}
    issues: list[Issue] = []
    for script in tree.css("script[type='application/ld+json']"):
        try:
            data = json.loads(script.text())
        except (ValueError, RecursionError):
            issues.append(
                Issue(severity="info", code="unreadable_json_ld", message="a block of JSON-LD is no JSON and is not read")
            )
            continue
        for item in _walk(data):
            post = _post(item, base)
            if post is not None and post.url is not None and not same_page(post.url, page_url):
                posts.setdefault(post.url, post)
    return tuple(posts.values()), tuple(issues)


def _walk(data: Any) -> Iterator[dict[str, Any]]:
    """Every object that may be a post, in document order."""
    stack = [data]
    for _ in range(_MOST_STEPS):
        if not stack:
            return
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(reversed(value))
        elif isinstance(value, dict) and not _types(value) & _NO_POSTS:
            yield value
            stack.extend(value[name] for name in reversed(_HOLDERS) if name in value)


def _types(item: dict[str, Any]) -> set[str]:
    types = item.get("@type")
    listed = types if isinstance(types, list) else [types]
    return {str(name).rpartition("/")[2] for name in listed if name}


def _post(item: dict[str, Any], base: str | None) -> PostEntry | None:
    types = _types(item)
    listed = "ListItem" in types and not isinstance(item.get("item"), dict)
    if not types & _POSTS and not listed:
        return None
    title = _text(item.get("headline") or item.get("name"))
    description = _text(item.get("description") or item.get("abstract"))
    published = _text(item.get("datePublished") or item.get("dateCreated"))
    return PostEntry(
        url=_url(item, base),
        title=title,
        author=_names(item.get("author")),
        published=DateText(raw=published, text=published) if published else None,
        summary_html=escape(description, quote=False) if description else None,
        tags=_tags(item),
    )


def _text(value: Any) -> str | None:
    """A string in plain text: some generators write entities into JSON."""
    return squash(unescape(value)) or None if isinstance(value, str) else None


def _url(item: dict[str, Any], base: str | None) -> str | None:
    for name in ("url", "mainEntityOfPage", "item", "@id"):
        value = item.get(name)
        if isinstance(value, dict):
            value = value.get("@id") or value.get("url")
        url = absolute(base, value) if isinstance(value, str) and not value.startswith("#") else None
        if url is not None:
            return url
    return None


def _names(author: Any) -> str | None:
    listed = author if isinstance(author, list) else [author]
    names = [_text(one.get("name") if isinstance(one, dict) else one) for one in listed]
    return ", ".join(name for name in names if name) or None


def _tags(item: dict[str, Any]) -> tuple[str, ...]:
    words: list[str] = []
    for name in ("keywords", "articleSection"):
        value = item.get(name)
        listed = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
        words += [text for part in listed for text in [_text(part)] if text]
    return tuple(dict.fromkeys(words))
