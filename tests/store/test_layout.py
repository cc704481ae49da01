"""Values survive the way into a column and back, and the layout names what the schema has."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.model import Count, ItemTable, JSONValue
from ingest.store import Store
from ingest.store.layout import (
    KEPT_IN_VERSIONS,
    LAYOUTS,
    SHARED,
    counts_from_json,
    counts_to_json,
    from_json,
    search_id,
    to_column,
    to_json,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES: st.SearchStrategy[JSONValue] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
COUNTS = st.builds(
    Count, value=st.integers(0, 10**10), shown=st.none() | TEXT, exact=st.none() | st.booleans(), step=st.sampled_from([1, 100])
)


@given(VALUES)
def test_a_value_survives_json(value: JSONValue) -> None:
    assert from_json(to_json(value)) == value


@given(st.dictionaries(st.sampled_from(["likes", "views"]), COUNTS))
def test_counts_survive_their_column(counts: dict[str, Count]) -> None:
    assert counts_from_json(counts_to_json(counts)) == counts


def test_a_count_without_a_value_is_not_kept() -> None:
    assert counts_to_json({"likes": Count(value=None, shown=None, exact=None)}) == "{}"


@pytest.mark.parametrize(
    ("value", "column"),
    [(True, 1), (False, 0), (None, None), ("", ""), ((), "[]"), (("ä",), '["ä"]'), ({"a": (1, None)}, '{"a":[1,null]}')],
)
def test_a_column_holds_json_for_lists_and_numbers_for_booleans(value: JSONValue, column: object) -> None:
    assert to_column(value) == column


@given(TEXT, TEXT)
def test_a_search_id_fits_a_row_id_and_depends_on_where_its_parts_end(one: str, other: str) -> None:
    assert 0 <= search_id(one, other) < 2**63
    if one and "\0" not in one + other:
        assert search_id(one, other) != search_id(one + other)


@pytest.mark.parametrize("table", list(LAYOUTS))
def test_the_layout_names_every_column_that_is_the_tables_own(store: Store, table: ItemTable) -> None:
    layout = LAYOUTS[table]
    kept = {"id", "source_id", "versions", "first_seen_at", "last_seen_at", "last_changed_at", layout.search_column, *SHARED}
    counts = {"replies", "reposts", "likes", "views", "counts"} if table == "tweets" else set()
    assert columns(store, table) == {*layout.own, *kept, *counts}
    version = {"item_id", "source_id", "version", "fetch_id", "observed_at", "change", "changed", "silent", *KEPT_IN_VERSIONS}
    assert columns(store, layout.history) == {*layout.own, *version, *layout.versioned}
    assert layout.json | layout.flags <= set(layout.own)


def columns(store: Store, table: str) -> set[str]:
    assert set(table) <= set(string.ascii_lowercase + "_")
    return {row[1] for row in store.connection.execute(f"PRAGMA table_info({table})")}
