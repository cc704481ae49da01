"""Every version of a file in a git repository is a capture, and nothing else is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice, permutations
from pathlib import Path

import pytest

from ingest.errors import CaptureError
from ingest.importers.git import GitFile
from ingest.importers.saved import SavedFile
from ingest.model import Source
from tests.importers.repository import START, Commit, make_repository, run

SOURCE = Source(id="tide", kind="feed", url="https://tide.example/feed.xml", max_bytes=1000)
FIRST = datetime.fromtimestamp(START, UTC)
HOUR = 3600


def repository(tmp_path: Path, *commits: Commit | Mapping[str, bytes | None]) -> Path:
    """Commits an hour apart unless they say when."""
    made = [one if isinstance(one, Commit) else Commit(files=one, at=START + n * HOUR) for n, one in enumerate(commits)]
    return make_repository(tmp_path / "repo", made)


def captures(repo: Path, path: str = "feed.xml") -> list[SavedFile]:
    with GitFile(repo, path, SOURCE) as file:
        return [file.read(version) for version in file.versions()]


def bodies(repo: Path, path: str = "feed.xml") -> list[bytes | None]:
    return [saved.body for saved in captures(repo, path)]


def hours(found: Sequence[SavedFile]) -> list[float]:
    return [(saved.observed_at - FIRST) / timedelta(hours=1) for saved in found if saved.observed_at is not None]


class TestVersions:
    def test_each_change_of_the_file_is_a_capture_with_its_commit_path_and_committers_time(self, tmp_path: Path) -> None:
        repo = repository(
            tmp_path,
            Commit(files={"feeds/a.xml": b"one"}, at=START, authored_at=START - 5 * HOUR),
            {"feeds/a.xml": b"two"},
        )
        found = captures(repo, "feeds/a.xml")
        ids = run(repo, "log", "--reverse", "--format=%H", "main").split()
        assert [(one.body, one.external_ref, one.external_path) for one in found] == [
            (b"one", ids[0], "feeds/a.xml"),
            (b"two", ids[1], "feeds/a.xml"),
        ]
        assert hours(found) == [0, 1]
        assert {one.source_id for one in found} == {"tide"}

    def test_commits_that_do_not_touch_the_file_are_passed_over(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one"}, {"other": b"x"}, {"feed.xml": b"one"}, {"feed.xml": b"two"})
        assert hours(captures(repo)) == [0, 3]

    def test_a_change_of_mode_alone_is_no_version(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one"}, Commit(files={"feed.xml": b"one"}, at=START + 1, mode="100755"))
        assert bodies(repo) == [b"one"]

    def test_a_deletion_is_passed_over_and_what_comes_back_is_a_version_even_if_its_bytes_are_known(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one"}, {"feed.xml": None}, {"feed.xml": b"one"})
        assert hours(captures(repo)) == [0, 2]

    def test_a_file_that_is_gone_by_now_is_still_read(self, tmp_path: Path) -> None:
        assert bodies(repository(tmp_path, {"feed.xml": b"one"}, {"feed.xml": None})) == [b"one"]

    def test_bytes_come_as_they_are(self, tmp_path: Path) -> None:
        odd = bytes(range(256)) + b"\r\n\0\ncommit :"
        assert bodies(repository(tmp_path, {"feed.xml": odd}, {"feed.xml": b""}, {"feed.xml": b"\n"})) == [odd, b"", b"\n"]

    def test_names_are_taken_literally(self, tmp_path: Path) -> None:
        name = "a *[b]é.xml"
        repo = repository(tmp_path, {name: b"one", "a xb.xml": b"no"}, {"a xb.xml": b"no!"})
        assert [(one.body, one.external_path) for one in captures(repo, name)] == [(b"one", name)]

    def test_a_renamed_file_begins_with_its_renaming_which_names_the_file_before(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"old.xml": b"one\n" * 20}, {"old.xml": None, "feed.xml": b"one\n" * 20})
        with GitFile(repo, "feed.xml", SOURCE) as file:
            (version,) = file.versions()
            assert file.former_path(version.commit) == "old.xml"
        with GitFile(repo, "old.xml", SOURCE) as file:
            assert [file.former_path(one.commit) for one in file.versions()] == [None]


class TestMerges:
    def test_versions_of_a_side_branch_count_also_if_the_merge_dropped_them(self, tmp_path: Path) -> None:
        repo = repository(
            tmp_path,
            {"feed.xml": b"base"},
            Commit(files={"feed.xml": b"main"}, at=START + HOUR),
            Commit(files={"feed.xml": b"side"}, at=START + 2 * HOUR, parents=[0]),
            Commit(files={"feed.xml": b"main"}, at=START + 3 * HOUR, parents=[1, 2]),
        )
        assert sorted(body or b"" for body in bodies(repo)) == [b"base", b"main", b"side"]

    def test_a_merge_that_makes_a_content_of_its_own_is_a_version(self, tmp_path: Path) -> None:
        repo = repository(
            tmp_path,
            {"feed.xml": b"base"},
            Commit(files={"feed.xml": b"main"}, at=START + HOUR),
            Commit(files={"feed.xml": b"side"}, at=START + 2 * HOUR, parents=[0]),
            Commit(files={"feed.xml": b"both"}, at=START + 3 * HOUR, parents=[1, 2]),
        )
        assert bodies(repo)[-1] == b"both"
        assert len(bodies(repo)) == 4


class TestTime:
    def test_commits_that_are_not_in_order_of_time_keep_their_times(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one"}, Commit(files={"feed.xml": b"two"}, at=START - HOUR))
        assert hours(captures(repo)) == [0, -1]

    def test_commits_within_one_second_follow_each_other_by_a_millisecond(self, tmp_path: Path) -> None:
        times = [START, START, START, START + 1]
        repo = repository(tmp_path, *(Commit(files={"feed.xml": bytes([n])}, at=at) for n, at in enumerate(times)))
        moments = [saved.observed_at for saved in captures(repo)]
        assert moments == [FIRST + timedelta(milliseconds=ms) for ms in (0, 1, 2, 1000)]

    def test_more_commits_within_a_second_than_it_has_milliseconds_stay_in_order(self, tmp_path: Path) -> None:
        commits = [Commit(files={"feed.xml": b"%d" % n}, at=START) for n in range(1001)]
        repo = repository(tmp_path, *commits, Commit(files={"feed.xml": b"last"}, at=START + 1))
        with GitFile(repo, "feed.xml", SOURCE) as file:
            moments = [version.observed_at for version in file.versions()]
        assert moments == sorted(set(moments))
        assert len(moments) == 1002


class TestSidecars:
    @pytest.mark.parametrize("name", ["feed.xml.headers.json", "headers.json"])
    def test_a_sidecar_of_the_same_commit_tells_time_and_headers(self, tmp_path: Path, name: str) -> None:
        said = b'{"observedAt": "2026-01-06T11:00:00.250Z", "eTag": "x", "status": 200, "finalUrl": "https://tide.example/f"}'
        (saved,) = captures(repository(tmp_path, {"feed.xml": b"one", name: said}))
        assert saved.observed_at == FIRST - timedelta(seconds=3599.75)
        assert (saved.headers.etag, saved.status, saved.final_url) == ("x", 200, "https://tide.example/f")

    def test_a_sidecar_of_an_older_commit_tells_of_an_older_response(self, tmp_path: Path) -> None:
        said = b'{"observed_at": "2026-01-06T11:00:00Z", "etag": "old"}'
        repo = repository(tmp_path, {"feed.xml": b"one", "headers.json": said}, {"feed.xml": b"two"})
        found = captures(repo)
        assert hours(found) == [-1, 1]
        assert found[1].headers.etag is None

    def test_a_sidecar_without_a_time_leaves_the_commits(self, tmp_path: Path) -> None:
        (saved,) = captures(repository(tmp_path, {"feed.xml": b"one", "headers.json": b'{"etag": "x"}'}))
        assert (saved.observed_at, saved.headers.etag) == (FIRST, "x")

    def test_a_sidecar_alone_is_no_version(self, tmp_path: Path) -> None:
        assert bodies(repository(tmp_path, {"feed.xml": b"one"}, {"headers.json": b"{}"})) == [b"one"]

    def test_the_files_own_sidecar_comes_before_the_folders(self, tmp_path: Path) -> None:
        files: dict[str, bytes | None] = {"d/a.xml": b"1", "d/a.xml.headers.json": b'{"etag": "own"}'}
        repo = repository(tmp_path, {**files, "d/headers.json": b'{"etag": "folder"}', "headers.json": b'{"etag": "root"}'})
        assert [saved.headers.etag for saved in captures(repo, "d/a.xml")] == ["own"]

    def test_a_broken_sidecar_is_noted_and_the_body_taken_all_the_same(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one", "headers.json": b"[]"})
        with GitFile(repo, "feed.xml", SOURCE) as file:
            (version,) = file.versions()
            assert version.observed_at == FIRST
            assert "headers.json: must hold a JSON object" in (version.note or "")


class TestExpected:
    """What is asked of git beforehand never changes what is read."""

    BODIES = (b"one", b"two" * 100_000, b"", b"four", b"five" * 1000, b"six")

    @pytest.fixture
    def repo(self, tmp_path: Path) -> Path:
        return repository(tmp_path, *({"feed.xml": body, "feed.xml.headers.json": b"{}"} for body in self.BODIES))

    @pytest.mark.parametrize("read", list(permutations(range(4), 3)))
    def test_versions_are_read_in_any_order_though_others_were_expected(self, repo: Path, read: tuple[int, ...]) -> None:
        with GitFile(repo, "feed.xml", replace(SOURCE, max_bytes=1_000_000)) as file:
            versions = list(file.versions())
            file.expect(versions[:3])
            assert [file.read(versions[n]).body for n in read] == [self.BODIES[n] for n in read]

    def test_sidecars_are_read_in_between(self, repo: Path) -> None:
        with GitFile(repo, "feed.xml", replace(SOURCE, max_bytes=1_000_000)) as file:
            versions, found = file.versions(), []
            while batch := list(islice(versions, 2)):
                file.expect(batch)
                found += [file.read(version).body for version in batch[:1]]
        assert found == [self.BODIES[n] for n in (0, 2, 4)]

    def test_one_that_is_too_large_and_one_that_is_lost_are_refused_and_the_next_is_read(self, repo: Path) -> None:
        with GitFile(repo, "feed.xml", SOURCE) as file:
            versions = list(file.versions())
            versions[3] = replace(versions[3], blob="0" * 40)
            file.expect(versions)
            assert file.read(versions[0]).body == b"one"
            with pytest.raises(CaptureError, match="300000 bytes, its source may have 1000"):
                file.read(versions[1])
            assert file.read(versions[2]).body == b""
            with pytest.raises(CaptureError, match="git has lost its content"):
                file.read(versions[3])
            assert file.read(versions[5]).body == b"six"

    @pytest.mark.parametrize("read", [0, 1])
    def test_where_git_ends_nothing_is_taken_for_a_whole_body(self, tmp_path: Path, read: int) -> None:
        sizes = (1000, 3_000_000, 1000)  # git cannot have written all of it before it is read
        repo = repository(tmp_path, *({"feed.xml": os.urandom(size)} for size in sizes))
        with GitFile(repo, "feed.xml", replace(SOURCE, max_bytes=10_000_000)) as file:
            versions = list(file.versions())
            file.expect(versions)
            got = [len(file.read(version).body or b"") for version in versions[:read]]
            assert got == list(sizes[:read])
            file._objects._process.kill()
            file._objects._process.wait()
            with pytest.raises(CaptureError, match="git ended and gives no more"):
                [file.read(version) for version in versions[read:]]
            with pytest.raises(CaptureError, match="git ended and gives no more"):
                file.read(versions[0])
            file.expect(versions)


class TestRefusals:
    def test_a_version_larger_than_its_source_may_be_is_refused_and_the_next_is_read(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"x" * 3_000_001}, {"feed.xml": b"small"})
        with GitFile(repo, "feed.xml", SOURCE) as file:
            large, small = file.versions()
            with pytest.raises(CaptureError, match="3000001 bytes, its source may have 1000; raise its max_bytes"):
                file.read(large)
            assert file.read(small).body == b"small"

    def test_a_lost_object_is_named(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one"})
        with GitFile(repo, "feed.xml", SOURCE) as file:
            (version,) = file.versions()
            with pytest.raises(CaptureError, match="git has lost its content"):
                file.read(replace(version, blob="0" * 40))

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("nothing.xml", "no commit at HEAD ever had a file nothing.xml"),
            ("feeds", "feeds is a folder; name one of its files"),
            ("../feed.xml", "is no file of the repository"),
            (".", "is no file of the repository"),
            ("link", "link never was a file there"),
        ],
    )
    def test_a_path_that_leads_to_no_file_is_said(self, tmp_path: Path, path: str, message: str) -> None:
        link = Commit(files={"link": b"feeds/a.xml"}, at=START + HOUR, mode="120000")
        repo = repository(tmp_path, {"feeds/a.xml": b"one"}, link)
        with pytest.raises(CaptureError, match=message):
            captures(repo, path)

    def test_what_is_no_repository_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(CaptureError, match="no such folder"):
            captures(tmp_path / "missing")
        with pytest.raises(CaptureError, match="not a git repository"):
            captures(tmp_path)

    def test_a_repository_without_commits_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(CaptureError, match="has no commit at HEAD yet"):
            captures(repository(tmp_path))

    def test_a_missing_git_is_said(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one"})
        monkeypatch.setenv("PATH", "")
        with pytest.raises(CaptureError, match="git is not installed"):
            captures(repo)


class TestWhere:
    def test_a_bare_repository_will_do(self, tmp_path: Path) -> None:
        repo = make_repository(tmp_path / "bare.git", [Commit(files={"a/feed.xml": b"one"})], bare=True)
        assert bodies(repo, "a/feed.xml") == [b"one"]

    def test_a_path_may_be_absolute_untidy_or_from_a_folder_of_the_repository(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, {"d/feed.xml": b"one"})
        run(repo, "checkout", "--quiet", "main")
        for where, path in ((repo, str(repo / "d" / "feed.xml")), (repo, "./d//x/../feed.xml"), (repo / "d", "feed.xml")):
            assert [(one.body, one.external_path) for one in captures(where, path)] == [(b"one", "d/feed.xml")]

    def test_settings_of_the_user_and_of_a_hook_change_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        repo = repository(tmp_path, {"feed.xml": b"one\n" * 9}, {"feed.xml": b"two\n" * 9})
        config = tmp_path / "config"
        config.write_text(
            "[log]\nfollow=true\nshowSignature=true\ndate=relative\n[diff]\nnoprefix=true\nrenames=copies\norderFile=x\n"
            "[core]\nquotePath=true\nautocrlf=true\n[color]\nui=always\n[pager]\nlog=false\n"
        )
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.fspath(config))
        monkeypatch.setenv("GIT_DIR", os.fspath(tmp_path / "elsewhere"))
        monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
        assert bodies(repo) == [b"one\n" * 9, b"two\n" * 9]

    def test_leaving_early_leaves_no_process_behind(self, tmp_path: Path) -> None:
        repo = repository(tmp_path, *({"feed.xml": b"%d" % n} for n in range(50)))
        with GitFile(repo, "feed.xml", SOURCE) as file:
            versions = file.versions()
            assert file.read(next(versions)).body == b"0"
            versions.close()  # type: ignore[attr-defined]
