"""Our own cases, a file a kind; `CASES` has them all."""

from __future__ import annotations

from tests.cases.case import Case
from tests.cases.own import (
    blog_index,
    blog_themes,
    dates,
    encoding,
    feed_dynamics,
    feed_identity,
    formats,
    history,
    http,
    json_feed,
    limits,
    links,
    malformed,
    media,
    noise,
    parts,
    text,
    tweet_exports,
    tweet_objects,
    tweet_pages,
)

CASES: tuple[Case, ...] = (
    *blog_index.CASES,
    *blog_themes.CASES,
    *dates.CASES,
    *encoding.CASES,
    *feed_dynamics.CASES,
    *feed_identity.CASES,
    *formats.CASES,
    *history.CASES,
    *http.CASES,
    *json_feed.CASES,
    *limits.CASES,
    *links.CASES,
    *malformed.CASES,
    *media.CASES,
    *noise.CASES,
    *parts.CASES,
    *text.CASES,
    *tweet_exports.CASES,
    *tweet_objects.CASES,
    *tweet_pages.CASES,
)
