"""Decides when a source is asked next; pure: the history and the time come as values.

`every` is kept as it was set. Without it the pace follows how often the source really changes, is never quicker than the
server says that an answer holds, and stays within limits. Trouble slows both down, by as long as it has lasted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from statistics import median

from ingest.fetch.freshness import fresh_for
from ingest.fetch.plan import APPLIED, Past, is_gone, pause_until
from ingest.model import Source

SHORTEST = timedelta(minutes=5)
LONGEST = timedelta(hours=24)
AT_FIRST = timedelta(hours=1)
"""The pace of a source of which nobody knows yet how often it changes."""

ASKED_PER_CHANGE = 4
"""How many times a source is asked in the time in which it usually changes once, or has not changed for."""

SPREAD = 0.1
_CHANGES_WATCHED = 10


def next_due(source: Source, past: Sequence[Past], *, now: datetime, ttl_minutes: int | None = None) -> datetime | None:
    """When to ask a source again; None: not until a person says so (it said 410).

    `past`, oldest first, is best given from the first attempt within the last month or so. `ttl_minutes` is what the feed
    says of itself. A source that was never asked is due at once.
    """
    if not past:
        return now
    if is_gone(past, source.url):
        return None
    last = past[-1].attempt.observed_at
    wait = timedelta(seconds=source.every) if source.every is not None else _found_pace(source.id, past, ttl_minutes)
    wait = max(wait, min(_trouble(past), LONGEST))
    return max(last + wait, pause_until(past) or last)


def _found_pace(source_id: str, past: Sequence[Past], ttl_minutes: int | None) -> timedelta:
    wait = max(_rhythm(past), _as_told(past), timedelta(minutes=max(ttl_minutes or 0, 0)))
    return min(max(wait * _spread(source_id), SHORTEST), LONGEST)


def _rhythm(past: Sequence[Past]) -> timedelta:
    """A part of the usual time between two changes, or of the time without any, if that is longer."""
    changes = [each.attempt.observed_at for each in past if each.outcome == "changed"][-_CHANGES_WATCHED:]
    since = changes[-1] if changes else past[0].attempt.observed_at
    quiet = past[-1].attempt.observed_at - since
    if len(changes) < 3:  # the first is the baseline, and one gap is no habit
        return max(AT_FIRST, quiet / ASKED_PER_CHANGE)
    usual = median((later - earlier).total_seconds() for earlier, later in pairwise(changes))
    return max(timedelta(seconds=usual), quiet) / ASKED_PER_CHANGE


def _as_told(past: Sequence[Past]) -> timedelta:
    """How long the newest good answer holds by its own headers, at most LONGEST."""
    good = next((each.attempt for each in reversed(past) if _is_good(each)), None)
    held = None if good is None else fresh_for(good.headers, good.observed_at)
    return min(held or timedelta(0), LONGEST)


def _trouble(past: Sequence[Past]) -> timedelta:
    """How long there has been no good answer: waiting as long again doubles the pause each time."""
    since = None
    for each in reversed(past):
        if _is_good(each):
            break
        since = each.attempt.observed_at
    if since is None:
        return timedelta(0)
    return max(past[-1].attempt.observed_at - since, SHORTEST)


def _is_good(each: Past) -> bool:
    return each.outcome in APPLIED or each.outcome in ("not_modified", "stale")


def _spread(source_id: str) -> float:
    """A factor between 1 and 1.1 that is the source's own, so that sources of one pace do not all come at once."""
    return 1 + SPREAD * int.from_bytes(sha256(source_id.encode()).digest()[:4]) / 2**32
