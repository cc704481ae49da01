"""The documents that are made of metadata.yml and the schema."""

from __future__ import annotations

from ingest.publish import data_dictionary, query_list, read_metadata
from tests.publish.builders import RESULTS, TEXT, boats

METADATA = read_metadata(TEXT)


def test_the_dictionary_has_each_column_with_its_type_and_meaning() -> None:
    text = data_dictionary(METADATA, boats("name", "kind", "seen_at"))
    assert "- [`boats`](#boats) Boats." in text
    assert "| `name` | text key | What it is \\| called. |" in text
    assert "| `kind` | text or null | What it is. |" in text


def test_the_list_has_each_query_with_its_address_parameters_and_columns() -> None:
    text = query_list(METADATA, RESULTS)
    assert "| [The fleet](#fleet) | `/data/fleet` |" in text
    assert "Example: `/data/fleet?boat=Petrel+%26+Son`" in text
    assert "- `boat`: Name of a boat. Empty means all." in text
    assert "| `boats` | How many. |" in text
