"""Which items stand on a page, in order; a part of a document adds to them and takes none away."""

from __future__ import annotations

from tests.store.builders import Log, item, write

LISTING = "SELECT page, position, item_id FROM listings ORDER BY page, position"


def three(log: Log) -> None:
    log.apply(*(write(item(native_id=name), position=place) for place, name in enumerate("abc", start=1)))


def test_a_listing_is_replaced_by_the_next_one_shorter_or_longer(log: Log) -> None:
    three(log)
    log.apply(listing=("id-c",), items_seen=1)
    assert log.rows(LISTING) == [("1", 1, "id-c")]
    log.apply(listing=("id-b", "id-c"), items_seen=2)
    assert log.rows(LISTING) == [("1", 1, "id-b"), ("1", 2, "id-c")]


def test_a_capture_without_a_listing_leaves_it_as_it_is(log: Log) -> None:
    three(log)
    log.apply(listing=None, items_seen=None)
    assert [row[2] for row in log.rows(LISTING)] == ["id-a", "id-b", "id-c"]


def test_each_page_has_its_own_listing(log: Log) -> None:
    three(log)
    log.apply(write(item(native_id="d")), columns={"page": "2"})
    assert log.rows(LISTING)[-1] == ("2", 1, "id-d")
    assert len(log.rows(LISTING)) == 4


def test_items_carried_on_past_a_part_keep_the_fetch_that_listed_them_last(log: Log) -> None:
    three(log)
    whole = log.fetch("same")
    part = log.apply(listing=("id-b", "id-a", "id-c"), shown=1, items_seen=1)
    query = "SELECT item_id, last_seen_fetch_id FROM listed_now ORDER BY position"
    assert log.rows(query) == [("id-b", part.id), ("id-a", whole.id), ("id-c", whole.id)]
    log.apply(listing=("id-b", "id-a", "id-c"), shown=1, items_seen=1)
    assert log.rows(query)[1:] == [("id-a", whole.id), ("id-c", whole.id)]


def test_items_carried_on_stand_where_the_listing_has_them(log: Log) -> None:
    three(log)
    log.apply(listing=("id-c", "id-a", "id-b"), shown=1, items_seen=1, positions=(("id-c", 1),))
    assert log.rows("SELECT id, position FROM feed_items ORDER BY position") == [("id-c", 1), ("id-a", 2), ("id-b", 3)]


def test_a_listing_that_did_not_move_is_not_written_again(log: Log) -> None:
    three(log)
    before = log.store.connection.total_changes
    log.apply(listing=("id-a", "id-b", "id-c"), items_seen=3)
    assert log.store.connection.total_changes - before <= 7  # the fetch and the rollups, no row of the listing
