"""PostEntry -> Item: the row of `posts` and what it is compared by. Pure."""

from __future__ import annotations

from ingest.model import Item, JSONValue, PostEntry
from ingest.normalise.body import Body, read_body
from ingest.normalise.fields import (
    comparable_url,
    date_columns,
    date_issues,
    date_print,
    date_value,
    line,
    lines,
    prints_of,
    raw_date,
    raw_texts,
    sent,
)
from ingest.normalise.identity import Identity, post_identity
from ingest.normalise.markup import comparable_text
from ingest.normalise.text import label
from ingest.normalise.urls import canonical_url


def post(entry: PostEntry, own_pages: frozenset[str]) -> Item:
    """One post of an index. `own_pages` are canonical URLs of the source itself: a link to them identifies no post."""
    body = read_body(entry.summary_html, entry.content_html)
    identity = _identity(entry, body, own_pages)
    return Item(
        table="posts",
        native_id=identity.native_id,
        keys=identity.keys,
        url=sent(entry.url),
        canonical_url=canonical_url(entry.url),
        values=_values(entry, body),
        prints={**_prints(entry, identity), **dict(body.prints)},
        content=body.content,
        raw=_raw(entry),
        label=label(entry.title or body.text or entry.url or identity.native_id),
        instant=date_value(entry.published).text,
        identity_basis=identity.basis,
        pinned=entry.pinned,
        truncated=entry.truncated,
        issues=(*identity.issues, *date_issues({"published": entry.published}, identity.native_id)),
    )


def _identity(entry: PostEntry, body: Body, own_pages: frozenset[str]) -> Identity:
    link = comparable_url(entry.url)
    return post_identity(
        link=None if link in own_pages and "#" not in (entry.url or "") else link,
        title=entry.title,
        date=date_print(entry.published),
        text=body.summary or "",
    )


def _values(entry: PostEntry, body: Body) -> dict[str, JSONValue]:
    return {
        "title": line(entry.title),
        "author": line(entry.author),
        **date_columns("published", entry.published),
        "summary": body.summary,
        "tags": lines(entry.tags),
    }


def _prints(entry: PostEntry, identity: Identity) -> dict[str, str]:
    return prints_of(
        {
            "title": None if entry.title is None else comparable_text(entry.title),
            "author": line(entry.author),
            "published": date_print(entry.published),
            "tags": tuple(sorted(lines(entry.tags) or ())) or None,
            "url": None if identity.basis == "url" else comparable_url(entry.url),
        }
    )


def _raw(entry: PostEntry) -> dict[str, str]:
    return raw_texts(
        {
            "title": entry.title,
            "author": entry.author,
            "published": raw_date(entry.published),
            "tags": "\n".join(entry.tags) or None,
            "summary": entry.summary_html,
            "content": entry.content_html,
            "url": entry.url,
        }
    )
