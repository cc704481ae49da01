"""A Reading as plain JSON values, defaults left out, so that a fixture's expected file holds only what is said."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any

from ingest.model import Reading


def plain(value: Any) -> Any:
    """Dataclasses as objects without the fields that are at their default, tuples as lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        named = {item.name: (getattr(value, item.name), item.default) for item in dataclasses.fields(value)}
        return {name: plain(field) for name, (field, default) in named.items() if field not in (None, default)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime) else value


def plain_reading(reading: Reading) -> dict[str, Any]:
    """What a reading says, dates by their two texts, issues without their sentences."""
    found: dict[str, Any] = {"format": reading.format, "whole": reading.whole}
    if reading.next_url is not None:
        found["next_url"] = reading.next_url
    if reading.profile is not None:
        found["profile"] = plain(reading.profile)
    if reading.statement is not None:
        found["statement"] = plain(reading.statement)
    found["entries"] = [plain(entry) for entry in reading.entries]
    found["issues"] = [[issue.severity, issue.code, issue.entry_ref] for issue in reading.issues]
    return found
