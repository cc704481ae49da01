"""JSON bodies to plain Python values: numbers keep their digits, texts hold nothing that a database would refuse. Pure."""

from __future__ import annotations

import json
import re
from typing import Any

from ingest.errors import ReadError
from ingest.model import Issue
from ingest.parse.decoding import Decoded

_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|.)", re.DOTALL)
_MESSAGES = {
    "lone_surrogate": "halves of surrogate pairs became U+FFFD",
    "control_characters": "control characters were left out",
}
_KEPT_CONTROLS = frozenset({0x9, 0xA, 0xD})


def load_json(decoded: Decoded) -> tuple[Any, tuple[Issue, ...]]:
    """The value of a JSON text, and what was found in it.

    Every number comes back as the text that it was written as, so that an id beyond 2^53 stays itself. Half surrogate
    pairs become U+FFFD, escaped control characters go. Raises ReadError `bad_json` with the place.
    """
    text, issues = _mended(decoded.text)
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str, strict=False), issues
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ReadError("bad_json", f"the JSON cannot be read: {error.msg} ({place})") from error
    except RecursionError as error:
        raise ReadError("bad_json", "the JSON is nested too deeply to be read") from error


def _mended(text: str) -> tuple[str, tuple[Issue, ...]]:
    """The source with escapes that no text can hold replaced; a backslash that is itself escaped is passed over."""
    counts = {"lone_surrogate": 0, "control_characters": 0}

    def mended(match: re.Match[str]) -> str:
        if match[2] is None:
            return match[0]
        code = int(match[2], 16)
        if 0xD800 <= code <= 0xDFFF:
            counts["lone_surrogate"] += 1
            return "\ufffd"
        if code < 0x20 and code not in _KEPT_CONTROLS:
            counts["control_characters"] += 1
            return ""
        return match[0]

    text = _ESCAPE.sub(mended, text) if "\\u" in text else text
    found = (
        Issue(severity="warning", code=code, message=f"{count} {_MESSAGES[code]}") for code, count in counts.items() if count
    )
    return text, tuple(found)
