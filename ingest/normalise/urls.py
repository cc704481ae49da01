"""URLs for comparing, beside the URL that was sent (rule 6). Pure; opens nothing."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from urllib.parse import SplitResult, quote, unquote, urlsplit

from ingest.normalise.url_parameters import ParameterKind, kinds_of

TWEET_URL = "https://x.com/i/status/{}"

_ALL_PARAMETER_NOISE: frozenset[ParameterKind] = frozenset(("tracking_parameter", "signed_url", "asset_version"))


@lru_cache(maxsize=8192)
def canonical_url(url: str | None) -> str | None:
    """The form in which two spellings of one address are equal; None for anything but http and https. Idempotent.

    https, host in lower case (IDNA) without `www.`, no default port, no single trailing slash, no tracking parameters, no
    fragment, one spelling of percent-encoding (RFC 3986 section 6.2.2). A tweet's is `https://x.com/i/status/<id>`.
    """
    parts = _split(url)
    host = _host(parts) if parts else None
    if parts is None or host is None:
        return None
    path = _path(parts.path)
    status_id = _status_id(host, path, parts.fragment)
    if status_id is not None:
        return TWEET_URL.format(status_id)
    query = _query(_spelled(parts.query, _QUERY_SAFE), host, {"tracking_parameter"}, asset=False)
    return f"https://{host}{path or '/'}?{query}" if query else f"https://{host}{path}"


def without_noise(url: str, kinds: Set[ParameterKind] = _ALL_PARAMETER_NOISE, *, asset: bool = False) -> str:
    """A URL without the parameters of these kinds of noise, otherwise as it was; any text is accepted.

    `asset`: the URL loads something (an image), so that `?ver=` and its like are cache busters and not a page's own.
    """
    if "signed_url" in kinds and "$s_!" in url:
        url = _SIGNED_STEP.sub("", url)
    if asset and "asset_version" in kinds:
        url = _EMOJI_VERSION.sub(r"\1", url)
    if "tracking_parameter" in kinds:
        url = _TRACKING_FRAGMENT.sub("", url)
    address, question, rest = url.partition("?")
    if not question:
        return url
    query, hash_sign, fragment = rest.partition("#")
    kept = _query(query, _loose_host(address), kinds, asset=asset)
    return f"{address}?{kept}{hash_sign}{fragment}" if kept else f"{address}{hash_sign}{fragment}"


def any_scheme(url: str) -> str:
    """A URL whose scheme does not count (rule 6): http written as https."""
    return f"https{url[4:]}" if url[:7].lower() == "http://" else url


def noise_parts(url: str) -> dict[ParameterKind, str]:
    """What `without_noise` takes from the URL of something loaded, by kind."""
    address, _, rest = url.partition("?")
    found: dict[ParameterKind, str] = {}
    if step := _SIGNED_STEP.search(address):
        found["signed_url"] = step[0]
    if step := _EMOJI_VERSION.search(address):
        found["asset_version"] = step[0]
    if step := _SESSION_STEP.search(address):
        found["tracking_parameter"] = step[0]
    segments, kinds = _judged(rest.partition("#")[0], _loose_host(address), asset=True)
    for segment, kind in zip(segments, kinds, strict=True):
        if kind is not None:
            found[kind] = f"{found.get(kind, '')}&{segment}"
    if fragment := _TRACKING_FRAGMENT.search(url):
        found["tracking_parameter"] = found.get("tracking_parameter", "") + fragment[0]
    return found


_SESSION_STEP = re.compile(r";jsessionid=[^/;]*", re.IGNORECASE)
_SIGNED_STEP = re.compile(r"\$s_![^!/]*!,?")  # Substack's image addresses carry their signature in the path
_EMOJI_VERSION = re.compile(r"(emoji[^?#]*?[/@])v?[0-9]+(?:\.[0-9]+)+(?=/)")  # of the library that has the pictures
_TRACKING_FRAGMENT = re.compile(r"#(?:utm_|xtor=|:~:text=).*$")


def _split(url: str | None) -> SplitResult | None:
    try:
        parts = urlsplit((url or "").strip())
    except ValueError:  # an IPv6 address without its bracket, a host that is something else after NFKC
        return None
    return parts if parts.scheme in ("http", "https") else None


def _host(parts: SplitResult) -> str | None:
    try:
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:  # a port that is no number
        return None
    if not host.isascii():
        host = _idna(host)
    while host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    if ":" in host:
        host = f"[{host}]"
    suffix = "" if port in (None, 80, 443) else f":{port}"
    return f"{host}{suffix}" if host else None


def _idna(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii").lower().rstrip(".")
    except UnicodeError:
        return quote(host, errors="replace").lower()


def _path(path: str) -> str:
    spelled = _spelled(_SESSION_STEP.sub("", path), _PATH_SAFE)
    if "/." in spelled:
        spelled = _without_dots(spelled)
    return spelled[:-1] if spelled.endswith("/") and not spelled.endswith("//") else spelled


def _without_dots(path: str) -> str:
    """RFC 3986 section 5.2.4."""
    kept: list[str] = []
    steps = path.split("/")[1:]
    for step in steps:
        if step == "..":
            del kept[-1:]
        elif step != ".":
            kept.append(step)
    if steps[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _query(query: str, host: str, kinds: Set[ParameterKind], *, asset: bool) -> str:
    if not query:
        return ""
    segments, noise = _judged(query, host, asset=asset)
    return "&".join(segment for segment, kind in zip(segments, noise, strict=True) if kind is None or kind not in kinds)


def _judged(query: str, host: str, *, asset: bool) -> tuple[list[str], tuple[ParameterKind | None, ...]]:
    segments = [segment for segment in query.split("&") if segment]
    pairs = [(unquote(name), value) for name, _, value in (segment.partition("=") for segment in segments)]
    return segments, kinds_of(pairs, host, asset=asset)


def _loose_host(address: str) -> str:
    return address.partition("//")[2].partition("/")[0].partition(":")[0].lower()


# --- percent-encoding ------------------------------------------------------------------------------------------------

_PATH_SAFE = "/:@!$&'()*+,;=%~"
_QUERY_SAFE = "/:@!$&'()*+,;=%~?"
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PLAIN = re.compile(r"[A-Za-z0-9\-._~/:@!$&'()*+,;=]*")


def _spelled(part: str, safe: str) -> str:
    """One spelling: escapes in upper case, none where it is not needed, all where it is."""
    if _PLAIN.fullmatch(part):
        return part
    escaped = quote(_BARE_PERCENT.sub("%25", part), safe=safe, errors="replace")
    return _ESCAPED.sub(lambda escape: _unescaped(escape[0]), escaped)


def _unescaped(escape: str) -> str:
    character = chr(int(escape[1:], 16))
    return character if character in _UNRESERVED else escape.upper()


# --- tweets ----------------------------------------------------------------------------------------------------------

_STATUS = re.compile(r"/(?:i/web|i|[A-Za-z0-9_]{1,15})/status(?:es)?/(\d{1,19})(?:/(?:photo|video)/\d)?")
_TWEET_HOSTS = frozenset(("x.com", "twitter.com", "mobile.twitter.com", "mobile.x.com", "m.twitter.com"))
_SURE_DIGITS = 15  # ids of 2011 and later; a shorter number under /…/status/ may be any site's own


def _status_id(host: str, path: str, fragment: str) -> str | None:
    """The id in a tweet's address: x.com's own, or that of a front end, whose host may be any."""
    at_home = host in _TWEET_HOSTS
    if at_home and path == "" and fragment.startswith("!/"):  # twitter.com/#!/user/status/20, as once written
        path = fragment[1:]
    found = _STATUS.fullmatch(path)
    if found is None or not (at_home or len(found[1]) >= _SURE_DIGITS):
        return None
    return found[1].lstrip("0") or None
