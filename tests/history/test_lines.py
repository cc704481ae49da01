"""Lines added and removed, against git itself."""

import subprocess
from itertools import pairwise
from operator import is_
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from ingest.history.lines import FEW_LINES, MOST_MOVED, count_lines, fresh_lines, lines_of
from tests.history.test_alike import edited
from tests.shared import SHARED, needs_shared

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


@given(texts=edited(), other=bodies)
def test_what_a_body_is_like_changes_nothing(texts: tuple[bytes, bytes], other: bytes) -> None:
    old, new = texts
    for like in (old, new, other):
        assert lines_of(new, lines_of(like)) == lines_of(new)
        assert count_lines(lines_of(old), lines_of(new, lines_of(like))) == count_lines(lines_of(old), lines_of(new))
    before = lines_of(old)
    assert count_lines(before, lines_of(new, before)) == count_lines(lines_of(old), lines_of(new))


@given(texts=edited())
def test_fresh_lines_are_those_that_the_other_body_lacks_and_few_others(texts: tuple[bytes, bytes]) -> None:
    old, new = map(lines_of, texts)
    lacking, every = set(new.all) - set(old.all), set(new.all)
    for fresh in (fresh_lines(old, new), fresh_lines(old, lines_of(new.body, old))):
        found = set(fresh.split(b"\n"))
        assert {line.strip(b"\n") for line in lacking} <= found
        assert found <= {line.strip(b"\n") for line in every} | {b""}


def test_of_a_body_that_hardly_moved_the_lines_are_those_that_are_held_already() -> None:
    old = lines_of(b"".join(b"line %d\n" % number for number in range(5000)))
    new = lines_of(old.body.replace(b"line 2500\n", b"another\nand one more\n"), old)
    assert sum(map(is_, new.all, old.all)) >= 2500
    assert sum(map(is_, reversed(new.all), reversed(old.all))) >= 2499
    assert fresh_lines(old, new).split() == [b"another", b"and", b"one", b"more"]
    assert count_lines(old, new) == (2, 1)


@pytest.mark.parametrize("moved", [1, MOST_MOVED // 2 - 1, MOST_MOVED // 2, MOST_MOVED])
def test_counts_are_the_same_however_many_lines_moved(moved: int) -> None:
    old = lines_of(b"".join(b"line %d\n" % number for number in range(3 * MOST_MOVED)))
    lines = old.body.splitlines(keepends=True)
    new = lines_of(b"".join([*(b"new %d\n" % number for number in range(moved)), *lines[:-moved]]), old)
    assert count_lines(old, new) == (moved, moved)
    assert count_lines(new, lines_of(old.body, new)) == (moved, moved)


long_edits = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 90), st.integers(0, 90)), max_size=4)


@given(every=st.sampled_from([1, 3, 10, 1000]), edits=long_edits)
def test_counts_of_long_bodies_are_those_of_a_longest_common_subsequence_too(
    every: int, edits: list[tuple[int, int, int]]
) -> None:
    """Every few lines there is one that stands often."""
    lines = [b"<p>line %d of a body that is long</p>" % number if number % every else b"</div>" for number in range(400)]
    after = list(lines)
    for place, gone, new in edits:
        after[place : place + gone] = [lines[-number] if number % 2 else b"new %d" % number for number in range(new)]
    old, new = (b"".join(line + b"\n" for line in body) for body in (lines, after))
    kept = LCSseq.similarity(lines, after)
    for like in (None, lines_of(old)):
        assert count_lines(like or lines_of(old), lines_of(new, like)) == (len(after) - kept, len(lines) - kept)


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


@needs_shared
def test_of_real_histories_the_counts_are_those_of_the_whole_comparison_and_nearly_all_stands_in_both() -> None:
    versions = [sorted(path.glob("*.[xh]*ml")) for path in sorted((SHARED / "real" / "histories").iterdir())]
    pairs = [pair for paths in versions for pair in pairwise(path.read_bytes() for path in paths)]
    assert len(pairs) > 700
    for old, new in pairs:
        before = lines_of(old)
        after = lines_of(new, before)
        assert count_lines(before, after) == count_lines(before, lines_of(new))
        assert len(fresh_lines(before, after).splitlines()) <= MOST_MOVED
