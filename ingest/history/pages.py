"""Which page of a source's listing an address shows (rule 7: each page is compared with its own last capture). Pure."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from ingest.history.addresses import split

FIRST = "1"

_PATHS = (
    re.compile(r"/page[/-]?(\d{1,5})(?:\.html?)?/?$", re.IGNORECASE),
    re.compile(r"/(?:index|page)[-_]?(\d{1,5})\.html?$", re.IGNORECASE),
)
_PARAMETERS = ("page", "paged", "pg", "startindex", "offset", "start")
_CURSORS = ("cursor", "max_id", "before", "after")


def page_of(url: str | None, source_url: str) -> str:
    """The page's name: a number as text, `offset:20`, `cursor:…`; '1' for the listing's own address and any other."""
    if url is None or url == source_url:
        return FIRST
    parts = split(url)  # what a sidecar calls a URL need not be one
    if parts is None:
        return FIRST
    for pattern in _PATHS:
        found = pattern.search(parts.path)
        if found:
            return _number(found.group(1))
    return _by_query(parts.query)


def _by_query(query: str) -> str:
    given = {name.lower(): value for name, value in parse_qsl(query)}
    for name in _PARAMETERS:
        value = given.get(name, "")
        if value.isascii() and value.isdigit() and len(value) <= 7:
            return _number(value) if name in {"page", "paged", "pg"} else f"{name}:{int(value)}" if int(value) > 1 else FIRST
    for name in _CURSORS:
        if given.get(name):
            return f"{name}:{given[name][:80]}"
    return FIRST


def _number(digits: str) -> str:
    return str(max(int(digits), 1))
