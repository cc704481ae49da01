"""The archive as the pipeline uses it: what it keeps, in which order it gives it back, what it notices."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import sqlite
from ingest.archive import Archive
from ingest.errors import ArchiveError
from ingest.model import Attempt, Record
from tests.archive.made import FULL, NOON, SOURCE, attempt, attempts

ROOT = Path(__file__).parents[2]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive.db", create=True) as opened:
        opened.put_settings(SOURCE, NOON)
        yield opened


def sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def facts(records: Iterator[Record]) -> list[Record]:
    """Records without what tells only when they arrived and how their bodies are packed."""
    return [replace(record, seq=0, body_format=None) for record in records]


class TestRecording:
    def test_an_attempt_comes_back_with_its_bodies(self, archive: Archive) -> None:
        record = archive.record(FULL)
        assert record is not None
        assert record.attempt == replace(FULL, body=None, evidence=None)
        assert (record.body_sha256, record.body_bytes) == (sha256(b"<rss/>"), 6)
        assert record.evidence_sha256 == sha256(b"a page that tells of it")
        assert archive.body(sha256(b"<rss/>")) == b"<rss/>"
        assert archive.evidence(sha256(b"a page that tells of it")) == b"a page that tells of it"
        assert (record.released, record.redacted) == (False, False)
        assert list(archive.records("tide")) == [record] == [archive.record_by(record.seq)]

    def test_an_attempt_without_any_response_is_kept(self, archive: Archive) -> None:
        failed = attempt(status=None, requested_url=None, body=None, error_kind="timeout", error="no answer in 30 s")
        record = archive.record(failed)
        assert record is not None
        assert record.attempt == failed
        assert (record.body_sha256, record.body_bytes, record.body_format) == (None, None, None)
        assert record.sort_key == ("2026-01-06T12:00:00.000Z", "", "", 0, "")

    def test_the_sort_key_is_time_path_url_status_and_hash(self, archive: Archive) -> None:
        record = archive.record(FULL)
        assert record is not None
        assert record.sort_key == (
            "2026-01-06T12:00:00.000Z",
            "0001.xml",
            "https://tide.example/feed.xml",
            200,
            sha256(b"<rss/>"),
        )

    def test_without_a_body_the_evidence_stands_in_the_sort_key(self, archive: Archive) -> None:
        record = archive.record(attempt(body=None, evidence=b"page"))
        assert record is not None
        assert record.sort_key[-1] == sha256(b"page")

    def test_the_same_attempt_again_changes_nothing(self, archive: Archive) -> None:
        archive.record(FULL)
        before = list(archive.records("tide"))
        assert archive.record(FULL) is None
        assert list(archive.records("tide")) == before

    @pytest.mark.parametrize(
        "other",
        [
            {"source_id": "other"},
            {"observed_at": NOON + timedelta(milliseconds=1)},
            {"requested_url": "https://tide.example/other"},
            {"requested_url": None},
            {"status": 203},
            {"status": None},
            {"body": b"<rss />"},
            {"body": None},
            {"body": None, "evidence": b"page"},
        ],
        ids=str,
    )
    def test_another_source_time_url_status_or_hash_is_another_attempt(self, archive: Archive, other: dict[str, object]) -> None:
        archive.record(attempt())
        assert archive.record(replace(attempt(), **other)) is not None  # type: ignore[arg-type]
        assert archive.count() == 2

    def test_two_change_pages_of_one_moment_are_two_attempts(self, archive: Archive) -> None:
        for page in (b"as text", b"as HTML", b"as text"):
            archive.record(attempt(body=None, evidence=page, requested_url=None, status=None))
        assert archive.count("tide") == 2

    def test_a_better_description_of_a_known_attempt_takes_its_place(self, archive: Archive) -> None:
        poor = archive.record(attempt(provenance="import", external_path="b.xml"))
        rich = archive.record(attempt(provenance="import", external_path="b.xml", elapsed_ms=5))
        assert poor is not None
        assert rich is not None
        assert (rich.seq, rich.attempt.elapsed_ms) == (poor.seq, 5)
        assert archive.record(attempt(provenance="import", external_path="a.xml")) is None
        assert archive.count() == 1

    def test_of_two_documents_about_one_attempt_the_same_one_stays_whichever_came_first(self, archive: Archive) -> None:
        pages = [attempt(evidence=b"one page"), attempt(evidence=b"another page")]
        for number, order in enumerate((pages, pages[::-1])):
            for one in order:
                archive.record(replace(one, source_id=f"order-{number}"))
        first, second = (next(archive.records(f"order-{number}")) for number in (0, 1))
        assert first.evidence_sha256 == second.evidence_sha256

    def test_what_was_described_again_is_told_with_its_best_description(self, archive: Archive) -> None:
        archive.record(attempt(provenance="import", external_path="b.xml"))
        archive.record(attempt(3, provenance="import", external_path="c.xml"))
        assert archive.described_again("tide") == []
        for path in ("d.xml", "a.xml", "b.xml"):
            archive.record(attempt(provenance="import", external_path=path))
        assert [record.attempt.external_path for record in archive.described_again("tide")] == ["a.xml"]
        assert archive.described_again("other") == []
        assert list(archive.verify()) == []

    def test_an_unzoned_time_is_a_mistake_of_the_caller_and_keeps_nothing(self, archive: Archive) -> None:
        with pytest.raises(ValueError, match="zone"):
            archive.record(replace(attempt(), observed_at=NOON.replace(tzinfo=None)))
        assert archive.count() == 0

    def test_a_batch_keeps_all_or_nothing(self, archive: Archive) -> None:
        def fails() -> None:
            with archive.batch():
                archive.record(attempt(1))
                archive.record(attempt(2, body=b"another"))
                raise RuntimeError("half way")

        with pytest.raises(RuntimeError, match="half way"):
            fails()
        assert archive.count() == 0
        with archive.batch():
            archive.record(attempt(1, body=b"one body"))
            archive.record(attempt(2, body=b"another"))
        assert archive.count() == 2
        assert archive.body(sha256(b"another")) == b"another"

    def test_successive_bodies_of_a_source_are_kept_as_one_chain(self, archive: Archive) -> None:
        page = hashlib.shake_256(b"page").digest(20_000)
        for hours in range(10):
            archive.record(attempt(hours, body=page + b"%d" % hours))
        assert archive.path.stat().st_size < 10 * len(page)
        assert [record.body_format for record in archive.records("tide")] == [0] + [2] * 9

    def test_bodies_that_arrive_in_reverse_are_kept_as_one_chain_too(self, archive: Archive) -> None:
        page = hashlib.shake_256(b"page").digest(20_000)
        for hours in reversed(range(10)):
            archive.record(attempt(hours, body=page + b"%d" % hours))
        assert sorted(record.body_format or 0 for record in archive.records("tide")) == [0] + [2] * 9

    def test_an_error_page_between_two_good_ones_does_not_break_the_chain(self, archive: Archive) -> None:
        page = hashlib.shake_256(b"page").digest(20_000)
        for hours in range(3):
            archive.record(attempt(hours, body=page + b"%d" % hours))
            for minutes in range(1, 4):
                archive.record(attempt(hours + minutes / 60, status=503, body=b"sorry, %d" % minutes))
        good = [record.body_format for record in archive.records("tide") if record.attempt.status == 200]
        assert good == [0, 2, 2]


class TestOrder:
    @settings(max_examples=60)
    @given(made=st.lists(attempts, max_size=8), data=st.data())
    def test_what_is_given_back_does_not_depend_on_the_order_of_arrival(self, made: list[Attempt], data: st.DataObject) -> None:
        other = data.draw(st.permutations(made + made[:2]))
        with (
            tempfile.TemporaryDirectory() as folder,
            Archive.open(Path(folder, "one.db"), create=True) as one,
            Archive.open(Path(folder, "two.db"), create=True) as two,
        ):
            for first in made:
                one.record(first)
            for second in other:
                two.record(second)
            given_back = facts(one.records("tide"))
            assert facts(two.records("tide")) == given_back
            assert two.decisions("tide") == one.decisions("tide")
            assert given_back == sorted(given_back, key=lambda record: record.sort_key)
            assert len({record.sort_key for record in given_back}) == len(given_back)

    @settings(max_examples=40)
    @given(made=st.lists(attempts, max_size=8))
    def test_every_record_beyond_a_key_is_given_and_no_other(self, made: list[Attempt]) -> None:
        with tempfile.TemporaryDirectory() as folder, Archive.open(Path(folder, "archive.db"), create=True) as archive:
            for one in made:
                archive.record(one)
            records = list(archive.records("tide"))
            for number, record in enumerate(records):
                assert list(archive.records("tide", record.sort_key)) == records[number + 1 :]

    def test_long_histories_are_read_in_parts(self, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ingest.archive.log._CHUNK", 3)
        with archive.batch():
            for hours in range(10):
                archive.record(attempt(hours, body=None, status=304))
        assert [record.attempt.observed_at for record in archive.records("tide")] == [
            NOON + timedelta(hours=h) for h in range(10)
        ]

    def test_records_may_be_written_while_others_are_read(self, archive: Archive) -> None:
        for hours in range(3):
            archive.record(attempt(hours))
        for record in archive.records("tide"):
            archive.record(attempt(100, body=record.sort_key[0].encode()))
        assert archive.count() == 6

    def test_sources_are_kept_apart(self, archive: Archive) -> None:
        archive.record(attempt(source_id="b"))
        archive.record(attempt(source_id="a", body=b"other"))
        assert archive.source_ids() == ("a", "b", "tide")
        assert [record.attempt.source_id for record in archive.records("a")] == ["a"]
        assert (archive.count(), archive.count("a"), archive.count("nobody")) == (2, 1, 0)
        assert list(archive.records("nobody")) == []

    def test_an_attempt_that_is_not_there_is_said(self, archive: Archive) -> None:
        with pytest.raises(ArchiveError, match="has no attempt number 99"):
            archive.record_by(99)


class TestSettings:
    def test_the_settings_put_last_hold(self, archive: Archive) -> None:
        assert archive.settings("tide") == SOURCE
        assert archive.put_settings(replace(SOURCE, listing="full"), NOON)
        assert archive.settings("tide") == replace(SOURCE, listing="full")

    def test_settings_that_did_not_change_are_not_noted_again(self, archive: Archive) -> None:
        assert not archive.put_settings(SOURCE, NOON + timedelta(hours=1))
        assert not archive.put_settings(replace(SOURCE, headers={"X": "secret"}), NOON)

    def test_a_source_without_settings_has_none(self, archive: Archive) -> None:
        assert archive.settings("nobody") is None


class TestDecisions:
    def test_a_released_attempt_says_so(self, archive: Archive) -> None:
        record, other = archive.record(attempt(1)), archive.record(attempt(2))
        assert record is not None
        assert other is not None
        assert archive.release(record.seq, "looked at it", NOON)
        assert not archive.release(record.seq, "again", NOON)
        assert [one.released for one in archive.records("tide")] == [True, False]

    def test_an_attempt_that_is_not_there_cannot_be_released(self, archive: Archive) -> None:
        with pytest.raises(ArchiveError, match="has no attempt number 7"):
            archive.release(7, "why not", NOON)


class TestVerify:
    def spoil(self, archive: Archive, sql: str) -> list[str]:
        connection = sqlite.connect(archive.path)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(sql)
        connection.close()
        return list(archive.verify())

    def test_a_good_archive_has_no_problems(self, archive: Archive) -> None:
        archive.record(FULL)
        archive.record(attempt(3, body=b"another"))
        assert list(archive.verify()) == []

    def test_a_damaged_body_is_named(self, archive: Archive) -> None:
        archive.record(attempt())
        problems = self.spoil(archive, "UPDATE bodies SET data = zeroblob(6)")
        assert problems == [f"body {sha256(b'<rss/>')} is damaged: its bytes do not have its hash"]

    def test_a_body_that_is_gone_is_named(self, archive: Archive) -> None:
        archive.record(attempt())
        assert self.spoil(archive, "DELETE FROM bodies") == ["row 1 of attempts points to a row of bodies that is not there"]

    def test_attempts_that_nothing_tells_how_to_read_are_named(self, archive: Archive) -> None:
        archive.record(attempt(source_id="stray"))
        assert list(archive.verify()) == ["source stray has attempts but no settings to read them with"]


KILLED = """
import sys
from pathlib import Path
from ingest.archive import Archive
from tests.archive.made import attempt

with Archive.open(Path(sys.argv[1]), create=True) as archive:
    number = archive.count()
    while True:
        number += 1
        record = archive.record(attempt(number, body=b"page %d" % number * 3000))
        print(record.seq, flush=True)
"""


class TestKilling:
    def test_a_killed_process_loses_nothing_that_it_had_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "archive.db"
        told: list[int] = []
        for lines in (1, 7, 40):
            command = [sys.executable, "-c", KILLED, str(path)]
            with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                told += [int(process.stdout.readline()) for _ in range(lines)]
                process.kill()
        with Archive.open(path) as archive:
            archive.put_settings(SOURCE, NOON)
            assert {record.seq for record in archive.records("tide")} >= set(told)
            assert list(archive.verify()) == []
