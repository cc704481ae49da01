"""Lines added and removed, against git itself."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from ingest.history.lines import FEW_LINES, count_lines, fresh_lines, lines_of

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


slow = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@slow
@given(old=bodies, new=bodies)
def test_no_diff_is_smaller_not_even_that_of_git(tmp_path: Path, old: bytes, new: bytes) -> None:
    """git sets lines aside that occur very often before it searches, even with --minimal, and then misses some that match."""
    added, removed = count_lines(lines_of(old), lines_of(new))
    assert added is not None
    assert removed is not None
    assert added - removed == by_git(tmp_path, old, new)[0] - by_git(tmp_path, old, new)[1]
    assert added <= by_git(tmp_path, old, new)[0]


@given(old=bodies, new=bodies)
def test_counts_are_those_of_a_longest_common_subsequence_of_all_lines(old: bytes, new: bytes) -> None:
    before, after = lines_of(old).all, lines_of(new).all
    kept = LCSseq.similarity(before, after)
    assert count_lines(lines_of(old), lines_of(new)) == (len(after) - kept, len(before) - kept)


@given(old=bodies, new=bodies)
def test_fresh_lines_are_those_that_the_other_body_lacks(old: bytes, new: bytes) -> None:
    fresh = fresh_lines(lines_of(old), lines_of(new)).split(b"\n")
    assert {line for line in fresh if line} == {line.strip(b"\n") for line in lines_of(new).distinct - lines_of(old).distinct} - {
        b""
    }


edits = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(["drop", "change", "insert"])), max_size=8)


@slow
@given(edits=edits)
def test_counts_are_those_of_git_for_edited_documents(tmp_path: Path, edits: list[tuple[int, str]]) -> None:
    lines = [f"<p>paragraph {n}</p>" if n % 5 else "</div>" for n in range(40)]
    new = list(lines)
    for number, (place, edit) in enumerate(edits):
        at = place % len(new)
        new[at : at + (edit != "insert")] = [] if edit == "drop" else [f"new line {number}"]
    before, after = "\n".join(lines).encode(), "\n".join(new).encode()
    assert count_lines(lines_of(before), lines_of(after)) == by_git(tmp_path, before, after)


@pytest.mark.parametrize("moved", [1, 10, FEW_LINES // 2, FEW_LINES, 3 * FEW_LINES])
def test_counts_are_those_of_git_however_far_what_is_in_common_lies_apart(tmp_path: Path, moved: int) -> None:
    lines = [f"<p>paragraph {n}</p>" if n % 3 else "</div>" for n in range(6 * FEW_LINES)]
    before = "\n".join([*lines, ""]).encode()
    after = "\n".join([*lines[moved:], "<p>new</p>", *lines[:moved], ""]).encode()
    assert count_lines(lines_of(before), lines_of(after)) == by_git(tmp_path, before, after) == (moved + 1, moved)


@pytest.mark.parametrize(("old", "new", "expected"), [(b"", b"a\nb", (2, 0)), (b"a\nb\n", b"", (0, 2)), (b"a", b"a\n", (1, 1))])
def test_last_lines_without_an_end_count_as_git_counts_them(old: bytes, new: bytes, expected: tuple[int, int]) -> None:
    assert count_lines(lines_of(old), lines_of(new)) == expected


def test_binary_bodies_have_no_lines() -> None:
    assert count_lines(lines_of(b"a\0b"), lines_of(b"a\n")) == (None, None)
