"""Lists of fetches that changed something, each with its sentences: for the home page, lists of changes and sources."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from web.marks import snippet_html
from web.visit import Row, Visit
from web.words import (
    OF_KIND,
    Sentence,
    baseline_sentence,
    counts_sentence,
    item_counters,
    profile_sentence,
    told,
)

EACH = 12  # changes looked at per fetch; the rest is counted
END_OF_TIME = "9999"
MOST_SNIPPETS = 100
SNIPPET_MS = 500
SNIPPET_CHARACTERS = 20_000


_STATEMENTS = {
    "": ("changed_fetches", "changed_fetches_of_source"),
    "silent": ("changed_fetches_with_silent", "changed_fetches_with_silent_of_source"),
}
_OF_KIND = ("changed_fetches_with", "changed_fetches_with_of_source")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One fetch as a list shows it."""

    fetch: Row
    source: Row
    href: str
    sentences: Sequence[Sentence]
    more: int
    counters: Sequence[tuple[str, str]]
    stamp: str
    basis: str

    def data(self, visit: Visit) -> Mapping[str, object]:
        """The entry as JSON."""
        mask = visit.settings.mask_emails
        return {
            "fetch_id": self.fetch["id"],
            "source_id": self.fetch["source_id"],
            "observed_at": self.fetch["observed_at"],
            "origin_date": self.fetch["origin_date"],
            "url": visit.absolute(f"/change/{self.fetch['id']}"),
            "sentences": [{"kind": one.kind, "silent": one.silent, "text": one.text(mask=mask)} for one in self.sentences],
            **{name: self.fetch[name] for name in self.fetch if name.startswith(("items_", "lines_"))},
        }


async def changed_fetches(
    visit: Visit, *, most: int, source_id: str = "", change: str = "", day: str = "", before: str = ""
) -> list[Row]:
    """Fetches with outcome `changed`, newest first; `before` is the id of the last one seen, `change` may be `silent`."""
    since, until = (f"{day}T", f"{day}U") if day else ("", END_OF_TIME)  # U follows T: all moments of that day
    before_at = END_OF_TIME
    if before:
        row = await visit.row("fetch_moment", fetch_id=before)
        before_at = row["observed_at"] if row else END_OF_TIME
    values = {"since": since, "until": until, "before_at": before_at, "before_id": before, "most": most, "source_id": source_id}
    of_all, of_source = _STATEMENTS.get(change, _OF_KIND)
    of_kind = {} if change in _STATEMENTS else {"change": change}
    return await visit.rows(of_source if source_id else of_all, **values, **of_kind)


async def entries(visit: Visit, fetches: Sequence[Row], sources: Mapping[str, Row], *, snippets: bool = True) -> list[Entry]:
    """Entries of fetches, in their order. `sources` holds at least those that the fetches are of.

    With `snippets`, an edit shows the place where its text begins to differ.
    """
    ids = json.dumps([fetch["id"] for fetch in fetches])
    events: dict[str, list[Row]] = defaultdict(list)
    for row in await visit.rows("events_of_fetches", fetch_ids=ids, each=EACH):
        events[row["fetch_id"]].append(row)
    titles: dict[str, dict[str, str]] = defaultdict(dict)
    for row in await visit.rows("former_titles", fetch_ids=ids):
        titles[row["fetch_id"]][row["item_id"]] = row["old"] or ""
    extra = await _extra_sentences(visit, ids, fetches, sources)
    details = await _snippets(visit, ids) if snippets else {}
    found = []
    for fetch in fetches:
        source, of_fetch = sources[fetch["source_id"]], events[fetch["id"]]
        href = visit.link(f"/change/{fetch['id']}")
        hrefs = {row["item_id"]: f"{href}#i-{row['item_id']}" for row in of_fetch}
        what = told(fetch, of_fetch, OF_KIND[source["kind"]], titles[fetch["id"]], hrefs, details.get(fetch["id"], {}))
        found.append(
            Entry(
                fetch=fetch,
                source=source,
                href=href,
                sentences=[*what.sentences, *extra[fetch["id"]]],
                more=what.more,
                counters=item_counters(fetch),
                stamp=fetch["origin_date"] or fetch["observed_at"],
                basis="origin" if fetch["origin_date"] else "observed",
            )
        )
    return found


async def _extra_sentences(
    visit: Visit, ids: str, fetches: Sequence[Row], sources: Mapping[str, Row]
) -> Mapping[str, list[Sentence]]:
    """What moved besides items: a profile, counts; and first captures."""
    extra: dict[str, list[Sentence]] = defaultdict(list)
    tables = {fetch["id"]: OF_KIND[sources[fetch["source_id"]]["kind"]] for fetch in fetches}
    for row in await visit.rows("baselines_of_fetches", fetch_ids=ids):
        extra[row["fetch_id"]].append(baseline_sentence(row["count"], tables[row["fetch_id"]]))
    if any(table == "tweets" for table in tables.values()):
        for row in await visit.rows("profiles_of_fetches", fetch_ids=ids):
            if one := profile_sentence(row):
                extra[row["fetch_id"]].append(one)
        for row in await visit.rows("counts_moved_in_fetches", fetch_ids=ids):
            if one := counts_sentence(row["count"]):
                extra[row["fetch_id"]].append(one)
    return extra


async def _snippets(visit: Visit, ids: str) -> Mapping[str, Mapping[str, Markup]]:
    """Of each fetch and edited item the first words that changed."""
    rows = await visit.rows_or_none(
        "edits_of_fetches", SNIPPET_MS, fetch_ids=ids, most=MOST_SNIPPETS, characters=SNIPPET_CHARACTERS
    )
    found: dict[str, dict[str, Markup]] = defaultdict(dict)
    for row in rows or ():
        if row["item_id"] not in found[row["fetch_id"]]:
            found[row["fetch_id"]][row["item_id"]] = snippet_html(row["old"], row["new"], mask=visit.settings.mask_emails)
    return found
