"""Writes what moved of a tweet's counts, an account, and a source's own fields. Which of them moved is decided elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ingest.errors import StoreError
from ingest.model import METRICS, PROFILE_COUNTS, Count, FetchRow, MetricsWrite, ProfileWrite, Source, SourceFields
from ingest.sqlite import Connection
from ingest.store.layout import (
    METRIC_COLUMNS,
    PROFILE_COLUMNS,
    PROFILE_COUNT_COLUMNS,
    SOURCE_FIELDS,
    Column,
    count_columns,
    counts_from_json,
    counts_to_json,
    insert,
    to_column,
    to_json,
    update,
)

_METRICS = insert("tweet_metrics", ("tweet_id", "fetch_id", "observed_at", *METRIC_COLUMNS))
_LATEST = update("tweets", (*METRICS, "counts"), "id = :tweet_id")
_ACCOUNT = (*PROFILE_COLUMNS, *PROFILE_COUNT_COLUMNS)
_PROFILE = insert(
    "profiles",
    ("source_id", "handle", *_ACCOUNT, "counts"),
    "ON CONFLICT (source_id, handle) DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in (*_ACCOUNT, "counts")),
)
_PROFILE_VERSION = insert("profile_history", ("source_id", "handle", "fetch_id", "observed_at", "changed", *_ACCOUNT))
_SOURCE_VERSION = insert("source_history", ("source_id", "fetch_id", "observed_at", "changed", *SOURCE_FIELDS))
_SOURCE_FIELDS = """
    UPDATE sources SET fields_fetch_id = :fetch_id,
        title = CASE WHEN :title_is_set THEN title ELSE :title END,
        home_url = CASE WHEN :home_is_set THEN home_url ELSE :home_url END
    WHERE id = :source_id
"""


def write_metrics(connection: Connection, fetch: FetchRow, metrics: Iterable[MetricsWrite]) -> None:
    """One row for each tweet of which a count moved, and its latest counts."""
    for write in metrics:
        place: dict[str, Column] = {"tweet_id": write.item_id, "fetch_id": fetch.id, "observed_at": fetch.observed_at}
        connection.execute(_METRICS, place | count_columns(write.shown, METRICS))
        latest = _latest(connection, write)
        values: dict[str, Column] = {name: latest[name].value if name in latest else None for name in METRICS}
        connection.execute(_LATEST, place | values | {"counts": counts_to_json(latest)})


def write_profile(connection: Connection, fetch: FetchRow, write: ProfileWrite) -> None:
    """The account as it is now, and a row of its history.

    Raises:
        StoreError: the account has a value for which there is no column.
    """
    profile = write.profile
    strangers = sorted(set(profile.values) - {*PROFILE_COLUMNS, "handle"} | set(profile.counts) - set(PROFILE_COUNTS))
    if strangers:
        raise StoreError(f"profiles has no column for {', '.join(strangers)} (account {profile.handle})")
    columns: dict[str, Column] = {"source_id": fetch.source_id, "handle": profile.handle}
    columns |= {name: to_column(profile.values.get(name)) for name in PROFILE_COLUMNS}
    columns |= count_columns(profile.counts, PROFILE_COUNTS)
    connection.execute(_PROFILE, columns | {"counts": counts_to_json(profile.counts)})
    event: dict[str, Column] = {"fetch_id": fetch.id, "observed_at": fetch.observed_at, "changed": to_json(write.changed)}
    connection.execute(_PROFILE_VERSION, columns | event)


def write_source_fields(
    connection: Connection, fetch: FetchRow, source: Source, stated: SourceFields, changed: tuple[str, ...]
) -> None:
    """What the document says of itself now; the source's title and address follow it where the settings give none."""
    fields: dict[str, Column] = {name: getattr(stated, name) for name in SOURCE_FIELDS}
    fields |= {"source_id": fetch.source_id, "fetch_id": fetch.id, "observed_at": fetch.observed_at}
    names = changed or tuple(name for name in SOURCE_FIELDS if fields[name] is not None)
    connection.execute(_SOURCE_VERSION, fields | {"changed": to_json(names)})
    settings = {"title_is_set": int(source.title is not None), "home_is_set": int(source.home_url is not None)}
    connection.execute(_SOURCE_FIELDS, fields | settings)


def _latest(connection: Connection, write: MetricsWrite) -> dict[str, Count]:
    (text,) = connection.execute("SELECT counts FROM tweets WHERE id = ?", (write.item_id,)).fetchone()
    before = counts_from_json(text)
    found = {name: _source_of(value, before.get(name), write.shown.get(name)) for name, value in _latest_values(write, before)}
    return {name: count for name, count in found.items() if count.value is not None}


def _latest_values(write: MetricsWrite, before: Mapping[str, Count]) -> Iterable[tuple[str, int | None]]:
    for name in METRICS:
        kept = before[name].value if name in before else None
        yield name, write.latest.get(name, kept)


def _source_of(value: int | None, before: Count | None, shown: Count | None) -> Count:
    """How the latest value was shown: as now, unless it was known before and no worse than now."""
    if before is not None and before.value == value and (before.exact or shown is None or shown.value != value):
        return before
    return shown if shown is not None and shown.value == value else Count(value=value, shown=None, exact=None)
