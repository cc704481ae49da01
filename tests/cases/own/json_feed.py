"""Our own cases of JSON feeds and lists."""

from __future__ import annotations

import json
from typing import Any

from tests.cases.build import case
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}


def _json(*found: Any, **top: Any) -> str:
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Tidewater", **top, "items": list(found)})


def _json_case(name: str, what: str, *bodies: str, expect: dict[str, Any]) -> Case:
    return case(name, what, *bodies, ending="json", url="https://blog.example/feed.json", expect=expect)


CASES: tuple[Case, ...] = (
    _json_case(
        "json-feed-1-1",
        "authors of version 1.1, language, text and HTML.",
        _json(
            {
                "id": "1",
                "url": "https://blog.example/1",
                "title": "A",
                "content_html": "<p>words</p>",
                "date_published": "2026-01-05T10:00:00+01:00",
                "authors": [{"name": "Mara"}, {"name": "Nils"}],
                "tags": ["sea"],
            }
        ),
        expect={"keys": ["1"], "author": "Mara, Nils", "published": ["2026-01-05T09:00:00Z"], "summary": "words", "issues": []},
    ),
    _json_case(
        "json-feed-1-0",
        "The one author of version 1, and of the feed.",
        json.dumps(
            {
                "version": "https://jsonfeed.org/version/1",
                "title": "T",
                "author": {"name": "Whole"},
                "items": [{"id": "1", "content_text": "w", "author": {"name": "Mara"}}, {"id": "2", "content_text": "v"}],
            }
        ),
        expect={"items": 2, "author": ["Mara", "Whole"]},
    ),
    _json_case(
        "json-feed-external",
        "A link blog: external_url beside url, and alone.",
        _json(
            {"id": "1", "url": "https://blog.example/1", "external_url": "https://x.example/", "content_text": "w"},
            {"id": "2", "external_url": "https://y.example/2", "content_text": "v"},
        ),
        expect={"urls": ["https://blog.example/1", "https://y.example/2"]},
    ),
    _json_case(
        "json-feed-odd-types",
        "Numbers, nulls and lists where texts should be.",
        _json(
            {"id": 7, "url": None, "title": 2026, "content_text": None, "tags": "sea", "attachments": {}},
            {"id": None, "url": "https://blog.example/x", "content_text": ["a"]},
            "stray",
            None,
        ),
        expect={"items": 2, "keys": ["7", "https://blog.example/x"]},
    ),
    _json_case(
        "json-feed-duplicates",
        "One id twice.",
        _json(
            {"id": "1", "url": "https://blog.example/a", "content_text": "a"},
            {"id": "1", "url": "https://blog.example/b", "content_text": "b"},
        ),
        expect={"items": 2, "warning": "duplicate_guid"},
    ),
    _json_case(
        "json-feed-without-items",
        "No items at all: not a feed; an empty list: one.",
        _json({"id": "1", "content_text": "a"}),
        json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "T"}),
        _json(),
        expect={"second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": {"state": "ok", "left_window": 1}},
    ),
    _json_case(
        "json-broken",
        "JSON that breaks off; JSON with a mark and a trailing comma.",
        _json({"id": "1", "content_text": "a"}),
        _json({"id": "1", "content_text": "a"})[:-8],
        "\ufeff" + _json({"id": "1", "content_text": "a"}),
        expect={"items": 1, "second_fetch": {"outcome": "held", **_QUIET}, "third_fetch": _QUIET},
    ),
    _json_case(
        "json-modified",
        "date_modified moves with the text.",
        _json({"id": "1", "content_text": "a", "date_modified": "2026-01-05T10:00:00Z"}),
        _json({"id": "1", "content_text": "b", "date_modified": "2026-01-06T10:00:00Z"}),
        expect={"silent": [0], "second_fetch": {"changed_fields": ["updated", "content"]}},
    ),
    _json_case(
        "json-attachments",
        "Attachments with odd lengths and durations.",
        _json(
            {
                "id": "1",
                "content_text": "a",
                "attachments": [
                    {
                        "url": "https://c.example/1.mp3",
                        "mime_type": "audio/mpeg",
                        "size_in_bytes": 120,
                        "duration_in_seconds": 61.5,
                    },
                    {"url": "https://c.example/1.mp3", "mime_type": "audio/mpeg"},
                    {"mime_type": "audio/mpeg"},
                ],
            }
        ),
        expect={"enclosures_first": 1, "length_first": 120, "duration_seconds": [61.5]},
    ),
    _json_case(
        "json-list",
        "A plain list of objects.",
        json.dumps(
            [{"id": "b", "url": "https://x.example/b", "title": "B"}, {"id": "a", "url": "https://x.example/a", "title": "A"}]
        ),
        json.dumps(
            [{"id": "c", "url": "https://x.example/c", "title": "C"}, {"id": "b", "url": "https://x.example/b", "title": "B"}]
        ),
        expect={"items": 3, "second_fetch": {"new": 1, "left_window": 1}},
    ),
    _json_case(
        "json-feed-id-alone",
        "An item needs an id and nothing else; one without an id is known by its words; one that says nothing is none.",
        _json(
            {"id": "3", "attachments": [{"url": "https://c.example/3.mp3", "mime_type": "audio/mpeg"}]},
            {"id": "2", "content_html": None, "title": None},
            {"content_text": "Words alone."},
        ),
        _json({"id": "4"}, {"id": "3"}, {"id": "2"}, {"content_text": "Words alone."}, {}),
        expect={
            "items": 4,
            "second_fetch": {
                "new": 1,
                "edited": 1,
                "changed_fields": ["enclosures"],
                "missing": 0,
                "warning": "unreadable_items",
            },
        },
    ),
)
