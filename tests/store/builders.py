"""Fetches, items and decisions made by hand, and a plain decider for histories of many captures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from ingest.model import (
    Content,
    Decision,
    Departure,
    FetchRow,
    Item,
    ItemTable,
    ItemWrite,
    JSONValue,
    Outcome,
    PageState,
    Source,
    SourceKind,
)
from ingest.store import Store

START = datetime(2026, 10, 6, 6, 21, 9, 578000, tzinfo=UTC)

BLANK: Mapping[ItemTable, Mapping[str, JSONValue]] = {
    "posts": {"title": None, "author": None, "published": None, "summary": None, "tags": ()},
    "feed_items": {"guid": None, "title": None, "authors": (), "categories": (), "summary": None, "enclosures": ()},
    "tweets": {"status_id": None, "author_handle": "ada", "text": "", "kind": "post", "links": (), "media": ()},
}


def stamp(minutes: float = 0) -> str:
    """The time `minutes` after the first capture, as fetches carry it."""
    return (START + timedelta(minutes=minutes)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def source(name: str = "feed", kind: SourceKind = "feed", **settings: Any) -> Source:
    return Source(id=name, kind=kind, url=f"https://{name}.example/", **settings)


def content(text: str) -> Content:
    return Content(hash=sha256(text.encode()).hexdigest(), content_html=f"<p>{text}</p>", content_text=text)


def item(table: ItemTable = "feed_items", native_id: str = "a", body: str = "some words", **own: Any) -> Item:
    """An item with a body; `own` are the columns of its table."""
    values = {**BLANK[table], **({"text": body} if table == "tweets" else {}), **own}
    address = f"https://feed.example/{native_id}"
    return Item(
        table=table, native_id=native_id, keys=(native_id,), url=address, canonical_url=address.removeprefix("https:"),
        values=values, prints={"title": str(values.get("title")), "content": body}, content=content(body),
        label=str(values.get("title") or body),
    )  # fmt: skip


def write(one: Item, **fields: Any) -> ItemWrite:
    """A new item, unless `fields` say otherwise."""
    plain = {"state": "present", "position": 1, "page": "1", "new": True, "change": "added", "version": 1, "opens_presence": True}
    return ItemWrite(**{"id": f"id-{one.native_id}", "item": one, "native_id": one.native_id} | plain | fields)


def edit(one: Item, version: int | None, *changed: str, **fields: Any) -> ItemWrite:
    """A new version of an item that is listed."""
    plain = {"new": False, "change": "edited", "version": version, "changed": changed, "opens_presence": False}
    return write(one, **plain | fields)


@dataclass(kw_only=True)
class Log:
    """A source's captures, one after another, with the times that follow from their order."""

    store: Store
    source: Source = field(default_factory=source)
    minutes: int = 0

    def begin(self) -> Log:
        with self.store.transaction():
            self.store.ensure_source(self.source, "v1")
        return self

    def fetch(self, outcome: Outcome = "changed", **columns: Any) -> FetchRow:
        """Write an attempt without a decision, ten minutes after the one before."""
        at = columns.pop("observed_at", stamp(self.minutes))
        self.minutes += 10
        with self.store.transaction():
            row = FetchRow(
                id=self.store.next_fetch_id(self.source.id, at), source_id=self.source.id, observed_at=at, outcome=outcome,
                provenance="import", error_kind="timeout" if outcome in {"failed", "held"} else None, **columns,
            )  # fmt: skip
            self.store.write_fetch(row, (at, "", "", 200, ""))
        return row

    def apply(self, *writes: ItemWrite, **rest: Any) -> FetchRow:
        """Write an attempt and what it means; the listing is that of the writes unless `listing` says otherwise."""
        columns = rest.pop("columns", {})
        whole = {"listing": tuple(dict.fromkeys(one.id for one in writes)), "items_seen": len(writes)}
        return self.decide(Decision(writes=writes, outcome="changed", **whole | rest), **columns)

    def decide(self, decision: Decision, **columns: Any) -> FetchRow:
        """Write an attempt and this decision."""
        with self.store.transaction():
            row = self.fetch("changed", applied=True, items_seen=decision.items_seen, **columns)
            self.store.write_decision(row, self.source, decision)
            page = PageState(source_id=self.source.id, page=row.page, applied_fetch_id=row.id, items=len(decision.listing or ()))
            self.store.write_page(page)
        return row

    def rows(self, query: str, *parameters: Any) -> list[Any]:
        return self.store.connection.execute(query, parameters).fetchall()

    def one(self, query: str, *parameters: Any) -> Any:
        (row,) = self.rows(query, *parameters)
        return row


# --- histories of many captures --------------------------------------------------------------------------------------

Listing = Mapping[str, str]
"""What one capture lists: native id to body, in order."""


def decide(before: Mapping[str, tuple[str, int]], listed: Sequence[str], now: Listing, table: ItemTable) -> Decision:
    """A decider with no rules but the plainest: what is new, differs, is gone or is back. `before`: body and versions by id."""
    writes: list[ItemWrite] = []
    for position, (name, body) in enumerate(now.items(), start=1):
        one = item(table, name, body) if table == "tweets" else item(table, name, body, title=body[:5])
        place = {"position": position}
        if name not in before:
            writes.append(write(one, **place))
            continue
        known_body, versions = before[name]
        if name not in listed:
            writes.append(write(one, **place, new=False, version=None, change="returned"))
        if known_body != body:
            writes.append(edit(one, versions + 1, "content", **place))
    gone = [
        Departure(id=f"id-{name}", table=table, change="left_window", label=before[name][0]) for name in listed if name not in now
    ]
    moved = tuple((f"id-{name}", place) for place, name in enumerate(now, start=1) if name in before)
    listing = tuple(f"id-{name}" for name in now)
    return Decision(writes=tuple(writes), departures=tuple(gone), positions=moved, listing=listing, items_seen=len(now))


def replay(log: Log, captures: Sequence[Listing], table: ItemTable = "feed_items", *, prefix: str = "") -> None:
    """Write a whole history, each capture against the one before; `prefix` keeps the ids of two sources apart."""
    before: dict[str, tuple[str, int]] = {}
    listed: list[str] = []
    for capture in captures:
        now = {prefix + name: body for name, body in capture.items()}
        decision = decide(before, listed, now, table)
        log.decide(decision)
        for name, body in now.items():
            known = before.get(name)
            before[name] = (body, 1 if known is None else known[1] + (known[0] != body))
        listed = list(now)
