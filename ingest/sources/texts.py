"""A source as text for the archive and back, and its headers filled in. Knows the environment that it is given, and no file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from string import Template
from typing import Any

from ingest.errors import ConfigError
from ingest.model import Source
from ingest.sources.keys import has_control

_DERIVING = ("id", "kind", "url", "title", "home_url", "listing", "min_items", "canary", "max_shrink", "selectors")

_ARCHIVED = tuple(field.name for field in fields(Source) if field.name != "headers")
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def settings_json(source: Source) -> str:
    """What influences the derivation of a source's rows, as canonical JSON: equal text, equal derivation."""
    return _canonical({name: getattr(source, name) for name in _DERIVING})


def source_json(source: Source) -> str:
    """A whole source as canonical JSON for the archive, without `headers`: they may hold a secret."""
    return _canonical({name: getattr(source, name) for name in _ARCHIVED})


def archived(source: Source) -> Source:
    """What `source_from_json` makes of what `source_json` wrote."""
    return replace(source, headers={}) if source.headers else source


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
        if has_control(filled[name]):
            raise ConfigError(f'source "{source.id}": header {name} would hold a line break or another control character')
    return filled


def _canonical(values: Mapping[str, Any]) -> str:
    return _CANONICAL.encode(values)
