"""A small metadata.yml and the schema that it describes."""

from __future__ import annotations

from ingest.publish import ColumnFacts, Relation

TEXT = """
title: Harbour
description: What the harbour said.
shared_columns:
  times: &times
    seen_at: When it was seen.
shared_parameters:
  boat: Name of a boat. Empty means all.
databases:
  data:
    tables:
      boats:
        description: Boats. One row each.
        facets: [kind]
        columns:
          <<: *times
          name: What it is | called.
          kind: What it is.
    queries:
      fleet:
        title: The fleet
        description: All boats.
        params: [boat]
        example: {boat: Petrel & Son}
        columns:
          boats: How many.
        sql: SELECT kind, count(*) AS boats FROM boats WHERE :boat = '' OR name = :boat GROUP BY kind
"""

RESULTS = {"fleet": ("kind", "boats")}


def column(name: str, *, key: bool = False, required: bool = False) -> ColumnFacts:
    return ColumnFacts(name=name, type="TEXT", required=required or key, key=key)


def boats(*names: str, indexed: frozenset[str] = frozenset({"kind"})) -> dict[str, Relation]:
    columns = tuple(column(name, key=name == "name") for name in names)
    return {"boats": Relation(name="boats", kind="table", columns=columns, indexed=indexed)}
