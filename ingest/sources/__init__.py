"""sources.toml, the one list of what is watched; knows no network and no database. Its format is explained in README.md.

reading  the file as Settings
keys     what each key may be
texts    a source as text for the archive, and its headers filled in
"""

from ingest.sources.keys import SELECTORS
from ingest.sources.reading import Settings, load_sources
from ingest.sources.texts import archived, filled_headers, settings_json, source_from_json, source_json

__all__ = [
    "SELECTORS", "Settings", "archived", "filled_headers", "load_sources", "settings_json", "source_from_json", "source_json",
]  # fmt: skip
