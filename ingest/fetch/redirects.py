"""What a redirect is, how many are followed, and which of them are for good (RFC 9110 section 15.4); pure."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.errors import FetchError
from ingest.fetch.urls import hop
from ingest.model import Redirect

FOLLOWED = frozenset({301, 302, 303, 307, 308})
PERMANENT = frozenset({301, 308})
MOST_HOPS = 10


def check_hop(redirects: Sequence[Redirect], target: str) -> None:
    """Stop a chain that is too long or comes back to where it was.

    Raises:
        FetchError: `too_many_redirects`.
    """
    if len(redirects) > MOST_HOPS:
        raise FetchError("too_many_redirects", f"more than {MOST_HOPS} redirects in a row")
    if target in {redirect.url for redirect in redirects}:
        raise FetchError("too_many_redirects", f"the redirects go round in a circle and come back to {target}")


def permanent_target(redirects: Sequence[Redirect]) -> str | None:
    """Where the leading run of permanent redirects ends: the URL that `sources.toml` might say instead. None if there is none.

    What follows a temporary hop is no promise. Whether the answer at the end was good is for the caller to know: a captive
    portal redirects "for good" as well.
    """
    target = None
    for redirect in redirects:
        if redirect.status not in PERMANENT:
            break
        try:
            target = hop(redirect.url, redirect.location)
        except FetchError:
            break
    return target
