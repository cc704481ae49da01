"""What is known before a capture: all that is listed, and whatever the capture's own ids name."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ingest.model import Count, ItemTable, KnownItem, Profile, ProfileWrite, SourceFields
from ingest.store import Store
from ingest.store.known import _ADDRESSED_OF, _ITEMS_OF, _NAMED_OF, _PRESENT_OF
from tests.store.builders import Log, edit, item, replay, source, write

FULL: dict[ItemTable, dict[str, object]] = {
    "posts": {"title": "Tides", "author": "Ada", "published": "2026-10-01", "tags": ("sea", "law")},
    "feed_items": {
        "guid": "A b", "title": "Tides", "authors": ("Ada", "Bo"), "categories": (), "published": "2026-10-01T08:00:00Z",
        "updated": "2026-10-02T08:00:00Z", "enclosures": ({"url": "https://feed.example/a.mp3", "type": "audio/mpeg"},),
    },
    "tweets": {
        "status_id": "1584", "author_handle": "ada", "author_verified": True, "quoted_verified": False,
        "posted_at": "2026-10-01T08:00:00Z", "posted_at_basis": "status_id",
        "kind": "quote", "links": ("https://a.example/",), "media": None,
    },
}  # fmt: skip
KIND = {"posts": "blog", "feed_items": "feed", "tweets": "tweets"}


def the_one(log: Log, table: ItemTable = "feed_items", **keys: object) -> KnownItem:
    known = log.store.known_for(log.source.id, table, "1", **keys)
    (found,) = known.items.values()
    return found


@pytest.mark.parametrize("table", list(FULL))
def test_values_come_back_as_they_went_in(store: Store, table: ItemTable) -> None:
    log = Log(store=store, source=source("s", KIND[table])).begin()
    one = item(table, "a", **FULL[table])
    log.apply(write(one))
    known = the_one(log, table)
    assert {name: known.values[name] for name in FULL[table]} == FULL[table]
    assert (known.prints, known.content_hash, known.label) == (one.prints, one.content.hash, one.label)
    assert (known.url, known.canonical_url, known.native_id, known.id) == (one.url, one.canonical_url, "a", "id-a")
    assert (known.state, known.page, known.position, known.versions) == ("present", "1", 1, 1)


def test_instant_and_revision_are_those_of_the_kind(log: Log) -> None:
    log.apply(write(item(**FULL["feed_items"])))
    known = the_one(log)
    assert (known.instant, known.revised) == ("2026-10-01T08:00:00Z", "2026-10-02T08:00:00Z")


def test_items_that_are_gone_are_known_only_if_the_capture_names_them(store: Store, log: Log) -> None:
    replay(log, [{"a": "one", "b": "two", "c": "three"}, {"c": "three"}])
    assert set(store.known_for("feed", "feed_items", "1").items) == {"id-c"}
    assert set(store.known_for("feed", "feed_items", "1", keys=["a", "zz"]).items) == {"id-a", "id-c"}
    assert set(store.known_for("feed", "feed_items", "1", canonicals=["//feed.example/b"]).items) == {"id-b", "id-c"}


def test_an_item_is_known_by_a_former_id(log: Log) -> None:
    log.apply(write(item(native_id="old")))
    log.apply(edit(item(native_id="new"), None, "guid", id="id-old", change="rekeyed", aliases=("old",)))
    log.apply(listing=())
    found = the_one(log, keys=["old"])
    assert (found.native_id, found.aliases) == ("new", ("old",))


def test_items_of_another_source_are_not_known(store: Store, log: Log) -> None:
    log.apply(write(item(native_id="a")))
    Log(store=store, source=source("other")).begin()
    known = store.known_for("other", "feed_items", "1", keys=["a"], canonicals=["//feed.example/a"])
    assert known.items == {}


def test_the_last_listing_is_in_its_order_and_what_it_holds_is_known_even_where_it_left(store: Store, log: Log) -> None:
    log.apply(write(item(native_id="b")), write(item(native_id="a"), position=2), columns={"page": "2"})
    log.apply(write(item(native_id="c")))
    store.connection.execute("UPDATE feed_items SET state = 'left_window' WHERE id = 'id-b'")
    known = store.known_for("feed", "feed_items", "2")
    assert known.page_items == ("id-b", "id-a")
    assert set(known.items) == {"id-a", "id-b", "id-c"}


def test_a_source_is_seen_by_its_first_whole_capture_and_each_page_by_its_own(store: Store, log: Log) -> None:
    assert seen(store, "1") == (False, False)
    log.apply(write(item()), items_seen=None, listing=None, columns={"page": "9"})
    assert seen(store, "1") == (False, False)
    log.apply(write(item(native_id="b")), columns={"page": "2"})
    assert seen(store, "1") == (False, True)
    assert seen(store, "2") == (True, True)


def seen(store: Store, page: str) -> tuple[bool, bool]:
    known = store.known_for("feed", "feed_items", page)
    return known.page_seen, known.source_seen


def test_the_sources_own_fields_are_the_last_ones(store: Store, log: Log) -> None:
    assert store.known_for("feed", "feed_items", "1").source_fields is None
    log.apply(source_fields=SourceFields(title="Tides", generator="kelp 1"))
    log.apply(source_fields=SourceFields(title="Tides", generator="kelp 2"), source_changed=("generator",))
    log.apply()
    assert store.known_for("feed", "feed_items", "1").source_fields == SourceFields(title="Tides", generator="kelp 2")


def test_accounts_come_back_with_the_step_to_which_each_count_is_known(store: Store) -> None:
    log = Log(store=store, source=source("ada", "tweets")).begin()
    counts = {
        "followers": Count(value=18000, shown="18K", exact=False, step=1000),
        "posts": Count(value=12, shown="12", exact=True),
    }
    ada = Profile(handle="ada", values={"name": "Ada", "verified": True, "bio": None}, counts=counts)
    log.apply(profile=ProfileWrite(profile=ada, changed=("name",), new=True))
    found = store.known_for("ada", "tweets", "1").profiles["ada"]
    assert found.counts == counts
    assert (found.values["name"], found.values["verified"], found.values["bio"]) == ("Ada", True, None)


@pytest.mark.parametrize("table", list(FULL))
@pytest.mark.parametrize(
    ("queries", "index"),
    [
        (_PRESENT_OF, "{table}_source_state (source_id=? AND state=?)"),
        (_ITEMS_OF, "(id=?)"),
        (_NAMED_OF, "aliases_native (source_id=? AND native_id=?)"),
        (_NAMED_OF, "{table}_native (source_id=? AND native_id=?)"),
        (_ADDRESSED_OF, "{table}_canonical (canonical_url=? AND source_id=?)"),
    ],
)
def test_looking_up_what_is_known_scans_no_table(
    store: Store, table: ItemTable, queries: Mapping[ItemTable, str], index: str
) -> None:
    query = queries[table]
    given = {"source": "s", "keys": "[]"} if ":keys" in query else ("[]",)
    steps = [row[3] for row in store.connection.execute(f"EXPLAIN QUERY PLAN {query}", given)]
    assert [step for step in steps if step.startswith("SCAN") and "json_each" not in step] == []
    assert any(index.format(table=table) in step for step in steps)
