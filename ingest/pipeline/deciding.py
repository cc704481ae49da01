"""Looks up what was known of a capture's items and has them decided on; remembers by page what stands, to look it up no more."""

from __future__ import annotations

from ingest.history import decide_on, lookup_keys
from ingest.history.unmoved import Standing, Still, holds, moved, what_stands
from ingest.model import TABLE_OF_KIND, Capture, Decision, Items, Known, Source
from ingest.store.store import Store


class Deciding:
    """The decisions about one source, in the order of history."""

    def __init__(self, store: Store, source: Source) -> None:
        self._store = store
        self._source = source
        self._standing: dict[str, Standing] = {}

    def decide(self, capture: Capture) -> Decision:
        """What a capture means."""
        known, still = self._known(capture)
        decision, self._standing[capture.page] = decide_on(capture, known, still)
        return decision

    def _known(self, capture: Capture) -> tuple[Known, Still]:
        """What was known, looked up for the items that moved where that is enough; and what stands of the others."""
        still = what_stands(capture.items, self._standing.get(capture.page, {}))
        known = self._looked_up(capture.page, moved(capture.items, still))
        if holds(still, known):
            return known, still
        return self._looked_up(capture.page, capture.items), ()

    def _looked_up(self, page: str, items: Items) -> Known:
        canonicals = {item.canonical_url for item in items.items if item.canonical_url is not None}
        table = TABLE_OF_KIND[self._source.kind]
        return self._store.known_for(self._source.id, table, page, keys=lookup_keys(items), canonicals=canonicals)
