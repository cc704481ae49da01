"""Where metadata.yml and the schema disagree. Pure: compares values and gives sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ingest.publish.metadata import Metadata, Query, TableNote
from ingest.publish.schema import Relation


def disagreements(metadata: Metadata, schema: Mapping[str, Relation], results: Mapping[str, tuple[str, ...]]) -> list[str]:
    """A sentence for each table, column, facet, parameter or query result that is not described, or described and not there.

    `results` are the columns that each canned query gives, by the query's name.
    """
    return [
        *_names("tables", set(metadata.tables), set(schema)),
        *(line for name in metadata.tables.keys() & schema.keys() for line in _of_table(metadata.tables[name], schema[name])),
        *(line for query in metadata.queries.values() for line in _of_query(metadata, query, results[query.name])),
    ]


def _of_table(note: TableNote, relation: Relation) -> Iterator[str]:
    yield from _names(f"columns of {note.name}", set(note.columns), {column.name for column in relation.columns})
    for facet in note.facets:
        if facet not in relation.indexed:
            yield f"{note.name} is faceted by {facet}, which no index begins with"


def _of_query(metadata: Metadata, query: Query, columns: tuple[str, ...]) -> Iterator[str]:
    for column in columns:
        if metadata.meaning(query, column) is None:
            yield f"the column {column} of the query {query.name} is not described"
    for column in sorted(query.columns.keys() - set(columns)):
        yield f"the query {query.name} describes a column {column} that it does not give"
    for parameter in query.parameters:
        if metadata.use(query, parameter) is None:
            yield f"the parameter {parameter} of the query {query.name} is not described"
    for parameter in sorted((query.example.keys() | query.notes.keys()) - set(query.parameters)):
        yield f"the query {query.name} has no parameter {parameter}"


def _names(what: str, described: set[str], there: set[str]) -> Iterator[str]:
    for name in sorted(there - described):
        yield f"{what}: {name} is not described"
    for name in sorted(described - there):
        yield f"{what}: {name} is described and not there"
