"""Gives the statements of web/sql/*.sql by name: all SQL of the pages is there, none is put together here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "sql"
_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


@cache
def statements() -> Mapping[str, str]:
    """Every statement by its name.

    Raises:
        ValueError: two have one name.
    """
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.sql")):
        parts = _NAME.split(path.read_text(encoding="utf-8"))[1:]
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            if name in found:
                raise ValueError(f"{path}: there are two statements named {name}")
            found[name] = text.strip()
    return found
