"""When a source is asked next (ingest/fetch/pace.py)."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch.pace import AT_FIRST, LONGEST, SHORTEST, next_due
from ingest.fetch.plan import Past
from ingest.model import Outcome, Source
from tests.fetch.harness import NOW
from tests.fetch.test_plan import SOURCE, past

LATER = NOW + timedelta(days=400)


def wait(*history: Past, source: Source = SOURCE, ttl: int | None = None) -> timedelta:
    """How long after the newest attempt the source is due."""
    due = next_due(source, history, now=LATER, ttl_minutes=ttl)
    assert due is not None
    return due - history[-1].attempt.observed_at


def about(expected: timedelta) -> object:
    """The expected time and what spreads sources of one pace."""
    return pytest.approx(expected.total_seconds() * 1.05, rel=0.05)


def every(minutes: float) -> Source:
    return Source(id="one", kind="feed", url=SOURCE.url, every=minutes * 60)


def polls(step: int, *outcomes: Outcome) -> list[Past]:
    return [past(number * step, 304 if outcome == "not_modified" else 200, outcome) for number, outcome in enumerate(outcomes)]


def test_a_source_that_was_never_asked_is_due_at_once() -> None:
    assert next_due(SOURCE, [], now=NOW) == NOW


@pytest.mark.parametrize("minutes", [1, 15, 3 * 24 * 60])
def test_every_is_kept_to_the_second_whatever_the_server_says(minutes: int) -> None:
    history = [past(0, cache_control="max-age=86400")]
    assert wait(*history, source=every(minutes), ttl=1440) == timedelta(minutes=minutes)


def test_a_source_of_unknown_pace_is_asked_every_hour_or_so() -> None:
    assert wait(past(0)).total_seconds() == about(AT_FIRST)


def test_a_source_that_often_changes_is_asked_often() -> None:
    history = polls(60, *["changed"] * 8)
    assert wait(*history).total_seconds() == about(timedelta(minutes=15))


def test_a_source_that_seldom_changes_is_asked_seldom() -> None:
    history = polls(24 * 60, *["changed"] * 8)
    assert wait(*history).total_seconds() == about(timedelta(hours=6))


def test_a_source_that_falls_silent_is_asked_less_and_less() -> None:
    lively = polls(60, *["changed"] * 8)
    quiet = [past(60 * 7 + minutes, 304, "not_modified") for minutes in (60, 600, 6000, 60000)]
    waits = [wait(*lively, *quiet[:count]) for count in range(5)]
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST


def test_nothing_is_asked_more_often_than_every_five_minutes_or_less_than_daily() -> None:
    assert wait(*polls(1, *["changed"] * 8)) == SHORTEST
    assert wait(*polls(40 * 24 * 60, *["changed"] * 8)) == LONGEST


@pytest.mark.parametrize(
    ("headers", "minutes"),
    [
        ({"cache_control": "max-age=10800"}, 180),
        ({"cache_control": "max-age=10800", "age": "3600"}, 120),
        ({"expires": "Tue, 06 Jan 2026 22:00:00 GMT", "date": "Tue, 06 Jan 2026 12:00:00 GMT"}, 600),
    ],
)
def test_an_answer_that_still_holds_is_not_asked_for_again(headers: dict[str, str], minutes: int) -> None:
    assert wait(past(0, **headers)).total_seconds() == about(timedelta(minutes=minutes))


def test_a_year_of_caching_is_still_looked_at_once_a_day() -> None:
    assert wait(past(0, cache_control="max-age=31536000")) == LONGEST


def test_the_ttl_of_a_feed_is_heeded_within_limits() -> None:
    assert wait(past(0), ttl=240).total_seconds() == about(timedelta(minutes=240))
    assert wait(past(0), ttl=10_000) == LONGEST
    assert wait(past(0), ttl=-5).total_seconds() == about(AT_FIRST)


def test_trouble_doubles_the_pause_up_to_a_day() -> None:
    history = [past(0)]
    waits = []
    minutes = 0.0
    for _ in range(12):
        minutes += wait(*history, source=every(15)).total_seconds() / 60
        history.append(past(round(minutes), 503, "failed"))
        waits.append(wait(*history, source=every(15)))
    assert waits[0] == timedelta(minutes=15)
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST
    assert all(later <= earlier * 2.1 for earlier, later in pairwise(waits) if earlier > timedelta(minutes=15))


def test_the_tries_of_one_poll_are_no_long_trouble() -> None:
    history = [past(0), *(past(60, 503, "failed") for _ in range(3))]
    assert wait(*history, source=every(15)) == timedelta(minutes=15)


def test_one_good_answer_ends_the_trouble() -> None:
    history = [past(0), past(100, 503, "failed"), past(3000, 503, "failed"), past(6000, 304, "not_modified")]
    assert wait(*history, source=every(15)) == timedelta(minutes=15)


def test_a_pause_that_the_server_asked_for_is_kept() -> None:
    assert wait(past(0, 429, "failed", retry_after="36000"), source=every(15)) == timedelta(hours=10)


def test_what_is_gone_is_never_due() -> None:
    assert next_due(SOURCE, [past(0), past(1, 410, "failed")], now=LATER) is None


def test_sources_of_one_pace_do_not_all_come_at_once_and_each_comes_at_its_own_time() -> None:
    sources = [Source(id=f"source-{number}", kind="feed", url=SOURCE.url) for number in range(50)]
    waits = [wait(past(0), source=source) for source in sources]
    assert waits == [wait(past(0), source=source) for source in sources]
    assert len(set(waits)) == 50
    assert all(AT_FIRST <= each <= AT_FIRST * 1.1 for each in waits)


@given(
    st.lists(
        st.tuples(st.integers(1, 5000), st.sampled_from(["changed", "same", "noise", "held", "failed", "not_modified"])),
        min_size=1,
        max_size=30,
    ),
    st.one_of(st.none(), st.integers(-10, 10_000)),
)
def test_the_found_pace_always_stays_within_its_limits(steps: list[tuple[int, Outcome]], ttl: int | None) -> None:
    minutes = 0
    history = []
    for step, outcome in steps:
        minutes += step
        history.append(past(minutes, 304 if outcome == "not_modified" else 200, outcome))
    assert SHORTEST <= wait(*history, ttl=ttl) <= LONGEST
