"""What the site may be told: the plugin's settings in metadata.yml (`plugins: strandline:`) and where the archive is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

ARCHIVE_VARIABLE = "STRANDLINE_ARCHIVE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One site's settings; an unknown key in metadata.yml is an error that names it."""

    title: str = "Strandline"
    database: str = "data"
    mask_emails: bool = True  # in pages, diffs and feeds; SQL, JSON and CSV show what is stored
    raw: bool = True  # whether /raw/<sha256> gives the bytes
    snapshot: bool = True  # whether /snapshot.db gives a copy of the database
    snapshot_most_mb: int = 500  # a larger database is not copied on request: docs/publishing.md says how to publish a copy
    tag: str = "strandline.localhost,2026"  # authority and year of the feeds' ids (RFC 4151): set it once, before publishing
    archive: str | None = None  # path of archive.db; the variable STRANDLINE_ARCHIVE goes before it


def settings_from(config: Mapping[str, Any] | None) -> Settings:
    """The settings of a plugin configuration.

    Raises:
        ValueError: a key is unknown, or a value has another type than its default.
    """
    known = {field.name: field for field in fields(Settings)}
    given = dict(config or {})
    for key, value in given.items():
        if key not in known:
            raise ValueError(f"metadata.yml, plugins: strandline: unknown setting '{key}'; there are {', '.join(known)}")
        default = known[key].default
        if default is not None and type(value) is not type(default):
            raise ValueError(f"metadata.yml, plugins: strandline: '{key}' takes a {type(default).__name__}, not {value!r}")
    return Settings(**given)


def archive_path(settings: Settings) -> Path | None:
    """Where the archive is, None where none is named or the file is not there."""
    text = os.environ.get(ARCHIVE_VARIABLE) or settings.archive
    path = Path(text) if text else None
    return path if path and path.is_file() else None
