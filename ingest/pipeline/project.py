"""Takes one archived attempt through parse, normalise and history into the store; holds no rule of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from ingest.history.duplicates import count_distinct
from ingest.history.gates import (
    PARTIAL_STATUSES,
    Verdict,
    agreed,
    explain_refusal,
    is_partial,
    judge_reading,
    judge_response,
)
from ingest.history.lines import Lines, count_lines, lines_of
from ingest.history.noise import tally, unchanged_pairs
from ingest.history.stamps import is_stale, stamp
from ingest.model import (
    Capture,
    Decision,
    FetchRow,
    Issue,
    Items,
    Noise,
    Outcome,
    PageState,
    Record,
    Source,
)
from ingest.normalise import NORMALISER_VERSION
from ingest.normalise.noise import name_bytes, name_furniture, name_noise
from ingest.parse import PARSER_VERSION
from ingest.pipeline.ahead import Ahead
from ingest.pipeline.deciding import Deciding
from ingest.pipeline.readings import Read, Readings, examined
from ingest.pipeline.rows import confirming_row, page_shown, recorded_row, with_counts
from ingest.store.store import Store


class Bodies(Protocol):
    """What the projection asks of the archive."""

    def body(self, sha256: str) -> bytes:
        """The bytes of a body, or of a document that tells of a response."""
        ...


class Projection:
    """Applies attempts of one source, in their order, to the store."""

    def __init__(self, bodies: Bodies, store: Store, source: Source, readings: Readings, ahead: Ahead | None = None) -> None:
        self._bodies = bodies
        self._store = store
        self._source = source
        self._readings = readings
        self._ahead = ahead
        self._deciding = Deciding(store, source)

    def apply(self, record: Record) -> FetchRow:
        """Write the row of an attempt and, where its capture is applied, all that follows from it."""
        page = page_shown(record.attempt, self._source)
        state = self._store.page_state(self._source.id, page) or PageState(source_id=self._source.id, page=page)
        return self._settle(_Step(record=record, fetch=self._first_row(record, state), state=state))

    def _first_row(self, record: Record, state: PageState) -> FetchRow:
        attempt = record.attempt
        name = self._store.next_fetch_id(self._source.id, stamp(attempt.observed_at))
        if attempt.error_kind is None and attempt.status == 304:
            return confirming_row(record, name, self._source, state)
        return recorded_row(record, name, self._source)

    # --- outcomes, the first that applies (docs/glossary.md)

    def _settle(self, step: _Step) -> FetchRow:
        if step.fetch.outcome == "not_modified":
            return self._confirming(step.fetch, step)
        attempt = step.record.attempt
        refused = judge_response(attempt)
        if refused is not None:
            return self._refused(step, explain_refusal(refused, self._document_of(step.record)))
        if step.shows_the_applied_bytes() and not step.state.moved_since:
            return self._confirming(replace(step.fetch, outcome="same"), step)
        return self._read_and_apply(step)

    def _read_and_apply(self, step: _Step) -> FetchRow:
        read = self._read(step)
        if isinstance(read, Verdict):
            return self._refused(step, read)
        step = replace(step, fetch=replace(step.fetch, body_format=read.reading.format))
        return self._apply_unless_held(step, read)

    def _apply_unless_held(self, step: _Step, read: Read) -> FetchRow:
        seen = count_distinct(read.items.items)
        refused = judge_reading(self._source, read.reading, seen, step.state.items, status=step.fetch.status)
        let_through = False
        if refused is not None and not step.record.released:
            step = replace(step, state=_held(step, refused, read.items))
            let_through = refused.may_pass and _is_agreed(step)
            if not let_through:
                return self._refused(step, refused, read.reading.issues)
        if is_stale(step.fetch.origin_date, step.state.origin_date):
            return self._unapplied(replace(step.fetch, outcome="stale"), step)
        return self._apply(step, read, let_through=let_through)

    def _refused(self, step: _Step, verdict: Verdict, issues: Iterable[Issue] = ()) -> FetchRow:
        outcome: Outcome = "failed" if verdict.outcome == "failed" else "held"
        fetch = replace(step.fetch, outcome=outcome, error_kind=verdict.kind, error=verdict.message)
        self._unapplied(fetch, step)
        self._store.write_issues(fetch.id, issues)
        if step.state.held_count:
            self._store.write_page(step.state)
        return fetch

    def _confirming(self, fetch: FetchRow, step: _Step) -> FetchRow:
        """What was applied last is still there, and later at its origin: captures held before and after do not agree."""
        state = _as_seen_now(step.state, fetch)
        if fetch.outcome == "same" and state.moved_since:
            state = replace(state, moved_since=False)
        if state is not step.state and state.applied_fetch_id is not None:
            self._store.write_page(state)
        return self._unapplied(fetch, step)

    def _unapplied(self, fetch: FetchRow, step: _Step) -> FetchRow:
        self._store.write_fetch(fetch, step.record.sort_key)
        self._store.write_issues(fetch.id, step.record.attempt.issues)
        return fetch

    # --- an applied capture

    def _apply(self, step: _Step, read: Read, *, let_through: bool) -> FetchRow:
        base = self._base(step, read)
        capture = Capture(
            source=self._source,
            fetch_id=step.fetch.id,
            observed_at=step.fetch.observed_at,
            page=step.fetch.page,
            reading=read.reading,
            items=read.items,
            partial=is_partial(step.fetch.status, read.reading),
            absences_as_left=let_through,
            noise=_noise(base, read),
            has_base=base is not None,
        )
        decision = self._named_by_bytes(self._deciding.decide(capture), base, read)
        if step.shows_the_applied_bytes() and decision.outcome == "noise":
            return self._confirming(replace(step.fetch, outcome="same"), step)
        fetch = self._applied_row(step, read, base, decision)
        self._store.write_fetch(fetch, step.record.sort_key)
        self._store.write_decision(fetch, self._source, decision)
        self._store.write_issues(fetch.id, step.record.attempt.issues)
        if read.reading.statement is None and fetch.status not in PARTIAL_STATUSES:
            self._store.write_page(_applied_state(step, fetch, decision.shown or 0))
            self._readings.apply(self._source, fetch.page, read)
        elif decision.outcome == "changed" and step.state.applied_fetch_id is not None:
            self._store.write_page(replace(step.state, moved_since=True))
        return fetch

    def _applied_row(self, step: _Step, read: Read, base: Read | None, decision: Decision) -> FetchRow:
        statement = read.reading.statement
        if statement is not None:
            lines = (statement.lines_added, statement.lines_removed)
        else:
            lines = (None, None) if base is None else self._line_counts(base, read)
        row = replace(
            step.fetch,
            outcome=decision.outcome,
            applied=True,
            body_bytes=step.fetch.body_bytes if statement is None else statement.body_bytes,
            base_fetch_id=None if base is None else step.state.applied_fetch_id,
            lines_added=lines[0],
            lines_removed=lines[1],
            items_seen=decision.items_seen,
            ttl_minutes=read.reading.ttl_minutes,
            parser_version=PARSER_VERSION,
            normaliser_version=NORMALISER_VERSION,
        )
        return with_counts(row, decision)

    # --- bodies and readings

    def _document_of(self, record: Record) -> bytes:
        if record.body_sha256 is not None:
            return self._bodies.body(record.body_sha256)
        return b"" if record.evidence_sha256 is None else self._bodies.body(record.evidence_sha256)

    def _read(self, step: _Step) -> Read | Verdict:
        """What the body says, or why it is held; read beforehand where a second process does that."""
        made = None if self._ahead is None else self._ahead.take(step.record.sort_key)
        return made or examined(self._readings, self._source, step.record, step.fetch, self._document_of(step.record))

    def _base(self, step: _Step, read: Read) -> Read | None:
        """The last applied capture of the page, read again where it is not remembered."""
        sha256 = step.state.body_sha256
        if sha256 is None or read.reading.statement is not None:
            return None
        known = self._readings.applied(self._source, step.fetch.page, sha256)
        if known is not None:
            return known
        brought_by = self._store.fetch(step.state.applied_fetch_id or "") or step.fetch
        body = self._bodies.body(sha256)
        again = self._readings.examine(self._source, brought_by, body, sha256=sha256, judged=False)
        return None if isinstance(again, Verdict) else again

    def _line_counts(self, base: Read, read: Read) -> tuple[int | None, int | None]:
        """Lines added and removed since the last applied capture."""
        if read.counts is not None and read.counts.since == base.sha256:
            return read.counts.added, read.counts.removed
        before = self._lines(base)
        return count_lines(before, self._lines(read, before))

    def _lines(self, read: Read, like: Lines | None = None) -> Lines:
        return lines_of(self._bodies.body(read.sha256), like) if read.lines is None else read.lines

    def _named_by_bytes(self, decision: Decision, base: Read | None, read: Read) -> Decision:
        """The decision with a better name for noise that nothing which was read from the two documents tells of."""
        if base is None or decision.outcome != "noise" or any(noise.kind != "other" for noise in decision.noise):
            return decision
        if any(unchanged_pairs(base.items, read.items)):
            return decision
        return replace(decision, noise=tally(name_bytes(self._bodies.body(base.sha256), self._bodies.body(read.sha256))))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    record: Record
    fetch: FetchRow
    state: PageState

    def shows_the_applied_bytes(self) -> bool:
        """Whether the body is that of the last whole capture of its page which was applied."""
        return self.record.body_sha256 is not None and self.record.body_sha256 == self.state.body_sha256


def _held(step: _Step, verdict: Verdict, items: Items) -> PageState:
    """The run of held captures with this one: those that list the same items for the same reason agree."""
    ids = "\n".join(sorted(item.native_id for item in items.items))
    key = f"{verdict.kind}:{hashlib.sha256(ids.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    if key == step.state.held_key:
        return replace(step.state, held_count=step.state.held_count + 1)
    return replace(step.state, held_key=key, held_since=step.fetch.observed_at, held_count=1)


def _is_agreed(step: _Step) -> bool:
    since = datetime.fromisoformat(step.state.held_since or step.fetch.observed_at)
    seconds = (datetime.fromisoformat(step.fetch.observed_at) - since).total_seconds()
    return agreed(count=step.state.held_count, since_seconds=seconds)


def _applied_state(step: _Step, fetch: FetchRow, shown: int) -> PageState:
    return replace(
        _as_seen_now(step.state, fetch),
        requested_url=fetch.requested_url,
        applied_fetch_id=fetch.id,
        body_sha256=fetch.body_sha256,
        items=shown,
        moved_since=False,
    )


def _as_seen_now(state: PageState, fetch: FetchRow) -> PageState:
    """The newest time at which the origin had what is applied, and no run of held captures any more."""
    origins = [origin for origin in (state.origin_date, fetch.origin_date) if origin is not None]
    if state.held_key is None and max(origins, default=None) == state.origin_date:
        return state
    return replace(state, origin_date=max(origins, default=None), held_key=None, held_since=None, held_count=0)


def _noise(base: Read | None, read: Read) -> tuple[Noise, ...]:
    if read.reading.statement is not None:
        return read.reading.statement.noise
    if base is None:
        return ()
    named = list(name_furniture(base.reading.furniture, read.reading.furniture))
    for old, new in unchanged_pairs(base.items, read.items):
        named.extend(name_noise(old, new))
    return tally(named)
