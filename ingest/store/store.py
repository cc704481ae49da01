"""The one object through which the pipeline reads and writes data.db. Delegates; decides nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from ingest.model import Decision, FetchRow, Issue, ItemTable, Known, PageState, Source

DatasetKind = Literal["sample", "own"]
OrderKey = tuple[str, str, str, int, str]
"""`Record.sort_key` of an attempt: its place in the order of history."""


def open_store(path: Path, *, create: bool = False, kind: DatasetKind = "own", read_only: bool = False) -> Store:
    """Open data.db at `path`; with `create`, make it (as `kind`) where there is none.

    Raises:
        StoreError: missing, not a Strandline database, or of another version.
    """
    raise NotImplementedError


class Store:
    """An open data.db. Use as a context manager, or `close()` it."""

    path: Path
    kind: DatasetKind

    def close(self) -> None:
        raise NotImplementedError

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One writing transaction around any number of captures; search and rollups are brought up to date at its end."""
        raise NotImplementedError
        yield

    # --- sources

    def ensure_source(self, source: Source, derivation: str) -> None:
        """Insert the source, or bring its settings and `derivation` up to date."""
        raise NotImplementedError

    def derivation_of(self, source_id: str) -> str | None:
        """What the rows of the source were derived with; None for a source not known."""
        raise NotImplementedError

    def drop_source_rows(self, source_id: str) -> None:
        """Remove the source and all that was derived from it, so that it can be written anew in the same transaction."""
        raise NotImplementedError

    def last_order_key(self, source_id: str) -> OrderKey | None:
        """How far the projection of the source has come: the `order_key` of the last `write_fetch`; None: nothing yet."""
        raise NotImplementedError

    # --- fetches and pages

    def next_fetch_id(self, source_id: str, observed_at: str) -> str:
        """`<source>-<20261006T062109578Z>`, with -2, -3 for more at that instant. `observed_at`: ISO text with milliseconds."""
        raise NotImplementedError

    def last_fetch(self, source_id: str) -> FetchRow | None:
        """The newest attempt at the source that is written."""
        raise NotImplementedError

    def write_fetch(self, fetch: FetchRow, order_key: OrderKey) -> None:
        """Write one attempt and the rollups of its source. Comes before `write_decision` and `write_issues` for it."""
        raise NotImplementedError

    def page_state(self, source_id: str, page: str) -> PageState | None:
        """What the next capture of this page is compared with; None: nothing applied or held yet."""
        raise NotImplementedError

    def write_page(self, state: PageState) -> None:
        """Replace the state of a page; `listed_*` are the store's own and left as they are."""
        raise NotImplementedError

    # --- items

    def known_for(
        self, source_id: str, table: ItemTable, page: str, *, keys: Collection[str] = (), canonicals: Collection[str] = ()
    ) -> Known:
        """Every present item of the source, and any other whose native id (present or former) is in `keys` or whose
        canonical URL is in `canonicals`; with the last listing of `page`, the source's own fields and its accounts."""
        raise NotImplementedError

    def write_decision(self, fetch: FetchRow, source: Source, decision: Decision) -> None:
        """Write all that an applied capture means; its `fetch` is written already.

        A departing item was last listed by the last fetch that showed or confirmed this page's listing before `fetch`;
        the store finds that out itself.
        """
        raise NotImplementedError

    def write_issues(self, fetch_id: str, issues: Iterable[Issue]) -> None:
        """Add findings to a fetch (of a capture that was not applied, or beside its decision), numbered on."""
        raise NotImplementedError
