"""What the address of a tweet or a person says, and addresses made absolute; knows no page. Pure."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

X = "https://x.com"
"""Where paths lead that X's own JSON gives without a host."""

_STATUS = re.compile(r"/(?:status|statuses)/(\d{1,20})(?!\d)")
_AUTHOR = re.compile(r"/([A-Za-z0-9_]{1,20})/status(?:es)?/\d")
_HANDLE = re.compile(r"@?([A-Za-z0-9_]{1,20})")
_NOT_A_PERSON = frozenset({"i", "web", "search", "home", "explore", "settings", "hashtag", "intent", "share", "about"})


def status_id(url: str | None) -> str | None:
    """The id in the address of a tweet, as text; never the host or the handle (rule 5)."""
    found = _STATUS.search(url or "")
    return found[1] if found else None


def author_of(url: str | None) -> str | None:
    """The handle in the address of a tweet; None in `/i/status/1`, which names nobody."""
    found = _AUTHOR.search(url or "")
    return found[1] if found and found[1].lower() not in _NOT_A_PERSON else None


def handle(text: str | None) -> str | None:
    """A handle without its @; None for anything that can't be one."""
    found = _HANDLE.fullmatch((text or "").strip())
    return found[1] if found else None


def absolute(href: str | None, base: str | None) -> str | None:
    """An http(s) address made absolute; None where it is no web address or has no base to stand on."""
    if not href:
        return None
    try:
        url = urljoin(base or "", href.strip())
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.netloc else None


def is_elsewhere(url: str, base: str | None) -> bool:
    """Whether a link leads away from the site of the page: no mention, hashtag or picture of the site's own."""
    try:
        return urlsplit(url).netloc != urlsplit(base or "").netloc
    except ValueError:
        return False
