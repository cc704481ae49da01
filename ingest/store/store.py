"""The one object through which the pipeline reads and writes data.db. It delegates; the files beside it do the work."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from ingest.errors import StoreError
from ingest.model import TABLE_OF_KIND, Decision, FetchRow, Issue, ItemTable, Known, PageState, Source
from ingest.sqlite import Connection, Error, transaction
from ingest.store import accounts, events, fetches, items, overview, past, rollups, sources
from ingest.store.fetches import OrderKey
from ingest.store.known import read_profiles
from ingest.store.open import DatasetKind, complaint, create_database, errors_of, open_database
from ingest.store.overview import SourceState, Standing
from ingest.store.past import Streak
from ingest.store.search import SearchQueue
from ingest.store.window import Windows


def open_store(path: Path, *, create: bool = False, kind: DatasetKind = "own", read_only: bool = False) -> Store:
    """Open data.db at `path`; with `create`, make it (as `kind`) where there is none.

    Raises:
        StoreError: missing, not a Strandline database, or of another version.
    """
    connection = create_database(path, kind) if create else open_database(path, read_only=read_only)
    return Store(path, connection)


class Store:
    """An open data.db; `kind` says whose data it is. Use as a context manager, or `close()` it.

    Whatever writes needs a `transaction()` around it. Errors of SQLite come out as StoreError.
    """

    def __init__(self, path: Path, connection: Connection) -> None:
        self.path = path
        self.connection = connection
        self.kind: DatasetKind = connection.execute("SELECT kind FROM dataset").fetchone()[0]
        self._queue = SearchQueue(connection)
        self._windows = Windows(connection)
        self._cursors: dict[str, OrderKey] = {}  # of the sources written to by this process, as long as no other one writes
        self._newest = ""  # of the fetches written in this transaction, the time
        self._dropped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
        if isinstance(error, Error):
            raise complaint(self.path, error) from error

    def close(self) -> None:
        """Close the file; what no transaction holds is lost."""
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One writing transaction around any number of captures; search and the dataset's date follow at its end.

        Inside another it joins that one. If the block raises, nothing of it remains.
        """
        if self.connection.in_transaction:
            with errors_of(self.path):
                yield
            return
        try:
            with errors_of(self.path), transaction(self.connection):
                self._forget_if_others_wrote()
                yield
                self._windows.flush()
                self._queue.flush()
                self._date_dataset()
        except BaseException:
            self._windows.clear()
            self._cursors.clear()
            raise
        finally:
            self._queue.clear()
            self._newest, self._dropped = "", False

    def _forget_if_others_wrote(self) -> None:
        if self._windows.begin():
            self._cursors.clear()

    def _date_dataset(self) -> None:
        if self._dropped:
            rollups.date_dataset_anew(self.connection)
        elif self._newest:
            rollups.date_dataset(self.connection, self._newest)

    def _writer(self) -> Connection:
        if not self.connection.in_transaction:
            raise StoreError(f"{self.path}: written to outside a transaction")
        return self.connection

    # --- sources

    def ensure_source(self, source: Source, derivation: str) -> None:
        """Insert the source, or bring its settings and `derivation` up to date."""
        sources.ensure_source(self._writer(), source, derivation)

    def derivation_of(self, source_id: str) -> str | None:
        """What the rows of the source were derived with; None for a source not known."""
        return sources.derivation_of(self.connection, source_id)

    def drop_source_rows(self, source_id: str) -> None:
        """Remove the source and all that was derived from it, so that it can be written anew in the same transaction."""
        connection = self._writer()
        self._queue.flush()
        self._windows.drop(source_id)
        self._cursors.pop(source_id, None)
        self._dropped = True
        sources.drop_source_rows(connection, source_id)

    def last_order_key(self, source_id: str) -> OrderKey | None:
        """How far the projection of the source has come: the `order_key` of the last `write_fetch`; None: nothing yet."""
        known = self._cursors.get(source_id) if self.connection.in_transaction else None
        return known or sources.last_order_key(self.connection, source_id)

    def count_fetches(self, source_id: str) -> int:
        """How many attempts at the source are written."""
        return overview.count_fetches(self.connection, source_id)

    def standings(self) -> dict[str, Standing]:
        """How far the rows of every source have come."""
        return overview.standings(self.connection)

    def sources_in_trouble(self) -> list[str]:
        """Those whose last attempt failed or was held, in order of id."""
        return overview.in_trouble(self.connection)

    def source_states(self) -> list[SourceState]:
        """How every source is doing, in order of id."""
        return overview.source_states(self.connection)

    # --- fetches and pages

    def next_fetch_id(self, source_id: str, observed_at: str) -> str:
        """`<source>-<20261006T062109578Z>`, with -2, -3 for more at that instant. `observed_at`: ISO text with milliseconds."""
        known = self._cursors.get(source_id) if self.connection.in_transaction else None
        if known is not None and known[0] < observed_at:
            return fetches.fetch_id(source_id, observed_at, 0)
        return fetches.next_fetch_id(self.connection, source_id, observed_at)

    def fetch(self, fetch_id: str) -> FetchRow | None:
        """One attempt by its id; None where there is none."""
        return fetches.fetch(self.connection, fetch_id)

    def fetches_at(self, source_id: str, observed_at: str) -> list[FetchRow]:
        """The attempts at the source at one instant, given as ISO text with milliseconds."""
        return fetches.fetches_at(self.connection, source_id, observed_at)

    def streaks(self, source_id: str, limit: int) -> list[Streak]:
        """The newest attempts at a source as plans depend on them, oldest first; the last applied one however old it is."""
        return past.streaks(self.connection, source_id, limit)

    def last_ttl(self, source_id: str) -> int | None:
        """For how many minutes the feed asked to be left alone when it was read last."""
        return past.last_ttl(self.connection, source_id)

    def has_issue(self, source_id: str, code: str, requested_url: str, since: str) -> bool:
        """Whether an attempt at this address since then (ISO text) has an issue of this code."""
        return past.has_issue(self.connection, source_id, code, requested_url, since)

    def last_fetch(self, source_id: str) -> FetchRow | None:
        """The attempt at the source that was written last."""
        return fetches.last_fetch(self.connection, source_id)

    def write_fetch(self, fetch: FetchRow, order_key: OrderKey) -> None:
        """Write one attempt and the rollups of its source. Comes before `write_decision` and `write_issues` for it."""
        fetches.write_fetch(self._writer(), fetch, order_key)
        self._cursors[fetch.source_id] = order_key
        self._newest = max(self._newest, fetch.observed_at)

    def page_state(self, source_id: str, page: str) -> PageState | None:
        """What the next capture of this page is compared with; None: nothing applied or held yet."""
        return fetches.page_state(self.connection, source_id, page)

    def write_page(self, state: PageState) -> None:
        """Replace the state of a page; `listed_*` are the store's own and left as they are."""
        fetches.write_page(self._writer(), state)

    # --- items

    def known_for(
        self, source_id: str, table: ItemTable, page: str, *, keys: Collection[str] = (), canonicals: Collection[str] = ()
    ) -> Known:
        """Every present item of the source, and any other whose native id (present or former) is in `keys` or whose
        canonical URL is in `canonicals`; with the last listing of `page`, the source's own fields and its accounts.
        """
        if not self.connection.in_transaction:
            self._forget_if_others_wrote()
        window = self._windows.of(source_id, table)
        said = window.said(page)
        return Known(
            items=window.items(page, keys, canonicals),
            page_items=window.listing(page).names,
            page_seen=said.page_seen,
            source_seen=said.source_seen,
            source_fields=said.source_fields,
            profiles=read_profiles(self.connection, source_id) if table == "tweets" else {},
        )

    def write_decision(self, fetch: FetchRow, source: Source, decision: Decision) -> None:
        """Write all that an applied capture means; its `fetch` is written already.

        A departing item was last listed by the last fetch before this one that showed it on this page or confirmed the
        listing; the store finds that out itself.
        """
        connection, table = self._writer(), TABLE_OF_KIND[source.kind]
        window = self._windows.of(fetch.source_id, table)
        listed = window.last_listed(fetch.page, decision)
        items.write_items(connection, self._queue, fetch, decision.writes)
        events.write_arrivals(connection, fetch, decision.writes)
        events.write_departures(connection, decision.departures, listed)
        events.write_changes(connection, fetch, decision)
        accounts.write_metrics(connection, fetch, decision.metrics)
        if decision.profile is not None:
            accounts.write_profile(connection, fetch, decision.profile)
        if decision.source_fields is not None:
            accounts.write_source_fields(connection, fetch, source, decision.source_fields, decision.source_changed)
        events.write_noise(connection, fetch.id, decision.noise)
        events.write_issues(connection, fetch.id, decision.issues)
        rollups.count_decision(connection, fetch, table, decision)
        if decision.listing is not None:
            fetches.write_listed(connection, fetch)
        window.relist(fetch, decision, listed)

    def write_issues(self, fetch_id: str, issues: Iterable[Issue]) -> None:
        """Add findings to a fetch (of a capture that was not applied, or beside its decision), numbered on."""
        events.write_issues(self._writer(), fetch_id, issues)
