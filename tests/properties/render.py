"""Writes what a made-up site lists as the documents that real sites send; decides nothing about what it means."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import timedelta
from email.utils import format_datetime

from ingest.model import Attempt, Headers, SourceKind
from tests.properties.world import FIRST_DAY, Entry, Shot

Render = Callable[[tuple[Entry, ...], int], str]

CHALLENGE = "<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"


def rss(entries: Iterable[Entry], build: int) -> str:
    items = "\n".join(
        f"<item><title>{e.title}</title><link>https://blog.example/{e.link}</link><guid isPermaLink='false'>{e.name}</guid>"
        + ("" if e.published is None else f"<pubDate>{format_datetime(e.published, usegmt=True)}</pubDate>")
        + f"<description>{e.text}</description></item>"
        for e in entries
    )
    head = f"<title>Quay notes</title><link>https://blog.example/</link><description>d</description><ttl>{60 + build}</ttl>"
    return f"<?xml version='1.0'?>\n<rss version='2.0'><channel>{head}\n{items}\n</channel></rss>"


def atom(entries: Iterable[Entry], build: int) -> str:
    items = "\n".join(
        f"<entry><title>{e.title}</title><link href='https://blog.example/{e.link}'/><id>{e.name}</id>"
        + ("" if e.published is None else f"<published>{e.published:%Y-%m-%dT%H:%M:%SZ}</published>")
        + ("" if e.revised is None else f"<updated>{e.revised:%Y-%m-%dT%H:%M:%SZ}</updated>")
        + f"<summary>{e.text}</summary></entry>"
        for e in entries
    )
    head = f"<title>Quay notes</title><id>quay</id><updated>2026-02-0{build + 1}T00:00:00Z</updated>"
    return f"<?xml version='1.0'?>\n<feed xmlns='http://www.w3.org/2005/Atom'>{head}\n{items}\n</feed>"


def index_page(entries: Iterable[Entry], build: int) -> str:
    items = "\n".join(
        f"<article><h2><a href='/{e.name}/'>{e.title}</a></h2>"
        + ("" if e.published is None else f"<time datetime='{e.published:%Y-%m-%dT%H:%M:%SZ}'>{e.published:%d %B %Y}</time>")
        + f"<p>{e.text}</p></article>"
        for e in entries
    )
    head = f"<title>Quay notes</title><link rel='stylesheet' href='/s.css?v={build}'>"
    return f"<!doctype html>\n<html lang='en'><head>{head}</head><body><main>\n{items}\n</main></body></html>"


def tweets(entries: Iterable[Entry], build: int) -> str:
    """An answer of the X API v2; a status id of its own for each name."""
    data = [
        {"id": status_id(e.name), "author_id": "7", "text": f"{e.title}: {e.text}",
         "public_metrics": {"like_count": e.likes}}
        for e in entries
    ]  # fmt: skip
    people = [{"id": "7", "username": "ada", "name": "Ada"}]
    return json.dumps({"data": data, "includes": {"users": people}, "meta": {"build": build}})


def status_id(name: str) -> str:
    """A status id for each name: as those of X, it tells the day of the post."""
    day = FIRST_DAY + timedelta(days=int(name[1:].rstrip("x")))
    milliseconds = int(day.timestamp() * 1000) - 1_288_834_974_657
    return str((milliseconds << 22) + name.endswith("x"))


FORMS: dict[str, tuple[SourceKind, str, Render]] = {
    "rss": ("feed", "application/rss+xml", rss),
    "atom": ("feed", "application/atom+xml", atom),
    "index": ("blog", "text/html; charset=utf-8", index_page),
    "tweets": ("tweets", "application/json", tweets),
}
"""Kind of source, content type and writer of each form."""


def attempt_of(shot: Shot, form: str) -> Attempt:
    """What a look gave, as the fetcher or an importer would hand it on."""
    _, content_type, _ = FORMS[form]
    return Attempt(
        source_id="s",
        observed_at=shot.at,
        provenance="import",
        requested_url="https://blog.example/feed",
        status={"not_modified": 304, "failed": 503, "part": 226}.get(shot.answer, 200),
        headers=Headers(content_type=content_type, **_stamps(shot)),
        body=_body(shot, form),
    )


def _body(shot: Shot, form: str) -> bytes | None:
    if shot.answer in {"not_modified", "failed"}:
        return None
    if shot.answer == "challenge":
        return CHALLENGE.encode()
    if shot.answer == "cut":
        lines = FORMS[form][2](shot.entries, shot.build).split("\n")
        return "".join(f"{line}\n" for line in lines[: 2 + len(seen_of(shot))]).encode()
    return FORMS[form][2](seen_of(shot), shot.build).encode()


def seen_of(shot: Shot) -> tuple[Entry, ...]:
    """The entries that the answer shows: all of them, or the first half where it is a part or cut off."""
    if shot.answer == "whole":
        return shot.entries
    return shot.entries[: (len(shot.entries) + 1) // 2] if shot.answer in {"cut", "part"} else ()


def _stamps(shot: Shot) -> dict[str, str]:
    if shot.age is None:
        return {}
    return {"date": format_datetime(shot.at, usegmt=True), "age": str(int(timedelta(hours=shot.age).total_seconds()))}
