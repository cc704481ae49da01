"""Keeps at hand, over the captures of a run, the items of a source that are listed or were asked for, and where they stand.

What it holds is what the database holds: a row that a decision writes is read again when it is next needed. Places alone
are written late, when the transaction ends, since every new item moves all others down by one. All of it is forgotten
when a transaction is rolled back or another process has written.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain

from ingest.model import Decision, FetchRow, ItemTable, KnownItem
from ingest.sqlite import Connection
from ingest.store import items, listings
from ingest.store.known import Asked, Said, ids_by_address, ids_by_name, present_ids, read_items, read_said
from ingest.store.layout import prints_to_json
from ingest.store.listings import Listing, Moment

FEW_KEYS = 100
"""Beyond twice those asked for, how many keys are remembered with the ids behind them."""

MOST_ITEMS = 20_000
"""Items at hand of all sources together, not counting those of the source at hand."""

Ask = Callable[[Connection, ItemTable, str, Collection[str]], Asked]


class Windows:
    """The windows of one database, that of the source used last at the end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._windows: OrderedDict[str, Window] = OrderedDict()
        self._used: dict[str, int] = {}  # the windows of this transaction, with their sizes before it: there may be thousands
        self._held = 0
        self._version = 0

    def begin(self) -> bool:
        """At the beginning of a transaction: nothing is at hand that another process may have changed since; True if one has."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        moved: bool = version != self._version
        if moved:
            self.clear()
            self._version = version
        return moved

    def of(self, source_id: str, table: ItemTable) -> Window:
        """The window of a source."""
        if source_id not in self._windows:
            self._windows[source_id] = Window(self._connection, source_id, table)
        self._windows.move_to_end(source_id)
        window = self._windows[source_id]
        self._used.setdefault(source_id, window.size)
        return window

    def flush(self) -> None:
        """Write the places, and forget the sources that were not used for long."""
        for name, before in self._used.items():
            window = self._windows[name]
            window.flush()
            self._held += window.size - before
        self._used.clear()
        while self._held > MOST_ITEMS and len(self._windows) > 1:
            self._held -= self._windows.popitem(last=False)[1].size

    def clear(self) -> None:
        """Forget everything."""
        self._windows.clear()
        self._used.clear()
        self._held = 0

    def drop(self, source_id: str) -> None:
        """Forget a source whose rows are removed."""
        window = self._windows.pop(source_id, None)
        if window is not None:
            self._held -= self._used.pop(source_id, window.size)


class Window:
    """What is at hand of one source."""

    def __init__(self, connection: Connection, source_id: str, table: ItemTable) -> None:
        self._connection = connection
        self._source_id = source_id
        self._table: ItemTable = table
        self._items: dict[str, KnownItem] = {}
        self._present: set[str] | None = None
        self._by_name: dict[str, tuple[str, ...]] = {}
        self._by_address: dict[str, tuple[str, ...]] = {}
        self._listings: dict[str, Listing] = {}
        self._relisted: set[str] = set()
        self._said: dict[str, Said] = {}
        self._moved: dict[str, int] = {}
        self._prints: dict[str, Mapping[str, str]] = {}  # of items just written, by their text in the column

    @property
    def size(self) -> int:
        """How many items are at hand."""
        return len(self._items)

    # --- reading

    def listing(self, page: str) -> Listing:
        """The last listing of a page."""
        if page not in self._listings:
            self._listings[page] = listings.read_listing(self._connection, self._source_id, page)
        return self._listings[page]

    def items(self, page: str, names: Collection[str], addresses: Collection[str]) -> dict[str, KnownItem]:
        """Every present item, those last listed on `page`, and any that has or had a native id or an address asked for."""
        if self._present is None:
            self._present = present_ids(self._connection, self._table, self._source_id)
        wanted = self._present.union(self.listing(page).names)
        wanted.update(self._asked(ids_by_name, self._by_name, names))
        wanted.update(self._asked(ids_by_address, self._by_address, addresses))
        unread = wanted - self._items.keys()
        if unread:
            self._items.update(read_items(self._connection, self._table, unread, self._prints))
            self._prints.clear()
        return {name: self._items[name] for name in sorted(wanted) if name in self._items}

    def _asked(self, ask: Ask, known: dict[str, tuple[str, ...]], keys: Collection[str]) -> Iterable[str]:
        """The ids behind these keys: of those asked for at the last captures they are known."""
        if len(known) > 2 * len(keys) + FEW_KEYS:
            for key in known.keys() - set(keys):
                del known[key]
        new = set(keys) - known.keys()
        if new:
            known.update(dict.fromkeys(new, ()))
            known.update({key: tuple(ids) for key, ids in ask(self._connection, self._table, self._source_id, new).items()})
        return chain.from_iterable(map(known.__getitem__, keys))

    def said(self, page: str) -> Said:
        """What is known of the source and a page beside their items; once both are seen they stay so."""
        known = self._said.get(page) or read_said(self._connection, self._source_id, page)
        if known.page_seen and known.source_seen:
            self._said[page] = known
        return known

    def last_listed(self, page: str, decision: Decision) -> dict[str, Moment]:
        """Of the items that a decision does not show any more, the last fetch that showed them on this page or confirmed that
        they stood there (`presence`).
        """
        confirmed = listings.read_confirmed(self._connection, self._source_id, page)
        names, last = self.listing(page)
        gone = {departure.id for departure in decision.departures}.union(listings.carried(decision.listing or (), decision))
        moments = {name: last.get(name) or confirmed for name in (gone.intersection(names) if gone else ())}
        return {name: moment for name, moment in moments.items() if moment is not None}

    # --- writing

    def relist(self, fetch: FetchRow, decision: Decision, listed: Mapping[str, Moment]) -> None:
        """Note the places of a decision whose items are written; the rows of what it moved will be read again."""
        self._place(decision)
        if decision.source_fields is not None:
            self._said.clear()
        if decision.listing is not None:
            self._listings[fetch.page] = listings.listing_of(decision, listed)
            self._relisted.add(fetch.page)
        self._refresh(decision)

    def _place(self, decision: Decision) -> None:
        """Positions differ from those in the database: one that stands there again is not to be written."""
        standing = decision.listing or ()
        gone = (*(write.id for write in decision.writes), *(departure.id for departure in decision.departures))
        for name in (*standing, *gone):
            self._moved.pop(name, None)
        self._moved.update(decision.positions)
        self._moved.update(listings.carried_on(decision))

    def _refresh(self, decision: Decision) -> None:
        self._prints.update({prints_to_json(write.item.prints): write.item.prints for write in decision.writes})
        touched = {write.id for write in decision.writes} | {write.item_id for write in decision.metrics}
        for write in decision.writes:
            known = self._items.get(write.id)
            if known is None and not write.new:
                self._by_name.clear()
                self._by_address.clear()
            else:
                before = () if known is None else (known.native_id, *known.aliases, known.canonical_url)
                self._forget_keys((write.native_id, *write.aliases, write.item.canonical_url, *before))
        states = {write.id: write.state for write in decision.writes}
        states |= {departure.id: departure.change for departure in decision.departures}
        for name, state in states.items():
            if self._present is not None:
                (self._present.add if state == "present" else self._present.discard)(name)
        for name in touched | set(states):
            self._items.pop(name, None)

    def _forget_keys(self, keys: Iterable[str | None]) -> None:
        for key in keys:
            if key is not None:
                self._by_name.pop(key, None)
                self._by_address.pop(key, None)

    def flush(self) -> None:
        """Write the places that moved since the last time."""
        if not (self._moved or self._relisted):
            return
        items.write_positions(self._connection, self._table, self._moved.items())
        for name in self._moved:
            self._items.pop(name, None)
        self._moved.clear()
        for page in sorted(self._relisted):
            listings.write_listing(self._connection, self._source_id, page, self._listings[page])
        self._relisted.clear()
