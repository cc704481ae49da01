"""What stands in a case's `expect` as a sentence, and where we hold something else than it: each with its reason and check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tests.cases.told import Told, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a word of one case is settled: what it says or why we hold something else, and what must be true instead."""

    why: str
    holds: Callable[[Told], bool]


def _said(why: str, holds: Callable[[Told], bool]) -> Settled:
    return Settled(why=why, holds=holds)


def _native_ids(told: Told) -> list[str]:
    return [item["native_id"] for item in told.items()]


def _nothing_happened(told: Told) -> bool:
    return told.changes() == []


def _is_kept(told: Told) -> bool:
    return _everything_as_sent(told) and all(row["body_bytes"] for row in told.fetches() if row["status"] != 304)


def _everything_as_sent(told: Told) -> bool:
    """Nothing that SQLite or a page cannot hold."""
    text = repr([*told.items(), *told.history(), *told.contents()])
    return not any(f"\\x{code:02x}" in text for code in range(9)) and "\\ud8" not in text


PROSE: Mapping[str, Mapping[str, Settled]] = MappingProxyType(
    {
        "001": {
            "identity": _said(
                "guid and link together tell the three apart",
                lambda told: (
                    len(set(_native_ids(told))) == 3 and all("N/A https://blog.example/" in name for name in _native_ids(told))
                ),
            ),
        },
        "002": {"must_not": _said("neither is dropped, none is an edit of the other", _nothing_happened)},
        "004": {
            "note": _said(
                "the sign of the re-key",
                lambda told: (
                    told.items()[0]["versions"] == 2
                    and len(told.rows("SELECT * FROM aliases WHERE item_id = :item", item=told.items()[0]["id"])) == 1
                ),
            )
        },
        "011": {
            "must_not": _said(
                "the later `updated` is current though it stands first",
                lambda told: [row["title"] for row in told.history()][-1] == "Rate limits v2",
            )
        },
        "017": {
            "must_not": _said(
                "kept, and what is new is sorted by when it was seen",
                lambda told: {item["first_seen_at"] for item in told.items()} == {"2026-01-06T12:00:00.000Z"},
            ),
        },
        "019": {
            "raw_title_kept": _said("in the archive's bytes, as everything raw", _is_kept),
            "note": _said(
                "one HTML decode for RSS, none for Atom's text",
                lambda told: "AT&amp;T" in [item["title"] for item in told.items()],
            ),
        },
        "032": {
            "second_fetch.note": _said(
                "other bytes, equal items",
                lambda told: told.fetch(1)["outcome"] == "noise" and told.fetch(0)["body_sha256"] != told.fetch(1)["body_sha256"],
            )
        },
        "034": {
            "text_not_truncated_at_nul": _said(
                "what follows the NUL is there", lambda told: "end" in told.items()[0]["summary"] and len(told.contents()) == 2
            )
        },
        "035": {
            "must_not": _said(
                "read without an error, one sign for each broken place",
                lambda told: told.fetch(0)["outcome"] == "changed" and told.items()[0]["title"].count("\ufffd") == 2,
            )
        },
        "037": {
            "insert_ok": _said("both rows are there", lambda told: len(told.items()) == 2),
            "must_not": _said(
                "nothing in the rows that cannot be written or printed",
                lambda told: repr(told.items()).encode() != b"" and _everything_as_sent(told),
            ),
        },
        "038": {
            "must_not": _said(
                "the body begins with the declaration", lambda told: told.fetch(0)["body_bytes"] == len(told.given(0).body)
            )
        },
        "040": {"must_not": _said("no item is gone", lambda told: {item["state"] for item in told.items()} == {"present"})},
        "046": {
            "source_identity": _said(
                "one source, at the address in sources.toml",
                lambda told: told.rows("SELECT url FROM sources WHERE id = :source") == [{"url": "https://old.example/feed"}],
            )
        },
        "052": {
            "source_stays_live": _said(
                "failed attempts, and nothing else happened",
                lambda told: {row["error_kind"] for row in told.fetches()} == {"too_many_requests"} and _nothing_happened(told),
            ),
        },
        "059": {
            "must_not": _said("all ten are there", lambda told: [item["state"] for item in told.items()] == ["present"] * 10)
        },
        "065": {
            "third_fetch.note": _said(
                "the third capture is the same as the second", lambda told: told.fetch(2)["outcome"] == "same"
            ),
            "label": _said("removed, for older ones remain", lambda told: told.items()[0]["state"] == "removed"),
        },
        "070": {
            "classification": _said(
                "a version each, told apart by `changed`", lambda told: all(listed(row["changed"]) for row in told.changes())
            )
        },
        "088": {
            "ambiguous": _said("read, with an issue", lambda told: [row["code"] for row in told.issues()] == ["ambiguous_count"])
        },
        "089": {
            "key_type": _said("ids are text", lambda told: all(isinstance(item["status_id"], str) for item in told.items())),
            "json_export": _said(
                "a column of type TEXT is text in every export",
                lambda told: (
                    told.rows("SELECT DISTINCT typeof(status_id) AS kind FROM tweets WHERE source_id = :source")
                    == [{"kind": "text"}]
                ),
            ),
        },
        "092": {
            "locale_independent": _said(
                "no date is read by the machine's locale: the parts of a process do not differ",
                lambda told: len(told.items()) == 9,
            )
        },
        "094": {
            "label": _said(
                "removed, for older ones remain", lambda told: [row["change"] for row in told.changes(1)] == ["added", "removed"]
            )
        },
        "098": {
            "retweet_time_is_not_the_tweet_time": _said(
                "the time is that of the repeated tweet", lambda told: told.items()[0]["posted_at"] == "2026-01-04T10:00:00Z"
            )
        },
        "101": {
            "duplicates_merged": _said(
                "the tweet of both files is one item, met in both",
                lambda told: len(told.fetches()) == 2 and len(told.items()) == 3,
            )
        },
        "107": {
            "must_not": _said(
                "neither newest nor removed", lambda told: [item["state"] for item in told.items()] == ["left_window", "present"]
            )
        },
        "109": {
            "fts_for": _said(
                "the quoted words stand in a column of their own",
                lambda told: told.items()[0]["quoted_text"] == "quoted words" and "quoted" not in told.items()[0]["text"],
            )
        },
        "112": {
            "database": _said(
                "titles are stored as they were sent", lambda told: told.items()[0]["title"].startswith("=HYPERLINK(")
            ),
            "our_csv_export": _said("asserted where the site is served, tests/web", lambda told: len(told.items()) == 12),
            "datasette_csv": _said("asserted where the site is served, tests/web", lambda told: len(told.items()) == 12),
        },
        "116": {
            "pk": _said(
                "a short hash; guid and link are columns",
                lambda told: all(len(item["id"]) == 16 and item["id"].isalnum() for item in told.items()),
            ),
            "row_page_status": _said("asserted where the site is served, tests/web", lambda told: len(told.items()) == 2),
        },
        "119": {
            "must_not": _said(
                "our clock is in observed_at and in the id", lambda told: told.fetch(0)["id"].endswith("20260909T044548038Z")
            )
        },
    }
)
"""Sentences for people, by case and path of the word."""

OTHERWISE: Mapping[str, Mapping[str, Settled]] = MappingProxyType(
    {
        "050": {
            "error": _said(
                (
                    "a saved 302 says no more than its status; that a live chain is cut at such an address "
                    "is asserted in tests/fetch"
                ),
                lambda told: (
                    told.fetch(0)["error_kind"] == "http_302" and told.fetch(0)["final_url"] == "http://169.254.169.254/latest"
                ),
            ),
        },
        "052": {
            "not_before": _said(
                (
                    "five attempts alike (source, time, address, status, hash) are one by rule 12; what "
                    "Retry-After plans is asserted in tests/fetch"
                ),
                lambda told: len(told.fetches()) == 1,
            ),
        },
        "107": {
            "second_fetch.missing": _said(
                "rule 7: a pinned item that is no longer listed has left the window; removed it is not",
                lambda told: [row["change"] for row in told.changes(1)] == ["left_window"],
            ),
        },
        "110": {
            "second.state": _said(
                "rule 13: tweets need an item; the answer is held with its errors as issues, and nothing is missing for it",
                lambda told: (
                    told.fetch(1)["error_kind"] == "no_items"
                    and "Authorization Error" in told.fetch(1)["error"]
                    and [row["code"] for row in told.issues(1)] == ["tweet_unavailable"]
                ),
            ),
        },
    }
)
"""Words with which we do not agree, by case and path of the word."""

ELSEWHERE = MappingProxyType(
    {
        "113": "words for a search box, not a capture: tests/web/test_shared_cases.py",
        "115": "sizes for a benchmark, not a capture: tests/web/test_speed.py",
    }
)
"""Cases that hold no capture at all, and where they are asserted."""
