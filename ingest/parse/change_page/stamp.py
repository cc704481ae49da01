"""What a change page recorded of the response itself to a ChangeStatement; knows nothing of the diff. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import urlsplit

from ingest.model import ChangeStatement, Headers
from ingest.parse.change_page.page import Artifact, Page
from ingest.parse.change_page.words import LINES_ADDED, LINES_REMOVED, RAW_PATH, SOURCE, STORED_BYTES

_HEADERS = (
    "etag",
    "last-modified",
    "date",
    "age",
    "cache-control",
    "cf-cache-status",
    "content-type",
    "content-encoding",
    "content-length",
    "retry-after",
    "expires",
)
_SUBJECT = re.compile(r"(?P<source>\S+): \w+ \((?P<bytes>[\d,]+) bytes, HTTP (?P<status>\d{3})\)")
_NULL = "null"


def stamp_of(page: Page, artifact: Artifact) -> ChangeStatement | None:
    """Time, headers and numbers as recorded; None where the page gives no time, without which there is no capture."""
    recorded = artifact.headers or {}
    observed_at = _time(_value(recorded, "observed_at"))
    if observed_at is None:
        return None
    subject = _SUBJECT.fullmatch(page.subject or "")
    said = subject if subject is not None and subject["source"] == artifact.facts.get(SOURCE) else None
    return ChangeStatement(
        source_name=artifact.facts.get(SOURCE) or artifact.path,
        observed_at=observed_at,
        headers=Headers(**{name.replace("-", "_"): _value(recorded, name) for name in _HEADERS}),
        status=_number(_value(recorded, "status") or (said["status"] if said else None)),
        final_url=_value(recorded, "final url"),
        body_bytes=_number(artifact.facts.get(STORED_BYTES) or (said["bytes"] if said else None)),
        lines_added=_number(artifact.facts.get(LINES_ADDED)),
        lines_removed=_number(artifact.facts.get(LINES_REMOVED)),
        external_ref=page.commit,
        external_path=artifact.facts.get(RAW_PATH) or artifact.path or None,
    )


def choose(page: Page, url: str | None) -> Artifact | None:
    """The document that a page is read for: one that it says was fetched from `url`, else the first feed, else the first."""
    wanted = _place(url)
    matching = [found for found in page.artifacts if wanted and _place(_value(found.headers or {}, "final url")) == wanted]
    feeds = [found for found in page.artifacts if is_feed_path(found.path)]
    return next(iter([*matching, *feeds, *page.artifacts]), None)


def is_feed_path(path: str) -> bool:
    """Whether a file is named as a feed is."""
    return path.lower().endswith((".xml", ".rss", ".atom", ".rdf"))


def _place(url: str | None) -> tuple[str, str, str] | None:
    """Host, path and query of an address: what is left when scheme, `www.` and the last slash do not count."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    return (parts.netloc.lower().removeprefix("www."), parts.path.rstrip("/"), parts.query) if parts.netloc else None


def _value(recorded: Mapping[str, str], name: str) -> str | None:
    """A recorded field as sent; what the page writes as `null` was absent."""
    value = recorded.get(name)
    return None if value is None or value in (_NULL, "") else value


def _number(text: str | None) -> int | None:
    digits = (text or "").replace(",", "").lstrip("+-\u2212").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 16 else None


def _time(text: str | None) -> datetime | None:
    try:
        found = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return found.astimezone(UTC) if found is not None and found.tzinfo is not None else None
