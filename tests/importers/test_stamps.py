"""Times in file names and sidecars: those meant are read, anything doubtful is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.importers.stamps import StampError, stamp_in_name, stamp_of_text

NOON = datetime(2026, 1, 6, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    [
        "20260106T120000Z.xml",
        "00012-20260106T120000Z-55079178.xml",
        "page 20260106T120000Z",
        "feed-20260106t120000z.html",
        "20260106T120000000Z.xml",
        "20260106T120000.000Z.xml",
        "2026-01-06T12:00:00Z.xml",
        "2026-01-06T12-00-00Z.xml",
        "2026-01-06T120000.000Z.xml",
        "20260106T120000Z_and_again_2026-01-06T12-00-00Z",
    ],
)
def test_a_stamp_is_found_anywhere_in_a_name(name: str) -> None:
    assert stamp_in_name(name) == NOON


def test_milliseconds_are_read() -> None:
    assert stamp_in_name("a-20260106T120000578Z.xml") == NOON + timedelta(milliseconds=578)


@pytest.mark.parametrize(
    "name",
    [
        "feed.xml",
        "20260106.xml",
        "20260106120000.xml",
        "20260106T120000.xml",
        "20260106T1200Z.xml",
        "120260106T120000Z.xml",
        "2026-0106T120000Z.xml",
        "20260106T12-0000Z.xml",
        "20260106T120000+0100.xml",
    ],
)
def test_what_is_no_whole_utc_stamp_is_none(name: str) -> None:
    assert stamp_in_name(name) is None


@pytest.mark.parametrize("name", ["20261306T120000Z.xml", "20260230T120000Z", "20260106T250000Z", "00000106T120000Z"])
def test_an_impossible_time_is_refused(name: str) -> None:
    with pytest.raises(StampError, match="is no possible time"):
        stamp_in_name(name)


def test_two_different_times_are_refused() -> None:
    with pytest.raises(StampError, match="two different times"):
        stamp_in_name("20260106T120000Z-20260107T120000Z.xml")


@given(st.datetimes(min_value=datetime(1, 1, 2)).map(lambda moment: moment.replace(tzinfo=UTC)))  # noqa: DTZ001
def test_every_moment_is_read_from_the_name_it_is_written_in(moment: datetime) -> None:
    to_the_millisecond = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    text = to_the_millisecond.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
    assert stamp_in_name(f"x-{text.replace('-', '').replace(':', '').replace('.', '')}.xml") == to_the_millisecond
    assert stamp_of_text(text) == to_the_millisecond


@pytest.mark.parametrize("text", ["2026-01-06T12:00:00Z", " 2026-01-06T13:00:00.000+01:00 ", "20260106T120000Z"])
def test_iso_text_with_a_zone_is_a_moment(text: str) -> None:
    assert stamp_of_text(text) == NOON


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2026-01-06T12:00:00", "names no zone; write it in UTC"),
        ("2026-01-06", "names no zone"),
        ("yesterday", "is not a time like 2026-01-06T12:00:00.000Z"),
        ("1767700800", "is not a time like"),
        ("0001-01-01T00:00:00+10:00", "before the first year"),
    ],
)
def test_any_other_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(StampError, match=message):
        stamp_of_text(text)
