"""Makes the inputs of our own cases: small feeds and pages, one response a day from 1 February 2026 on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ingest.model import SourceKind
from tests.cases.case import FEED_URL, PAGE_URL, Case, Given

_TYPES = {"xml": "application/rss+xml; charset=utf-8", "html": "text/html; charset=utf-8", "json": "application/json"}
_ENDINGS: Mapping[SourceKind, str] = {"feed": "xml", "blog": "html", "tweets": "html"}
_URLS: Mapping[SourceKind, str] = {"feed": FEED_URL, "blog": PAGE_URL, "tweets": "https://nitter.example/mara"}

Body = str | bytes | Given


def case(name: str, what: str, *bodies: Body, expect: Mapping[str, Any], kind: SourceKind = "feed", **settings: Any) -> Case:
    """A case whose inputs arrive one a day. `settings` go into sources.toml, save `ending` and `url`, which are the inputs'."""
    ending, url = settings.pop("ending", _ENDINGS[kind]), settings.pop("url", _URLS[kind])
    inputs = tuple(_placed(body, number, ending, url) for number, body in enumerate(bodies, start=1))
    return Case(name=name, what=what, kind=kind, inputs=inputs, expect=expect, settings=settings)


def given(body: str | bytes, *, headers: Mapping[str, str] | None = None, **said: Any) -> Given:
    """A response of which something else than its body matters; what is not said is filled in by `case`."""
    raw = body if isinstance(body, bytes) else body.encode()
    return Given(**{"file": "", "at": "", "url": "", "headers": headers if headers is not None else {}, **said}, body=raw)


def _placed(body: Body, number: int, ending: str, url: str) -> Given:
    one = body if isinstance(body, Given) else given(body, headers={"content-type": _TYPES.get(ending, "text/plain")})
    return replace(
        one,
        file=one.file or f"input-{number}.{ending}",
        at=one.at or f"2026-02-{number:02}T12:00:00Z",
        url=one.url or url,
    )


# --- feeds -----------------------------------------------------------------------------------------------------------


def rss(
    *items: str, head: str = "", title: str = "Tidewater notes", before: str = '<?xml version="1.0" encoding="UTF-8"?>'
) -> str:
    """An RSS 2.0 document with the usual namespaces."""
    spaces = " ".join(f'xmlns:{name}="{address}"' for name, address in _SPACES.items())
    channel = f"<title>{title}</title><link>https://blog.example/</link><description>Notes</description>{head}"
    return f'{before}<rss version="2.0" {spaces}><channel>{channel}\n' + "\n".join(items) + "\n</channel></rss>"


_SPACES = {
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "atom": "http://www.w3.org/2005/Atom",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "media": "http://search.yahoo.com/mrss/",
}


def item(
    name: str,
    title: str | None = None,
    *,
    guid: str | None = "=",
    link: str | None = "=",
    day: int | None = 5,
    date: str | None = None,
    text: str = "Some words.",
    more: str = "",
) -> str:
    """An RSS item called `name`; '=' stands for the id or address that follows from the name."""
    parts = [f"<title>{name.capitalize() if title is None else title}</title>"]
    if link is not None:
        parts.append(f"<link>{f'https://blog.example/{name}' if link == '=' else link}</link>")
    if guid is not None:
        parts.append(f'<guid isPermaLink="false">{name if guid == "=" else guid}</guid>')
    when = date if date is not None else None if day is None else f"{day:02} Jan 2026 10:00:00 GMT"
    if when is not None:
        parts.append(f"<pubDate>{when}</pubDate>")
    return f"<item>{''.join(parts)}<description>{text}</description>{more}</item>"


def items(*names: str | int) -> list[str]:
    """RSS items, the first dated last: each a day older than the one above."""
    return [item(str(name), day=20 - place) for place, name in enumerate(names)]


def atom(*entries: str, head: str = "") -> str:
    """An Atom 1.0 document."""
    top = '<id>urn:tidewater</id><title>Tidewater notes</title><link href="https://blog.example/"/>'
    return f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">{top}{head}' + "".join(entries) + "</feed>"


def entry(
    name: str, title: str | None = None, *, updated: str | None = "2026-01-05T10:00:00Z", body: str = "", link: str = "="
) -> str:
    """An Atom entry called `name`."""
    address = f"https://blog.example/{name}" if link == "=" else link
    parts = [f"<id>urn:tidewater:{name}</id>", f"<title>{name.capitalize() if title is None else title}</title>"]
    parts += [f'<link href="{address}"/>', f"<updated>{updated}</updated>" if updated else ""]
    return f"<entry>{''.join(parts)}{body or '<content>Some words.</content>'}</entry>"


# --- pages -----------------------------------------------------------------------------------------------------------


def page(*posts: str, head: str = "", top: str = "", below: str = "", title: str = "Tidewater notes") -> str:
    """An index page of a blog."""
    return (
        f"<!doctype html><html><head><meta charset=utf-8><title>{title}</title>{head}</head><body>"
        "<header><h1><a href='/'>Tidewater</a></h1>"
        "<nav><a href='/about/'>About</a> <a href='/archive/'>Archive</a></nav></header>"
        f"{top}<main>{''.join(posts)}</main>{below}<footer><a href='/imprint/'>Imprint</a></footer></body></html>"
    )


def post(
    name: str, title: str | None = None, *, day: int | None = 5, text: str = "What the tide left there.", more: str = ""
) -> str:
    """A post of an index page."""
    when = "" if day is None else f'<time datetime="2026-01-{day:02}">{day} January 2026</time>'
    return f"<article><h2><a href='/{name}/'>{title or name.capitalize()}</a></h2>{when}<p>{text}</p>{more}</article>"


# --- tweets ----------------------------------------------------------------------------------------------------------


def nitter(*tweets: str, handle: str = "mara", name: str = "Mara Quill", stats: str = "", top: str = "", below: str = "") -> str:
    """A profile page as Nitter shows it."""
    card = (
        f'<div class="profile-card"><a class="profile-card-fullname" href="/{handle}">{name}</a>'
        f'<a class="profile-card-username" href="/{handle}">@{handle}</a>{stats}</div>'
    )
    return (
        f'<!DOCTYPE html><html><head><title>{name} (@{handle})</title></head><body><div class="profile-tab">{card}</div>'
        f'{top}<div class="timeline">{"".join(tweets)}</div>{below}</body></html>'
    )


STATS = ("comment", "retweet", "quote", "heart")


def tweet(
    status: int | str,
    text: str,
    *,
    by: str = "mara",
    name: str = "Mara Quill",
    counts: tuple[str, ...] = ("", "", "", ""),
    head: str = "",
    inside: str = "",
    when: str = "Jan 5, 2026 · 10:00 AM UTC",
) -> str:
    """One post of a Nitter page; `counts` are replies, reposts, quotes and likes as shown."""
    stats = "".join(
        f'<span class="tweet-stat"><div class="icon-container"><span class="icon-{icon}"></span> {count}</div></span>'
        for icon, count in zip(STATS, counts, strict=True)
    )
    return (
        f'<div class="timeline-item"><a class="tweet-link" href="/{by}/status/{status}#m"></a><div class="tweet-body">{head}'
        f'<div class="tweet-header"><a class="fullname" href="/{by}">{name}</a><a class="username" href="/{by}">@{by}</a>'
        f'<span class="tweet-date"><a href="/{by}/status/{status}#m" title="{when}">5 Jan</a></span></div>'
        f'<div class="tweet-content media-body" dir="auto">{text}</div>{inside}<div class="tweet-stats">{stats}</div></div></div>'
    )
