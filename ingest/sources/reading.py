"""Reads a sources.toml, or says in one line which file, which source, which key, and what to do. Knows no database."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ingest.errors import ConfigError
from ingest.model import Source
from ingest.sources.keys import DEFAULT_KEYS, SOURCE_KEYS, WrongValueError

HOST_GAP_SECONDS = 1.0
_TOP_KEYS: Mapping[str, object] = {"defaults": None, "source": None}


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
    _refuse_unknown(defaults, DEFAULT_KEYS, f"{where}: [defaults]")
    common = _checked(defaults, DEFAULT_KEYS, f"{where}: [defaults]")
    entries = document.get("source", [])
    if not isinstance(entries, list):
        raise ConfigError(f"{where}: `source` must be a list of tables; write [[source]] with double brackets")
    shared = {key: value for key, value in common.items() if key in SOURCE_KEYS}
    sources = tuple(_source(entry, number, shared, where) for number, entry in enumerate(entries, 1))
    _refuse_repeated(sources, where)
    return Settings(path=path, sources=sources, contact=common.get("contact"), host_gap=common.get("host_gap", HOST_GAP_SECONDS))


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
    _refuse_unknown(table, SOURCE_KEYS, here)
    for key in ("id", "kind", "url"):
        if key not in table and key not in shared:
            raise ConfigError(f"{here}: `{key}` is missing")
    own = _checked(table, SOURCE_KEYS, here)
    merged = {**shared, **own}
    for key in ("selectors", "headers"):
        merged[key] = {**shared.get(key, {}), **own.get(key, {})}
    return Source(**merged)


def _checked(table: Mapping[str, Any], checks: Mapping[str, Callable[[Any], Any]], where: str) -> dict[str, Any]:
    values = {}
    for key, value in table.items():
        try:
            values[key] = checks[key](value)
        except WrongValueError as error:
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
