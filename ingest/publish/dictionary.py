"""docs/data-dictionary.md out of metadata.yml and the schema. Pure: gives text, writes no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ingest.publish.metadata import Metadata, TableNote
from ingest.publish.schema import ColumnFacts, Relation

_HEAD = """\
# Data dictionary

Every table and view of `data.db`, and every column. Made from `metadata.yml` and the schema by `make docs`; change
it there.

Times are in UTC, as text (`2026-10-06T06:21:09.578Z`); a date known only to the day is `2026-10-06`. Lists and objects are JSON
text. Yes and no are 1 and 0. An empty cell (null) means that it is not known or not there, never zero.
"""


def data_dictionary(metadata: Metadata, schema: Mapping[str, Relation]) -> str:
    """The document, tables first, then views, in the order of metadata.yml; what only the program uses comes last in each."""
    notes = sorted(metadata.tables.values(), key=lambda note: (schema[note.name].kind, note.hidden))
    contents = [f"- [`{note.name}`](#{note.name}) {_first_sentence(note.description)}" for note in notes]
    parts = [_HEAD, "\n".join(contents), *("\n".join(_section(note, schema[note.name])) for note in notes)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _section(note: TableNote, relation: Relation) -> Iterator[str]:
    yield f"## {note.name}"
    yield ""
    yield f"*{relation.kind.capitalize()}.* {note.description}"
    yield ""
    yield "| column | type | meaning |"
    yield "|---|---|---|"
    for column in relation.columns:
        yield f"| `{column.name}` | {_type(column, relation)} | {table_cell(note.columns[column.name])} |"


def _type(column: ColumnFacts, relation: Relation) -> str:
    if relation.kind == "view":
        return column.type.lower()
    words = [column.type.lower()]
    if column.key:
        words.append("key")
    elif not column.required:
        words.append("or null")
    if column.references:
        words.append(f"→ [{column.references}](#{column.references})")
    return " ".join(words)


def _first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".") + "."


def table_cell(text: str) -> str:
    """Text within a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")
