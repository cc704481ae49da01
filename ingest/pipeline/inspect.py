"""Looks without touching: how each source is doing, and whether archive and database are sound and agree."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from ingest.archive import Archive
from ingest.fetch.redirects import permanent_target
from ingest.pipeline.place import Place
from ingest.store import SourceState, check, compare, kind_of, open_store

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """One source as `status` shows it. Times are ISO text, None where there was none yet."""

    source_id: str
    kind: str
    url: str
    last_fetch_at: str | None
    last_outcome: str | None
    last_change_at: str | None
    trouble_since: str | None
    failures: int
    note: str

    @property
    def in_trouble(self) -> bool:
        """True if the last attempt failed or was held."""
        return self.last_outcome in {"failed", "held"}

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {**asdict(self), "in_trouble": self.in_trouble}

    def as_cells(self, now: datetime) -> tuple[str, ...]:
        """The same as cells of a table for people."""
        return (
            self.source_id,
            ago(self.last_fetch_at, now),
            self.last_outcome or "never asked",
            ago(self.last_change_at, now),
            self.note,
        )


def status(place: Place) -> list[Health]:
    """Every source of the database, in order of id.

    Raises:
        StoreError: there is no database.
    """
    with open_store(place.db, read_only=True) as store:
        return [_health(state) for state in store.source_states()]


def _health(state: SourceState) -> Health:
    return Health(
        source_id=state.id,
        kind=state.kind,
        url=state.url,
        last_fetch_at=state.last_fetch_at,
        last_outcome=state.last_outcome,
        last_change_at=state.last_change_at,
        trouble_since=state.trouble_since,
        failures=state.failures,
        note=_note(state),
    )


def _note(state: SourceState) -> str:
    if state.last_outcome not in {"failed", "held"}:
        return _better_address(state)
    times = "" if state.failures < 2 else f", {state.failures} times since {state.trouble_since}"
    return f"{state.last_error_kind}: {state.last_error}{times}"


def _better_address(state: SourceState) -> str:
    """What sources.toml might say instead: where the source moved for good, or where its feed was found."""
    moved = permanent_target(state.last_redirects)
    if moved is not None and moved != state.url:
        return f"moved for good to {moved}; put this address into sources.toml"
    if state.kind == "feed" and state.last_page == "1" and state.last_requested_url not in (None, state.url):
        return f"its feed was found at {state.last_requested_url}; put this address into sources.toml"
    return ""


def ago(then: str | None, now: datetime) -> str:
    """How long ago, in the largest unit that fits."""
    if then is None:
        return "never"
    seconds = max((now - datetime.fromisoformat(then)).total_seconds(), 0)
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit} ago"
    return "just now"


def verify(place: Place, *, quick: bool, progress: Progress) -> list[str]:
    """All that is wrong, one sentence each; nothing if the archive is whole and the database is what it gives."""
    with Archive.open(place.archive, read_only=True) as archive:
        problems = [f"{place.archive}: {problem}" for problem in archive.verify()]
        problems += [f"{place.db}: {problem}" for problem in check(place.db)]
        if not quick and not problems:
            problems += _differences(archive, place, progress)
    return problems


def _differences(archive: Archive, place: Place, progress: Progress) -> Iterator[str]:
    from ingest.pipeline.rebuild import build_into

    with tempfile.TemporaryDirectory(prefix="strandline-") as folder:
        fresh = Path(folder) / "data.db"
        build_into(archive, fresh, kind_of(place.db) or "own", progress)
        for difference in compare(place.db, fresh):
            yield f"{place.db} differs from a rebuild: {difference}"
