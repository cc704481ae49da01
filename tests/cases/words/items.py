"""Words about the items of feeds and blogs, and those that all kinds share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tests.cases.told import Row, Told, listed
from tests.cases.words.basis import Check, column, each, key_of, same_moment


def _dates(told: Told, value: Any, _number: int | None) -> None:
    found = [item.get("published") or item.get("updated") or item.get("posted_at") for item in told.items()]
    expected = value if isinstance(value, list) else [value]
    assert len(found) == len(expected)
    for item, date, text in zip(told.items(), found, expected, strict=True):
        _holds_date(item, date, text)


def _holds_date(item: Row, date: str | None, text: str | None) -> None:
    """A date as told; of a tweet "(derived, +-1 s)" says that it comes from the status id."""
    plain, _, note = (text or "").partition(" (")
    if "derived" in note:
        assert item["posted_at_basis"] == "status_id"
        assert date is not None
        assert abs((datetime.fromisoformat(date) - datetime.fromisoformat(plain)).total_seconds()) <= 1
    elif text is not None and len(text) == len("2026-01-05"):
        assert date == text
    else:
        assert same_moment(date, text), f"{key_of(item)}: {date} is not {text}"


def _urls(told: Told, value: Any, _number: int | None) -> None:
    found = [item["url"] for item in told.items()]
    assert len(found) == len(value), found
    for url, text in zip(found, value, strict=True):
        plain, _, may_lack_query = (text or "").partition(" or without the query")
        allowed = {text} if text is None or " or " not in text else {plain, plain.partition("?")[0]}
        assert url in allowed, (url, may_lack_query)


def _link(told: Told, value: Any, _number: int | None) -> None:
    assert told.items()[0]["url"] == value


def _includes(told: Told, value: Any, _number: int | None) -> None:
    assert set(value) <= {item["title"] for item in told.items()}


def _at_least(told: Told, value: Any, _number: int | None) -> None:
    assert len(told.items()) >= value


def _summary_contains(told: Told, value: Any, _number: int | None) -> None:
    assert value in told.items()[0]["summary"]


def _summary_ends(told: Told, value: Any, _number: int | None) -> None:
    assert told.items()[0]["summary"].endswith(value)


def _nowhere(told: Told, value: Any, _number: int | None) -> None:
    everything = repr([*told.items(), *told.history(), *told.contents(), *told.issues()])
    for text in value:
        assert text not in everything
        assert repr(text)[1:-1] not in everything


def _titles_of_fetch(number: int) -> Check:
    """The titles that one fetch listed, in its order."""

    def check(told: Told, value: Any, _number: int | None) -> None:
        listed_then = [item for item in told.after(number).items() if item["state"] == "present"]
        assert [item["title"] for item in listed_then] == value

    return check


def _nth(number: int, name: str) -> Check:
    def check(told: Told, value: Any, _number: int | None) -> None:
        assert told.items()[number][name] == value

    return check


def _absence_judged(told: Told, value: Any, number: int | None) -> None:
    """Whether what this document lacks may be called removed: not, where it is read only as far as it goes."""
    malformed = "malformed" in {row["code"] for row in told.issues(number)}
    assert value is not malformed


def _enclosures(told: Told) -> list[list[dict[str, Any]]]:
    return [listed(item["enclosures"]) or [] for item in told.items()]


def _enclosures_first(told: Told, value: Any, _number: int | None) -> None:
    assert len(_enclosures(told)[0]) == value


def _length_first(told: Told, value: Any, _number: int | None) -> None:
    assert _enclosures(told)[0][0].get("length") == value


def _durations(told: Told, value: Any, _number: int | None) -> None:
    assert [files[0].get("duration_seconds") for files in _enclosures(told)] == value


def _enclosure_urls(told: Told, value: Any, _number: int | None) -> None:
    assert [[file["url"] for file in files] for files in _enclosures(told)] == value


def _versions_at_most(told: Told, value: Any, _number: int | None) -> None:
    assert max(item["versions"] for item in told.items()) <= value


def _titles_by_version(told: Told, value: Any, _number: int | None) -> None:
    assert [row["title"] or row["summary"] for row in told.history()] == value


def _source_title(told: Told, value: Any, _number: int | None) -> None:
    assert [row["title"] for row in told.rows("SELECT title FROM sources WHERE id = :source")] == [value]


def _states(told: Told, value: Any, number: int | None) -> None:
    items = told.items() if number is None else told.after(number).items()
    assert {key_of(item): item["state"] for item in items} == value


def _seen(told: Told, value: Any, number: int | None) -> None:
    """Of one fetch: how many items it showed. Of the case: how many there are."""
    if number is None:
        assert len(told.items()) == value, [item["native_id"] for item in told.items()]
    else:
        assert (told.fetch(number)["items_seen"] or 0) == value


WORDS: Mapping[str, Check] = {
    "items": _seen,
    "items_total": _seen,
    "items_at_least": _at_least,
    "must_include": _includes,
    "keys": each(key_of),
    "key": each(key_of),
    "raw_guids": column("guid"),
    "titles": column("title"),
    "title": column("title"),
    "link_text": column("title"),
    "second_title": _nth(1, "title"),
    "current_title": column("title"),
    "current": column("title"),
    "rss_title_text": _titles_of_fetch(0),
    "atom_title_text": _titles_of_fetch(1),
    "links": _urls,
    "urls": _urls,
    "link": _link,
    "published": _dates,
    "precision": each(lambda item: item.get("published_precision") or item.get("updated_precision")),
    "author": each(lambda item: ", ".join(listed(item["authors"])) if "authors" in item else item["author"]),
    "summary": column("summary"),
    "tags": each(lambda item: listed(item["tags"])),
    "summary_contains": _summary_contains,
    "summary_ends_with": _summary_ends,
    "stored_text_has_no": _nowhere,
    "absence_is_deletion": _absence_judged,
    "page_title": _source_title,
    "first_seen": each(lambda item: item["first_seen_at"].replace(".000Z", "Z")),
    "versions": each(lambda item: item["versions"]),
    "versions_max": _versions_at_most,
    "versions_in_time_order": _titles_by_version,
    "states": _states,
    "enclosures_first": _enclosures_first,
    "media_unique": _enclosures_first,
    "enclosure_urls": _enclosure_urls,
    "length_first": _length_first,
    "duration_seconds": _durations,
}
