"""metadata.yml as values. Pure: takes the text, knows no file, no database and no Datasette."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import yaml

from ingest.errors import ConfigError

DATABASE = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNote:
    """What is said about a table or view, and how Datasette is to show it."""

    name: str
    description: str
    columns: Mapping[str, str]
    facets: tuple[str, ...] = ()
    hidden: bool = False
    fts_table: str | None = None
    fts_pk: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A canned query. `columns` and `notes` (of parameters) hold what is said there; `Metadata` knows what is said for all."""

    name: str
    title: str
    description: str
    sql: str
    parameters: tuple[str, ...]
    columns: Mapping[str, str]
    notes: Mapping[str, str]
    example: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """All of metadata.yml that concerns data.db."""

    title: str
    description: str
    tables: Mapping[str, TableNote]
    queries: Mapping[str, Query]
    shared_columns: Mapping[str, str]
    shared_parameters: Mapping[str, str]

    def meaning(self, query: Query, column: str) -> str | None:
        """What a column of a query means: said there, else in the first table that has a column of that name."""
        if column in query.columns:
            return query.columns[column]
        for table in ("changes", "field_changes", "fetches", *self.tables):
            if table in self.tables and column in self.tables[table].columns:
                return self.tables[table].columns[column]
        return self.shared_columns.get(column)

    def use(self, query: Query, parameter: str) -> str | None:
        """What a parameter of a query is for, and what it means left empty."""
        return query.notes.get(parameter) or self.shared_parameters.get(parameter)


def read_metadata(text: str) -> Metadata:
    """The text of metadata.yml as values.

    Raises:
        ConfigError: it is no YAML, or something that must be there is missing or of another kind; the message names the key.
    """
    try:
        whole = _Part("", yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise ConfigError(f"metadata.yml: {error}") from error
    data = whole.part("databases").part(DATABASE)
    groups = whole.part("shared_columns", optional=True)
    return Metadata(
        title=whole.text("title"),
        description=whole.text("description"),
        tables={name: _table(name, part) for name, part in data.part("tables").parts()},
        queries={name: _query(name, part) for name, part in data.part("queries", optional=True).parts()},
        shared_columns={name: said for _, group in groups.parts() for name, said in group.texts().items()},
        shared_parameters=whole.part("shared_parameters", optional=True).texts(),
    )


def _table(name: str, part: _Part) -> TableNote:
    return TableNote(
        name=name,
        description=part.text("description"),
        columns=part.part("columns").texts(),
        facets=part.names("facets"),
        hidden=part.value.get("hidden") is True,
        fts_table=part.value.get("fts_table"),
        fts_pk=part.value.get("fts_pk"),
    )


def _query(name: str, part: _Part) -> Query:
    return Query(
        name=name,
        title=part.text("title"),
        description=part.text("description"),
        sql=part.text("sql"),
        parameters=part.names("params"),
        columns=part.part("columns", optional=True).texts(),
        notes=part.part("parameters", optional=True).texts(),
        example=part.part("example", optional=True).texts(),
    )


class _Part:
    """A mapping within the file that knows where it stands, so that a complaint can say so."""

    def __init__(self, place: str, value: object) -> None:
        if not isinstance(value, dict):
            raise ConfigError(f"metadata.yml: {place or 'the file'} must be a mapping of names to values")
        self.place = place
        self.value: Mapping[str, Any] = MappingProxyType(value)

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def part(self, key: str, *, optional: bool = False) -> _Part:
        if key not in self.value and optional:
            return _Part(self._at(key), {})
        return _Part(self._at(key), self.value.get(key))

    def parts(self) -> list[tuple[str, _Part]]:
        return [(key, self.part(key)) for key in self.value]

    def text(self, key: str) -> str:
        found = self.value.get(key)
        if not isinstance(found, str) or not found.strip():
            raise ConfigError(f"metadata.yml: {self._at(key)} must be a text")
        return found.strip()

    def texts(self) -> Mapping[str, str]:
        return {key: self.text(key) for key in self.value}

    def names(self, key: str) -> tuple[str, ...]:
        found = self.value.get(key, [])
        if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
            raise ConfigError(f"metadata.yml: {self._at(key)} must be a list of names")
        return tuple(found)
