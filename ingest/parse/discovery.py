"""Where an HTML page says that its feed is: autodiscovery links and refreshes. Pure; follows nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from ingest.model import Document
from ingest.parse.decoding import decode
from ingest.parse.html_links import absolute_url
from ingest.parse.html_tree import html_tree

_FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "application/xml"}
    | {"application/json", "text/xml", "text/rss+xml", "application/rss", "application/atom"}
)
_VAGUE_TYPES = frozenset({"application/json", "application/xml", "text/xml", "application/rdf+xml"})
_OTHER_LISTS = re.compile(r"/wp-json/|oembed|opensearch|sitemap|manifest|rsd", re.IGNORECASE)
_REFRESH = re.compile(r"\s*[\d.]+\s*(?:[;,]\s*|\s)(?:url\s*=\s*)?[\"']?\s*(?P<url>[^\"'>]+)", re.IGNORECASE)
_LONGEST_TITLE = 80  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedLink:
    """A feed that a page names; `url` absolute."""

    url: str
    type: str
    title: str | None = None


def feed_links(document: Document) -> tuple[FeedLink, ...]:
    """The feeds that a page names in its `<link rel="alternate">`, in its order, those of exact type first."""
    return _links(_tree(document), document.url)


def refresh_target(document: Document) -> str | None:
    """Where a page sends its reader by `<meta http-equiv="refresh">`, absolute; None where it does not."""
    return _refresh(_tree(document), document.url)


def what_a_page_is(text: str, url: str | None) -> str:
    """A page's title and where its feed may be, as the rest of a sentence about it; '' where it says nothing."""
    tree = html_tree(text)
    title = tree.css_first("title")
    name = " ".join(title.text().split())[:_LONGEST_TITLE] if title else ""
    target = _refresh(tree, url)
    said = [f' ("{name}")' if name else ""]
    said += [f"; it names a feed at {link.url}" for link in _links(tree, url)[:1]]
    said += [f"; it sends its reader on to {target}" if target else ""]
    return "".join(said)


def _links(tree: LexborHTMLParser, url: str | None) -> tuple[FeedLink, ...]:
    base = _base(tree, url)
    found: dict[str, FeedLink] = {}
    for node in tree.css("link[rel][href][type]"):
        attributes = node.attributes
        if not {"alternate", "feed"}.intersection((attributes.get("rel") or "").lower().split()):
            continue
        content_type = (attributes.get("type") or "").partition(";")[0].strip().lower()
        target = absolute_url(attributes.get("href"), base)
        if content_type in _FEED_TYPES and target and not _is_other_list(content_type, target):
            title = (attributes.get("title") or "").strip() or None
            found.setdefault(target, FeedLink(url=target, type=content_type, title=title))
    return _exact_first(found.values())


def _refresh(tree: LexborHTMLParser, url: str | None) -> str | None:
    for node in tree.css("meta[http-equiv][content]"):
        if (node.attributes.get("http-equiv") or "").strip().lower() == "refresh":
            match = _REFRESH.match(node.attributes.get("content") or "")
            target = absolute_url(match["url"], _base(tree, url)) if match else None
            if target:
                return target
    return None


def _tree(document: Document) -> LexborHTMLParser:
    return html_tree(decode(document.body, document.content_type).text)


def _base(tree: LexborHTMLParser, url: str | None) -> str | None:
    node = tree.css_first("base[href]")
    return (absolute_url(node.attributes.get("href"), url) if node else None) or url


def _is_other_list(content_type: str, url: str) -> bool:
    """Types that feeds share with other things: the address tells."""
    return content_type in _VAGUE_TYPES and _OTHER_LISTS.search(url) is not None


def _exact_first(links: Iterable[FeedLink]) -> tuple[FeedLink, ...]:
    return tuple(sorted(links, key=lambda link: link.type in _VAGUE_TYPES))
