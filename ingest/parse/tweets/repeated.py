"""One tweet that a document shows twice is one entry; knows only entries and their ids. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ingest.model import Issue, TweetEntry


def once(entries: Iterable[TweetEntry]) -> tuple[tuple[TweetEntry, ...], tuple[Issue, ...]]:
    """Entries without repetitions (a pinned tweet above and in its own place, an export with overlapping parts)."""
    kept: dict[object, TweetEntry] = {}
    issues: list[Issue] = []
    for entry in entries:
        key = entry.status_id or object()
        known = kept.get(key)
        if known is None:
            kept[key] = entry
            continue
        if known.pinned and not entry.pinned:
            del kept[key]
        kept[key] = _one_of(known, entry)
        if known.text != entry.text:
            issues.append(_differing(entry))
    return tuple(kept.values()), tuple(issues)


def _one_of(first: TweetEntry, second: TweetEntry) -> TweetEntry:
    """The entry to keep: in its own right rather than as a repost, else the first; pinned if either is."""
    better = second if first.kind == "repost" != second.kind else first
    return replace(better, pinned=first.pinned or second.pinned)


def _differing(entry: TweetEntry) -> Issue:
    message = "the document shows this tweet twice with different texts; one of them is kept"
    return Issue(severity="warning", code="repeated_tweet_differs", message=message, entry_ref=entry.status_id)
