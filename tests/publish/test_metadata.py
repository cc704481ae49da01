"""metadata.yml as values, and what is said of a file that is wrong."""

from __future__ import annotations

import pytest

from ingest.errors import ConfigError
from ingest.publish import read_metadata
from tests.publish.builders import TEXT


def test_tables_queries_and_what_they_share_are_read() -> None:
    metadata = read_metadata(TEXT)
    assert metadata.title == "Harbour"
    assert metadata.tables["boats"].columns["seen_at"] == "When it was seen."
    assert metadata.tables["boats"].facets == ("kind",)
    assert metadata.queries["fleet"].parameters == ("boat",)


def test_a_column_of_a_query_means_what_the_query_says_else_what_the_table_says() -> None:
    metadata = read_metadata(TEXT)
    fleet = metadata.queries["fleet"]
    assert metadata.meaning(fleet, "boats") == "How many."
    assert metadata.meaning(fleet, "kind") == "What it is."
    assert metadata.meaning(fleet, "draught") is None


def test_a_query_may_say_otherwise_of_a_parameter() -> None:
    text = TEXT.replace("        sql:", "        parameters: {boat: The boat.}\n        sql:")
    metadata = read_metadata(text)
    assert metadata.use(metadata.queries["fleet"], "boat") == "The boat."
    assert read_metadata(TEXT).use(metadata.queries["fleet"], "harbour") is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("title: [", "metadata.yml: "),
        ("just words", "the file must be a mapping"),
        (TEXT.replace("title: Harbour", "title: 7"), "title must be a text"),
        (TEXT.replace("  data:", "  other:"), "databases.data must be a mapping"),
        (
            TEXT.replace("          kind: What it is.", "          kind:"),
            "databases.data.tables.boats.columns.kind must be a text",
        ),
        (TEXT.replace("facets: [kind]", "facets: kind"), "databases.data.tables.boats.facets must be a list of names"),
        (TEXT.replace("        sql: ", "        sequel: "), "databases.data.queries.fleet.sql must be a text"),
    ],
)
def test_a_wrong_file_is_refused_by_the_name_of_the_key(text: str, named: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_metadata(text)
    assert named in str(refused.value)
