"""A source's own row, and dropping all that was derived from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest.model import Departure, Issue, MetricsWrite, Noise, Profile, ProfileWrite, SourceFields, SourceKind
from ingest.store import Store, check, compare, open_store
from tests.store.builders import Log, edit, item, source, write
from tests.store.test_accounts import exact

TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def test_settings_and_derivation_follow_the_configuration(store: Store, log: Log) -> None:
    assert store.derivation_of("feed") == "v1"
    moved = replace(log.source, url="https://new.example/", listing="full", title="Ours")
    with store.transaction():
        store.ensure_source(moved, "v2")
    assert store.derivation_of("feed") == "v2"
    assert log.one("SELECT url, listing, title FROM sources") == ("https://new.example/", "full", "Ours")


def test_a_source_not_known_has_no_derivation(store: Store) -> None:
    assert store.derivation_of("feed") is None


def test_a_title_taken_out_of_the_settings_gives_way_to_the_documents(store: Store) -> None:
    log = Log(store=store, source=source(title="Ours", home_url="https://ours.example/")).begin()
    log.apply(source_fields=SourceFields(title="Theirs"))
    with store.transaction():
        store.ensure_source(replace(log.source, title=None, home_url=None), "v2")
    assert log.one("SELECT title, home_url FROM sources") == ("Theirs", None)


def fill(store: Store, name: str, kind: SourceKind) -> None:
    """A source with rows in every table that its kind can reach."""
    table = {"blog": "posts", "feed": "feed_items", "tweets": "tweets"}[kind]
    log = Log(store=store, source=source(name, kind)).begin()
    one, two = item(table, f"{name}-a", "first words"), item(table, f"{name}-b", f"words of {name}")
    if table != "tweets":
        one, two = (
            item(table, f"{name}-a", "first words", title="Kelp"),
            item(table, f"{name}-b", f"words of {name}", title="Sand"),
        )
    log.apply(write(one), write(two, position=2), source_fields=SourceFields(title=name))
    log.fetch("failed")
    likes = MetricsWrite(item_id=f"id-{name}-a", shown={"likes": exact(1)}, latest={"likes": 1})
    log.apply(
        edit(replace(one, native_id=f"{name}-c"), 2, "title", id=f"id-{name}-a", aliases=(f"{name}-a",)),
        departures=(Departure(id=f"id-{name}-b", table=table, change="removed", label="x"),),
        listing=(f"id-{name}-a",), shown=0,
        noise=(Noise(kind="order", count=1, example="x"),),
        issues=(Issue(severity="info", code="odd", message="x"),),
        profile=ProfileWrite(profile=Profile(handle=name, values={}, counts={"posts": exact(3)}), changed=("posts",), new=True),
        metrics=(likes,) if kind == "tweets" else (),
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["blog", "feed", "tweets"])
def test_nothing_of_a_dropped_source_remains_and_others_keep_all(tmp_path: Path, kind: SourceKind) -> None:
    before, after = tmp_path / "before.db", tmp_path / "after.db"
    with open_store(before, create=True) as store:
        fill(store, "stays", "feed")
    with open_store(after, create=True) as store:
        fill(store, "stays", "feed")
        fill(store, "goes", kind)
        with store.transaction():
            store.drop_source_rows("goes")
    assert compare(before, after) == []
    assert check(after) == []


def test_the_last_source_dropped_leaves_every_table_empty(store: Store) -> None:
    for kind in ("blog", "feed", "tweets"):
        fill(store, kind, kind)
    tables = [row[0] for row in store.connection.execute(TABLES)]
    filled = [table for table in tables if store.connection.execute(f"SELECT 1 FROM {table}").fetchone()]
    assert filled == tables  # the three of them reach every table, so that emptiness below says something
    with store.transaction():
        for kind in ("blog", "feed", "tweets"):
            store.drop_source_rows(kind)
    left = [table for table in tables if store.connection.execute(f"SELECT 1 FROM {table}").fetchone()]
    assert left == ["dataset"]
    assert store.connection.execute("SELECT updated_at FROM dataset").fetchone() == (None,)


def test_dropping_a_source_that_is_not_there_does_nothing(path: Path, store: Store, log: Log) -> None:
    log.apply(write(item()))
    with store.transaction():
        store.drop_source_rows("nobody")
    assert log.one("SELECT count(*) FROM feed_items") == (1,)
    assert check(path) == []
