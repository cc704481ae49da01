"""Makes one post of what a page shows twice, and completes posts with what the page says of them elsewhere. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ingest.model import PostEntry
from ingest.parse.blog.bodies import is_cut
from ingest.parse.blog.links import without_fragment

_TRACKING = re.compile(r"(?<=[?&])(?:utm_\w+|source|ref|fbclid|gclid|mc_[ce]id)=[^&]*&?")


def each_once(entries: Iterable[PostEntry]) -> tuple[PostEntry, ...]:
    """Every post once, where it stands first. Addresses that differ only by fragment are two posts if both have one."""
    posts: dict[tuple[str | None, ...], PostEntry] = {}
    for entry in entries:
        key = _key(entry)
        if key in posts and _one_post(posts[key], entry):
            posts[key] = _joined(posts[key], entry)
        else:
            posts[(entry.url, entry.title, entry.summary_html) if key in posts else key] = entry
    return tuple(posts.values())


def complete(entries: tuple[PostEntry, ...], described: tuple[PostEntry, ...]) -> tuple[PostEntry, ...]:
    """The entries, with what is missing in them taken from descriptions of the same address."""
    by_address = {without_fragment(post.url): post for post in described if post.url}
    return tuple(_filled(entry, by_address.get(without_fragment(entry.url))) if entry.url else entry for entry in entries)


def _key(entry: PostEntry) -> tuple[str | None, ...]:
    if entry.url is not None:
        return (_TRACKING.sub("", without_fragment(entry.url)).rstrip("?&"),)
    return (None, entry.title, entry.published.raw if entry.published else None, None if entry.title else entry.summary_html)


def _one_post(first: PostEntry, second: PostEntry) -> bool:
    fragments = [(entry.url or "").partition("#")[2] for entry in (first, second)]
    return "" in fragments or fragments[0] == fragments[1]


def _joined(first: PostEntry, second: PostEntry) -> PostEntry:
    better = second.title is not None and (first.title is None or is_cut(first.title))
    joined = _filled(first, second)
    return replace(joined, title=second.title if better else first.title, pinned=first.pinned or second.pinned)


def _filled(entry: PostEntry, other: PostEntry | None) -> PostEntry:
    if other is None:
        return entry
    has_text = entry.summary_html is not None or entry.content_html is not None
    return replace(
        entry,
        title=entry.title or other.title,
        author=entry.author or other.author,
        published=entry.published or other.published,
        tags=entry.tags or other.tags,
        summary_html=entry.summary_html if has_text else other.summary_html,
        content_html=entry.content_html if has_text else other.content_html,
        truncated=entry.truncated if has_text else other.truncated,
    )
