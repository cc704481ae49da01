"""One saved file as a capture: its body with declared codings undone, its headers, its time. Knows no folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from stat import S_ISREG

from ingest.codings import TooLargeError, Undone, names_of, undo
from ingest.errors import CaptureError
from ingest.importers.sidecar import Sidecar
from ingest.importers.stamps import StampError, stamp_in_name
from ingest.model import Attempt, Headers, Issue, Redirect, Source

NOT_MODIFIED = 304
MISMATCH = "content_encoding_mismatch"  # code of an issue
UNDECODABLE = "decode_error"  # kinds of errors
TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedFile:
    """A saved capture. `body` is None where a response had none to keep; `observed_at` None where nothing beside it tells."""

    source_id: str
    path: Path
    external_path: str  # file name relative to the folder of the source
    body: bytes | None
    observed_at: datetime | None
    status: int | None = None
    requested_url: str | None = None
    final_url: str | None = None
    redirects: tuple[Redirect, ...] = ()
    headers: Headers = field(default_factory=Headers)
    complete: bool = True
    elapsed_ms: int | None = None
    external_ref: str | None = None
    error_kind: str | None = None
    error: str | None = None
    issues: tuple[Issue, ...] = ()


def saved_file(path: Path, source: Source, sidecar: Sidecar, *, observed_at: datetime | None = None) -> SavedFile:
    """Read a saved body. The time is the one given, else the sidecar's, else the stamp in the file name.

    One that is larger than its source may have is an attempt that failed, as it is when the web sends it: it is not kept.

    Raises:
        CaptureError: the file cannot be read, or its name carries no possible time.
    """
    moment = observed_at or sidecar.observed_at or _stamp(path)
    try:
        return saved_body(path, _read(path, source), source, sidecar, observed_at=moment)
    except OversizeError as error:
        return _without_body(_told(path, source, sidecar, moment), str(error).removeprefix(f"{path}: "))


class OversizeError(CaptureError):
    """More bytes than the source may have, as saved or once unpacked."""


def _without_body(told: SavedFile, error: str) -> SavedFile:
    """A response of which only what lies beside it is kept; a status that is a failure says more than the size does."""
    failed = told.status is not None and not 200 <= told.status < 300
    return told if failed else replace(told, error_kind=TOO_LARGE, error=error)


def _told(path: Path, source: Source, sidecar: Sidecar, observed_at: datetime | None) -> SavedFile:
    """What lies beside a body, without it."""
    return SavedFile(
        source_id=source.id,
        path=path,
        external_path=printable(path.name),
        body=None,
        observed_at=observed_at,
        status=sidecar.status,
        requested_url=sidecar.requested_url,
        final_url=sidecar.final_url,
        redirects=sidecar.redirects,
        headers=sidecar.headers,
        elapsed_ms=sidecar.elapsed_ms,
        external_ref=sidecar.external_ref,
    )


def saved_body(
    path: Path,
    raw: bytes,
    source: Source,
    sidecar: Sidecar,
    *,
    observed_at: datetime | None,
    external_path: str | None = None,
    external_ref: str | None = None,
) -> SavedFile:
    """The capture that saved bytes are, wherever they were read; `path` is what a person is told of them.

    Raises:
        OversizeError: they unpack to more than the source may have.
    """
    undone = _undone(path, raw, source, sidecar)
    body = _kept_body(undone.body, sidecar.status)
    told = _told(path, source, sidecar, observed_at)
    return replace(
        told,
        external_path=external_path or told.external_path,
        external_ref=external_ref or told.external_ref,
        body=body,
        complete=body is None or (undone.state != "failed" and not _is_cut(raw, sidecar.headers)),
        error_kind=UNDECODABLE if undone.state == "failed" else None,
        error=undone.error,
        issues=_issues(raw, undone, sidecar.headers),
    )


YEARS = range(1970, 9999)
"""Years in which a capture may have been made; hours may be added to such a time, and it has four digits."""


def attempt_of(saved: SavedFile, read_stamp: Callable[[bytes], datetime | None] | None = None) -> Attempt:
    """The attempt that a saved file tells of. `read_stamp` finds the time in a body that carries its own (a change page).

    Raises:
        CaptureError: nothing tells when the capture was made, or what tells is no possible time.
    """
    observed_at = saved.observed_at
    if observed_at is None and read_stamp is not None and saved.body:
        observed_at = read_stamp(saved.body)
    if observed_at is None:
        raise CaptureError(
            f"{saved.path}: nothing says when this was captured; put a stamp like 20260106T120000Z into the file name, "
            f"or `observed_at` into {saved.path.name}.headers.json beside it, or give --observed-at"
        )
    if observed_at.year not in YEARS:
        raise CaptureError(f"{saved.path}: nothing can have been captured in the year {observed_at.year}; correct its time")
    return Attempt(
        source_id=saved.source_id,
        observed_at=observed_at,
        provenance="import",
        requested_url=saved.requested_url,
        final_url=saved.final_url,
        status=saved.status,
        redirects=saved.redirects,
        headers=saved.headers,
        body=saved.body,
        complete=saved.complete,
        elapsed_ms=saved.elapsed_ms,
        external_ref=saved.external_ref,
        external_path=saved.external_path,
        error_kind=saved.error_kind,
        error=saved.error,
        issues=saved.issues,
    )


def _read(path: Path, source: Source) -> bytes:
    try:
        found = path.stat()
        if not S_ISREG(found.st_mode):
            raise CaptureError(f"{path}: is no regular file")
        size = found.st_size
        if size > source.max_bytes:
            raise OversizeError(f"{path}: has {size} bytes, source {source.id} may have {source.max_bytes}; raise its max_bytes")
        return path.read_bytes()
    except OSError as error:
        raise CaptureError(f"{path}: cannot be read ({error.strerror})") from error


def _undone(path: Path, raw: bytes, source: Source, sidecar: Sidecar) -> Undone:
    if sidecar.status == NOT_MODIFIED:  # its headers speak of the body that it confirms, not of its own
        return Undone(body=raw, state="none")
    try:
        return undo(raw, sidecar.headers.content_encoding, source.max_bytes)
    except TooLargeError as error:
        raise OversizeError(
            f"{path}: unpacks to more than the {source.max_bytes} bytes that source {source.id} may have; raise its max_bytes"
        ) from error


def _kept_body(body: bytes, status: int | None) -> bytes | None:
    """A 304 has no body of its own (rule 1); an empty file beside another failure stands for a body that was not kept."""
    failed = status is not None and not 200 <= status < 300
    if status == NOT_MODIFIED or (failed and not body):
        return None
    return body


def _is_cut(raw: bytes, headers: Headers) -> bool:
    """Whether fewer bytes came than were announced (rule 13); the length announced for a coded body is not that of its text."""
    length = _length(headers)
    return length is not None and not names_of(headers.content_encoding) and len(raw) < length


def _issues(raw: bytes, undone: Undone, headers: Headers) -> tuple[Issue, ...]:
    """A coding that was declared and is not there: whoever saved the file undid it, or the server never applied it."""
    length = _length(headers)
    if undone.state != "absent" or (length is not None and length != len(raw)):
        return ()
    what = f"content-encoding {headers.content_encoding} was declared, the bytes are not in it"
    if length is None:
        return (Issue(severity="info", code=MISMATCH, message=f"{what}: it may have been undone on saving"),)
    return (Issue(severity="warning", code=MISMATCH, message=f"{what}: it was never applied"),)


def _length(headers: Headers) -> int | None:
    text = (headers.content_length or "").strip()
    return int(text) if text.isascii() and text.isdigit() else None


def _stamp(path: Path) -> datetime | None:
    try:
        return stamp_in_name(path.name)
    except StampError as error:
        raise CaptureError(f"{path}: {error}; put `observed_at` into {path.name}.headers.json beside it") from error


def printable(name: str) -> str:
    """A file name as text that can be stored: bytes that are not UTF-8 are written as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
