"""Saved captures go in, a history comes out; what cannot be taken in is said in one line."""

import json

import pytest

from tests.pipeline.command import Workplace, feed


def save(place: Workplace, name: str, body: str, **sidecar: object) -> None:
    folder = place.folder / "captures" / "quay"
    (folder / name).write_text(body)
    if sidecar:
        (folder / f"{name}.headers.json").write_text(json.dumps(sidecar))


def test_captures_become_a_history(place: Workplace) -> None:
    place.captures("quay", "feed", "https://blog.example/feed.xml")
    save(place, "20260106T120000Z.xml", feed(("c", "C"), ("b", "B"), ("a", "A")))
    save(place, "20260107T120000Z.xml", feed(("d", "D"), ("c", "C again"), ("b", "B")))
    save(place, "20260108T120000Z.xml", feed(("d", "D"), ("c", "C again"), ("b", "B"), build="Thu, 08 Jan 2026 12:00:00 GMT"))
    result = place.run("import", place.folder / "captures")
    assert result.output == "3 captures taken in, 0 known already; 3 changes.\n"
    assert place.rows("SELECT outcome FROM fetches ORDER BY observed_at") == [("changed",), ("changed",), ("noise",)]
    assert place.rows("SELECT change, label FROM changes WHERE change <> 'baseline' ORDER BY change") == [
        ("added", "D"),
        ("edited", "C again"),
        ("left_window", "A"),
    ]
    assert place.rows("SELECT kind FROM noise") == [("build_date",)]
    assert place.run("verify").output == "All good.\n"


def test_importing_the_same_again_changes_nothing(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    place.run("import", place.folder / "captures")
    before = place.rows("SELECT * FROM fetches")
    assert place.run("import", place.folder / "captures").output == "0 captures taken in, 1 known already; 0 changes.\n"
    assert place.rows("SELECT * FROM fetches") == before


def test_an_older_capture_becomes_the_baseline(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "20260107T120000Z.xml", feed(("b", "B"), ("a", "A")))
    place.run("import", place.folder / "captures")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    place.run("import", place.folder / "captures")
    assert place.rows("SELECT label, change FROM changes ORDER BY label") == [("A", "baseline"), ("B", "added")]


def test_a_single_file_needs_its_source_and_its_time(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://blog.example/feed"\n')
    page = place.folder / "page.xml"
    page.write_text(feed(("a", "A")))
    assert "--source" in place.run("import", page, expect=2).output
    place.run("import", page, "--source", "quay", "--observed-at", "2026-01-06T12:00:00Z")
    assert place.one("SELECT id FROM fetches") == "quay-20260106T120000000Z"


def test_a_file_without_a_time_is_refused_and_the_others_go_in(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    save(place, "undated.xml", feed(("b", "B")))
    result = place.run("import", place.folder / "captures", expect=2)
    assert "nothing says when this was captured" in result.output
    assert place.one("SELECT count(*) FROM fetches") == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "empty_body"),
        (b"<html><title>Hotel</title><p>Log in</p></html>", "not_a_feed"),
        (bytes(range(128, 256)) * 8 + b"\0\1\2", "not_a_feed"),
    ],
)
def test_a_body_that_cannot_be_read_is_a_row_with_the_reason(place: Workplace, body: bytes, kind: str) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    (place.folder / "captures" / "quay" / "20260107T120000Z.xml").write_bytes(body)
    result = place.run("import", place.folder / "captures", expect=1)
    assert "quay" in result.output
    assert place.rows("SELECT outcome, error_kind FROM fetches ORDER BY observed_at DESC LIMIT 1") == [("held", kind)]
    assert place.one("SELECT state FROM feed_items") == "present"


@pytest.mark.parametrize("status", [304, 410, 429, 503])
def test_an_empty_file_with_a_status_is_an_attempt_like_any_other(place: Workplace, status: int) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    save(place, "20260107T120000Z.txt", "", status=status)
    place.run("import", place.folder / "captures", expect=None)
    outcome, body = place.rows("SELECT outcome, body_sha256 FROM fetches ORDER BY observed_at DESC LIMIT 1")[0]
    assert outcome == ("not_modified" if status == 304 else "failed")
    assert (body is not None) == (status == 304)


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://a.example/"\ncanarry = "x"\n', "canarry"),
        ('[[source]]\nid = "other"\nkind = "feed"\nurl = "https://a.example/"\n', "quay"),
    ],
)
def test_what_is_wrong_beforehand_is_one_line_and_nothing_is_written(place: Workplace, sources: str, said: str) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    (place.folder / "captures" / "sources.toml").write_text(sources)
    result = place.run("import", place.folder / "captures", expect=2)
    assert said in result.output
    assert result.output.count("\n") == 1
    assert not (place.folder / "archive.db").exists()


def test_a_missing_folder_is_one_line(place: Workplace) -> None:
    result = place.run("import", place.folder / "nowhere", expect=2)
    assert "no such folder" in result.output


def test_own_captures_never_go_into_the_sample(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    place.run("import", "--sample", place.folder / "captures")
    assert "make start" in place.run("import", place.folder / "captures", expect=2).output


def test_a_source_that_says_something_else_is_an_error(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    place.run("import", place.folder / "captures")
    listed = place.folder / "captures" / "sources.toml"
    listed.write_text(listed.read_text().replace('kind = "feed"', 'kind = "feed"\nmin_items = 3'))
    assert "min_items" in place.run("import", place.folder / "captures", expect=2).output


def test_a_collapse_is_let_through_only_if_nothing_good_came_between(place: Workplace) -> None:
    place.captures("quay", "feed")
    whole, few = feed(*((name, name) for name in "jihgfedcba")), feed(("j", "j"))
    for stamp, body in (("02T00", whole), ("03T00", few), ("03T12", whole), ("04T01", few), ("04T02", few), ("05T01", few)):
        save(place, f"202601{stamp}0000Z.xml", body)
    place.run("import", place.folder / "captures")
    outcomes = [outcome for (outcome,) in place.rows("SELECT outcome FROM fetches ORDER BY observed_at")]
    assert outcomes == ["changed", "held", "same", "held", "held", "changed"]


def test_an_answer_that_confirms_makes_older_generations_stale(place: Workplace) -> None:
    place.captures("quay", "feed")
    old, new = feed(("a", "A")), feed(("b", "B"), ("a", "A"))
    for hour, age, body in ((12, 0, new), (13, 0, new), (14, 5400, old)):
        save(place, f"20260106T{hour}0000Z.xml", body, date=f"Tue, 06 Jan 2026 {hour}:00:00 GMT", age=str(age))
    place.run("import", place.folder / "captures")
    assert [o for (o,) in place.rows("SELECT outcome FROM fetches ORDER BY observed_at")] == ["changed", "same", "stale"]


def everything(place: Workplace) -> dict[str, list[str]]:
    """All rows of all tables."""
    tables = place.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'")
    return {str(name): sorted(map(repr, place.rows(f"SELECT * FROM {name}"))) for (name,) in tables}


def test_a_known_capture_under_another_name_changes_nothing(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "a.xml", feed(("a", "A")), observed_at="2026-01-06T12:00:00Z")
    save(place, "b.xml", feed(("b", "B"), ("a", "A")), observed_at="2026-01-07T12:00:00Z")
    place.run("import", place.folder / "captures")
    before = everything(place)
    save(place, "c.xml", feed(("b", "B"), ("a", "A")), observed_at="2026-01-07T12:00:00Z")
    assert place.run("import", place.folder / "captures").output == "0 captures taken in, 3 known already; 0 changes.\n"
    assert everything(place) == before


def test_a_better_description_that_comes_late_reaches_the_rows(place: Workplace) -> None:
    place.captures("quay", "feed")
    for etag in (None, '"v1"'):
        save(place, "a.xml", feed(("a", "A")), observed_at="2026-01-06T12:00:00Z", etag=etag)
        place.run("import", place.folder / "captures")
        assert place.rows("SELECT etag FROM fetches") == [(etag,)]
    assert place.run("verify").output == "All good.\n"


def test_a_folder_that_lists_its_sources_needs_no_other_list(place: Workplace) -> None:
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    nowhere = ("--sources", place.folder / "nowhere.toml")
    assert "1 capture taken in" in place.run(*nowhere, "import", place.folder / "captures").output
    (place.folder / "captures" / "sources.toml").unlink()
    assert "nowhere.toml: no such file" in place.run(*nowhere, "import", place.folder / "captures", expect=2).output


def test_empty_files_become_archive_and_database(place: Workplace) -> None:
    for name in ("archive.db", "data.db"):
        (place.folder / name).touch()
    assert "no such database" in place.run("status", expect=2).output
    place.captures("quay", "feed")
    save(place, "20260106T120000Z.xml", feed(("a", "A")))
    place.run("import", place.folder / "captures")
    assert place.run("verify").output == "All good.\n"


def test_what_the_file_system_refuses_is_one_line(place: Workplace) -> None:
    result = place.run("--db", place.folder / ("x" * 300), "status", expect=2)
    assert (result.output.count("\n"), "File name too long" in result.output) == (1, True)
