"""What comes of a written date: an instant or a day as text, or the reason why there is none (rule 10). Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from ingest.model import Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class DateValue:
    """`text` is 'YYYY-MM-DD' for day precision, 'YYYY-MM-DDTHH:MM:SS[.mmm]Z' for finer, None where nothing safe was read.

    `precision` is told for months and years as well, although they give no text. `problem` is an issue code: no_zone,
    impossible_date, ambiguous_date (two readings, or no year), relative_date ('5h'), unknown_date_format.
    """

    text: str | None
    precision: Precision | None
    problem: str | None


class UnreadableDateError(Exception):
    """Why a text gives no date; `problem` is the issue code."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def instant_value(moment: datetime, precision: Precision) -> DateValue:
    """An instant (UTC); raises UnreadableDateError for one that no page is of."""
    plausible(moment.date())
    milliseconds = moment.microsecond // 1000
    text = moment.replace(tzinfo=None).isoformat(timespec="milliseconds" if milliseconds else "seconds")
    return DateValue(text=f"{text}Z", precision=precision, problem=None)


_ZERO_DAYS = frozenset((date(1900, 1, 1), date(1969, 12, 31), date(1970, 1, 1)))  # what programs write for 'no date'


def plausible(day: date) -> date:
    """The day; raises UnreadableDateError for one that no page is of, or that programs write for 'no date'."""
    if day.year < 1900 or day in _ZERO_DAYS:
        raise UnreadableDateError("impossible_date")
    return day
