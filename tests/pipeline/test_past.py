"""What is looked back on before a source is asked (ingest/pipeline/past.py, recent.py)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch.pace import next_due
from ingest.fetch.plan import FetchHistory, Past, plan_next
from ingest.history.stamps import stamp
from ingest.model import Attempt, Headers, Issue, Source
from ingest.pipeline.catch_up import apply_one, catch_up
from ingest.pipeline.past import DISCOVERED, Lookback, sketched
from ingest.pipeline.place import Open, Place, opened
from ingest.pipeline.recent import APPLIED, REACH, Recent
from ingest.store import Said, Streak

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


Row = tuple[Said, datetime]


@st.composite
def histories(draw: st.DrawFn) -> list[Row]:
    """Attempts of which many are alike, an hour apart."""
    kinds = draw(st.lists(st.sampled_from([(status, name) for status, names in OUTCOMES.items() for name in names]), max_size=8))
    rows: list[Row] = []
    for status, outcome in kinds:
        url = draw(st.sampled_from([URL, FOUND, None]))
        etag = draw(st.sampled_from([None, '"1"', 'W/"1"', '"2"']))
        said = Said(url, url, status, outcome, "live", etag, draw(st.sampled_from([None, "Tue, 06 Jan 2026 12:00:00 GMT"])))  # type: ignore[arg-type]
        rows += [(said, START + timedelta(hours=len(rows) + n)) for n in range(draw(st.integers(1, 80)))]
    return rows


def read(rows: Sequence[Row]) -> Recent:
    """What the store gives of these attempts, and what is made of it."""
    near = list(rows[-REACH:])
    if not any(said.outcome in APPLIED for said, _ in near):
        near = [*[row for row in rows[:-REACH] if row[0].outcome in APPLIED][-1:], *near]
    return Recent(Streak(said, tuple(stamp(at) for _, at in alike)) for said, alike in groupby(near, lambda row: row[0]))


def pasts(rows: Iterable[Row]) -> list[Past]:
    return [Past(attempt=sketched("harbour", row), outcome=row[0].outcome) for row in rows]


def planned(past: list[Past]) -> list[object]:
    """What is asked next, and when."""
    now = START + timedelta(days=30)
    plans = [plan_next(FetchHistory(source=SOURCE, past=past, now=now, url=url)) for url in (URL, FOUND)]
    return [*plans, next_due(SOURCE, past, now=now)]


@given(histories())
def test_what_is_left_out_changes_no_plan_and_no_pace(rows: list[Row]) -> None:
    near = rows[-REACH:]
    assert planned(pasts(Recent(Streak(said, (stamp(at),)) for said, at in near).marks())) == planned(pasts(near))


@given(histories(), st.integers(0, 400))
def test_what_is_known_does_not_depend_on_how_it_was_come_by(rows: list[Row], first: int) -> None:
    added = read(rows[:first])
    for number, (said, at) in enumerate(rows[first:], start=first + 1):
        added.add(said, at)
        fresh = read(rows[:number])
        assert list(added.marks()) == list(fresh.marks())
        assert (added.newest, added.since) == (fresh.newest, fresh.since)
    assert planned(pasts(added.marks())) == planned(pasts(read(rows).marks()))


def test_a_long_streak_is_little_to_look_at() -> None:
    said = Said(URL, URL, 304, "not_modified", "live", '"1"', None)
    rows = [(said, START + timedelta(hours=n)) for n in range(50)]
    assert list(read(rows).marks()) == [rows[0], rows[-1]]


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
