"""Keeps to robots.txt (RFC 9309) for pages that are read as pages; asks through a function that it is given.

A feed is published to be asked for by programs, an index page is not. The answer is remembered per origin for an hour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from ingest.errors import FetchError

PRODUCT = "Strandline"
"""Our name in robots.txt and in the User-Agent."""

MOST_BYTES = 512_000  # RFC 9309 section 2.5 asks for at least 500 KiB
MOST_HOPS = 5  # section 2.3.1.2
LONGEST_DELAY = 30.0  # seconds; a longer Crawl-delay is meant for those who crawl, not for one page now and then
_REMEMBERED = 3600.0
_REFUSAL_REMEMBERED = 300.0
_MOST_REMEMBERED = 256

Ask = Callable[[str], Awaitable[tuple[int, bytes]]]
"""URL -> status and body, redirects followed. Raises FetchError."""


@dataclass(slots=True)
class _Rules:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    until: float = 0.0
    status: int = 0
    parsed: Any = None  # a Protego, which has no types; None: there are no rules

    def read(self, status: int, body: bytes, now: float) -> None:
        """Take in an answer."""
        self.status = status
        self.parsed = _parsed(body) if 200 <= status < 300 else None
        self.until = now + (_REFUSAL_REMEMBERED if self.forbid_all() else _REMEMBERED)

    def forbid_all(self) -> bool:
        """True where the rules exist and can't be read now, which means no (RFC 9309 section 2.3.1.4)."""
        return self.status == 429 or self.status >= 500


class Robots:
    """What each origin lets us ask for."""

    def __init__(self) -> None:
        self._known: dict[str, _Rules] = {}

    async def check(self, url: str, ask: Ask) -> float | None:
        """Return the gap in seconds that the host asks for, None where it asks for none.

        Raises:
            FetchError: `robots` (we may not ask for this), `robots_unavailable` (it can't be told now), or what went wrong on
                the way to robots.txt.
        """
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}"
        rules = self._rules(home)
        async with rules.lock:
            now = asyncio.get_running_loop().time()
            if rules.until <= now:
                status, body = await ask(f"{home}/robots.txt")
                rules.read(status, body, now)
        if rules.forbid_all():
            raise FetchError(
                "robots_unavailable", f"{home}/robots.txt answers {rules.status}; until it can be read nothing is asked"
            )
        if rules.parsed is None:
            return None
        if not rules.parsed.can_fetch(url, PRODUCT):
            raise FetchError("robots", f"robots.txt does not let {PRODUCT} ask for {url}")
        delay = rules.parsed.crawl_delay(PRODUCT)
        return None if delay is None else min(float(delay), LONGEST_DELAY)

    def _rules(self, home: str) -> _Rules:
        rules = self._known.setdefault(home, _Rules())
        if len(self._known) > _MOST_REMEMBERED:
            del self._known[next(iter(self._known))]  # the oldest; whoever is just using it has it in hand
        return rules


def _parsed(body: bytes) -> Any:
    from protego import Protego  # only blogs need it, and not every command has one to ask

    return Protego.parse(body.decode("utf-8-sig", "replace"))
