"""Shows an attempt as one line of a log, `key=value` after `key=value`; pure. The row is the record, the line only echoes it."""

from __future__ import annotations

import re

from ingest.model import Attempt, Outcome

_BARE = re.compile(r"[^\s\"=]+")
_LONGEST_VALUE = 300


def log_line(attempt: Attempt, outcome: Outcome | None = None, **figures: int | str | None) -> str:
    """One line without its end: source, outcome, status, time and size, the caller's figures, and what went wrong.

    What is None is left out. A value with spaces, quotes or an equals sign is quoted; a line break never gets through.
    """
    pairs: dict[str, int | str | None] = {
        "source": attempt.source_id,
        "outcome": outcome,
        "status": attempt.status,
        "ms": attempt.elapsed_ms,
        "bytes": None if attempt.body is None else len(attempt.body),
        "redirects": len(attempt.redirects) or None,
        **figures,
        "error_kind": attempt.error_kind,
        "error": attempt.error,
    }
    return " ".join(f"{key}={_value(value)}" for key, value in pairs.items() if value is not None)


def _value(value: int | str) -> str:
    text = " ".join(str(value).split())
    if len(text) > _LONGEST_VALUE:
        text = text[: _LONGEST_VALUE - 1] + "…"
    if _BARE.fullmatch(text) and text.isprintable():
        return text
    visible = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return '"' + visible.replace("\\", "\\\\").replace('"', '\\"') + '"'
