"""What headers say about time (ingest/fetch/freshness.py)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch.freshness import LONGEST_PAUSE, fresh_for, http_date, retry_at
from ingest.model import Headers
from tests.fetch.harness import NOW

LATER = datetime(2026, 1, 6, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "Tue, 06 Jan 2026 14:00:00 GMT",
        "Tuesday, 06-Jan-26 14:00:00 GMT",
        "Tue Jan  6 14:00:00 2026",
        "Fri, 06 Jan 2026 14:00:00 GMT",
        "06 Jan 2026 14:00:00 +0000",
        "Tue, 06 Jan 2026 15:00:00 +0100",
    ],
)
def test_every_form_of_an_http_date_is_read(text: str) -> None:
    assert http_date(text) == LATER


@pytest.mark.parametrize("text", [None, "", "soon", "0", "-1", "Tue, 99 Foo 2026 14:00:00 GMT", "Tue, 06 Jan 99999 14:00:00 GMT"])
def test_what_is_no_date_gives_none(text: str | None) -> None:
    assert http_date(text) is None


@given(st.text(max_size=60))
def test_no_header_text_is_an_error(text: str) -> None:
    http_date(text)
    until = retry_at(text, NOW)
    assert until is None or NOW <= until <= NOW + LONGEST_PAUSE
    fresh_for(Headers(cache_control=text, expires=text, age=text, date=text), NOW)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"cache_control": "max-age=600"}, 600),
        ({"cache_control": "public, Max-Age = 600"}, 600),
        ({"cache_control": 'max-age="600"'}, 600),
        ({"cache_control": "max-age=600", "age": "100"}, 500),
        ({"cache_control": "max-age=600", "age": "700"}, None),
        ({"cache_control": "max-age=600", "expires": "0"}, 600),
        ({"cache_control": "s-maxage=600"}, None),
        ({"cache_control": "no-cache, max-age=600"}, None),
        ({"cache_control": "no-store"}, None),
        ({"cache_control": "max-age=0"}, None),
        ({"expires": "Tue, 06 Jan 2026 14:00:00 GMT"}, 7200),
        ({"expires": "Tue, 06 Jan 2026 14:00:00 GMT", "date": "Tue, 06 Jan 2026 13:00:00 GMT"}, 3600),
        ({"expires": "0"}, None),
        ({"expires": "-1"}, None),
        ({}, None),
    ],
)
def test_an_answer_holds_for_as_long_as_its_headers_say(headers: dict[str, str], seconds: int | None) -> None:
    assert fresh_for(Headers(**headers), NOW) == (None if seconds is None else timedelta(seconds=seconds))
