"""Attempts as rows: nothing is lost on the way there and back, and of two descriptions the same one always wins."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given

from ingest.archive.rows import COLUMNS, attempt_of, moment, rank, row_of, stamp
from ingest.model import Attempt
from tests.archive.made import FULL, attempt, attempts


def test_times_are_utc_text_with_milliseconds() -> None:
    assert stamp(datetime(2026, 1, 6, 12, 0, 0, 578_999, tzinfo=UTC)) == "2026-01-06T12:00:00.578Z"
    assert stamp(datetime(2026, 1, 6, 12, tzinfo=timezone(timedelta(hours=5, minutes=30)))) == "2026-01-06T06:30:00.000Z"
    assert stamp(datetime(987, 1, 6, tzinfo=UTC)) == "0987-01-06T00:00:00.000Z"
    assert moment("2026-01-06T12:00:00.578Z") == datetime(2026, 1, 6, 12, 0, 0, 578_000, tzinfo=UTC)


def test_a_time_without_a_zone_is_no_moment() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        stamp(datetime(2026, 1, 6))  # noqa: DTZ001


def test_every_field_of_an_attempt_is_set_in_the_full_example() -> None:
    empty = Attempt(source_id="", observed_at=FULL.observed_at, provenance="import")
    assert all(
        getattr(FULL, field.name) != getattr(empty, field.name) for field in fields(Attempt) if field.name != "observed_at"
    )


def test_an_attempt_comes_back_from_its_row_without_its_bodies() -> None:
    back = attempt_of(row_of(FULL))
    for field in fields(Attempt):
        expected = None if field.name in ("body", "evidence") else getattr(FULL, field.name)
        assert getattr(back, field.name) == expected


def test_rows_have_exactly_the_columns_that_are_written() -> None:
    assert set(row_of(FULL)) == {*COLUMNS, "evidence_sha256"}


def test_a_live_description_wins_then_the_one_that_knows_more() -> None:
    live = attempt()
    rich = attempt(provenance="import", elapsed_ms=3, external_path="z")
    poor = attempt(provenance="import", external_path="a")
    third = attempt(provenance="third_party", elapsed_ms=3, external_path="a", external_ref="r")
    ordered = [live, rich, poor, third]
    assert sorted([third, poor, rich, live], key=lambda one: rank(row_of(one))) == ordered


@given(one=attempts, other=attempts)
def test_different_descriptions_never_rank_equal(one: Attempt, other: Attempt) -> None:
    assert (rank(row_of(one)) == rank(row_of(other))) == (row_of(one) == row_of(other))
