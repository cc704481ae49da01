"""Diffs for reading: true, minimal where they can be, bounded where they cannot, and said to be cut where they are."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from ingest.history.lines import count_lines, lines_of
from web.decoding import text_of
from web.lines_diff import MOST_CHARACTERS, MOST_LINES, LineDiff, line_diff
from web.marks import lines_html, snippet_html, words_html
from web.words_diff import word_diff

TEXTS = st.text(st.sampled_from("ab c.\n"), max_size=60)
LINES = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=25).map("\n".join)


@given(TEXTS, TEXTS)
def test_the_pieces_of_a_word_diff_are_both_texts(old: str, new: str) -> None:
    pieces = word_diff(old, new, context=1000, most=10_000).pieces
    assert "".join(piece.text for piece in pieces if piece.op != "ins") == old
    assert "".join(piece.text for piece in pieces if piece.op != "del") == new


def test_equal_text_far_from_a_change_is_left_out() -> None:
    rest = "word " * 200
    diff = word_diff(f"{rest}old {rest}", f"{rest}new {rest}")
    assert [piece.op for piece in diff.pieces] == ["gap", "same", "del", "ins", "same", "gap"]
    assert sum(len(piece.text) for piece in diff.pieces) < 250


def test_a_text_too_long_for_words_is_compared_by_sentences() -> None:
    old = " ".join(f"Sentence {number} has words of its own {number * 7}." for number in range(4000))
    new = " ".join(f"Sentence {number} has words of its own {number * 7 + number % 2}." for number in range(4000))
    begin = time.perf_counter()
    assert word_diff(old, new).coarse
    assert time.perf_counter() - begin < 3


def test_a_long_diff_ends_and_says_so() -> None:
    assert word_diff("a " * 3000, "b " * 3000, most=100).cut
    assert "shown up to 100 characters" in words_html("a " * 300, "b " * 300, mask=False, most=100)
    assert "shown up to" not in snippet_html("a " * 300, "b " * 300, mask=False)


def test_changed_addresses_are_not_shown_but_said_to_have_changed() -> None:
    html = words_html("jane@example.org", "june@example.org", mask=True)
    assert "An e-mail address changed" in html
    assert "jane" not in html
    assert "jane" in words_html("jane@example.org", "june@example.org", mask=False)


def test_lists_are_compared_one_value_a_line() -> None:
    assert words_html('["a"]', '["a", "b"]', mask=True) == "a<ins>\nb</ins>"
    assert words_html("one two", "one three", mask=True) == "one <del>two</del><ins>three</ins>"


# --- lines -----------------------------------------------------------------------------------------------------------


def rebuilt(diff: LineDiff, sign: str) -> list[str]:
    return [line.before + line.changed + line.after for hunk in diff.hunks for line in hunk.lines if line.sign == sign]


@given(LINES, LINES)
def test_a_line_diff_counts_what_git_counts(old: str, new: str) -> None:
    diff = line_diff(old, new)
    assert (diff.added, diff.removed) == count_lines(lines_of(old.encode()), lines_of(new.encode()))
    assert len(rebuilt(diff, "+")) == diff.added
    assert len(rebuilt(diff, "-")) == diff.removed


@given(LINES, LINES)
def test_the_lines_of_the_hunks_are_the_lines_of_the_texts(old: str, new: str) -> None:
    for sign, text in (("-", old), ("+", new)):
        for line in rebuilt(line_diff(old, new), sign):
            assert line in text.split("\n")


def test_a_hunk_has_three_lines_of_context_and_gits_header() -> None:
    old = "".join(f"{number}\n" for number in range(1, 31))
    diff = line_diff(old, old.replace("15\n", "fifteen\n"))
    [hunk] = diff.hunks
    assert hunk.header == "@@ -12,7 +12,7 @@"
    assert [line.sign for line in hunk.lines] == [" ", " ", " ", "-", "+", " ", " ", " "]
    assert line_diff("", "a\n").hunks[0].header == "@@ -0,0 +1 @@"


def test_long_lines_are_cut_at_300_characters_and_counted() -> None:
    diff = line_diff("x" * 400 + "\n", "y" * 400 + "\n")
    assert diff.lines_cut == 2
    assert all(len(line.before) == MOST_CHARACTERS for hunk in diff.hunks for line in hunk.lines)


def test_a_difference_far_along_a_long_line_is_in_sight() -> None:
    diff = line_diff("x" * 5000 + "old" + "z" * 900 + "\n", "x" * 5000 + "new" + "z" * 900 + "\n")
    removed, added = diff.hunks[0].lines
    assert (removed.changed, added.changed) == ("old", "new")
    assert removed.cut_start
    assert len(removed.before + removed.changed + removed.after) <= MOST_CHARACTERS


def test_a_long_diff_is_cut_at_400_lines_and_counted() -> None:
    diff = line_diff("", "".join(f"{number}\n" for number in range(1000)))
    assert (diff.lines_shown, diff.lines, diff.added) == (MOST_LINES, 1000, 1000)


def test_a_last_line_without_an_end_is_said_to_be_one() -> None:
    assert "No newline at end of file" in lines_html(line_diff("a\nb\n", "a\nb"))


def test_line_ends_of_windows_are_not_shown_unless_they_differ() -> None:
    assert "U+000D" not in lines_html(line_diff("a\r\nb\r\n", "a\r\nc\r\n"))
    assert "U+000D" in lines_html(line_diff("a\r\nb\r\n", "a\r\nb\n"))


def test_bodies_too_large_for_a_minimal_diff_are_cut_at_lines_that_occur_once() -> None:
    old = [f"line {number}" for number in range(60_000)]
    new = [line if number % 100 else line.upper() for number, line in enumerate(old)]
    begin = time.perf_counter()
    diff = line_diff("\n".join(old), "\n".join(new))
    assert time.perf_counter() - begin < 5
    assert not diff.minimal
    assert diff.added == diff.removed == 600


def test_large_bodies_without_anything_in_common_end_in_time() -> None:
    begin = time.perf_counter()
    diff = line_diff("a\n" * 40_000, "b\n" * 40_000)
    assert time.perf_counter() - begin < 5
    assert diff.added == 40_000


# --- bytes as text ---------------------------------------------------------------------------------------------------


def test_bodies_are_read_in_the_encoding_they_are_in() -> None:
    assert text_of("é".encode(), None) == "é"
    assert text_of("é".encode("utf-16"), None) == "é"
    assert text_of("é".encode("latin-1"), "text/html; charset=iso-8859-1") == "é"
    assert text_of('<?xml encoding="windows-1251"?>я'.encode("cp1251"), None) == '<?xml encoding="windows-1251"?>я'
    assert text_of(b"\xe9 charset=nonsense", None) == "é charset=nonsense"


def test_what_is_no_text_is_not_compared() -> None:
    assert text_of(b"GIF89a\0\1", None) is None
    assert text_of(b"x" * 9_000_000, None) is None
