"""Reads the file of headers that lies beside a saved body; README.md lists its keys. Knows no body."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from urllib.parse import urljoin

from ingest.errors import CaptureError
from ingest.importers.stamps import StampError, stamp_of_text
from ingest.model import Headers, Redirect

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_HEADER_NAMES = frozenset(field.name for field in fields(Headers))
_ALIASES = {
    "e_tag": "etag",
    "fetched_at": "observed_at",
    "status_code": "status",
    "url": "requested_url",
}  # fmt: skip
_STATUSES = range(100, 1000)  # some servers answer with numbers that no standard has, such as 999
_STORABLE = range(2**53)  # what JSON and SQLite agree on


@dataclass(frozen=True, slots=True, kw_only=True)
class Sidecar:
    """What is said beside a body; what is not said is None."""

    observed_at: datetime | None = None
    status: int | None = None
    requested_url: str | None = None
    final_url: str | None = None
    redirects: tuple[Redirect, ...] = ()
    headers: Headers = field(default_factory=Headers)
    elapsed_ms: int | None = None
    external_ref: str | None = None


def read_sidecar(path: Path) -> Sidecar:
    """Read a sidecar; keys may be written snake_case, camelCase or as header names, unknown ones are left alone.

    Raises:
        CaptureError: the file is not a JSON object, or a value is not what its key asks for.
    """
    try:
        written = path.read_bytes()
    except OSError as error:
        raise CaptureError(f"{path}: cannot be read ({error.strerror})") from error
    return sidecar_of(written, path)


def sidecar_of(written: bytes, path: Path) -> Sidecar:
    """The same for what was read already; `path` is what a person is told of it.

    Raises:
        CaptureError: as `read_sidecar`.
    """
    try:
        said = json.loads(written.decode("utf-8-sig"))
    except ValueError as error:
        raise CaptureError(f"{path}: is not JSON: {error}") from error
    except RecursionError as error:
        raise CaptureError(f"{path}: is nested too deeply to be read") from error
    if not isinstance(said, dict):
        raise CaptureError(f"{path}: must hold a JSON object of headers and times")
    try:
        return _sidecar(_by_our_names(said))
    except (_WrongValueError, StampError) as error:
        raise CaptureError(f"{path}: {error}") from error


class _WrongValueError(Exception):
    """Its text names the key and what it should hold."""


def _sidecar(said: Mapping[str, object]) -> Sidecar:
    observed_at = _text(said, "observed_at")
    requested_url = _text(said, "requested_url")
    redirects = _redirects(said.get("redirects"), requested_url)
    return Sidecar(
        observed_at=None if observed_at is None else stamp_of_text(observed_at),
        status=_status(said),
        requested_url=requested_url,
        final_url=_text(said, "final_url") or _end_of(redirects),
        redirects=redirects,
        headers=Headers(**{name: _header(said, name) for name in _HEADER_NAMES}),
        elapsed_ms=_whole(said, "elapsed_ms"),
        external_ref=_text(said, "external_ref"),
    )


def _by_our_names(said: Mapping[str, object]) -> dict[str, object]:
    """Values by our names. Where two spellings meet, ours comes before an alias and a value before null."""
    nested = said.get("headers")
    named: dict[str, object] = _by_our_names(nested) if isinstance(nested, dict) else {}
    spelled = [(_HUMP.sub("_", key).replace("-", "_").lower(), value) for key, value in said.items() if value is not None]
    named |= {_ALIASES[name]: value for name, value in spelled if name in _ALIASES}
    named |= {name: value for name, value in spelled if name not in _ALIASES}
    return named


def _text(said: Mapping[str, object], name: str) -> str | None:
    value = said.get(name)
    if value is None:
        return None
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # JSON can spell half a character, which nothing can store
    raise _WrongValueError(f"`{name}` must be a text or null")


def _header(said: Mapping[str, object], name: str) -> str | None:
    """A header as sent; some archives write the lengths and ages as numbers."""
    value = said.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(said, name)


def _whole(said: Mapping[str, object], name: str) -> int | None:
    value = said.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value in _STORABLE:
        return value
    raise _WrongValueError(f"`{name}` must be a whole number or null")


def _status(said: Mapping[str, object]) -> int | None:
    status = _whole(said, "status")
    if status is not None and status not in _STATUSES:
        raise _WrongValueError(f"`status` must be an HTTP status from 100 to 999 (not {status})")
    return status


def _redirects(value: object, requested_url: str | None) -> tuple[Redirect, ...]:
    """The hops in order. One that does not name its URL started where the one before it led."""
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(hop, dict) for hop in value):
        raise _WrongValueError("`redirects` must be a list of objects with `url`, `status` and `location`")
    hops: list[Redirect] = []
    for named in map(_by_our_names, value):
        status, location = _status(named), _text(named, "location")
        url = _text(named, "requested_url") or (_end_of(hops) if hops else requested_url)
        if status is None or location is None:
            raise _WrongValueError("each of `redirects` must have a `status` and a `location`")
        hops.append(Redirect(url=url or "", status=status, location=location))
    return tuple(hops)


def _end_of(redirects: Sequence[Redirect]) -> str | None:
    """Where the last hop led: the address that answered, if nothing else says which did. None if that is no address."""
    try:
        return urljoin(redirects[-1].url, redirects[-1].location) if redirects else None
    except ValueError:
        return None
