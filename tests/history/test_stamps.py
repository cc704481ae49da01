"""Rule 2: origin and age."""

from datetime import UTC, datetime

import pytest

from ingest.history.stamps import is_stale, origin_date, stamp
from ingest.model import Headers

NOW = datetime(2026, 10, 6, 6, 21, 9, 578000, tzinfo=UTC)


def origin(date: str | None, age: str | None) -> str | None:
    moment = origin_date(Headers(date=date, age=age), NOW)
    return None if moment is None else stamp(moment)


def test_origin_is_date_less_age() -> None:
    assert origin("Tue, 06 Oct 2026 06:21:09 GMT", "3761") == "2026-10-06T05:18:28.000Z"


@pytest.mark.parametrize(
    ("date", "age"),
    [
        (None, "1"),
        ("Tue, 06 Oct 2026 06:21:09 GMT", None),
        ("Tue, 06 Oct 2026 06:21:09 GMT", ""),
        ("Tue, 06 Oct 2026 06:21:09 GMT", "-4"),
        ("Tue, 06 Oct 2026 06:21:09 GMT", "1.5"),
        ("Tue, 06 Oct 2026 06:21:09 GMT", "9" * 30),
        ("yesterday", "1"),
        ("Tue, 06 Oct 2026 06:27:00 GMT", "0"),
    ],
)
def test_no_origin_without_both_or_from_a_clock_ahead(date: str | None, age: str | None) -> None:
    assert origin(date, age) is None


def test_a_clock_a_little_ahead_is_believed() -> None:
    assert origin("Tue, 06 Oct 2026 06:26:00 GMT", "0") == "2026-10-06T06:26:00.000Z"


def test_only_an_older_generation_is_stale() -> None:
    assert is_stale("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z")
    assert not is_stale("2026-01-02T00:00:00.000Z", "2026-01-02T00:00:00.000Z")
    assert not is_stale(None, "2026-01-02T00:00:00.000Z")
    assert not is_stale("2026-01-02T00:00:00.000Z", None)
