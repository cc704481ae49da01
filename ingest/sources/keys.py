"""What each key of sources.toml may be: a check per key, which gives the value as it is kept. Pure; reads no file.

A check raises WrongValueError, whose text continues a sentence that begins with file, source and key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from string import Template
from typing import Any
from urllib.parse import urlsplit

from ingest.model import TABLE_OF_KIND

LARGEST_BODY = 1_000_000_000  # bytes; SQLite keeps no larger value

SELECTORS = ("item", "title", "url", "date", "summary", "content", "author", "tags")
"""What a blog's own CSS selectors may find: each post, and the parts inside one."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")
_SECONDS_OF = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_LONGEST_PAUSE = 366 * 86400  # seconds; what is longer is a slip, and far beyond it no date can be reckoned
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110 section 5.1
_HEADERS_OF_THE_FETCHER = frozenset({
    "accept-encoding", "connection", "content-length", "cookie", "host", "if-modified-since", "if-none-match", "range", "te",
    "transfer-encoding", "upgrade", "user-agent",
})  # fmt: skip


class WrongValueError(Exception):
    """Its text continues a sentence that begins with file, source and key."""


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise WrongValueError("must be a text that is not empty")
    return value


def _line(value: object) -> str:
    text = _text(value)
    if has_control(text):
        raise WrongValueError("must be one line without control characters: it goes into a header")
    return text


def _source_id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise WrongValueError(f"must be made of lower case letters, digits and hyphens (not {value!r})")
    return value


def _one_of(*allowed: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if value in allowed:
            return str(value)
        near = get_close_matches(str(value), allowed, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise WrongValueError(f"must be {' or '.join(map(repr, allowed))} (not {value!r}){hint}")

    return check


def _web_url(value: object) -> str:
    text = _text(value)
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise WrongValueError(f"is not a URL: {error}") from error
    if parts.scheme not in ("http", "https") or not host:
        raise WrongValueError(f"must be a whole http or https URL (not {text!r})")
    if "@" in parts.netloc:
        raise WrongValueError("must not carry a user name or password: it is published; use `headers` with a variable")
    if has_control(text) or " " in text:
        raise WrongValueError("must not contain spaces or control characters; write them percent-encoded")
    return text


def _duration(value: object) -> float:
    if isinstance(value, str) and (match := _DURATION.fullmatch(value.strip())):
        seconds = float(match[1]) * _SECONDS_OF[match[2]]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value
    else:
        raise WrongValueError(f"must be a number of seconds or a text like '15m', '6h', '1d' (not {value!r})")
    if not 0 < seconds <= _LONGEST_PAUSE:
        raise WrongValueError(f"must be more than zero and at most a year (not {value!r:.40})")
    return float(seconds)


def _number(*, low: float, high: float) -> Callable[[object], float]:
    def check(value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            raise WrongValueError(f"must be a number from {low:g} to {high:g} (not {value!r})")
        return float(value)

    return check


def _count(*, low: int, high: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise WrongValueError(f"must be a whole number from {low} to {high} (not {value!r})")
        return value

    return check


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(f"must be true or false (not {value!r})")
    return value


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise WrongValueError("must be a table whose values are texts")
    return value


def _selectors(value: object) -> dict[str, str]:
    selectors = _texts(value)
    for name in selectors:
        if name not in SELECTORS:
            raise WrongValueError(f"has an unknown key `{name}`; known keys: {', '.join(SELECTORS)}")
    return selectors


def _headers(value: object) -> dict[str, str]:
    headers = _texts(value)
    for name, text in headers.items():
        if not _HEADER_NAME.fullmatch(name):
            raise WrongValueError(f"names {name!r}, which is not a header name")
        if name.lower() in _HEADERS_OF_THE_FETCHER:
            raise WrongValueError(f"names {name}, which the fetcher sets itself")
        if has_control(text) or not Template(text).is_valid():
            raise WrongValueError(
                f"has a value for {name} that cannot be sent; variables are $NAME or ${{NAME}}, a dollar sign $$"
            )
    return headers


def has_control(text: str) -> bool:
    """Whether there is a line break or another control character in it."""
    return any(ord(character) < 32 or ord(character) == 127 for character in text)


SOURCE_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "id": _source_id,
    "kind": _one_of(*TABLE_OF_KIND),
    "url": _web_url,
    "title": _text,
    "home_url": _web_url,
    "every": _duration,
    "listing": _one_of("window", "full"),
    "pages": _count(low=1, high=1000),
    "min_items": _count(low=0, high=1_000_000),
    "canary": _text,
    "max_shrink": _number(low=0, high=1),
    "max_bytes": _count(low=1, high=LARGEST_BODY),
    "selectors": _selectors,
    "headers": _headers,
    "allow_private": _flag,
    "enabled": _flag,
}
_NOT_SHARED = ("id", "url", "title", "home_url")
DEFAULT_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "contact": _line,
    "host_gap": _number(low=0, high=3600),
    **{key: check for key, check in SOURCE_KEYS.items() if key not in _NOT_SHARED},
}
