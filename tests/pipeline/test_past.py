"""What is looked back on before a source is asked (ingest/pipeline/past.py)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch.pace import next_due
from ingest.fetch.plan import FetchHistory, Past, plan_next
from ingest.history.stamps import stamp
from ingest.model import Attempt, Headers, Issue, Source
from ingest.pipeline.catch_up import apply_one, catch_up
from ingest.pipeline.past import DISCOVERED, REACH, Lookback, _sketched, thinned, within_reach
from ingest.pipeline.place import Open, Place, opened
from ingest.store import PastRow

URL = "https://harbour.example/feed"
FOUND = "https://harbour.example/atom.xml"
SOURCE = Source(id="harbour", kind="feed", url=URL)
START = datetime(2026, 1, 6, 12, tzinfo=UTC)
FEED = b"""<rss version="2.0"><channel><title>Harbour</title><link>https://harbour.example/</link><ttl>90</ttl>
<item><title>Tide</title><guid>tide-1</guid><link>https://harbour.example/tide</link></item></channel></rss>"""

OUTCOMES = {
    304: ["not_modified"],
    200: ["changed", "noise", "same", "held", "stale"],
    410: ["failed"],
    503: ["failed"],
    None: ["failed"],
}


@st.composite
def past_rows(draw: st.DrawFn) -> list[PastRow]:
    """Attempts of which many are alike, an hour apart."""
    kinds = draw(st.lists(st.sampled_from([(status, name) for status, names in OUTCOMES.items() for name in names]), max_size=6))
    runs = [(kind, draw(st.integers(1, 30)), draw(st.sampled_from([URL, FOUND, None]))) for kind in kinds]
    etags = draw(st.lists(st.sampled_from([None, '"1"', 'W/"1"', '"2"']), min_size=len(runs), max_size=len(runs)))
    rows: list[PastRow] = []
    for ((status, outcome), count, url), etag in zip(runs, etags, strict=True):
        for _ in range(count):
            at = stamp(START + timedelta(hours=len(rows)))
            rows.append(PastRow(at, url, url, status, outcome, "live", etag, None, None))  # type: ignore[arg-type]
    return rows


def pasts(rows: list[PastRow]) -> list[Past]:
    return [Past(attempt=_sketched("harbour", row), outcome=row.outcome) for row in rows]


@given(past_rows())
def test_what_is_left_out_changes_no_plan_and_no_pace(rows: list[PastRow]) -> None:
    whole, thin, now = pasts(rows), pasts(thinned(rows)), START + timedelta(days=30)
    for url in (URL, FOUND):
        plans = [plan_next(FetchHistory(source=SOURCE, past=past, now=now, url=url)) for past in (whole, thin)]
        assert plans[0] == plans[1]
    assert next_due(SOURCE, whole, now=now) == next_due(SOURCE, thin, now=now)


@given(past_rows(), st.integers(0, 180))
def test_reach_does_not_depend_on_how_it_was_come_by(rows: list[PastRow], first: int) -> None:
    added = within_reach(rows[:first])
    for row in rows[first:]:
        added = within_reach([*added, row])
    assert added == within_reach(rows)


def test_a_long_run_of_equal_answers_is_little_to_look_at() -> None:
    rows = [
        PastRow(stamp(START + timedelta(hours=n)), URL, URL, 304, "not_modified", "live", '"1"', None, None) for n in range(50)
    ]
    assert thinned(rows) == [rows[0], rows[-1]]


# --- with an archive and a database


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Open]:
    place = Place(sources=tmp_path / "sources.toml", archive=tmp_path / "archive.db", db=tmp_path / "data.db")
    with opened(place, create=True) as both:
        both.archive.put_settings(SOURCE, START)
        catch_up(both, SOURCE.id, lambda _row: None)
        yield both


def take(both: Open, past: Lookback | None, hour: int, status: int, *, issue: str | None = None, **more: object) -> None:
    headers = Headers(etag='"1"', expires=more.pop("expires", None), retry_after=more.pop("retry_after", None))  # type: ignore[arg-type]
    attempt = Attempt(
        source_id="harbour",
        observed_at=START + timedelta(hours=hour),
        provenance="live",
        status=status,
        final_url=URL,
        headers=headers,
        body=FEED if status == 200 else None,
        issues=() if issue is None else (Issue(severity="info", code=issue, message="found"),),
        **{"requested_url": URL, **more},  # type: ignore[arg-type]
    )
    record = both.archive.record(attempt)
    assert record is not None
    row = apply_one(both, record)
    if past is not None:
        past.add(record.attempt, row)


def test_what_is_added_is_what_would_be_read(both: Open) -> None:
    past = Lookback(both, "harbour")
    for hour in range(REACH + 5):
        take(both, past, hour, 200 if hour == 0 else 304, expires="Tue, 13 Jan 2026 12:00:00 GMT")
        assert past.paced() == Lookback(both, "harbour").paced()
    assert past.past()[0].outcome == "changed"  # older than the reach
    assert len(past.past()) == 3


def test_the_newest_attempt_and_the_newest_good_one_have_all_their_headers(both: Open) -> None:
    take(both, None, 0, 200, expires="Tue, 06 Jan 2026 13:00:00 GMT")
    take(both, None, 1, 304, expires="Tue, 06 Jan 2026 14:00:00 GMT")
    take(both, None, 2, 503, retry_after="7200")
    found = [each.attempt.headers for each in Lookback(both, "harbour").paced()]
    assert [each.expires for each in found[1:]] == ["Tue, 06 Jan 2026 14:00:00 GMT", None]
    assert found[-1].retry_after == "7200"
    assert Lookback(both, "harbour").past()[-1].attempt.headers.retry_after == "7200"


def test_an_attempt_that_comes_out_of_order_is_looked_back_on_in_its_place(both: Open) -> None:
    past = Lookback(both, "harbour")
    for hour, status in ((5, 200), (6, 304), (2, 503)):
        take(both, past, hour, status)
    assert [each.outcome for each in past.past()] == ["failed", "changed", "not_modified"]


def test_the_ttl_is_that_of_the_feed_as_it_was_read_last(both: Open) -> None:
    past = Lookback(both, "harbour")
    assert past.ttl_minutes() is None
    for hour, status in enumerate((200, 304, 200, 503)):
        take(both, past, hour, status)
        assert past.ttl_minutes() == Lookback(both, "harbour").ttl_minutes() == 90


def test_a_feed_that_a_page_named_is_asked_for_while_it_is_within_reach(both: Open) -> None:
    take(both, None, 0, 200, requested_url=FOUND, issue=DISCOVERED)
    for hour in range(1, REACH + 1):
        assert Lookback(both, "harbour").discovered_url(URL) == FOUND
        take(both, None, hour, 304, requested_url=FOUND)
    assert Lookback(both, "harbour").discovered_url(URL) is None
    take(both, None, 99, 200)
    assert Lookback(both, "harbour").discovered_url(URL) is None
