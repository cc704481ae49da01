"""What the kinds of item have in common: dates and counts with their issues, prints of what is there, texts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ingest.model import DateText, Issue, JSONValue, Severity
from ingest.normalise.counts import count_problem
from ingest.normalise.date_value import DateValue
from ingest.normalise.dates import read_date
from ingest.normalise.html_form import scrub
from ingest.normalise.identity import print_of
from ingest.normalise.text import squash
from ingest.normalise.url_parameters import ParameterKind
from ingest.normalise.urls import canonical_url, without_noise

_MOVES_BY_ITSELF: frozenset[ParameterKind] = frozenset(("signed_url",))
_NO_DATE = DateValue(text=None, precision=None, problem=None)


def date_value(date: DateText | None) -> DateValue:
    """A date read, or the value of no date at all."""
    return _NO_DATE if date is None else read_date(date)


def date_columns(name: str, date: DateText | None) -> dict[str, JSONValue]:
    """`published`, `published_raw`, `published_precision`, or the same of `updated`."""
    value = date_value(date)
    return {name: value.text, f"{name}_raw": sent(raw_date(date)), f"{name}_precision": value.precision}


def raw_date(date: DateText | None) -> str | None:
    """A date as it was shown."""
    return None if date is None else date.raw


def date_print(date: DateText | None) -> str | None:
    """The instant, else the text; None for '5 hours ago', which moves by itself."""
    value = date_value(date)
    return None if date is None or value.problem == "relative_date" else value.text or squash(date.raw)


_WHY = {
    "no_zone": "it says no time zone",
    "impossible_date": "there is no such date",
    "ambiguous_date": "it may mean several",
    "relative_date": "it is told from an unknown now",
    "unknown_date_format": "its form is not known",
}


def date_issues(dates: Mapping[str, DateText | None], ref: str) -> Iterator[Issue]:
    """One for each date that is there and could not be read."""
    for name, date in dates.items():
        problem = date_value(date).problem
        if date is not None and problem is not None and date.raw.strip():
            severity: Severity = "info" if problem == "relative_date" else "warning"
            message = f"{name} {squash(date.raw)[:100]!r} was not read: {_WHY[problem]}"
            yield Issue(severity=severity, code=problem, message=message, entry_ref=ref)


def count_issues(shown: Mapping[str, str | None], ref: str) -> Iterator[Issue]:
    """One for each count that is there and means nothing, or two things."""
    for name, text in shown.items():
        problem = count_problem(text)
        if problem is not None:
            yield Issue(severity="warning", code=problem, message=f"{name}: shown as {text!r}", entry_ref=ref)


def prints_of(values: Mapping[str, JSONValue]) -> dict[str, str]:
    """A short hash for each value that is there; an absent one (None) has no key, an empty one has."""
    return {name: print_of(value) for name, value in values.items() if value is not None}


def raw_texts(values: Mapping[str, str | None]) -> dict[str, str]:
    """The texts as sent, for those that are there."""
    return {name: value for name, value in values.items() if value is not None}


def comparable_url(url: str | None) -> str | None:
    """For the print of a link: canonical and without a signature, or as sent where that says nothing (mailto:)."""
    canonical = canonical_url(url)
    return sent(url) if canonical is None else without_noise(canonical, _MOVES_BY_ITSELF)


def sent(text: str | None) -> str | None:
    """A text as sent, save for what no database and no page can hold; None where absent."""
    return None if text is None else scrub(text)


def sent_all(texts: Iterable[str]) -> tuple[str, ...] | None:
    """Texts as sent, each once, in order; None where there are none."""
    return tuple(dict.fromkeys(scrub(text) for text in texts)) or None


def line(text: str | None) -> str | None:
    """A text of one line, None where absent. A no-break space within it is its author's own and stays."""
    return None if text is None else _BREAKABLE.sub(" ", scrub(text)).strip()


_BREAKABLE = re.compile("[ \t\n\r\f\v\x85\u2028\u2029]+")


def lines(texts: Iterable[str]) -> tuple[str, ...] | None:
    """Texts of one line each, repeated ones once; None where there are none."""
    return tuple(dict.fromkeys(squash(text) for text in texts if text.strip())) or None
