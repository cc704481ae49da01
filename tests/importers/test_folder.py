"""Folders of captures: what is found, in which order, and what every wrong layout is told."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.errors import CaptureError, ConfigError
from ingest.importers import FolderImport, attempt_of, read_file, read_folder
from ingest.model import Source
from tests.shared import SHARED, needs_shared

NOON = datetime(2026, 1, 6, 12, tzinfo=UTC)
TIDE = Source(id="tide", kind="feed", url="https://tide.example/feed.xml")
KNOWN = {"tide": TIDE}
ENTRY = '[[source]]\nid = "tide"\nkind = "feed"\nurl = "https://tide.example/feed.xml"\n'


def lay(tmp_path: Path, files: Mapping[str, object]) -> Path:
    """A folder with these files: text, bytes, or a sidecar as a dict."""
    root = tmp_path / "captures"
    root.mkdir(exist_ok=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str | bytes) else json.dumps(content)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def paths(folder: FolderImport) -> list[str]:
    return [file.path.relative_to(folder.path).as_posix() for file in folder.files]


def refusal(root: Path, known: dict[str, Source] = KNOWN) -> str:
    with pytest.raises(CaptureError) as caught:
        read_folder(root, known)
    message = str(caught.value)
    assert "\n" not in message
    return message


class TestFinding:
    def test_bodies_are_found_by_source_and_in_order_of_name_with_their_sidecars(self, tmp_path: Path) -> None:
        root = lay(
            tmp_path,
            {
                "tide/20260107T120000Z.xml": "later",
                "tide/20260106T120000Z.xml": "sooner",
                "tide/20260106T120000Z.xml.headers.json": {"status": 203},
                "ebb/b.html": "page",
                "ebb/b.html.headers.json": {"observed_at": "2026-01-06T12:00:00Z"},
            },
        )
        folder = read_folder(root, {**KNOWN, "ebb": replace(TIDE, id="ebb")})
        assert paths(folder) == ["ebb/b.html", "tide/20260106T120000Z.xml", "tide/20260107T120000Z.xml"]
        files = list(folder.captures)
        assert [(file.source_id, file.body, file.status) for file in files] == [
            ("ebb", b"page", None),
            ("tide", b"sooner", 203),
            ("tide", b"later", None),
        ]
        assert [attempt_of(file).external_path for file in files] == ["b.html", "20260106T120000Z.xml", "20260107T120000Z.xml"]
        assert folder.passed_over == ()

    @pytest.mark.parametrize("name", [".hidden", ".DS_Store", "README", "README.md", "readme.txt", "sources.toml"])
    def test_what_is_no_capture_is_left_alone(self, tmp_path: Path, name: str) -> None:
        root = lay(tmp_path, {f"tide/{name}": "x", name: ENTRY if name == "sources.toml" else "x", "tide/a.xml": "body"})
        assert paths(read_folder(root, KNOWN)) == ["tide/a.xml"]

    @pytest.mark.parametrize(
        "name", ["a", "a.xml", "a.json", "a.unknown", "a.xml.gz", "headers", "index.htm", "x.headers.json.xml"]
    )
    def test_everything_else_is_a_body(self, tmp_path: Path, name: str) -> None:
        assert paths(read_folder(lay(tmp_path, {f"tide/{name}": "x"}), KNOWN)) == [f"tide/{name}"]

    def test_a_hidden_folder_is_no_source(self, tmp_path: Path) -> None:
        assert paths(read_folder(lay(tmp_path, {"tide/a.xml": "x", ".git/config": "x"}), KNOWN)) == ["tide/a.xml"]

    def test_loose_files_beside_the_folders_are_no_captures(self, tmp_path: Path) -> None:
        assert paths(read_folder(lay(tmp_path, {"tide/a.xml": "x", "notes.txt": "x"}), KNOWN)) == ["tide/a.xml"]

    def test_links_to_files_are_followed(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/README": "x"})
        (tmp_path / "elsewhere.xml").write_bytes(b"linked")
        os.symlink(tmp_path / "elsewhere.xml", root / "tide" / "20260106T120000Z.xml")
        assert [file.body for file in read_folder(root, KNOWN).captures] == [b"linked"]

    def test_a_folder_within_the_folder_of_a_source_is_passed_over_and_said(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/a.html": "page", "tide/a_files/style.css": "x"})
        folder = read_folder(root, KNOWN)
        assert paths(folder) == ["tide/a.html"]
        assert folder.passed_over == ((root / "tide/a_files", "a folder within the folder of a source is not read"),)

    def test_headers_without_a_body_are_passed_over_and_said(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/gone.xml.headers.json": {}, "ebb/headers.json": {}})
        folder = read_folder(root, {**KNOWN, "ebb": replace(TIDE, id="ebb")})
        assert folder.files == ()
        assert folder.passed_over == tuple(
            (root / name, "no body lies beside it") for name in ("ebb/headers.json", "tide/gone.xml.headers.json")
        )

    def test_one_bad_file_does_not_keep_the_others_from_being_read(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/a.xml": "x", "tide/a.xml.headers.json": "{", "tide/b.xml": "x"})
        first, second = read_folder(root, KNOWN).files
        with pytest.raises(CaptureError, match="is not JSON"):
            first.read()
        assert second.read().body == b"x"

    def test_a_name_too_long_for_a_sidecar_has_none(self, tmp_path: Path) -> None:
        name = f"20260106T120000Z{'x' * 230}.xml"
        found = read_folder(lay(tmp_path, {f"tide/{name}": "<rss/>"}), KNOWN)
        assert [(file.path.name, file.sidecar) for file in found.files] == [(name, None)]

    def test_what_is_no_regular_file_is_refused_and_not_waited_for(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/20260106T120000Z.xml": "<rss/>"})
        os.mkfifo(root / "tide" / "20260107T120000Z.xml")
        _, pipe = read_folder(root, KNOWN).files
        with pytest.raises(CaptureError, match="is no regular file"):
            pipe.read()


class TestLoneHeaders:
    def test_headers_json_belongs_to_the_only_body_beside_it(self, tmp_path: Path) -> None:
        root = lay(
            tmp_path, {"tide/response.xml": "x", "tide/headers.json": {"fetchedAt": "2026-01-06T12:00:00Z"}, "tide/README": ""}
        )
        assert [file.observed_at for file in read_folder(root, KNOWN).captures] == [NOON]

    def test_a_body_s_own_sidecar_comes_first(self, tmp_path: Path) -> None:
        files = {"tide/a.xml": "x", "tide/headers.json": {"status": 500}, "tide/a.xml.headers.json": {"status": 200}}
        folder = read_folder(lay(tmp_path, files), KNOWN)
        assert [file.status for file in folder.captures] == [200]
        assert [path.name for path, _ in folder.passed_over] == ["headers.json"]

    def test_with_several_bodies_it_is_not_clear_whose_it_is(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/a.xml": "x", "tide/b.xml": "x", "tide/headers.json": {}, "tide/a.xml.headers.json": {}})
        assert refusal(root) == (
            f"{root / 'tide' / 'headers.json'}: several bodies lie beside it; name it after one of them: b.xml.headers.json"
        )


class TestSources:
    def test_known_sources_and_those_of_the_folder_are_taken(self, tmp_path: Path) -> None:
        entry = ENTRY.replace('"tide"', '"ebb"')
        folder = read_folder(lay(tmp_path, {"sources.toml": entry, "ebb/a.xml": "x", "tide/a.xml": "x"}), KNOWN)
        assert dict(folder.sources) == {"ebb": replace(TIDE, id="ebb"), "tide": TIDE}

    def test_known_sources_without_a_folder_here_are_not_concerned(self, tmp_path: Path) -> None:
        folder = read_folder(lay(tmp_path, {"tide/a.xml": "x"}), {**KNOWN, "ebb": replace(TIDE, id="ebb")})
        assert list(folder.sources) == ["tide"]

    def test_an_entry_equal_to_a_known_source_is_that_source(self, tmp_path: Path) -> None:
        known = replace(TIDE, headers={"X-Key": "$KEY"})
        folder = read_folder(lay(tmp_path, {"sources.toml": ENTRY, "tide/a.xml": "x"}), {"tide": known})
        assert folder.sources["tide"] is known

    def test_an_entry_that_differs_from_a_known_source_is_an_error_that_names_the_keys(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"sources.toml": ENTRY + 'title = "Tide"\nlisting = "full"\n', "tide/a.xml": "x"})
        assert refusal(root) == (
            f'{root / "sources.toml"}: source "tide" is known and differs in `title`, `listing`; '
            "give it another id or make them equal"
        )

    def test_a_wrong_list_of_sources_is_a_config_error_that_names_the_file(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"sources.toml": ENTRY + "moon = 1", "tide/a.xml": "x"})
        with pytest.raises(ConfigError, match=r'captures/sources\.toml: source "tide": unknown key `moon`'):
            read_folder(root, {})


class TestWrongLayouts:
    def test_a_missing_folder(self, tmp_path: Path) -> None:
        assert refusal(tmp_path / "none") == f"{tmp_path / 'none'}: no such folder"

    def test_a_file_in_place_of_a_folder(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"a.xml": "x"})
        assert refusal(root / "a.xml") == f"{root / 'a.xml'}: is a file; give --source and --observed-at"

    def test_a_folder_without_any_folder_of_a_source(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"a.xml": "x"})
        assert refusal(root) == f"{root}: holds no folder named after a source, like {root}/<source-id>/"

    def test_the_folder_of_a_source_itself(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tide/a.xml": "x"})
        assert refusal(root / "tide").endswith(f"; import {root} instead")

    def test_a_folder_of_no_known_source(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"tyde/a.xml": "x", "tide/a.xml": "x"})
        assert refusal(root) == f"{root / 'tyde'}: there is no source with the id tyde; did you mean tide?"
        assert refusal(root, {}) == (
            f"{root / 'tide'}: there is no source with the id tide; describe it in {root / 'sources.toml'}"
        )


class TestOneFile:
    def test_one_file_is_read_with_a_given_time_and_the_sidecar_beside_it(self, tmp_path: Path) -> None:
        root = lay(
            tmp_path, {"a.xml": "x", "b.xml": "y", "a.xml.headers.json": {"status": 203, "observed_at": "2020-01-01T00:00:00Z"}}
        )
        file = read_file(root / "a.xml", TIDE, NOON)
        assert (file.source_id, file.observed_at, file.status, file.body, file.external_path) == (
            "tide",
            NOON,
            203,
            b"x",
            "a.xml",
        )
        assert read_file(root / "b.xml", TIDE).status is None

    def test_a_lone_file_has_the_headers_json_beside_it(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"a.xml": "x", "headers.json": {"status": 203}})
        assert read_file(root / "a.xml", TIDE, NOON).status == 203

    def test_among_others_a_headers_json_is_nobody_s(self, tmp_path: Path) -> None:
        root = lay(tmp_path, {"a.xml": "x", "b.xml": "y", "headers.json": {"status": 203}})
        assert read_file(root / "a.xml", TIDE, NOON).status is None

    def test_a_missing_file_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(CaptureError, match=r"a\.xml: no such file"):
            read_file(tmp_path / "a.xml", TIDE, NOON)


@needs_shared
class TestRealCaptures:
    def test_captures_of_a_change_tracker_are_read_with_their_headers(self, tmp_path: Path) -> None:
        root = tmp_path / "captures"
        for name in ("claude-status", "mistral-news-feed"):
            (root / name).mkdir(parents=True)
            for file in (SHARED / "real" / "captures" / "diffwire-raw" / name).iterdir():
                (root / name / file.name).symlink_to(file)
        known = {name: replace(TIDE, id=name) for name in ("claude-status", "mistral-news-feed")}
        status, news = read_folder(root, known).captures
        assert (status.status, status.final_url, status.complete) == (200, "https://status.claude.com/history.atom", True)
        assert status.body is not None
        assert len(status.body) == 38_203
        assert (news.headers.content_encoding, news.complete, news.issues) == ("br", True, ())

    @pytest.mark.parametrize("case", sorted((SHARED / "cases").glob("*")), ids=lambda case: case.name)
    def test_every_field_case_can_be_taken_in(self, tmp_path: Path, case: Path) -> None:
        inputs = json.loads((case / "case.json").read_text(encoding="utf-8"))["inputs"]
        files: dict[str, object] = {}
        for one in inputs:
            files[f"tide/{one['file']}"] = (case / one["file"]).read_bytes()
            files[f"tide/{one['file']}.headers.json"] = {
                "observed_at": one["at"],
                "status": one["status"],
                "requested_url": one["url"],
                "headers": one["headers"],
                "redirects": one.get("redirects"),
            }
        attempts = [attempt_of(file) for file in read_folder(lay(tmp_path, files), KNOWN).captures]
        assert [attempt.observed_at for attempt in attempts] == [datetime.fromisoformat(one["at"]) for one in inputs]
