"""What the rows of a source are derived with; another text means that they must be derived again (rule 12)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from ingest.history import HISTORY_VERSION
from ingest.model import Source
from ingest.normalise import NORMALISER_VERSION
from ingest.parse import PARSER_VERSION
from ingest.sources import settings_json


def derivation(source: Source, decisions: Iterable[str]) -> str:
    """Versions of parser, normaliser and rules, a hash of the settings, and one of what people decided about the source."""
    settings = _short(settings_json(source))
    decided = _short("\n".join(decisions)) if decisions else "none"
    versions = f"parser {PARSER_VERSION}, normaliser {NORMALISER_VERSION}, history {HISTORY_VERSION}"
    return f"{versions}, settings {settings}, decisions {decided}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
