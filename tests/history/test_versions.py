"""Rules 8 and 11: fields and counts that move."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ingest.history import decide
from ingest.history.versions import changed_fields, counts_moved, fields_of, is_rounding_of, is_silent, merged_counts
from ingest.model import Count
from tests.history.builders import capture, known, known_item, step, tweet

prints = st.dictionaries(st.sampled_from(["title", "content", "tags", "@text"]), st.sampled_from("abc"))


@given(prints)
def test_nothing_differs_from_itself(one: dict[str, str]) -> None:
    assert changed_fields(one, one) == ()


@given(prints, prints)
def test_the_same_fields_differ_both_ways_and_marks_never_do(one: dict[str, str], other: dict[str, str]) -> None:
    assert set(changed_fields(one, other)) == set(changed_fields(other, one))
    assert "@text" not in changed_fields(one, other)


@given(prints, prints, st.randoms())
def test_in_which_order_fields_were_known_does_not_matter(one: dict[str, str], other: dict[str, str], dice: Random) -> None:
    shuffled = dict(dice.sample(list(one.items()), len(one)))
    assert changed_fields(shuffled, other) == changed_fields(one, other)
    assert list(fields_of(shuffled)) == list(fields_of(one))


def test_silence_needs_an_updated_to_go_by() -> None:
    assert is_silent("t", "t") == 1
    assert is_silent("t", "u") == 0
    assert is_silent(None, "u") == 0
    assert is_silent("t", None) is None


def test_rounding_down_and_to_the_nearest_are_both_known() -> None:
    shown = Count(value=1200, shown="1.2K", exact=False, step=100)
    assert [n for n in (1149, 1150, 1200, 1249, 1299, 1300) if is_rounding_of(shown, n)] == [1150, 1200, 1249, 1299]


counts = st.builds(
    lambda value, exact: Count(value=value, shown=str(value), exact=exact, step=1 if exact else 100),
    st.integers(0, 10**6),
    st.booleans(),
)


@given(counts)
def test_the_same_count_twice_has_not_moved(count: Count) -> None:
    assert not counts_moved({"likes": count}, {"likes": count})


@given(counts)
def test_an_absent_count_leaves_the_latest(count: Count) -> None:
    assert merged_counts({"likes": count}, {}) == {"likes": count}
    assert not counts_moved({"likes": count}, {"likes": Count(value=None, shown=None, exact=None)})


def test_a_text_shown_cut_does_not_undo_the_whole_one() -> None:
    whole = "word " * 60
    before = known(tweet("9", whole, key="text:9"))
    cut = tweet("9", "word " * 50 + "… https://t.co/abc", key="text:9", truncated=True)
    assert step(before, cut) == []
    other = tweet("9", "wind " * 50 + "…", key="text:9", truncated=True)
    assert step(before, other) == [("wind " * 50 + "…", "edited")]


def test_a_text_that_stands_alone_leaves_all_else_as_it_was() -> None:
    cut = tweet("9", "word " * 50 + "…", key="text:w", truncated=True)
    before = known(replace(known_item(cut), prints={**cut.prints, "media": "m", "@text": "text:w"}))
    alone = tweet(None, "word " * 60, key="text:w", text_alone=True)
    [write] = decide(capture(alone), before).writes
    assert (write.event, write.changed, write.native_id, write.item.prints["media"]) == (False, ("text",), "9", "m")
    stranger = tweet(None, "word " * 20 + "wind " * 60, key="text:w", text_alone=True)
    assert [write.native_id for write in decide(capture(stranger), before).writes] == ["text:w"]
