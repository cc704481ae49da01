"""Readings as plain JSON values, for comparing with what lies beside a fixture; what is empty is left out."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ingest.model import Reading


def as_json(reading: Reading) -> dict[str, Any]:
    shown: dict[str, Any] = _without_empty(asdict(reading))
    if not reading.whole:
        shown["whole"] = False
    shown["issues"] = [issue.code for issue in reading.issues]
    return shown


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"raw", "text", "zone"}:
            return value["raw"] if value["zone"] is None else f"{value['raw']} [{value['zone']}]"
        kept = {key: _without_empty(part) for key, part in value.items()}
        return {key: part for key, part in kept.items() if part not in (None, False, True, [], {}, ())}
    if isinstance(value, tuple | list):
        return [_without_empty(part) for part in value]
    return value
