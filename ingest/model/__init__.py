"""The plain values that travel between the stages; this package decides nothing and touches nothing.

Attempt   fetch, importers -> archive     one try at a source, whatever came of it
Document  pipeline -> parse               bytes and what is needed to read them
Reading   parse -> normalise, history     what the document says, in its own words
Items     normalise -> history            what we say: one Item per entry, comparable
Known     store -> history                what was known before
Decision  history -> store                what moved, and why
"""

from __future__ import annotations

from ingest.model.attempt import (
    Attempt,
    Headers,
    Record,
    Redirect,
)
from ingest.model.decision import (
    Capture,
    Decision,
    Departure,
    ItemWrite,
    Known,
    KnownItem,
    MetricsWrite,
    ProfileWrite,
)
from ingest.model.item import (
    METRICS,
    PROFILE_COUNTS,
    Content,
    Count,
    Item,
    Items,
    Profile,
)
from ingest.model.reading import (
    ChangeStatement,
    DateText,
    Document,
    Enclosure,
    Entry,
    FeedEntry,
    PostEntry,
    ProfileEntry,
    Reading,
    SourceFields,
    TweetEntry,
)
from ingest.model.rows import (
    FetchRow,
    PageState,
)
from ingest.model.source import (
    Source,
)
from ingest.model.words import (
    TABLE_OF_KIND,
    Change,
    Issue,
    ItemTable,
    JSONValue,
    Noise,
    Outcome,
    Precision,
    Provenance,
    Severity,
    SourceKind,
    State,
)

__all__ = [
    "METRICS",
    "PROFILE_COUNTS",
    "TABLE_OF_KIND",
    "Attempt",
    "Capture",
    "Change",
    "ChangeStatement",
    "Content",
    "Count",
    "DateText",
    "Decision",
    "Departure",
    "Document",
    "Enclosure",
    "Entry",
    "FeedEntry",
    "FetchRow",
    "Headers",
    "Issue",
    "Item",
    "ItemTable",
    "ItemWrite",
    "Items",
    "JSONValue",
    "Known",
    "KnownItem",
    "MetricsWrite",
    "Noise",
    "Outcome",
    "PageState",
    "PostEntry",
    "Precision",
    "Profile",
    "ProfileEntry",
    "ProfileWrite",
    "Provenance",
    "Reading",
    "Record",
    "Redirect",
    "Severity",
    "Source",
    "SourceFields",
    "SourceKind",
    "State",
    "TweetEntry",
]
