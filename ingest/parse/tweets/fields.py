"""Fields taken from JSON values without trusting their types; knows no tweet. Pure.

Numbers come from `json_text` as the text that they were written as, so an id beyond 2^53 is itself; one that a JavaScript tool
has rounded before is not, which is why `id_str` goes first wherever both stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ENTITY = re.compile(r"&(amp|lt|gt|quot|apos|#39);")
_SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "#39": "'"}
_DIGITS = re.compile(r"\d{1,20}")


def object_at(value: Any, *path: str) -> Mapping[str, Any]:
    """The object under a path of keys; an empty one where there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def list_at(value: Any, *path: str) -> list[Any]:
    """The list under a path of keys; an empty one where there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, list) else []


def objects_at(value: Any, *path: str) -> list[Mapping[str, Any]]:
    """The objects of a list under a path of keys."""
    return [item for item in list_at(value, *path) if isinstance(item, dict)]


def text_at(value: Mapping[str, Any], *keys: str) -> str | None:
    """The first of these fields that is a text with something in it."""
    return next((value[key] for key in keys if isinstance(value.get(key), str) and value[key].strip()), None)


def id_at(value: Mapping[str, Any], *keys: str) -> str | None:
    """The first of these fields that is an id: nothing but digits; `7.3e17` has lost some."""
    return next((found for key in keys if _DIGITS.fullmatch(found := _shown(value.get(key)))), None)


def count_at(value: Mapping[str, Any], *keys: str) -> str | None:
    """The first of these fields that is a count, as shown; None where none is."""
    return next((found for key in keys if (found := _shown(value.get(key)))), None)


def _shown(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def flag_at(value: Mapping[str, Any], *keys: str) -> bool | None:
    """True if one of these fields is true, False if they are there and none is, None if they are absent."""
    found = [value[key] for key in keys if isinstance(value.get(key), bool)]
    return any(found) if found else None


def decoded(text: str) -> str:
    """A tweet's text with the entities that X puts in resolved once: `&amp;lt;` is an author's `&lt;`."""
    return _ENTITY.sub(lambda found: _SIGNS[found[1]], text)
