"""Changes, presence, former ids, noise and findings are rows that follow from a decision."""

from __future__ import annotations

from ingest.model import Departure, Issue, Noise
from tests.store.builders import Log, edit, item, replay, write

PRESENCE = "SELECT item_id, from_at, to_at FROM presence ORDER BY item_id, from_at"


def gone(name: str = "a", change: str = "left_window", label: str = "gone") -> Departure:
    return Departure(id=f"id-{name}", table="feed_items", change=change, label=label)


def issue(code: str) -> Issue:
    return Issue(severity="warning", code=code, message="a sentence", entry_ref="a")


def test_each_event_is_a_change_with_what_moved_and_a_label(log: Log) -> None:
    row = log.apply(write(item(title="Boats")))
    log.apply(edit(item(title="Ships"), 2, "title", silent=1))
    log.apply(departures=(gone(change="removed", label="Ships"),))
    query = "SELECT item_table, item_id, source_id, change, changed, silent, label FROM changes ORDER BY observed_at"
    assert log.rows(query) == [
        ("feed_items", "id-a", "feed", "added", None, None, "Boats"),
        ("feed_items", "id-a", "feed", "edited", '["title"]', 1, "Ships"),
        ("feed_items", "id-a", "feed", "removed", None, None, "Ships"),
    ]
    assert log.rows("SELECT fetch_id, observed_at FROM changes WHERE change = 'added'") == [(row.id, row.observed_at)]


def test_a_version_that_is_no_event_and_a_touch_without_a_change_are_no_changes(log: Log) -> None:
    log.apply(write(item(), event=False))
    log.apply(edit(item(), None, change=None))
    assert log.rows("SELECT * FROM changes") == []
    assert log.rows("SELECT * FROM daily_changes") == []


def test_changes_are_counted_by_utc_day_and_kind(log: Log) -> None:
    log.apply(write(item(native_id="a")), write(item(native_id="b")))
    log.minutes += 24 * 60
    log.apply(edit(item(native_id="a"), 2, "title"), write(item(native_id="c")))
    log.apply(write(item(native_id="d")))
    assert log.rows("SELECT source_id, day, change, count FROM daily_changes ORDER BY day, change") == [
        ("feed", "2026-10-06", "added", 2),
        ("feed", "2026-10-07", "added", 2),
        ("feed", "2026-10-07", "edited", 1),
    ]


def test_an_item_is_present_from_the_fetch_that_first_listed_it_to_the_last_that_did(log: Log) -> None:
    first = log.apply(write(item()))
    last = log.fetch("not_modified")
    log.fetch("failed")
    log.fetch("held")
    log.apply(departures=(gone(),))
    assert log.rows(PRESENCE) == [("id-a", first.observed_at, last.observed_at)]
    assert log.one("SELECT to_fetch_id FROM presence") == (last.id,)
    query = "SELECT state, position, last_seen_at FROM feed_items"
    assert log.one(query) == ("left_window", None, last.observed_at)


def test_an_item_that_comes_back_begins_another_stretch(log: Log) -> None:
    replay(log, [{"a": "one"}, {}, {"a": "one"}])
    times = [row[0] for row in log.rows("SELECT observed_at FROM fetches ORDER BY observed_at")]
    assert log.rows(PRESENCE) == [("id-a", times[0], times[0]), ("id-a", times[2], None)]
    assert log.one("SELECT state, last_seen_at, versions FROM feed_items") == ("present", None, 1)


def test_an_item_that_one_part_lacked_was_last_seen_by_the_capture_that_had_it(log: Log) -> None:
    first = log.apply(write(item(native_id="a")), write(item(native_id="b"), position=2))
    part = log.apply(listing=("id-b", "id-a"), shown=1, items_seen=None)
    log.apply(departures=(gone("a"), gone("b")), listing=(), items_seen=0)
    assert log.rows(PRESENCE) == [
        ("id-a", first.observed_at, first.observed_at),
        ("id-b", first.observed_at, part.observed_at),
    ]


def test_an_item_that_only_a_change_page_told_of_was_last_seen_by_that_page(log: Log) -> None:
    log.apply(write(item(native_id="a")))
    page = log.apply(write(item(native_id="b")), listing=None, items_seen=None)
    log.apply(departures=(gone("b"),), listing=("id-a",), items_seen=1)
    assert log.one("SELECT to_at FROM presence WHERE item_id = 'id-b'") == (page.observed_at,)


def test_a_former_id_is_kept_with_the_last_fetch_that_ended_it(log: Log) -> None:
    log.apply(write(item(native_id="a")))
    for new, old in (("b", "a"), ("a", "b"), ("b", "a")):
        row = log.apply(edit(item(native_id=new), None, "guid", id="id-a", change="rekeyed", aliases=(old,)))
    assert log.one("SELECT id, native_id FROM feed_items") == ("id-a", "b")
    query = "SELECT item_table, item_id, source_id, native_id, until_fetch_id FROM aliases WHERE native_id = 'a'"
    assert log.one(query) == ("feed_items", "id-a", "feed", "a", row.id)


def test_noise_is_counted_by_kind_with_the_first_example(log: Log) -> None:
    log.apply(
        noise=(
            Noise(kind="nonce", count=2, example="x"),
            Noise(kind="order", count=1, example="y"),
            Noise(kind="nonce", count=1, example="z"),
        )
    )
    assert log.rows("SELECT kind, count, example FROM noise ORDER BY kind") == [("nonce", 3, "x"), ("order", 1, "y")]


def test_findings_are_numbered_in_their_order_and_later_ones_go_on_from_there(log: Log) -> None:
    row = log.apply(issues=(issue("odd_date"), issue("bad_link")))
    with log.store.transaction():
        log.store.write_issues(row.id, [issue("too_late")])
    found = log.rows("SELECT number, code, severity, entry_ref, message FROM issues ORDER BY number")
    assert found[0] == (1, "odd_date", "warning", "a", "a sentence")
    assert [one[:2] for one in found] == [(1, "odd_date"), (2, "bad_link"), (3, "too_late")]
