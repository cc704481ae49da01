"""Reads a database in the words of the observer, so that both can be compared."""

from __future__ import annotations

import json
from datetime import datetime

from ingest.model import TABLE_OF_KIND
from tests.properties.observer import Event, Kept
from tests.properties.play import Desk
from tests.properties.render import FORMS, status_id

Item = tuple[str, str, list[frozenset[str]], set[str], list[tuple[str, str | None]]]
"""Name, state, the fields that each version moved, former names, stretches of presence."""

_NAMES = {status_id(name): name for number in range(60) for name in (f"p{number}", f"p{number}x")}


class Told:
    """What the database says of the one source in it, which is written in one form."""

    def __init__(self, place: Desk, form: str) -> None:
        self._rows = place.rows
        self._table = TABLE_OF_KIND[FORMS[form][0]]
        self._history = f"{self._table.removesuffix('s')}_history"
        first = self._rows(f"SELECT item_id, native_id FROM {self._history} WHERE version = 1")
        self._first_names = {item: _name(native) for item, native in first}

    def looks(self) -> list[tuple[object, set[Event]]]:
        """Outcome and events of each fetch, in the order of time."""
        fetches = self._rows("SELECT id, outcome FROM fetches ORDER BY observed_at")
        found: dict[object, set[Event]] = {fetch: set() for fetch, _ in fetches}
        for fetch, item, change, changed, silent in self._rows("SELECT fetch_id, item_id, change, changed, silent FROM changes"):
            found[fetch].add(
                (self._first_names[item], str(change), _fields(changed), silent if isinstance(silent, int) else None)
            )
        return [(outcome, found[fetch]) for fetch, outcome in fetches]

    def items(self) -> dict[str, Item]:
        """Every item by its first name."""
        return {
            self._first_names[item]: (_name(native), str(state), self._versions(item), self._former(item), self._presence(item))
            for item, native, state in self._rows(f"SELECT id, native_id, state FROM {self._table}")
        }

    def _versions(self, item: object) -> list[frozenset[str]]:
        rows = self._rows(f"SELECT changed FROM {self._history} WHERE item_id = '{item}' ORDER BY version")
        return [_fields(changed) for (changed,) in rows]

    def _former(self, item: object) -> set[str]:
        return {_name(alias) for (alias,) in self._rows(f"SELECT native_id FROM aliases WHERE item_id = '{item}'")}

    def _presence(self, item: object) -> list[tuple[str, str | None]]:
        rows = self._rows(f"SELECT from_at, to_at FROM presence WHERE item_id = '{item}' ORDER BY from_at")
        return [(str(start), None if end is None else str(end)) for start, end in rows]


def as_told(item: Kept) -> Item:
    """An item of the observer as `Told.items` gives it."""
    presence = [(_stamp(start), None if end is None else _stamp(end)) for start, end in item.presence]
    return item.entry.name, item.state, item.versions, item.former, presence


def _stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.000Z}"


def _name(native_id: object) -> str:
    """The name that a guid, an address or a status id was made of."""
    text = str(native_id)
    return _NAMES.get(text, text.rpartition("/")[2])


def _fields(changed: object) -> frozenset[str]:
    return frozenset(json.loads(str(changed))) if changed else frozenset()
