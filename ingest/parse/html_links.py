"""Makes the links of a document absolute and leaves every other character as it was sent. Pure; cleans nothing.

Cleaning is for `normalise`; here a wrong base is the only thing repaired, so that the same words give the same HTML.
"""

from __future__ import annotations

import html
import re
from urllib.parse import urljoin

_HAS_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:")
_NEVER_A_LINK = ("javascript:", "vbscript:", "data:")
_DROPPED_IN_URLS = re.compile(r"[\t\r\n]")  # URL Standard, section 4.4

_START_TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9:\-]*+)((?:[\s/](?:[^<>\"']|\"[^\"]*\"|'[^']*')*+))>")
_LINK_NAMES = "href|src|srcset|cite|poster|data|longdesc|action|background|usemap"
_VALUE = re.compile(r"(\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s\"'<>=`]+)")
_LINK_ATTRIBUTE = re.compile(rf"(?<=[\s\"'/])({_LINK_NAMES}){_VALUE.pattern}", re.IGNORECASE)
_SRCSET = "srcset"
_ATTENTION = re.compile(
    r"=(?:(?<=[sS][eE][tT]=)|(?<=\s=)|(?<=[acdefnprtACDEFNPRT]=)\s*+(?![\"']?\s*+(?:#|[a-zA-Z][a-zA-Z0-9+.\-]*:)))"
)
"""What stands after `srcset`, after white space, or before a relative link, after a name that ends like one of a link's."""
_NAME_BEFORE = re.compile(rf"(?:{_LINK_NAMES}|\s)\Z", re.IGNORECASE)
_LONGEST_NAME = max(map(len, _LINK_NAMES.split("|")))
_ATTRIBUTE_OF = {  # attributes that hold a link on these elements alone
    "data": {"object"},
    "background": {"body", "table", "td"},
}
_LONGEST_SRCSET = 10_000  # characters; what is longer is no list of images
_CANDIDATE = re.compile(r"(\s*)([^\s,]\S*[^\s,]|[^\s,])((?:\s+[^\s,]+)?\s*(?:,|$))")
PLAIN_URL = re.compile(
    r"https?://[a-z0-9.\-]+(?::[0-9]+)?(?:/[\w./~%+,:@=!$*\-]*(?:\?[\w./~%+,:@=!$*&\-]+)?(?:#[\w./~%+,:=\-]+)?)?", re.ASCII
)
"""An address of which the whole is an absolute one that resolving leaves as it is, whatever the base."""


def absolute_url(url: str | None, base: str | None) -> str | None:
    """A link as sent, made absolute; None where it is empty, not a URL, or would run as a script.

    Without a base a relative link stays relative. Scheme-relative and query-only links are resolved as RFC 3986 says.
    """
    url = _DROPPED_IN_URLS.sub("", (url or "").strip())
    if PLAIN_URL.fullmatch(url) and PLAIN_URL.fullmatch(base or url):
        return url
    if not url or url.lower().startswith(_NEVER_A_LINK):
        return None
    try:
        return urljoin(base or "", url)
    except ValueError:
        return None


def absolute_links(source: str, base: str | None) -> str:
    """HTML with its links resolved against `base`; links within the page (`#note`) stay as they are."""
    if not base or "<" not in source or not _may_be_relative(source, base):
        return source

    def resolved(match: re.Match[str]) -> str:
        tag = match[1].lower()
        return f"<{match[1]}{_LINK_ATTRIBUTE.sub(lambda found: _attribute(found, tag, base), match[2])}>"

    return _START_TAG.sub(resolved, source)


def _may_be_relative(source: str, base: str) -> bool:
    """Whether anything in a text could be a link that resolving changes; found far sooner than the links themselves."""
    for found in _ATTENTION.finditer(source):
        name = _NAME_BEFORE.search(source[max(found.start() - _LONGEST_NAME, 0) : found.start()])
        if name and not (name[0].lower() == _SRCSET and _is_absolute_srcset(source, found.start(), base)):
            return True
    return False


def _is_absolute_srcset(source: str, at: int, base: str) -> bool:
    value = _VALUE.match(source, at)
    return value is None or _srcset(_unquoted(value[2]), base) == _unquoted(value[2])


def _unquoted(written: str) -> str:
    return written.strip(written[0]) if written[0] in "\"'" else written


def _attribute(match: re.Match[str], tag: str, base: str) -> str:
    name, equals, written = match[1], match[2], match[3]
    if tag not in _ATTRIBUTE_OF.get(name.lower(), {tag}):
        return match[0]
    quote = written[0] if written[0] in "\"'" else ""
    value = _unquoted(written)
    fixed = _srcset(value, base) if name.lower() == _SRCSET else _link(value, base)
    if fixed == value:
        return match[0]
    return f"{name}{equals}{quote or chr(34)}{fixed}{quote or chr(34)}"


def _srcset(value: str, base: str) -> str:
    """The candidates of an image (HTML Standard, 4.8.4.2.1), each with its address resolved."""
    if len(value) > _LONGEST_SRCSET:
        return value
    return _CANDIDATE.sub(lambda found: f"{found[1]}{_link(found[2], base)}{found[3]}", value)


def _link(value: str, base: str) -> str:
    """An attribute's value, escaped as it stands in the tag."""
    link = html.unescape(value.strip())
    if not link or link.startswith("#") or _HAS_SCHEME.match(link):
        return value
    try:
        return html.escape(urljoin(base, _DROPPED_IN_URLS.sub("", link)), quote=True)
    except ValueError:
        return value
