"""Laws of the whole store: what is written does not depend on how the writing was cut into transactions."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import StoreError
from ingest.model import SourceKind
from ingest.store import Store, check, compare, open_store
from tests.store.builders import Listing, Log, item, replay, source, write

BODIES = st.sampled_from(["", "red sails", "red sails at dusk", "kelp and rope", "a bottle", "naïve café", "検索 の 話"])
LISTINGS = st.lists(
    st.dictionaries(st.sampled_from("abcdefg"), BODIES, max_size=5), min_size=1, max_size=7
)  # fmt: skip
KINDS = st.sampled_from(["blog", "feed", "tweets"])
TABLES = {"blog": "posts", "feed": "feed_items", "tweets": "tweets"}


def built(path: Path, histories: dict[str, tuple[SourceKind, list[Listing]]], *, together: bool) -> None:
    with open_store(path, create=True) as store, ExitStack() as stack:
        if together:
            stack.enter_context(store.transaction())
        for name, (kind, captures) in histories.items():
            write_history(store, name, kind, captures)


def write_history(store: Store, name: str, kind: SourceKind, captures: list[Listing]) -> None:
    replay(Log(store=store, source=source(name, kind)).begin(), captures, TABLES[kind], prefix=name)


@settings(max_examples=40)
@given(kind=KINDS, captures=LISTINGS)
def test_one_transaction_or_many_give_the_same_database(kind: SourceKind, captures: list[Listing]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder, "one.db"), Path(folder, "many.db")
        built(one, {"s": (kind, captures)}, together=True)
        built(many, {"s": (kind, captures)}, together=False)
        assert compare(one, many) == []
        assert check(one) == []


@settings(max_examples=40)
@given(kinds=st.tuples(KINDS, KINDS), captures=LISTINGS, others=LISTINGS, stale=LISTINGS)
def test_a_source_dropped_and_written_anew_is_as_if_it_had_never_been_otherwise(
    kinds: tuple[SourceKind, SourceKind], captures: list[Listing], others: list[Listing], stale: list[Listing]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        fresh, rewritten = Path(folder, "fresh.db"), Path(folder, "rewritten.db")
        built(fresh, {"s": (kinds[0], captures), "t": (kinds[1], others)}, together=False)
        built(rewritten, {"s": (kinds[0], stale), "t": (kinds[1], others)}, together=False)
        with open_store(rewritten) as store, store.transaction():
            store.drop_source_rows("s")
            write_history(store, "s", kinds[0], captures)
        assert compare(fresh, rewritten) == []
        assert check(rewritten) == []


def test_nothing_remains_of_a_transaction_that_failed(path: Path, store: Store) -> None:
    log = Log(store=store).begin()
    log.apply(write(item(native_id="a", body="kept")))
    with pytest.raises(StoreError, match="no column"), store.transaction():
        log.apply(write(item(native_id="b", body="lost")), write(item(native_id="d", mood="calm")))
    log.apply(write(item(native_id="c", body="kept too")))
    assert [row[0] for row in log.rows("SELECT native_id FROM feed_items ORDER BY 1")] == ["a", "c"]
    assert log.rows("SELECT rowid FROM contents_fts WHERE contents_fts MATCH 'lost'") == []
    assert check(path) == []


def test_writing_outside_a_transaction_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="outside a transaction"):
        store.ensure_source(source(), "v1")


def test_errors_of_sqlite_come_out_as_the_stores_own(log: Log) -> None:
    twice = write(item(native_id="a"))
    with pytest.raises(StoreError, match="UNIQUE"):
        log.apply(twice, twice)
