"""Links of a page: made absolute, and told apart from those that lead to no post. Pure; never fetches or resolves a host."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

_DROPPED = re.compile(r"[\t\n\r]")  # URL Standard, section 4.4: left out wherever they stand
_ADDRESSES = ("href", "src", "poster", "cite", "data", "longdesc")
_WITH_ADDRESSES = ", ".join(f"[{name}]" for name in (*_ADDRESSES, "srcset"))
_CANDIDATE = re.compile(r"\s*([^\s,]\S*[^\s,]|[^\s,])((?:\s+[^,]*)?)(?:,|$)")  # HTML Standard, 4.8.4.2.1

_NO_PAGE = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|avif|ico|bmp|css|js|xml|rss|atom|json|zip|gz|tgz|mp3|mp4|m4a|webm|ics|woff2?)$", re.IGNORECASE
)
_TAXONOMY = re.compile(
    r"/(?:tags?|categor(?:y|ies)|kategorien?|categorie|topics?|labels?|authors?|users?|profile|people|series|search)(?:/|$)"
    r"|/page/\d+/?$|[?&](?:cat|tag|paged?|s|author|q)=",
    re.IGNORECASE,
)
_TAG = re.compile(r"/(?:tags?|categor(?:y|ies)|kategorien?|categorie|topics?|labels?)/[^/]|[?&](?:cat|tag)=", re.IGNORECASE)
_BESIDES = re.compile(
    r"^[^/]*//[^/]*(?:/(?:blog|[a-z]{2}))?/(?:about|about-us|about-me|blog|weblog|posts|articles|writing|contact|imprint|impressum|privacy|privacy-policy|terms|legal"
    r"|sitemap|search|archives?|tags|categories|home|faq|now|uses|projects?|cv|resume|subscribe)(?:\.html?|/)*$"
    r"|^[^/]*//[^/]*(?:/(?:blog|weblog|archives?))?/(?:19|20)\d\d(?:/(?:0?[1-9]|1[0-2]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))?(?:\.html?|/)*$"
    r"|/(?:feed|rss|atom|wp-login\.php|wp-admin|login|signin|signup|register)/*$",
    re.IGNORECASE,
)


def base_of(tree: LexborHTMLParser, url: str | None) -> str | None:
    """What relative links are relative to: `<base href>`, else the document's own address, else the one that it claims."""
    base = tree.css_first("base[href]")
    if base is not None:
        stated = absolute(url, base.attributes.get("href"))
        if stated is not None:
            return stated
    if url is not None:
        return url
    claimed = tree.css_first("link[rel~=canonical][href], meta[property='og:url'][content]")
    return None if claimed is None else absolute(None, claimed.attributes.get("href") or claimed.attributes.get("content"))


def absolute(base: str | None, href: str | None) -> str | None:
    """A link as an absolute http(s) URL; None where there is none, or nothing that it could be relative to."""
    if href is None or not href.strip():
        return None
    joined = _joined(base, href)
    return joined if joined is not None and joined[:8].lower().startswith(("http://", "https://")) else None


def _joined(base: str | None, href: str) -> str | None:
    href = _DROPPED.sub("", href.strip())
    try:
        joined = urljoin(base, href) if base else href
        return joined if urlsplit(joined).netloc or ":" in joined else None
    except ValueError:  # an address like http://[::1 that no parser takes
        return None


def absolutise(node: LexborNode, base: str | None) -> None:
    """Makes every address in an element absolute, in place; what can't be resolved stays as it is."""
    if base is None:
        return
    for holder in [node, *node.css(_WITH_ADDRESSES)]:
        for name in _ADDRESSES:
            value = holder.attributes.get(name)
            if value and not value.startswith("#"):
                holder.attrs[name] = _joined(base, value) or value
        srcset = holder.attributes.get("srcset")
        if srcset:
            holder.attrs["srcset"] = _absolute_srcset(base, srcset)


def _absolute_srcset(base: str, srcset: str) -> str:
    parts = [(_joined(base, url) or url) + size.rstrip() for url, size in _CANDIDATE.findall(srcset)]
    return ", ".join(parts) if parts else srcset


def without_fragment(url: str) -> str:
    """The address of the document alone."""
    return url.partition("#")[0]


def same_page(url: str, other: str | None) -> bool:
    """Whether two addresses name one document: fragment, scheme, `www.` and a closing slash aside."""
    return other is not None and _bare(url) == _bare(other)


def _bare(url: str) -> str:
    scheme_less = without_fragment(url).partition("://")[2]
    host, slash, path = scheme_less.partition("/")
    return f"{host.lower().removeprefix('www.')}{slash}{path}".rstrip("/")


def host_of(url: str | None) -> str:
    """The host of an absolute URL in lower case, without `www.`; empty where there is none."""
    return _bare(url).partition("/")[0].partition("?")[0] if url else ""


def is_root(url: str) -> bool:
    """Whether a URL is a site's front page."""
    _, _, path = _bare(url).partition("/")
    return path in ("", "index.html", "index.php") and "?" not in url


def leads_to_a_page(url: str) -> bool:
    """Whether a URL can be a post at all: not a picture, a style sheet, a feed."""
    return _NO_PAGE.search(url.partition("?")[0]) is None


def is_taxonomy(url: str) -> bool:
    """Whether a URL looks like a list of posts: a tag, a category, an author, a further page."""
    return _TAXONOMY.search(url) is not None


def is_tag(url: str) -> bool:
    """Whether a URL looks like the list of posts under one tag or category."""
    return _TAG.search(url) is not None


def is_furniture(url: str) -> bool:
    """Whether a URL looks like a page about the blog: its feed, the archive of a month, its imprint."""
    return _BESIDES.search(url.partition("?")[0]) is not None
