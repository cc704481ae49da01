"""The rules of the history (docs/rules.md), pure: one file a rule, `decide` puts them together.

gates       rule 13  whether a response may become part of the history
stamps      rule 2   when it was true at its origin; stale generations
pages       rule 7   which page of a listing it shows
duplicates  rule 5   one id twice in one document
identity    rule 5   which known item each entry is; re-keys
absence     rule 7   removed, left the window, was there before
listing     rule 7   what a page lists after a capture
versions    rule 8   which fields moved; counts (rule 11)
accounts             a source's own fields, profiles, counts of tweets
writes               one item's events and versions
unmoved              items that are not looked at again
lines                lines added and removed against the body before
decide      rule 4   the decision as a whole
"""

from ingest.history.decide import decide, decide_on, item_id
from ingest.history.identity import lookup_keys

HISTORY_VERSION = 5
"""Raise it with any change of a rule: sources derived with another version are rebuilt before their next capture."""

__all__ = ["HISTORY_VERSION", "decide", "decide_on", "item_id", "lookup_keys"]
