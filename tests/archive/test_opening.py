"""Opening an archive: what is one, what is not, and what each failure is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ingest import sqlite
from ingest.archive import Archive
from ingest.archive.opening import errors_of
from ingest.errors import ArchiveError
from tests.archive.made import attempt


def refusal(path: Path, **how: bool) -> str:
    with pytest.raises(ArchiveError) as caught:
        Archive.open(path, **how)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_a_missing_archive_is_created_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    assert refusal(path) == "no such file; `strandline import` or `make start` begins an archive"
    assert not path.exists()
    Archive.open(path, create=True).close()
    with Archive.open(path) as archive:
        assert archive.count() == 0


def test_an_archive_that_exists_is_opened_with_what_it_holds(tmp_path: Path) -> None:
    for _ in range(2):
        with Archive.open(tmp_path / "archive.db", create=True) as archive:
            archive.record(attempt())
    with Archive.open(tmp_path / "archive.db") as archive:
        assert archive.count() == 1


def test_a_closed_archive_is_one_file(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        archive.record(attempt())
    assert os.listdir(tmp_path) == ["archive.db"]


def test_an_empty_file_is_no_archive_but_may_become_one(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    path.touch()
    assert refusal(path).startswith("holds nothing yet")
    Archive.open(path, create=True).close()
    Archive.open(path).close()


def test_what_a_process_left_that_was_killed_at_the_very_beginning_becomes_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    sqlite.connect(path, create=True).close()  # in write-ahead mode, as far as it came
    assert path.stat().st_size > 0
    assert refusal(path).startswith("holds nothing yet")
    with Archive.open(path, create=True) as archive:
        archive.record(attempt())
    with Archive.open(path) as archive:
        assert archive.count() == 1


@pytest.mark.parametrize("create", [False, True])
def test_another_database_is_refused_and_left_as_it_was(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "data.db"
    other = sqlite.connect(path, create=True, wal=False)
    other.execute("CREATE TABLE dataset (id)")
    other.close()
    before = path.read_bytes()
    assert refusal(path, create=create) == "is not an archive of Strandline; name another file with --archive"
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["data.db"]


@pytest.mark.parametrize("create", [False, True])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "archive.db"
    path.write_bytes(b"<rss>certainly no database</rss>" * 100)
    assert refusal(path, create=create) == "file is not a database; it is no archive: name another file with --archive"
    assert path.read_bytes() == b"<rss>certainly no database</rss>" * 100


def test_an_archive_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    Archive.open(path, create=True).close()
    connection = sqlite.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert refusal(path) == "has version 99, this program reads version 1; use a newer one"


def test_a_folder_is_no_archive(tmp_path: Path) -> None:
    assert refusal(tmp_path) == refusal(tmp_path, create=True) == "is a folder; name a file with --archive"


def test_read_only_reads_and_does_not_write(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with Archive.open(path, create=True) as archive:
        archive.record(attempt())
    with Archive.open(path, read_only=True) as archive:
        assert archive.count() == 1
        with pytest.raises(ArchiveError, match=r"readonly database; it cannot be written: check the permissions"):
            archive.record(attempt(1))


def test_a_lock_held_elsewhere_is_said(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with Archive.open(path, create=True), pytest.raises(ArchiveError, match="another process is using it"), errors_of(path):
        raise sqlite.OperationalError("database is locked")


def test_an_error_without_a_known_remedy_is_told_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"^x\.db: odd$"), errors_of(Path("x.db")):
        raise sqlite.OperationalError("odd")


def test_a_complaint_that_quotes_damaged_bytes_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="it is damaged: restore"), errors_of(tmp_path):
        b"\xff".decode()


def test_a_damaged_page_is_an_archive_error_not_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with Archive.open(path, create=True) as archive, archive.batch():
        for hours in range(200):
            archive.record(attempt(hours, body=b"page %d" % hours * 50))
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + bytes(len(whole) - 8192))
    with pytest.raises(ArchiveError, match="malformed; it is damaged"), Archive.open(path) as archive:
        archive.count()
