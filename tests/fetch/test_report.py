"""One line for each attempt (ingest/fetch/report.py)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch.report import log_line
from ingest.model import Attempt
from tests.fetch.harness import NOW


def test_a_line_says_what_came_of_it_and_leaves_out_what_is_not_known() -> None:
    attempt = Attempt(source_id="pytorch", observed_at=NOW, provenance="live", status=200, body=b"12345", elapsed_ms=42)
    assert (
        log_line(attempt, "changed", added=2, removed=None) == "source=pytorch outcome=changed status=200 ms=42 bytes=5 added=2"
    )


def test_a_failure_says_why_in_quotes() -> None:
    attempt = Attempt(source_id="a", observed_at=NOW, provenance="live", error_kind="dns", error='no "name"\nat all')
    assert log_line(attempt, "failed") == 'source=a outcome=failed error_kind=dns error="no \\"name\\" at all"'


@given(st.text())
def test_whatever_an_error_says_it_stays_one_line(text: str) -> None:
    line = log_line(Attempt(source_id="a", observed_at=NOW, provenance="live", error_kind="x", error=text))
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert len(line) < 1000
