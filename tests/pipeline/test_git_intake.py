"""The history of a file that others scraped into git becomes captures; running it again takes in what is new."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.repository import START, Commit, make_repository, run
from tests.pipeline.command import Workplace, feed

SOURCES = '[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://blog.example/feed.xml"\n'
DAY = 86400


@pytest.fixture
def scraped(place: Workplace) -> Path:
    """A repository with four commits: three versions of the feed and something else."""
    (place.folder / "sources.toml").write_text(SOURCES)
    texts = [feed(("b", "B"), ("a", "A")), None, feed(("b", "B again"), ("a", "A")), feed(("c", "C"), ("b", "B again"))]
    commits = [
        Commit(files={"readme": b"%d" % n} if text is None else {"feed.xml": text.encode()}, at=START + n * DAY)
        for n, text in enumerate(texts)
    ]
    return make_repository(place.folder / "repo", commits)


def test_each_version_is_a_capture_with_commit_and_path(place: Workplace, scraped: Path) -> None:
    result = place.run("import-git", scraped, "feed.xml", "--source", "quay")
    assert result.output == "3 captures taken in, 0 known already; 3 changes.\n"
    ids = run(scraped, "rev-list", "--reverse", "main", "--", "feed.xml").split()
    rows = place.rows("SELECT external_ref, external_path, provenance, observed_at FROM fetches ORDER BY observed_at")
    times = ["2026-01-06T12:00:00.000Z", "2026-01-08T12:00:00.000Z", "2026-01-09T12:00:00.000Z"]
    assert rows == [(name, "feed.xml", "import", at) for name, at in zip(ids, times, strict=True)]
    assert place.rows("SELECT change, label FROM changes WHERE change <> 'baseline' ORDER BY change") == [
        ("added", "C"),
        ("edited", "B again"),
        ("left_window", "A"),
    ]
    assert place.run("verify").output == "All good.\n"


def test_again_nothing_changes_and_new_commits_are_added(place: Workplace, scraped: Path) -> None:
    place.run("import-git", scraped, "feed.xml", "--source", "quay")
    before = place.rows("SELECT * FROM fetches")
    again = place.run("import-git", scraped, "feed.xml", "--source", "quay")
    assert again.output == "0 captures taken in, 3 known already; 0 changes.\n"
    assert place.rows("SELECT * FROM fetches") == before
    run(scraped, "checkout", "--quiet", "main")
    (scraped / "feed.xml").write_text(feed(("d", "D"), ("c", "C")))
    run(scraped, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-a", "-m", "more")
    more = place.run("import-git", scraped, "feed.xml", "--source", "quay")
    assert more.output == "1 capture taken in, 3 known already; 2 changes.\n"
    assert place.run("verify").output == "All good.\n"


def test_what_is_known_is_not_read_again(place: Workplace, scraped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.run("import-git", scraped, "feed.xml", "--source", "quay")
    monkeypatch.setattr("ingest.importers.git.GitFile.read", None)
    assert "3 known already" in place.run("import-git", scraped, "feed.xml", "--source", "quay").output


def test_commits_of_one_second_keep_their_order(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text(SOURCES)
    texts = [feed((name, name)) for name in ("a", "b", "c", "a")]
    repo = make_repository(place.folder / "repo", [Commit(files={"feed.xml": text.encode()}) for text in texts])
    place.run("import-git", repo, "feed.xml", "--source", "quay")
    assert place.rows("SELECT label, change FROM changes ORDER BY observed_at, change") == [
        ("a", "baseline"), ("b", "added"), ("a", "left_window"), ("c", "added"), ("b", "left_window"),
        ("c", "left_window"), ("a", "returned"),
    ]  # fmt: skip


def test_a_renaming_is_said_so_that_the_older_name_can_be_imported_too(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text(SOURCES)
    body = feed(("a", "A")).encode()
    commits = [Commit(files={"old.xml": body}), Commit(files={"old.xml": None, "feed.xml": body}, at=START + DAY)]
    repo = make_repository(place.folder / "repo", commits)
    assert "the file was old.xml; import that one too" in place.run("import-git", repo, "feed.xml", "--source", "quay").output
    place.run("import-git", repo, "old.xml", "--source", "quay")
    assert place.rows("SELECT external_path, outcome FROM fetches ORDER BY observed_at") == [
        ("old.xml", "changed"), ("feed.xml", "same"),
    ]  # fmt: skip


def test_many_broken_sidecars_are_told_in_few_lines(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text(SOURCES)
    commits = [
        Commit(files={"feed.xml": feed(("a", f"A {n}")).encode(), "headers.json": b"[%d]" % n}, at=START + n) for n in range(9)
    ]
    repo = make_repository(place.folder / "repo", commits)
    result = place.run("import-git", repo, "feed.xml", "--source", "quay")
    assert result.output.count("headers.json") == 3
    assert "and 6 more like these" in result.output
    assert "9 captures taken in" in result.output


@pytest.mark.parametrize(
    ("repo", "path", "source", "message"),
    [
        ("nowhere", "feed.xml", "quay", "no such folder"),
        ("repo", "other.xml", "quay", "no commit at HEAD ever had a file other.xml"),
        ("repo", "feed.xml", "gull", "no source is called 'gull'; there are: quay"),
    ],
)
def test_what_is_asked_wrongly_is_one_line_and_leaves_nothing(
    place: Workplace, scraped: Path, repo: str, path: str, source: str, message: str
) -> None:
    result = place.run("import-git", place.folder / repo, path, "--source", source, expect=2)
    assert message in result.output
    assert result.output.count("\n") == 1
    assert not (place.folder / "archive.db").exists()
