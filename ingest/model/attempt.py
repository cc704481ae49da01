"""One try at a source, whatever came of it: made by fetch and importers, kept by the archive. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ingest.model.words import Issue, Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Headers:
    """The recorded response headers, each as sent or None (rule 3). Never cookies."""

    etag: str | None = None
    last_modified: str | None = None
    date: str | None = None
    age: str | None = None
    cache_control: str | None = None
    cf_cache_status: str | None = None
    content_type: str | None = None
    content_encoding: str | None = None
    content_length: str | None = None
    retry_after: str | None = None  # these two are kept in the archive alone: the fetcher plans with them
    expires: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """One hop: what was asked, the status that sent us on, and where to."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try at a source, made by `fetch` or an importer, kept by the archive for good.

    `body` is the bytes after content-decoding, None where there were none to keep. `complete` is False where the
    transfer was cut. `evidence` is a document that tells of the response without being its body (a change page).
    """

    source_id: str
    observed_at: datetime
    provenance: Provenance
    requested_url: str | None = None
    final_url: str | None = None
    status: int | None = None
    redirects: tuple[Redirect, ...] = ()
    headers: Headers = Headers()
    body: bytes | None = None
    evidence: bytes | None = None
    complete: bool = True
    elapsed_ms: int | None = None
    external_ref: str | None = None  # a commit or the like, at the place the capture came from
    external_path: str | None = None  # file name there
    error_kind: str | None = None
    error: str | None = None
    issues: tuple[Issue, ...] = ()  # findings while receiving (a declared coding that was not there); rows of `issues`


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An attempt as the archive gives it back: bodies by hash, with its place in the order of history."""

    seq: int  # rowid in the archive; says nothing about the order of history
    attempt: Attempt  # with body and evidence None: ask the archive for them by hash
    body_sha256: str | None
    body_bytes: int | None
    body_format: int | None
    evidence_sha256: str | None
    sort_key: tuple[str, str, str, int, str]  # observed_at, external_path, requested_url, status, hash
    released: bool = False  # a person has accepted it (rule 13)
    redacted: bool = False  # erased on request (rule 14)
