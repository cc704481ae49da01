"""docs/queries.md out of metadata.yml. Pure: gives text, writes no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from ingest.publish.dictionary import table_cell
from ingest.publish.metadata import DATABASE, Metadata, Query

_HEAD = """\
# Queries

The questions that data.db answers without SQL of your own. Made from `metadata.yml` by `make docs`; change it there.

Each is a page, `/data/NAME`, and with the same parameters JSON, `/data/NAME.json?_shape=array`, and CSV, `/data/NAME.csv`.
"Edit SQL" on the page opens it as a beginning for a question of your own. Every parameter may be left empty. JSON and CSV hold
exactly what is stored; a spreadsheet may run a text that begins with `=`, `+`, `-` or `@` as a formula, so that for one
`/data/NAME.csv?_spreadsheet=1` puts an apostrophe before it.

CSV and `_shape=array` give every row, however many (with `&_nl=on`, JSON has one row a line). The page and plain JSON show at
most as many as the setting `max_returned_rows` says (2,000 under `make serve`) and say so where that cut something. `/export`
has all of these as links.
"""


def query_list(metadata: Metadata, results: Mapping[str, tuple[str, ...]]) -> str:
    """The document: a table of all queries, then each with its parameters, an example address and its columns.

    `results` are the columns that each query gives, by the query's name.
    """
    queries = list(metadata.queries.values())
    contents = ["| query | address |", "|---|---|"]
    contents += [f"| [{query.title}](#{query.name}) | `/{DATABASE}/{query.name}` |" for query in queries]
    parts = [_HEAD, "\n".join(contents), *("\n".join(_section(metadata, query, results[query.name])) for query in queries)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def address(query: Query) -> str:
    """Path of a query with its example parameters."""
    example = f"?{urlencode(query.example)}" if query.example else ""
    return f"/{DATABASE}/{query.name}{example}"


def _section(metadata: Metadata, query: Query, columns: tuple[str, ...]) -> Iterator[str]:
    yield f"## {query.name}"
    yield ""
    yield f"**{query.title}.** {query.description}"
    yield ""
    yield f"Example: `{address(query)}`"
    yield ""
    for parameter in query.parameters:
        yield f"- `{parameter}`: {metadata.use(query, parameter)}"
    yield ""
    yield "| column | meaning |"
    yield "|---|---|"
    for column in columns:
        yield f"| `{column}` | {table_cell(metadata.meaning(query, column) or '')} |"
