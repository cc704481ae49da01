"""Which shape of tweets some bytes are, found from the bytes alone, and the reader for it. Pure; reads nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ingest.errors import ReadError
from ingest.model import Document, Issue, Reading
from ingest.parse.blog.wholeness import is_cut_off
from ingest.parse.decoding import Decoded, decode
from ingest.parse.detect import Form, look_at
from ingest.parse.json_text import load_json
from ingest.parse.tweets.api_v1 import read_statuses
from ingest.parse.tweets.api_v2 import SIGNS, is_answer, read_answers
from ingest.parse.tweets.data_archive import is_archive, read_archive
from ingest.parse.tweets.fields import object_at
from ingest.parse.tweets.nitter_html import is_nitter, read_nitter
from ingest.parse.tweets.nitter_rss import read_nitter_rss
from ingest.parse.tweets.saved_html import read_saved_html
from ingest.parse.tweets.saved_text import read_saved_text
from ingest.parse.tweets.syndication import read_timeline
from ingest.parse.tweets.x_html import is_x_page, read_x_page

_NEXT_DATA = "__NEXT_DATA__"
_TWEET_SIGNS = frozenset({"id_str", "full_text", "text", "__typename", "tombstone"})


def read_tweets(document: Document) -> Reading:
    """The tweets and the person of a document, whatever shape it has.

    Raises ReadError: `empty_body`, `not_tweets` (nothing that shows tweets), `no_items`, `bad_json`, `error_page`, and those of
    `decode` and `read_feed`. Counts are given as text as shown, ids always as text.
    """
    decoded = decode(document.body, document.content_type)
    text = decoded.text.strip().removeprefix("\ufeff")
    form = look_at(text).form
    if form == "feed":
        return read_nitter_rss(document)
    reading = _read_text(text, form, document.url)
    return replace(reading, issues=(*decoded.issues, *reading.issues))


def _read_text(text: str, form: Form, url: str | None) -> Reading:
    if form == "empty":
        raise ReadError("empty_body", "the body is empty")
    if form == "xml":
        raise ReadError("not_tweets", "the body is XML, but no feed")
    if form == "json":
        return _read_json(text, url)
    if form == "html":
        return _read_html(text, url)
    return read_archive(text) if is_archive(text) else read_saved_text(text)


def _read_html(text: str, url: str | None) -> Reading:
    reading = _read_page(text, url)
    if not is_cut_off(text):
        return reading
    cut = Issue(severity="error", code="document_cut", message="the page ends in the middle; what is missing is not judged")
    return replace(reading, whole=False, read_to_end=False, issues=(*reading.issues, cut))


def _read_page(text: str, url: str | None) -> Reading:
    if _NEXT_DATA in text:
        return read_timeline(text)
    if is_x_page(text):
        return read_x_page(text)
    return read_nitter(text, url) if is_nitter(text) else read_saved_html(text, url)


def _read_json(text: str, url: str | None) -> Reading:
    value, issues = _load(text)
    reading = _read_value(value, url)
    return replace(reading, issues=(*reading.issues, *issues))


def _read_value(value: Any, url: str | None) -> Reading:
    objects = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]
    if isinstance(value, list) and not objects and value:
        raise ReadError("not_tweets", "the JSON is a list, but not of objects")
    if objects and all(is_answer(item) for item in objects):
        return read_answers(objects, url)
    statuses = [object_at(item, "tweet") or item for item in objects]
    if statuses and not any(_TWEET_SIGNS & item.keys() for item in statuses):
        fields = ", ".join(sorted(statuses[0])[:8]) or "none at all"
        raise ReadError("not_tweets", f"the JSON has no field of a tweet; it has {fields}")
    return _read_statuses(statuses, alone=isinstance(value, dict))


def _load(text: str) -> tuple[Any, tuple[Issue, ...]]:
    """One JSON value, or a list of those that stand one on a line."""
    try:
        return load_json(Decoded(text=text, encoding="utf-8"))
    except ReadError:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
            raise
        loaded = [load_json(Decoded(text=line, encoding="utf-8")) for line in lines]
        return [value for value, _ in loaded], tuple(issue for _, issues in loaded for issue in issues)


def _read_statuses(statuses: Sequence[Mapping[str, Any]], *, alone: bool) -> Reading:
    if any(SIGNS & item.keys() and "id_str" not in item for item in statuses):
        return read_answers([{"data": list(statuses)}])
    return read_statuses(statuses, form="syndication" if alone else "tweets_json")
