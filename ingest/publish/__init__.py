"""What is said about data.db where it is published: metadata.yml read, held against the schema, and turned into documents.

Reads; writes nothing and serves nothing (web/ does). One file knows SQLite (`schema`), the others are pure.
"""

from ingest.publish.described import disagreements
from ingest.publish.dictionary import data_dictionary
from ingest.publish.metadata import Metadata, Query, TableNote, read_metadata
from ingest.publish.query_list import query_list
from ingest.publish.schema import ColumnFacts, Relation, read_schema, result_columns

__all__ = [
    "ColumnFacts",
    "Metadata",
    "Query",
    "Relation",
    "TableNote",
    "data_dictionary",
    "disagreements",
    "query_list",
    "read_metadata",
    "read_schema",
    "result_columns",
]
