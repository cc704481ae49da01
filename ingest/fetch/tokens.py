"""What a source's own headers send that nobody else may read: filled in here, looked for in whatever comes back; pure.

A token lives in the environment, travels in a request to the source's own host, and is written down nowhere. A server that
says it back, in a header, a redirect or a body, in plain or in a common disguise, has its answer refused.
"""

from __future__ import annotations

import html
import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import Template
from urllib.parse import quote, quote_plus

from ingest.errors import ConfigError, FetchError
from ingest.model import Source
from ingest.sources import filled_headers

SHORTEST = 4
"""Characters; anything shorter stands in pages by chance, and is no secret."""

_FETCHERS_OWN = frozenset({
    "accept-encoding", "connection", "content-length", "cookie", "host", "if-modified-since", "if-none-match", "range", "te",
    "transfer-encoding", "upgrade", "user-agent",
})  # fmt: skip
_TELLING = ("auth", "key", "token", "secret", "password", "session", "credential")
_SCHEMES = ("bearer ", "basic ", "token ", "apikey ")
_GZIP = b"\x1f\x8b"
_HIDDEN = "[token]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """A source's request headers as they are sent, and the byte strings that must not come back. Neither is ever shown."""

    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    values: tuple[str, ...] = field(default=(), repr=False)
    forms: tuple[bytes, ...] = field(default=(), repr=False)

    def echoed_in(self, texts: Iterable[str]) -> bool:
        """True if one of these header values holds a token."""
        return bool(self.forms) and any(self._within(text.encode("utf-8", "replace")) for text in texts)

    def echoed_in_body(self, body: bytes, limit: int) -> bool:
        """True if the body holds a token, also inside gzip that nobody declared, of which `limit` bytes are opened."""
        if not self.forms:
            return False
        return self._within(body) or (body.startswith(_GZIP) and self._within(_opened(body, limit)))

    def hidden(self, text: str) -> str:
        """The text with every token taken out, for messages that quote what others wrote."""
        for value in self.values:
            text = text.replace(value, _HIDDEN)
        return text

    def _within(self, data: bytes) -> bool:
        return any(form in data for form in self.forms)


_NONE = Tokens()


def tokens_of(source: Source, environment: Mapping[str, str]) -> Tokens:
    """Fill in the source's headers from the environment.

    Raises:
        FetchError: `missing_secret` (a variable that is not set, by name) or `forbidden_header` (one the fetcher sets itself).
    """
    if not source.headers:
        return _NONE
    for name in source.headers:
        if name.lower() in _FETCHERS_OWN:
            raise FetchError("forbidden_header", f"header {name} is the fetcher's own; take it out of `headers`")
    try:
        headers = filled_headers(source, environment)
    except (ConfigError, ValueError) as error:
        raise FetchError("missing_secret", str(error)) from error
    for name, value in headers.items():
        if not value.isprintable():
            raise FetchError("missing_secret", f"header {name} would hold something that is no text")
    values = tuple(_values(source, headers, environment))
    return Tokens(headers=headers, values=values, forms=tuple({form for value in values for form in _forms(value)}))


def _values(source: Source, headers: Mapping[str, str], environment: Mapping[str, str]) -> list[str]:
    """The secrets among the headers: what came from the environment, and what a telling name gives away."""
    found: set[str] = set()
    for name, template in source.headers.items():
        found.update(environment[variable] for variable in Template(template).get_identifiers())
        if any(word in name.lower() for word in _TELLING):
            found.update(headers[name].split()[-1:])
    found.update(value.split()[-1] for value in tuple(found) if value.lower().startswith(_SCHEMES))
    return sorted((value for value in found if len(value) >= SHORTEST), key=len, reverse=True)


def _forms(value: str) -> set[bytes]:
    """The bytes as which a token may stand in an answer: plain, UTF-16, percent-encoded, as HTML, JSON or base64."""
    raw = value.encode()
    texts = {value, quote(value, safe=""), quote_plus(value), html.escape(value), json.dumps(value)[1:-1]}
    plain = {text.encode() for text in texts}
    return plain | {value.encode("utf-16-le"), value.encode("utf-16-be")} | set(_base64_cores(raw))


def _base64_cores(raw: bytes) -> list[bytes]:
    """What is the same in every base64 text that holds these bytes, for each of the three places where they may begin."""
    if len(raw) < 2 * SHORTEST:
        return []
    cores = []
    for before in range(3):
        whole = b64encode(b"\0" * before + raw)
        first = -(-before * 8 // 6)
        last = (before + len(raw)) * 8 // 6
        cores.append(whole[first:last])
    return cores


def _opened(body: bytes, limit: int) -> bytes:
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, limit)
    except zlib.error:
        return b""
