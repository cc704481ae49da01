"""JSON text to plain values, and fields taken from them without trusting their types; knows no tweet. Pure.

Python reads integers of any size exactly, so an id beyond 2^53 survives here; one that a JavaScript tool has rounded
before does not, which is why `id_str` goes first wherever both stand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ingest.errors import ReadError
from ingest.model import Issue
from ingest.parse.decoding import scrub

_UNSTORABLE = re.compile(r"\\u(?:00[01][0-9a-f]|d[89a-f][0-9a-f]{2}|fff[ef])", re.IGNORECASE)
_ENTITY = re.compile(r"&(amp|lt|gt|quot|apos|#39);")
_SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "#39": "'"}
_DIGITS = re.compile(r"\d{1,20}")


def load(text: str) -> Any:
    """The value of a JSON text. Raises ReadError `malformed`."""
    try:
        value = json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:
        raise ReadError("malformed", f"the body is no JSON that can be read: {error}") from error
    return _storable(value) if _UNSTORABLE.search(text) else value


def load_first(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at `at`, and where it ends. Raises ReadError `malformed`."""
    try:
        value, end = json.JSONDecoder(parse_constant=lambda _: None).raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise ReadError("malformed", f"the body holds no JSON where it should: {error}") from error
    return (_storable(value) if _UNSTORABLE.search(text, at, end) else value), end


def escaped_signs(text: str) -> tuple[Issue, ...]:
    """What the escapes of a JSON text say that no store can hold, and that was taken out or replaced."""
    halves = "".join(chr(int(escape[2:], 16)) for escape in _UNSTORABLE.findall(text))
    paired = halves.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return scrub(paired)[1]


def _storable(value: Any) -> Any:
    """A value whose texts hold no control character and no half of a surrogate pair."""
    if isinstance(value, str):
        return scrub(value)[0]
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {scrub(key)[0]: _storable(item) for key, item in value.items()}
    return value


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
    """The first of these fields that is an id, as text: digits, or an integer; never a float, which has lost some."""
    for key in keys:
        found = value.get(key)
        text = str(found) if isinstance(found, int | str) and not isinstance(found, bool) else ""
        if _DIGITS.fullmatch(text.strip()):
            return text.strip()
    return None


def count_at(value: Mapping[str, Any], *keys: str) -> str | None:
    """The first of these fields that is a count, as its digits; None where none is shown."""
    for key in keys:
        found = value.get(key)
        if isinstance(found, int | str) and not isinstance(found, bool) and str(found).strip():
            return str(found).strip()
    return None


def flag_at(value: Mapping[str, Any], *keys: str) -> bool | None:
    """True if one of these fields is true, False if they are there and none is, None if they are absent."""
    found = [value[key] for key in keys if isinstance(value.get(key), bool)]
    return any(found) if found else None


def decoded(text: str) -> str:
    """A tweet's text with the entities that X puts in resolved once: `&amp;lt;` is an author's `&lt;`."""
    return _ENTITY.sub(lambda found: _SIGNS[found[1]], text)
