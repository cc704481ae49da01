"""The database is a projection: derived again it is the same, row for row."""

import json
from datetime import UTC, datetime, timedelta

from ingest.store import compare
from tests.pipeline.command import Workplace, feed

TWENTY = [(f"g{n}", f"Title {n}") for n in range(20, 0, -1)]


def captures_with_a_collapse(place: Workplace, *, days: int) -> None:
    folder = place.captures("quay", "feed")
    start = datetime(2026, 1, 6, 12, tzinfo=UTC)
    (folder / f"{start:%Y%m%dT%H%M%SZ}.xml").write_text(feed(*TWENTY))
    for day in range(1, days + 1):
        (folder / f"{start + timedelta(days=day):%Y%m%dT%H%M%SZ}.xml").write_text(feed(TWENTY[0], build=f"day {day}"))
    place.run("import", place.folder / "captures", expect=None)


def test_a_rebuild_gives_the_same_database(place: Workplace) -> None:
    captures_with_a_collapse(place, days=4)
    (place.folder / "kept.db").write_bytes((place.folder / "data.db").read_bytes())
    place.run("rebuild")
    assert compare(place.folder / "kept.db", place.folder / "data.db") == []
    place.run("rebuild", "quay")
    assert compare(place.folder / "kept.db", place.folder / "data.db") == []


def test_two_runs_compare_as_one_does_though_the_answers_said_different_things_of_themselves(place: Workplace) -> None:
    folder = place.captures("quay", "feed")
    item = "<item><guid>1</guid><title>Café</title><link>a?utm_source={}</link></item>"
    document = "<rss version='2.0'><channel><title>Quay</title><link>https://blog.example/</link>{}</channel></rss>"
    for day, charset, url in ((6, "latin-1", "https://blog.example/"), (7, "utf-8", "https://new.example/feeds/all")):
        path = folder / f"2026010{day}T120000Z.xml"
        path.write_bytes(document.format(item.format(day)).encode(charset))
        sidecar = {"content_type": f"text/xml; charset={charset}", "final_url": url}
        path.with_name(f"{path.name}.headers.json").write_text(json.dumps(sidecar))
        place.run("import", place.folder / "captures")
    (place.folder / "kept.db").write_bytes((place.folder / "data.db").read_bytes())
    place.run("rebuild")
    assert compare(place.folder / "kept.db", place.folder / "data.db") == []


def test_a_lost_database_comes_back(place: Workplace) -> None:
    captures_with_a_collapse(place, days=1)
    for path in place.folder.glob("data.db*"):
        path.unlink()
    place.run("rebuild")
    assert place.one("SELECT count(*) FROM feed_items") == 20


def test_a_collapse_is_held_and_let_through_by_the_third_that_agrees(place: Workplace) -> None:
    captures_with_a_collapse(place, days=3)
    assert [o for (o,) in place.rows("SELECT outcome FROM fetches ORDER BY observed_at")] == [
        "changed",
        "held",
        "held",
        "changed",
    ]
    assert place.rows("SELECT change, count(*) FROM changes WHERE change <> 'baseline' GROUP BY 1") == [("left_window", 19)]
    assert ("collapse_accepted",) in place.rows("SELECT code FROM issues")


def test_a_held_capture_is_released_at_its_own_place_in_time(place: Workplace) -> None:
    captures_with_a_collapse(place, days=1)
    held = place.one("SELECT id FROM fetches WHERE outcome = 'held'")
    output = place.run("release", held, "--reason", "they tidied up").output
    assert "now changed" in output
    assert place.rows("SELECT released, items_removed + items_left FROM fetches WHERE id = ?", held) == [(1, 19)]
    assert place.run("verify").output == "All good.\n"
    assert "not held" in place.run("release", held, expect=2).output
    assert "lists the held ones" in place.run("release", "quay-20200101T000000000Z", "--reason", "x", expect=2).output


def test_a_released_capture_in_which_there_is_nothing_to_apply_says_so(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://blog.example/feed"\n')
    folder = place.folder / "captures" / "quay"
    folder.mkdir(parents=True)
    (folder / "20260106T120000Z.xml").write_text(feed(("a", "A")))
    (folder / "20260107T120000Z.html").write_text("<!doctype html><title>Sorry</title><p>Come back later.</p>")
    place.run("import", place.folder / "captures", expect=1)
    held = place.one("SELECT id FROM fetches WHERE outcome = 'held'")
    assert "nothing in it can be applied: not_a_feed: " in place.run("release", held, expect=1).output


def test_a_changed_setting_derives_the_source_again(place: Workplace) -> None:
    listed = place.folder / "sources.toml"
    listed.write_text('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://blog.example/"\nmax_shrink = 1.0\n')
    folder = place.folder / "captures" / "quay"
    folder.mkdir(parents=True)
    (folder / "20260106T120000Z.xml").write_text(feed(*TWENTY))
    (folder / "20260107T120000Z.xml").write_text(feed(TWENTY[0]))
    place.run("import", place.folder / "captures")
    assert place.one("SELECT count(*) FROM fetches WHERE outcome = 'held'") == 0
    listed.write_text(listed.read_text().replace("1.0", "0.5"))
    place.run("import", place.folder / "captures", expect=1)
    assert place.one("SELECT count(*) FROM fetches WHERE outcome = 'held'") == 1
    assert place.run("verify").output == "All good.\n"


def test_verify_names_what_is_wrong(place: Workplace) -> None:
    captures_with_a_collapse(place, days=1)
    from ingest.sqlite import connect

    connection = connect(place.folder / "data.db")
    connection.execute("UPDATE fetches SET etag = 'tampered'")
    connection.close()
    result = place.run("verify", expect=1)
    assert "differs from a rebuild" in result.output
    assert "All good" in place.run("verify", "--quick").output


def test_status_tells_people_and_programs(place: Workplace) -> None:
    captures_with_a_collapse(place, days=1)
    shown = place.run("status", expect=1).output
    assert "quay" in shown
    assert "shrink" in shown
    rows = json.loads(place.run("status", "--json", expect=1).stdout)
    assert (rows[0]["source_id"], rows[0]["in_trouble"], rows[0]["failures"]) == ("quay", True, 1)


def test_what_is_no_database_of_ours_is_never_replaced(place: Workplace) -> None:
    captures_with_a_collapse(place, days=1)
    (place.folder / "data.db").unlink()
    for suffix in ("-wal", "-shm"):
        (place.folder / f"data.db{suffix}").unlink(missing_ok=True)
    (place.folder / "data.db").write_text("dear reader")
    assert "not a Strandline database" in place.run("rebuild", expect=2).output
    assert (place.folder / "data.db").read_text() == "dear reader"
