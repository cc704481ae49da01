"""A Nitter page (profile, search, thread) to a Reading. Pure.

Nitter's class names are the same in all its versions and forks since 2019: `timeline-item`, `tweet-content`, `tweet-stat`.
A page shows other people's posts as well: reposts (with a header), quotes (inside), the posts that a reply answers, and people
to follow. Reposts and quotes are told apart, the rest is not the person's and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.errors import ReadError
from ingest.model import Issue, ProfileEntry, Reading, SourceFields, TweetEntry
from ingest.parse.blog.wholeness import is_cut_off
from ingest.parse.html_tree import html_tree
from ingest.parse.tweets.addresses import absolute, status_id
from ingest.parse.tweets.markup import attribute, classes, one_line
from ingest.parse.tweets.nitter_profile import read_card
from ingest.parse.tweets.nitter_tweet import read_item
from ingest.parse.tweets.repeated import once
from ingest.parse.tweets.status import unavailable

_ITEM = ".timeline-item"
_ERRORS = (
    (re.compile(r"rate.?limit|too many requests", re.IGNORECASE), "rate_limited"),
    (re.compile(r"\bsuspended\b", re.IGNORECASE), "account_suspended"),
    (re.compile(r"\buser\b.*\bnot found\b|\baccount\b.*\bdoes.?n.?t exist\b", re.IGNORECASE), "account_not_found"),
    (re.compile(r"\bprotected\b", re.IGNORECASE), "protected_account"),
)
"""What an instance says in its error panel, and the kind of refusal that it means."""
_SIGNS = ("timeline-item", "profile-card", "timeline-none", "timeline-protected", "error-panel")


def is_nitter(text: str) -> bool:
    """Whether an HTML text has Nitter's class names."""
    return any(f'"{sign}' in text or f" {sign}" in text for sign in _SIGNS)


def read_nitter(text: str, url: str | None) -> Reading:
    """The tweets and the person of a page; `url` is the base of its links.

    Raises ReadError `rate_limited`, `account_not_found`, `account_suspended` or `error_page` for an error that the instance
    shows with a good status, `protected_account` where the person's posts are not public, `no_items` where it has neither a
    person nor a tweet.
    """
    page = html_tree(text)
    profile = read_card(page, url)
    items = [item for item in page.css(_ITEM) if not _is_button(item)]
    _refuse_errors(page, profile, items)
    if is_cut_off(text):
        del items[-1:]  # the end of the page is in it: half a tweet is no tweet
    entries, issues = _entries(items, profile, url)
    return Reading(
        format="nitter",
        entries=entries,
        source=SourceFields(title=one_line(page.css_first("head > title"))),
        profile=profile,
        next_url=_next_url(page, url),
        issues=tuple(issues),
    )


def _refuse_errors(page: LexborHTMLParser, profile: ProfileEntry | None, items: Sequence[LexborNode]) -> None:
    panel = page.css_first(".error-panel")
    said = "" if panel is None else " ".join(panel.text(deep=True, separator=" ").split())
    if said and not items:
        kind = next((kind for words, kind in _ERRORS if words.search(said)), "error_page")
        raise ReadError(kind, f"the instance answers with an error: {said}")
    if page.css_first(".timeline-protected") is not None and not items:
        raise ReadError("protected_account", "this account's posts are protected; the page shows none")
    if profile is None and not items and page.css_first(".timeline-none") is None:
        raise ReadError("no_items", "the page shows neither a person nor a tweet")


def _is_button(item: LexborNode) -> bool:
    """'Load newest', 'more replies' and found people are timeline items as well."""
    return (
        bool(classes(item) & {"show-more", "more-replies"}) or item.css_first(".profile-result, .more-replies-text") is not None
    )


def _entries(
    items: Sequence[LexborNode], profile: ProfileEntry | None, url: str | None
) -> tuple[tuple[TweetEntry, ...], list[Issue]]:
    shown: list[TweetEntry] = []
    issues: list[Issue] = []
    for item in items:
        if _is_unavailable(item):
            issues.append(_unavailable(item))
            continue
        entry, found = read_item(item, profile, url)
        issues.extend(found)
        if entry is not None:
            shown.append(entry)
    own, foreign = _own(shown, profile)
    issues.extend(_foreign(entry) for entry in foreign)
    entries, repeated = once(own)
    return entries, [*issues, *repeated]


def _is_unavailable(item: LexborNode) -> bool:
    return "unavailable" in classes(item) or (
        item.css_first(".unavailable-box") is not None and item.css_first(".tweet-content") is None
    )


def _unavailable(item: LexborNode) -> Issue:
    link = item.css_first("a[href*='/status/']")
    return unavailable(status_id(attribute(link, "href")), one_line(item))


def _own(entries: Sequence[TweetEntry], profile: ProfileEntry | None) -> tuple[list[TweetEntry], list[TweetEntry]]:
    """The person's posts and reposts, and the posts of others that stand there for context."""
    if profile is None:
        return list(entries), []
    own = [entry for entry in entries if entry.kind == "repost" or (entry.author_handle or "").lower() == profile.handle.lower()]
    return (own, [entry for entry in entries if entry not in own]) if own else (list(entries), [])


def _foreign(entry: TweetEntry) -> Issue:
    message = f"a post of @{entry.author_handle} stands in the list without a repost header; it is not taken"
    return Issue(severity="info", code="foreign_post_skipped", message=message, entry_ref=entry.status_id)


def _next_url(page: LexborHTMLParser, url: str | None) -> str | None:
    hrefs = (attribute(link, "href") for link in page.css(".show-more a"))
    return next((absolute(href, url) for href in hrefs if href and "cursor=" in href), None)
