"""Times that status ids carry."""

from __future__ import annotations

import pytest

from ingest.normalise.snowflake import posted_at_of


@pytest.mark.parametrize(
    ("status_id", "expected"),
    [
        ("2000000000000000101", "2025-12-14T00:28:52.860Z"),
        ("1050118621198921728", "2018-10-10T20:19:24.211Z"),
        ("29700859247", None),  # the last ids that were counted one by one
        ("20", None),
        ("0", None),
        ("", None),
        ("x", None),
        ("２０", None),
        ("99999999999999999999999", None),
        ("9" * 5000, None),
    ],
)
def test_an_id_of_november_2010_or_later_tells_its_time(status_id: str, expected: str | None) -> None:
    assert posted_at_of(status_id) == expected
