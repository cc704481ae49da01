"""Dates as people and programs write them, read as UTC text (DESIGN rule 10). Pure; never guesses an instant."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.model import DateText, Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class DateValue:
    """`text` is 'YYYY-MM-DD' for day precision, 'YYYY-MM-DDTHH:MM:SS[.mmm]Z' for finer, None where nothing safe was read.

    `problem` is an issue code: no_zone, impossible_date, ambiguous_date, unknown_date_format.
    """

    text: str | None
    precision: Precision | None
    problem: str | None


def read_date(date: DateText) -> DateValue:
    """The instant or day that a written date names; never raises."""
    raise NotImplementedError
