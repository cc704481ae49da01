"""Every way in which metadata.yml and a schema can disagree has its sentence."""

from __future__ import annotations

from ingest.publish import disagreements, read_metadata
from tests.publish.builders import RESULTS, TEXT, boats

SCHEMA = boats("name", "kind", "seen_at")


def test_what_agrees_is_not_mentioned() -> None:
    assert disagreements(read_metadata(TEXT), SCHEMA, RESULTS) == []


def test_a_table_or_column_without_a_description_is_named() -> None:
    schema = boats("name", "kind", "seen_at", "draught") | {"piers": boats("name")["boats"]}
    assert disagreements(read_metadata(TEXT), schema, RESULTS) == [
        "tables: piers is not described",
        "columns of boats: draught is not described",
    ]


def test_a_description_of_what_is_not_there_is_named() -> None:
    assert disagreements(read_metadata(TEXT), boats("name", "kind"), RESULTS) == [
        "columns of boats: seen_at is described and not there"
    ]
    assert disagreements(read_metadata(TEXT), {}, RESULTS) == ["tables: boats is described and not there"]


def test_a_facet_that_would_read_the_whole_table_is_named() -> None:
    schema = boats("name", "kind", "seen_at", indexed=frozenset())
    assert disagreements(read_metadata(TEXT), schema, RESULTS) == ["boats is faceted by kind, which no index begins with"]


def test_a_query_is_held_to_the_columns_that_it_gives() -> None:
    assert disagreements(read_metadata(TEXT), SCHEMA, {"fleet": ("kind", "draught")}) == [
        "the column draught of the query fleet is not described",
        "the query fleet describes a column boats that it does not give",
    ]


def test_a_query_is_held_to_its_parameters() -> None:
    text = TEXT.replace("params: [boat]", "params: [pier]")
    assert disagreements(read_metadata(text), SCHEMA, RESULTS) == [
        "the parameter pier of the query fleet is not described",
        "the query fleet has no parameter boat",
    ]
