"""One saved file: its bytes, its time, and whether it is whole."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import CaptureError
from ingest.importers.saved import SavedFile, attempt_of, saved_file
from ingest.importers.sidecar import Sidecar
from ingest.model import Attempt, Headers, Redirect, Source

NOON = datetime(2026, 1, 6, 12, tzinfo=UTC)
SOURCE = Source(id="tide", kind="feed", url="https://tide.example/feed.xml", max_bytes=100_000)
TEXT = b"<rss><channel><title>The tide</title></channel></rss>"


def saved(tmp_path: Path, body: bytes, *, name: str = "a.xml", status: int | None = 200, **headers: str) -> SavedFile:
    path = tmp_path / name
    path.write_bytes(body)
    return saved_file(path, SOURCE, Sidecar(observed_at=NOON, status=status, headers=Headers(**headers)))


class TestBytes:
    @given(body=st.binary(max_size=500))
    def test_a_body_is_taken_byte_for_byte(self, tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
        assert saved(tmp_path_factory.mktemp("body"), body).body == body

    @pytest.mark.parametrize(
        ("coding", "packed"), [("gzip", gzip.compress(TEXT)), ("br", brotli.compress(TEXT))], ids=["gzip", "br"]
    )
    def test_a_declared_coding_that_is_still_there_is_undone(self, tmp_path: Path, coding: str, packed: bytes) -> None:
        file = saved(tmp_path, packed, content_encoding=coding, content_length=str(len(packed)))
        assert (file.body, file.complete, file.error_kind, file.issues) == (TEXT, True, None, ())

    def test_a_coding_that_was_not_declared_stays(self, tmp_path: Path) -> None:
        packed = gzip.compress(TEXT)
        assert saved(tmp_path, packed).body == packed

    def test_plain_bytes_under_a_declared_coding_stay_with_a_note(self, tmp_path: Path) -> None:
        file = saved(tmp_path, TEXT, content_encoding="gzip")
        assert (file.body, file.complete) == (TEXT, True)
        assert [(issue.severity, issue.code) for issue in file.issues] == [("info", "content_encoding_mismatch")]

    def test_plain_bytes_of_the_announced_length_were_never_coded_at_all(self, tmp_path: Path) -> None:
        file = saved(tmp_path, TEXT, content_encoding="gzip", content_length=str(len(TEXT)))
        assert [(issue.severity, issue.code) for issue in file.issues] == [("warning", "content_encoding_mismatch")]

    def test_plain_bytes_of_another_length_were_decoded_on_saving_which_is_as_it_should_be(self, tmp_path: Path) -> None:
        file = saved(tmp_path, TEXT, content_encoding="br", content_length="31")
        assert (file.body, file.complete, file.issues) == (TEXT, True, ())

    def test_broken_coded_bytes_are_kept_as_they_are_and_named_a_failure(self, tmp_path: Path) -> None:
        cut = brotli.compress(TEXT * 20)[:-5]
        file = saved(tmp_path, cut, content_encoding="br")
        assert (file.body, file.complete, file.error_kind) == (cut, False, "decode_error")
        assert file.error == "the brotli data end too early"

    def test_a_body_larger_than_its_source_may_have_is_a_failed_attempt_that_names_the_remedy(self, tmp_path: Path) -> None:
        large = saved(tmp_path, bytes(100_001))
        assert (large.body, large.error_kind, large.observed_at) == (None, "too_large", NOON)
        assert large.error == "has 100001 bytes, source tide may have 100000; raise its max_bytes"
        bomb = saved(tmp_path, gzip.compress(bytes(100_001)), content_encoding="gzip")
        assert (bomb.body, bomb.error_kind) == (None, "too_large")
        assert bomb.error == "unpacks to more than the 100000 bytes that source tide may have; raise its max_bytes"

    def test_a_large_body_beside_a_failure_leaves_the_failure_as_it_is(self, tmp_path: Path) -> None:
        large = saved(tmp_path, bytes(100_001), status=404)
        assert (large.body, large.status, large.error_kind) == (None, 404, None)

    def test_a_file_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(CaptureError, match="cannot be read"):
            saved_file(tmp_path / "gone.xml", SOURCE, Sidecar())


class TestWholeness:
    @pytest.mark.parametrize(
        ("length", "complete"),
        [(None, True), (str(len(TEXT)), True), (str(len(TEXT) + 1), False), ("1", True), ("?", True), ("", True), ("²", True)],
    )
    def test_fewer_bytes_than_announced_are_a_cut_body(self, tmp_path: Path, length: str | None, complete: bool) -> None:
        headers: dict[str, Any] = {} if length is None else {"content_length": length}
        assert saved(tmp_path, TEXT, **headers).complete is complete
        assert saved(tmp_path, TEXT, content_encoding="identity", **headers).complete is complete

    def test_an_empty_body_where_bytes_were_announced_is_cut(self, tmp_path: Path) -> None:
        file = saved(tmp_path, b"", content_length="100")
        assert (file.body, file.complete) == (b"", False)


class TestStatus:
    def test_a_304_has_no_body_of_its_own(self, tmp_path: Path) -> None:
        for body in (b"", b"Not Modified", gzip.compress(TEXT)):
            file = saved(tmp_path, body, status=304, content_length="1964", content_encoding="gzip", etag='"v1"')
            assert (file.body, file.complete, file.error_kind, file.issues) == (None, True, None, ())
            assert file.headers.etag == '"v1"'

    @pytest.mark.parametrize("status", [410, 429, 503, 301])
    def test_an_empty_file_beside_another_failure_is_an_attempt_without_a_body(self, tmp_path: Path, status: int) -> None:
        file = saved(tmp_path, b"", status=status, content_length="12")
        assert (file.body, file.status, file.complete) == (None, status, True)

    def test_the_body_of_a_failure_is_kept(self, tmp_path: Path) -> None:
        assert saved(tmp_path, b"<h1>Gone</h1>", status=410).body == b"<h1>Gone</h1>"

    @pytest.mark.parametrize("status", [200, 206, None])
    def test_an_empty_body_of_a_success_is_a_body(self, tmp_path: Path, status: int | None) -> None:
        assert saved(tmp_path, b"", status=status).body == b""


class TestTime:
    def file(self, tmp_path: Path, name: str, observed_at: datetime | None = None, given: datetime | None = None) -> SavedFile:
        path = tmp_path / name
        path.write_bytes(TEXT)
        return saved_file(path, SOURCE, Sidecar(observed_at=observed_at), observed_at=given)

    def test_a_given_time_comes_before_the_sidecar_s_and_that_before_the_name_s(self, tmp_path: Path) -> None:
        name, day = "20260101T000000Z.xml", timedelta(days=1)
        assert self.file(tmp_path, name).observed_at == datetime(2026, 1, 1, tzinfo=UTC)
        assert self.file(tmp_path, name, NOON).observed_at == NOON
        assert self.file(tmp_path, name, NOON, NOON + day).observed_at == NOON + day

    def test_without_any_time_the_message_says_how_to_give_one(self, tmp_path: Path) -> None:
        file = self.file(tmp_path, "a.xml")
        assert file.observed_at is None
        with pytest.raises(CaptureError) as caught:
            attempt_of(file)
        message = str(caught.value)
        assert message.startswith(f"{tmp_path / 'a.xml'}: nothing says when this was captured; ")
        for remedy in ("20260106T120000Z", "`observed_at`", "a.xml.headers.json", "--observed-at"):
            assert remedy in message

    def test_a_body_may_carry_its_own_time(self, tmp_path: Path) -> None:
        asked: list[bytes] = []

        def read_stamp(body: bytes) -> datetime | None:
            asked.append(body)
            return NOON

        assert attempt_of(self.file(tmp_path, "a.xml"), read_stamp).observed_at == NOON
        assert asked == [TEXT]
        with pytest.raises(CaptureError):
            attempt_of(self.file(tmp_path, "a.xml"), lambda _: None)

    def test_a_time_that_is_told_is_not_looked_for_in_the_body(self, tmp_path: Path) -> None:
        def never(body: bytes) -> datetime | None:
            raise AssertionError(body)

        assert attempt_of(self.file(tmp_path, "a.xml", NOON), never).observed_at == NOON

    def test_an_impossible_stamp_in_the_name_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(
            CaptureError, match=r"20261301T000000Z is no possible time .*; put `observed_at` into .*\.headers\.json"
        ):
            self.file(tmp_path, "20261301T000000Z.xml")

    @pytest.mark.parametrize("year", [1, 1969, 9999])
    def test_a_time_at_which_nothing_was_captured_is_refused(self, tmp_path: Path, year: int) -> None:
        with pytest.raises(CaptureError, match=f"in the year {year}; correct its time"):
            attempt_of(self.file(tmp_path, "a.xml", NOON.replace(year=year)))

    def test_a_sidecar_s_time_makes_the_name_s_irrelevant(self, tmp_path: Path) -> None:
        assert self.file(tmp_path, "20261301T000000Z.xml", NOON).observed_at == NOON


def test_an_attempt_says_all_that_is_known_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "0001.xml"
    path.write_bytes(TEXT)
    hop = Redirect(url="https://tide.example/", status=301, location="/feed.xml")
    sidecar = Sidecar(
        observed_at=NOON,
        status=206,
        requested_url="https://tide.example/",
        final_url="https://tide.example/feed.xml",
        redirects=(hop,),
        headers=Headers(etag='"v1"', content_length="100"),
        elapsed_ms=12,
        external_ref="1a2b",
    )
    assert attempt_of(saved_file(path, SOURCE, sidecar)) == Attempt(
        source_id="tide",
        observed_at=NOON,
        provenance="import",
        requested_url="https://tide.example/",
        final_url="https://tide.example/feed.xml",
        status=206,
        redirects=(hop,),
        headers=Headers(etag='"v1"', content_length="100"),
        body=TEXT,
        complete=False,
        elapsed_ms=12,
        external_ref="1a2b",
        external_path="0001.xml",
    )


def test_a_file_name_that_is_no_text_is_written_with_escapes(tmp_path: Path) -> None:
    name = b"caf\xe9.xml".decode("utf-8", "surrogateescape")
    try:
        (tmp_path / name).write_bytes(TEXT)
    except OSError:
        pytest.skip("this file system takes text names only")
    assert saved_file(tmp_path / name, SOURCE, Sidecar()).external_path == r"caf\xe9.xml"
