"""What an item is known by: the ladder of DESIGN rule 5, and short hashes. Pure."""

from __future__ import annotations

import hashlib
import json

from ingest.model import JSONValue


def item_id(source_id: str, native_id: str) -> str:
    """The id of an item in our tables: 16 lower-case hexadecimal digits, a function of source and first native id."""
    return hashlib.sha256(f"{source_id}\n{native_id}".encode()).hexdigest()[:16]


def print_of(value: JSONValue) -> str:
    """Twelve hexadecimal digits that are equal for equal JSON values."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
