"""The log of attempts: ids, rollups of the source, and what a page is compared with."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from ingest.model import FetchRow, PageState, Redirect
from ingest.store import Store, open_store
from tests.store.builders import Log, item, source, stamp, write

HEALTH = "SELECT last_outcome, last_good_at, trouble_since, failures, fetches, last_change_at FROM sources"


def test_an_id_is_source_and_instant_and_a_number_for_more_at_that_instant(log: Log) -> None:
    ids = [log.fetch("same", observed_at=stamp()).id for _ in range(3)]
    assert ids == ["feed-20261006T062109578Z", "feed-20261006T062109578Z-2", "feed-20261006T062109578Z-3"]


def test_ids_of_two_sources_at_one_instant_do_not_meet(store: Store, log: Log) -> None:
    other = Log(store=store, source=source("other")).begin()
    assert log.fetch("same").id[4:] == other.fetch("same").id[5:]


def test_every_column_comes_back_as_it_was_written(store: Store, log: Log) -> None:
    row = log.fetch(
        "same", status=200, origin_date=stamp(-1), redirects=(Redirect(url="http://a", status=301, location="https://a"),),
        etag='W/"x"', content_length="12", body_sha256="ab", body_bytes=12, released=True, applied=True, elapsed_ms=7,
    )  # fmt: skip
    assert store.last_fetch("feed") == row


def test_no_redirects_and_no_headers_are_null(log: Log) -> None:
    log.fetch("failed")
    assert log.one("SELECT redirects, etag, status, page, released FROM fetches") == (None, None, None, "1", 0)


def test_a_source_never_asked_has_no_last_fetch_and_no_place_in_the_order(store: Store, log: Log) -> None:
    assert store.last_fetch("feed") is None
    assert store.last_order_key("feed") is None
    assert store.last_order_key("unheard of") is None


def test_the_place_of_the_last_attempt_in_the_order_is_kept(store: Store, log: Log) -> None:
    row = log.fetch("same")
    assert store.last_order_key("feed") == (row.observed_at, "", "", 200, "")


def test_the_place_in_the_order_is_right_when_another_process_wrote(store: Store, log: Log) -> None:
    """And after what this one wrote was undone."""
    log.fetch("same")
    with open_store(store.path) as other:
        theirs = Log(store=other, source=log.source, minutes=10).fetch("same")
    with store.transaction():
        assert store.last_order_key("feed") == (theirs.observed_at, "", "", 200, "")
        assert store.next_fetch_id("feed", theirs.observed_at) == f"{theirs.id}-2"
    with contextlib.suppress(KeyError), store.transaction():
        log.fetch("same", observed_at=stamp(90))
        raise KeyError
    with store.transaction():
        assert store.last_order_key("feed") == (theirs.observed_at, "", "", 200, "")
        store.drop_source_rows("feed")
        assert store.last_order_key("feed") is None


def test_trouble_lasts_from_the_first_refused_attempt_until_a_good_one(log: Log) -> None:
    good = log.fetch("same")
    bad = log.fetch("failed")
    log.fetch("held")
    assert log.one(HEALTH) == ("held", good.observed_at, bad.observed_at, 2, 3, None)
    again = log.fetch("not_modified")
    assert log.one(HEALTH) == ("not_modified", again.observed_at, None, 0, 4, None)


def test_only_a_change_moves_the_last_change(log: Log) -> None:
    changed = log.fetch("changed")
    for outcome in ("noise", "stale", "same", "failed"):
        log.fetch(outcome)
    assert log.one("SELECT last_change_id, last_change_at FROM sources") == (changed.id, changed.observed_at)
    assert log.one("SELECT first_fetch_at FROM sources") == (changed.observed_at,)


def test_the_dataset_is_dated_by_the_newest_fetch_of_all(store: Store, log: Log) -> None:
    log.fetch("same", observed_at=stamp(500))
    Log(store=store, source=source("other")).begin().fetch("same", observed_at=stamp(20))
    assert log.one("SELECT updated_at FROM dataset") == (stamp(500),)


def test_a_page_state_comes_back_and_is_replaced_whole(store: Store, log: Log) -> None:
    assert store.page_state("feed", "2") is None
    state = PageState(source_id="feed", page="2", held_key="few", held_since=stamp(), held_count=2)
    with store.transaction():
        store.write_page(state)
    assert store.page_state("feed", "2") == state
    applied = PageState(source_id="feed", page="2", applied_fetch_id=log.fetch("changed").id, body_sha256="ab", items=3)
    with store.transaction():
        store.write_page(applied)
    assert store.page_state("feed", "2") == applied


def seen(log: Log) -> tuple[str, str]:
    state = log.store.page_state("feed", "1")
    assert state is not None
    return state.listed_fetch_id, state.listed_at


def moment(row: FetchRow) -> tuple[str, str]:
    return row.id, row.observed_at


def test_a_listing_is_confirmed_by_a_304_and_by_equal_bytes_and_by_nothing_else(log: Log) -> None:
    assert seen_after(log, "changed") == "shown"
    assert seen_after(log, "same") == "shown"
    assert seen_after(log, "not_modified") == "shown"
    for outcome in ("failed", "held", "stale"):
        assert seen_after(log, outcome) == "not shown"


def seen_after(log: Log, outcome: str) -> str:
    row = log.apply(write(item())) if outcome == "changed" else log.fetch(outcome)
    return "shown" if seen(log) == moment(row) else "not shown"


def test_writing_a_page_leaves_alone_when_its_listing_was_seen(store: Store, log: Log) -> None:
    first = log.apply(write(item()))
    state = store.page_state("feed", "1")
    assert state is not None
    with store.transaction():
        store.write_page(replace(state, held_count=1, listed_fetch_id=None, listed_at=None))
    assert seen(log) == moment(first)
