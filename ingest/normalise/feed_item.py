"""FeedEntry -> Item: the row of `feed_items` and what it is compared by. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ingest.model import Enclosure, FeedEntry, Item, JSONValue
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
from ingest.normalise.identity import Identity, feed_identity
from ingest.normalise.markup import comparable_text
from ingest.normalise.text import label
from ingest.normalise.urls import any_scheme, canonical_url, without_noise


def feed_item(entry: FeedEntry, own_pages: frozenset[str]) -> Item:
    """One item of a feed. `own_pages` are canonical URLs of the source itself: a link to them identifies no item."""
    body = read_body(entry.summary_html, entry.content_html)
    identity = _identity(entry, body, own_pages)
    enclosures = _enclosures(entry.enclosures)
    dates = {"published": entry.published, "updated": entry.updated}
    return Item(
        table="feed_items",
        native_id=identity.native_id,
        keys=identity.keys,
        url=sent(entry.url),
        canonical_url=canonical_url(entry.url),
        values=_values(entry, body, enclosures),
        prints={**_prints(entry, enclosures), **dict(body.prints)},
        content=body.content,
        raw=_raw(entry),
        label=label(entry.title or body.text or entry.url or identity.native_id),
        instant=date_value(entry.published).text,
        revised=date_value(entry.updated).text,
        identity_basis=identity.basis,
        truncated=entry.truncated,
        issues=(*identity.issues, *date_issues(dates, identity.native_id)),
    )


def _identity(entry: FeedEntry, body: Body, own_pages: frozenset[str]) -> Identity:
    link = comparable_url(entry.url)
    return feed_identity(
        guid=_guid(entry),
        link=None if link in own_pages and "#" not in (entry.url or "") else link,
        title=entry.title,
        date=date_print(entry.published) or date_print(entry.updated),
        text=body.text,
    )


def _guid(entry: FeedEntry) -> str | None:
    """As written; an empty one is none."""
    return (sent(entry.guid) or "").strip() or None


def _values(entry: FeedEntry, body: Body, enclosures: tuple[Enclosure, ...]) -> dict[str, JSONValue]:
    return {
        "guid": _guid(entry),
        "title": line(entry.title),
        "authors": lines(entry.authors),
        "categories": lines(entry.categories),
        **date_columns("published", entry.published),
        **date_columns("updated", entry.updated),
        "summary": body.summary,
        "comments_url": sent(entry.comments_url),
        "enclosures": tuple(_enclosure_value(one) for one in enclosures) or None,
    }


def _prints(entry: FeedEntry, enclosures: tuple[Enclosure, ...]) -> dict[str, str]:
    compared = sorted(_compared(one) for one in enclosures)
    return prints_of(
        {
            "title": None if entry.title is None else comparable_text(entry.title),
            "authors": lines(entry.authors),
            "categories": tuple(sorted(lines(entry.categories) or ())) or None,
            "published": date_print(entry.published),
            "updated": date_print(entry.updated),
            "comments_url": comparable_url(entry.comments_url),
            "enclosures": tuple(compared) or None,
            "url": comparable_url(entry.url),
        }
    )


def _raw(entry: FeedEntry) -> dict[str, str]:
    return raw_texts(
        {
            "title": entry.title,
            "authors": "\n".join(entry.authors) or None,
            "categories": "\n".join(entry.categories) or None,
            "published": raw_date(entry.published),
            "updated": raw_date(entry.updated),
            "summary": entry.summary_html,
            "content": entry.content_html,
            "comments_url": entry.comments_url,
            "enclosures": "\n".join(one.url for one in entry.enclosures) or None,
            "url": entry.url,
        }
    )


_BYTES = re.compile(r"[1-9][0-9]{0,14}")


def _enclosures(enclosures: Iterable[Enclosure]) -> tuple[Enclosure, ...]:
    """Each file once, in order; a length that is no number of bytes ('', '-1', '0') is none."""
    found: dict[str, Enclosure] = {}
    for one in enclosures:
        length = (one.length or "").strip()
        stated = length if _BYTES.fullmatch(length) else None
        address = sent(one.url) or ""
        found.setdefault(address, replace(one, url=address, type=line(one.type) or None, length=stated, title=line(one.title)))
    return tuple(found.values())


def _compared(one: Enclosure) -> tuple[str, ...]:
    told = (one.type, one.length, one.title, one.duration_seconds)
    return any_scheme(without_noise(one.url, asset=True)), *(str(part or "") for part in told)


def _enclosure_value(one: Enclosure) -> dict[str, JSONValue]:
    stated: dict[str, JSONValue] = {
        "url": one.url,
        "type": one.type,
        "length": int(one.length) if one.length else None,
        "title": one.title,
        "duration_seconds": one.duration_seconds,
    }
    return {name: value for name, value in stated.items() if value is not None}
