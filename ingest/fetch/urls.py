"""Which URLs may be asked for, and what of them may be written down; pure, opens nothing.

Rules: RFC 3986 for resolving, RFC 9110 section 10.2.2 for Location, and no user name or password is stored.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, quote, urljoin, urlsplit, urlunsplit

from ingest.errors import FetchError

DEFAULT_PORTS = {"http": 80, "https": 443}

_KEPT = "".join(map(chr, range(0x21, 0x7F)))  # visible ASCII: already encoded, or meant
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def checked(url: str) -> str:
    """A source's URL as it is asked for, without fragment.

    Raises:
        FetchError: `bad_url`, `bad_scheme` (neither http nor https) or `credentials_in_url`.
    """
    parts = _split(url)
    if parts.scheme not in DEFAULT_PORTS:
        raise FetchError("bad_scheme", f"{parts.scheme or 'no'} scheme: only http and https are asked for")
    if "@" in parts.netloc:
        raise FetchError("credentials_in_url", "the URL holds a user name or password; use `headers` with a variable")
    return _joined(parts)


def absolute(base: str, url: str) -> str:
    """A URL that stands in a document or header of `base`.

    Raises:
        FetchError: `bad_url`.
    """
    try:
        return urljoin(base, _CONTROL.sub("", url).strip())
    except ValueError as error:
        raise FetchError("bad_url", f"not a URL that can be asked for ({error})") from error


def hop(base: str, location: str) -> str:
    """Where a Location leads, absolute, without user name, password and fragment.

    Raises:
        FetchError: `bad_url` or `blocked_redirect` (neither http nor https).
    """
    parts = _split(absolute(base, location))
    if parts.scheme not in DEFAULT_PORTS:
        raise FetchError("blocked_redirect", f"the redirect leads to a {parts.scheme} address: only http and https are followed")
    return _joined(parts)


def without_credentials(url: str) -> str:
    """The URL as it may be stored: user name and password taken out, the rest as it was."""
    scheme, separator, rest = url.partition("//")
    ends = [place for place in map(rest.find, "/?#\\") if place >= 0]
    end = min(ends, default=len(rest))
    authority = rest[:end]
    if not separator or "@" not in authority:
        return url
    return f"{scheme}//{authority.rpartition('@')[2]}{rest[end:]}"


def host_key(url: str) -> str:
    """What counts as one host for politeness: its name, and its port where that is not the scheme's own."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    port = _port(parts)
    return host if port in DEFAULT_PORTS.values() else f"{host}:{port}"


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port; two URLs with one origin are answered by one server."""
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").rstrip("."), _port(parts)


def may_see_tokens(source_url: str, url: str) -> bool:
    """True if `url` is the source's own host, reached no less safely: the only place where its headers are sent."""
    scheme, host, port = origin(source_url)
    other_scheme, other_host, other_port = origin(url)
    if host != other_host:
        return False
    upgraded = (scheme, other_scheme) == ("http", "https") and (port, other_port) == (80, 443)
    return upgraded or (scheme == other_scheme and port == other_port)


def text_of(value: bytes) -> str:
    """A header's bytes as text, one character per byte, so that sending it back gives the same bytes (RFC 9110 section 5.5)."""
    return value.decode("latin-1")


def location_text(value: str) -> str:
    """A Location that came as text of bytes (see `text_of`), read as UTF-8 where it is: many servers send it raw."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _port(parts)
    except ValueError as error:
        raise FetchError("bad_url", f"not a URL that can be asked for ({error})") from error
    if parts.scheme in DEFAULT_PORTS and not host:
        raise FetchError("bad_url", "the URL names no host")
    return parts


def _port(parts: SplitResult) -> int:
    return DEFAULT_PORTS.get(parts.scheme, 0) if parts.port is None else parts.port


def _joined(parts: SplitResult) -> str:
    authority = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, authority, quote(parts.path, safe=_KEPT), quote(parts.query, safe=_KEPT), ""))
