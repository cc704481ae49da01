"""Lines added and removed, against git itself."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.history.lines import count_lines

bodies = st.lists(st.sampled_from([b"a", b"b", b"c", b"", b"d\r"]), max_size=12).flatmap(
    lambda parts: st.sampled_from([b"\n".join(parts), b"\n".join(parts) + b"\n"])
)


def by_git(folder: Path, old: bytes, new: bytes) -> tuple[int, int]:
    (folder / "old").write_bytes(old)
    (folder / "new").write_bytes(new)
    command = ["git", "diff", "--no-index", "--minimal", "--numstat", "old", "new"]
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    added, removed = shown.split()[:2] if shown else ("0", "0")
    return int(added), int(removed)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(old=bodies, new=bodies)
def test_counts_are_those_of_git(tmp_path: Path, old: bytes, new: bytes) -> None:
    assert count_lines(old, new) == by_git(tmp_path, old, new)


@pytest.mark.parametrize(("old", "new", "expected"), [(b"", b"a\nb", (2, 0)), (b"a\nb\n", b"", (0, 2)), (b"a", b"a\n", (1, 1))])
def test_last_lines_without_an_end_count_as_git_counts_them(old: bytes, new: bytes, expected: tuple[int, int]) -> None:
    assert count_lines(old, new) == expected


def test_binary_bodies_have_no_lines() -> None:
    assert count_lines(b"a\0b", b"a\n") == (None, None)
