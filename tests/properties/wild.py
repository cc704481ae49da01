"""Attempts as nobody would wish for them: ids that repeat, go and come back, documents in any shape, at any time, of any page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from email.utils import format_datetime

from hypothesis import strategies as st

from ingest.model import Attempt, Headers, Source, SourceKind
from tests.properties.render import CHALLENGE
from tests.properties.world import FIRST_LOOK

HOME = "https://blog.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrap:
    """What one item of a wild document says; None where it does not say it."""

    id: str | None
    link: str | None
    title: str | None
    text: str
    date: str | None
    likes: str


_SCRAPS = st.builds(
    Scrap,
    id=st.sampled_from(("1", "2", "3", "A", "a", f"{HOME}/a", "http://www.blog.example/a/?utm_source=x", None)),
    link=st.sampled_from(("/a", "/b", "/b#c", f"{HOME}/a?utm_medium=y", "https://other.example/a", None)),
    title=st.sampled_from(("One", "Two", "Caf\u00e9", None)),
    text=st.sampled_from(("Fog again.", "Fog  again.", "Fog on the quay, again and again.", "Fog on the quay…", "")),
    date=st.sampled_from(("2026-01-05T10:00:00Z", "2026-01-06T10:00:00Z", "2026-01-07", "2030-01-01T00:00:00Z", None)),
    likes=st.sampled_from(("", "4", "1,234", "1.2K")),
)


def rss(scraps: list[Scrap], build: int) -> str:
    items = "".join(
        f"<item>{_tag('guid', s.id)}{_tag('link', s.link)}{_tag('title', s.title)}{_tag('dc:date', s.date)}"
        f"<description>{s.text}</description></item>"
        for s in scraps
    )
    head = f"<title>Quay</title><link>{HOME}/</link><description>{build}</description>"
    return f"<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>{head}{items}</channel></rss>"


def atom(scraps: list[Scrap], build: int) -> str:
    items = "".join(
        f"<entry>{_tag('id', s.id)}{_tag('title', s.title)}{_tag('updated', s.date)}<summary>{s.text}</summary>"
        + (f"<link href='{s.link}'/>" if s.link else "") + "</entry>"
        for s in scraps
    )  # fmt: skip
    return f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Quay {build}</title>{items}</feed>"


def json_feed(scraps: list[Scrap], build: int) -> str:
    names = {"id": "id", "link": "url", "title": "title", "text": "content_text", "date": "date_published"}
    items = [{names[k]: getattr(s, k) for k in names if getattr(s, k) is not None} for s in scraps]
    return json.dumps(
        {"version": "https://jsonfeed.org/version/1.1", "title": f"Quay {build}", "items": items}, ensure_ascii=False
    )


def index_page(scraps: list[Scrap], build: int) -> str:
    items = "".join(
        f"<article><h2><a href='{s.link}'>{s.title}</a></h2>" + (f"<time datetime='{s.date}'>{s.date}</time>" if s.date else "")
        + f"<p>{s.text}</p></article>"
        for s in scraps if s.link and s.title
    )  # fmt: skip
    return f"<!doctype html><html><head><title>Quay</title><meta name=x content={build}></head><body>{items}</body></html>"


def excerpts(scraps: list[Scrap], build: int) -> str:
    return "\n\n".join(["Quay notes", *(f"{s.text} {s.title or ''}".strip() for s in scraps if s.text), f"Build {build}."])


def tweets(scraps: list[Scrap], build: int) -> str:
    data = [
        {"id": f"19000000000000000{_number(s.id)}", "author_id": "7", "text": s.text or "Fog.",
         "public_metrics": {"like_count": _number(s.likes)}}
        for s in scraps if s.id
    ]  # fmt: skip
    person = {"id": "7", "username": "ada", "name": f"Ada {build}"}
    return json.dumps({"data": data, "includes": {"users": [person]}})


def saved_tweets(scraps: list[Scrap], build: int) -> str:
    said = "\n".join(f"Ada @ada\n{s.text or 'Fog.'}\n0 replies 1 repost {s.likes or 0} likes View on X" for s in scraps)
    return f"Twitxy\n\nAda {build}\n\n@ada\n\n3 Following 4{build} Followers 12 Posts\n\nLatest posts {len(scraps)}\n\n{said}\n"


def _tag(name: str, value: str | None) -> str:
    return "" if value is None else f"<{name}>{value.replace('&', '&amp;')}</{name}>"


def _number(text: str | None) -> int:
    return sum(map(ord, text or "")) % 100 + 100


Write = Callable[[list[Scrap], int], str]
FORMS: dict[SourceKind, tuple[tuple[Write, str], ...]] = {
    "feed": ((rss, "application/rss+xml"), (atom, "application/atom+xml"), (json_feed, "application/feed+json")),
    "blog": ((index_page, "text/html"), (excerpts, "text/plain")),
    "tweets": ((tweets, "application/json"), (saved_tweets, "text/plain")),
}

SOURCES = st.builds(
    Source,
    id=st.just("s"),
    kind=st.sampled_from(("feed", "feed", "blog", "tweets")),
    url=st.just(f"{HOME}/feed"),
    listing=st.sampled_from(("window", "window", "full")),
    min_items=st.sampled_from((None, None, 2)),
)


@st.composite
def attempts(draw: st.DrawFn, kind: SourceKind) -> Attempt:
    """One attempt at a source of this kind."""
    at = FIRST_LOOK + timedelta(hours=draw(st.integers(0, 5)) * 13)
    status = draw(st.sampled_from((200,) * 8 + (206, 226, 304, 503)))
    write, media_type = draw(st.sampled_from(FORMS[kind]))
    text = write(draw(st.lists(_SCRAPS, max_size=draw(st.sampled_from((3, 3, 10))))), draw(st.integers(0, 1)))
    charset = draw(st.sampled_from(("utf-8", "latin-1")))
    body = CHALLENGE.encode() if draw(st.integers(0, 9)) == 9 else text.encode(charset, "xmlcharrefreplace")
    body = body[: len(body) * 2 // 3] if draw(st.integers(0, 9)) == 9 else body
    url = draw(st.sampled_from((f"{HOME}/feed",) * 4 + (f"{HOME}/feed?page=2", "https://new.example/x/feed")))
    age = draw(st.sampled_from((None, None, None, "0", "90000")))
    return Attempt(
        source_id="s",
        observed_at=at,
        provenance="import",
        requested_url=url,
        status=status,
        headers=Headers(
            content_type=f"{media_type}; charset={charset}",
            age=age,
            date=None if age is None else format_datetime(at, usegmt=True),
        ),
        body=None if status in (304, 503) else body,
        complete=draw(st.integers(0, 19)) < 19,
    )


@st.composite
def lives(draw: st.DrawFn) -> tuple[Source, list[Attempt]]:
    """A source, and all attempts at it."""
    source = draw(SOURCES)
    return source, draw(st.lists(attempts(source.kind), min_size=2, max_size=9))


@st.composite
def steady_lives(draw: st.DrawFn) -> tuple[Source, list[Attempt]]:
    """A feed or a blog, and attempts an hour apart in which most items stay as they were, though of any kind."""
    source = draw(SOURCES.filter(lambda source: source.kind != "tweets"))
    write, media_type = draw(st.sampled_from(FORMS[source.kind][:1]))
    scraps = [replace(one, id=f"{number}") for number, one in enumerate(draw(st.lists(_SCRAPS, min_size=3, max_size=8)), 2)]
    found = []
    for hours, build in enumerate(draw(st.lists(st.integers(0, 1), min_size=5, max_size=9))):
        for act in draw(st.lists(st.sampled_from(("new", "gone", "edited", "moved")), max_size=2)):
            at = draw(st.integers(0, len(scraps)))
            taken = [] if act == "new" else scraps[at : at + 1]
            given = [] if act in ("moved", "gone") else [draw(_SCRAPS)]
            scraps = [*scraps[:at], *given, *scraps[at + len(taken) :]]
            scraps = [*(taken if act == "moved" else ()), *scraps]
        page = draw(st.sampled_from((f"{HOME}/feed",) * 6 + (f"{HOME}/feed?page=2",)))
        shown = scraps[: len(scraps) // 2] if page != f"{HOME}/feed" else scraps
        found.append(
            Attempt(
                source_id="s", observed_at=FIRST_LOOK + timedelta(hours=hours), provenance="import", requested_url=page,
                status=draw(st.sampled_from((200,) * 6 + (206,))), headers=Headers(content_type=media_type),
                body=write(shown, build).encode(),
            )
        )  # fmt: skip
    return source, found
