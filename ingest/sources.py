"""Reads sources.toml, the one list of what is watched; knows no network and no database.

The format is explained in README.md. Every error is a ConfigError of one line: which file, which source, which key, what to do.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit

from ingest.errors import ConfigError
from ingest.model import TABLE_OF_KIND, Source

HOST_GAP_SECONDS = 1.0
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

_DERIVING = ("id", "kind", "url", "title", "home_url", "listing", "min_items", "canary", "max_shrink", "selectors")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All of sources.toml: the sources in the order of the file, and what holds for every fetch."""

    path: Path
    sources: tuple[Source, ...]
    contact: str | None = None  # an address for the User-Agent
    host_gap: float = HOST_GAP_SECONDS  # seconds between two requests to one host

    def by_id(self) -> dict[str, Source]:
        """The sources by their id."""
        return {source.id: source for source in self.sources}


def load_sources(path: Path) -> Settings:
    """Read and check a sources.toml.

    Raises:
        ConfigError: the file is missing, is not TOML, or says something that is not allowed.
    """
    document = _read_toml(path)
    where = str(path)
    _refuse_unknown(document, _TOP_KEYS, where)
    defaults = _table(document.get("defaults", {}), f"{where}: [defaults]")
    _refuse_unknown(defaults, _DEFAULT_CHECKS, f"{where}: [defaults]")
    common = _checked(defaults, _DEFAULT_CHECKS, f"{where}: [defaults]")
    entries = document.get("source", [])
    if not isinstance(entries, list):
        raise ConfigError(f"{where}: `source` must be a list of tables; write [[source]] with double brackets")
    shared = {key: value for key, value in common.items() if key in _SOURCE_CHECKS}
    sources = tuple(_source(entry, number, shared, where) for number, entry in enumerate(entries, 1))
    _refuse_repeated(sources, where)
    return Settings(path=path, sources=sources, contact=common.get("contact"), host_gap=common.get("host_gap", HOST_GAP_SECONDS))


def settings_json(source: Source) -> str:
    """What influences the derivation of a source's rows, as canonical JSON: equal text, equal derivation."""
    return _canonical({name: getattr(source, name) for name in _DERIVING})


def source_json(source: Source) -> str:
    """A whole source as canonical JSON for the archive, without `headers`: they may hold a secret."""
    return _canonical({name: value for name, value in asdict(source).items() if name != "headers"})


def source_from_json(text: str) -> Source:
    """The source that `source_json` (or `settings_json`, then with defaults elsewhere) wrote; unknown keys are left out."""
    known = {field.name for field in fields(Source)}
    return Source(**{name: value for name, value in json.loads(text).items() if name in known})


def filled_headers(source: Source, environment: Mapping[str, str]) -> dict[str, str]:
    """The source's own request headers with `$NAME` and `${NAME}` replaced from the environment (`$$` is a dollar sign).

    Raises:
        ConfigError: a variable is not set; its name is in the message, no value ever is.
    """
    filled = {}
    for name, value in source.headers.items():
        try:
            filled[name] = Template(value).substitute(environment)
        except KeyError as error:
            raise ConfigError(
                f'source "{source.id}": header {name} needs the environment variable {error.args[0]}, which is not set'
            ) from error
        if _has_control(filled[name]):
            raise ConfigError(f'source "{source.id}": header {name} would hold a line break or another control character')
    return filled


# --- reading -------------------------------------------------------------------------------------------------------


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such file; it lists what is watched, see README.md") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text (byte {error.start})") from error
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise ConfigError(f"{path}: is not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: is nested too deeply to be read") from error


def _source(entry: object, number: int, shared: Mapping[str, Any], where: str) -> Source:
    table = _table(entry, f"{where}: source number {number}")
    name = table.get("id")
    here = f'{where}: source "{name}"' if isinstance(name, str) else f"{where}: source number {number}"
    _refuse_unknown(table, _SOURCE_CHECKS, here)
    for key in ("id", "kind", "url"):
        if key not in table and key not in shared:
            raise ConfigError(f"{here}: `{key}` is missing")
    own = _checked(table, _SOURCE_CHECKS, here)
    merged = {**shared, **own}
    for key in ("selectors", "headers"):
        merged[key] = {**shared.get(key, {}), **own.get(key, {})}
    return Source(**merged)


def _checked(table: Mapping[str, Any], checks: Mapping[str, Callable[[Any], Any]], where: str) -> dict[str, Any]:
    values = {}
    for key, value in table.items():
        try:
            values[key] = checks[key](value)
        except _WrongValueError as error:
            raise ConfigError(f"{where}: `{key}` {error}") from error
    return values


def _refuse_unknown(table: Mapping[str, Any], allowed: Mapping[str, Any], where: str) -> None:
    for key in table:
        if key in allowed:
            continue
        near = get_close_matches(key, allowed, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"known keys: {', '.join(allowed)}"
        raise ConfigError(f"{where}: unknown key `{key}`; {hint}")


def _refuse_repeated(sources: tuple[Source, ...], where: str) -> None:
    seen: set[str] = set()
    for source in sources:
        if source.id in seen:
            raise ConfigError(f'{where}: two sources have the id "{source.id}"; ids are unique')
        seen.add(source.id)


def _table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ConfigError(f"{where} must be a table of keys and values")
    return value


def _canonical(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# --- what each key may be: each takes the value as written and returns it as kept, or raises _WrongValueError -----


class _WrongValueError(Exception):
    """Its text continues a sentence that begins with file, source and key."""


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _WrongValueError("must be a text that is not empty")
    return value


def _line(value: object) -> str:
    text = _text(value)
    if _has_control(text):
        raise _WrongValueError("must be one line without control characters: it goes into a header")
    return text


def _source_id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise _WrongValueError(f"must be made of lower case letters, digits and hyphens (not {value!r})")
    return value


def _one_of(*allowed: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if value in allowed:
            return str(value)
        near = get_close_matches(str(value), allowed, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise _WrongValueError(f"must be {' or '.join(map(repr, allowed))} (not {value!r}){hint}")

    return check


def _web_url(value: object) -> str:
    text = _text(value)
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise _WrongValueError(f"is not a URL: {error}") from error
    if parts.scheme not in ("http", "https") or not host:
        raise _WrongValueError(f"must be a whole http or https URL (not {text!r})")
    if "@" in parts.netloc:
        raise _WrongValueError("must not carry a user name or password: it is published; use `headers` with a variable")
    if _has_control(text) or " " in text:
        raise _WrongValueError("must not contain spaces or control characters; write them percent-encoded")
    return text


def _duration(value: object) -> float:
    if isinstance(value, str) and (match := _DURATION.fullmatch(value.strip())):
        seconds = float(match[1]) * _SECONDS_OF[match[2]]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value
    else:
        raise _WrongValueError(f"must be a number of seconds or a text like '15m', '6h', '1d' (not {value!r})")
    if not 0 < seconds <= _LONGEST_PAUSE:
        raise _WrongValueError(f"must be more than zero and at most a year (not {value!r:.40})")
    return float(seconds)


def _number(*, low: float, high: float) -> Callable[[object], float]:
    def check(value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            raise _WrongValueError(f"must be a number from {low:g} to {high:g} (not {value!r})")
        return float(value)

    return check


def _count(*, low: int, high: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise _WrongValueError(f"must be a whole number from {low} to {high} (not {value!r})")
        return value

    return check


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongValueError(f"must be true or false (not {value!r})")
    return value


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise _WrongValueError("must be a table whose values are texts")
    return value


def _selectors(value: object) -> dict[str, str]:
    selectors = _texts(value)
    for name in selectors:
        if name not in SELECTORS:
            raise _WrongValueError(f"has an unknown key `{name}`; known keys: {', '.join(SELECTORS)}")
    return selectors


def _headers(value: object) -> dict[str, str]:
    headers = _texts(value)
    for name, text in headers.items():
        if not _HEADER_NAME.fullmatch(name):
            raise _WrongValueError(f"names {name!r}, which is not a header name")
        if name.lower() in _HEADERS_OF_THE_FETCHER:
            raise _WrongValueError(f"names {name}, which the fetcher sets itself")
        if _has_control(text) or not Template(text).is_valid():
            raise _WrongValueError(
                f"has a value for {name} that cannot be sent; variables are $NAME or ${{NAME}}, a dollar sign $$"
            )
    return headers


def _has_control(text: str) -> bool:
    return any(ord(character) < 32 or ord(character) == 127 for character in text)


_SOURCE_CHECKS: Mapping[str, Callable[[Any], Any]] = {
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
_DEFAULT_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "contact": _line,
    "host_gap": _number(low=0, high=3600),
    **{key: check for key, check in _SOURCE_CHECKS.items() if key not in _NOT_SHARED},
}
_TOP_KEYS: Mapping[str, object] = {"defaults": None, "source": None}
