"""Rule 7: removed, left the window, was there before."""

from hypothesis import given
from hypothesis import strategies as st

from ingest.history.absence import Listed, absences, below_all_listed, read_from_newest


def lines(text: str, *, dated: bool = True, pinned: str = "") -> list[Listed]:
    """One line a letter; a dated letter's day grows with the alphabet, so 'cba' is a listing from the newest."""
    return [Listed(id=c, instant=f"2026-01-{ord(c) - 96:02d}" if dated else None, pinned=c in pinned) for c in text]


def gone(before: list[Listed], now: list[Listed], *, full: bool = False) -> dict[str, str]:
    return dict(absences(read_from_newest(before, now), full=full))


def test_missing_while_an_older_item_is_still_listed_is_removed() -> None:
    assert gone(lines("edcba"), lines("edba")) == {"c": "removed"}


def test_pushed_out_at_the_end_has_left_the_window() -> None:
    assert gone(lines("cba"), lines("dcb")) == {"a": "left_window"}


def test_nothing_older_listed_any_more_is_no_proof() -> None:
    assert gone(lines("cba"), lines("fed")) == {"a": "left_window", "b": "left_window", "c": "left_window"}


def test_a_full_listing_proves_every_absence() -> None:
    assert gone(lines("cba"), lines("cb"), full=True) == {"a": "removed"}


def test_an_item_below_that_is_dated_later_is_not_older() -> None:
    before = [Listed(id="old", instant="2020-01-01"), *lines("cb")]
    assert gone(before, lines("cb")) == {"old": "left_window"}


def test_a_listing_that_grows_at_its_end_is_read_from_the_end() -> None:
    assert gone(lines("abc"), lines("bcd")) == {"a": "left_window"}
    assert gone(lines("abcd"), lines("abd")) == {"c": "removed"}


def test_an_undated_listing_that_slid_downwards_is_read_from_the_end() -> None:
    assert gone(lines("abc", dated=False), lines("bcd", dated=False)) == {"a": "left_window"}


def test_undated_items_count_while_the_rest_keeps_its_order() -> None:
    assert gone(lines("dcba", dated=False), lines("dba", dated=False)) == {"c": "removed"}
    assert gone(lines("dcba", dated=False), lines("abd", dated=False)) == {"c": "left_window"}


def test_a_pinned_item_that_goes_is_not_called_removed_and_proves_nothing() -> None:
    assert gone(lines("adcb", pinned="a"), lines("dcb")) == {"a": "left_window"}
    assert gone(lines("dcba", pinned="a"), lines("dca", pinned="a")) == {"b": "left_window"}


def test_a_day_and_a_time_on_that_day_are_equally_old() -> None:
    before = [Listed(id="x", instant="2026-01-02"), Listed(id="y", instant="2026-01-02T10:00:00Z")]
    assert gone(before, [before[1]]) == {"x": "removed"}


def below(before: list[Listed], now: list[Listed]) -> set[str]:
    return set(below_all_listed(read_from_newest(before, now)))


def test_unseen_items_below_everything_were_there_already() -> None:
    assert below(lines("dc"), lines("dcba")) == {"a", "b"}
    assert below(lines("dcb"), lines("dba")) == {"a"}


def test_a_later_dated_item_at_the_end_is_news() -> None:
    assert below(lines("cba"), [*lines("cba"), Listed(id="z", instant="2026-02-01")]) == set()


def test_after_a_long_gap_nothing_is_below() -> None:
    assert below(lines("cba"), lines("gfe")) == set()


@given(st.lists(st.sampled_from("abcdefghij"), unique=True), st.lists(st.sampled_from("abcdefghij"), unique=True), st.booleans())
def test_every_absent_item_gets_one_verdict_and_no_listed_one(before: list[str], now: list[str], full: bool) -> None:
    verdicts = gone(lines("".join(before), dated=False), lines("".join(now), dated=False), full=full)
    assert set(verdicts) == set(before) - set(now)


@given(st.lists(st.sampled_from("abcdefghij"), unique=True), st.integers(0, 10), st.integers(0, 10))
def test_a_sliding_window_never_removes(letters: list[str], new: int, size: int) -> None:
    newest_first = "".join(sorted(letters, reverse=True))
    before, now = newest_first[new:][:size], newest_first[:size]
    assert "removed" not in gone(lines(before), lines(now)).values()
