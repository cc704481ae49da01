"""A JSON list of tweet objects, or one such object, as the API 1.1 and X's embeds give them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ingest.model import Reading
from ingest.parse.tweets.fields import object_at
from ingest.parse.tweets.people import person_of
from ingest.parse.tweets.repeated import once
from ingest.parse.tweets.status import read_status


def read_statuses(statuses: Sequence[Mapping[str, Any]], *, form: str = "tweets_json", owner: str | None = None) -> Reading:
    """The tweets of a list, and the person if all of them are one person's. `owner` is their handle where it is known."""
    read = [read_status(status) for status in statuses]
    entries, repeated = once(entry for entry, _ in read if entry is not None)
    found = (*(issue for _, issues in read for issue in issues), *repeated)
    profile = person_of((object_at(status, "user") for status in statuses), owner)
    return Reading(format=form, entries=entries, profile=profile, issues=found)
