"""Keeps to robots.txt (RFC 9309) for pages that are read as pages; asks through a function that it is given.

A feed is published to be asked for by programs, an index page is not. The answer is remembered per origin for an hour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ingest.errors import FetchError

PRODUCT = "Strandline"
"""Our name in robots.txt and in the User-Agent."""

MOST_BYTES = 512_000  # RFC 9309 section 2.5 asks for at least 500 KiB
MOST_HOPS = 5  # section 2.3.1.2
LONGEST_DELAY = 30.0  # seconds; a longer Crawl-delay is meant for those who crawl, not for one page now and then
_REMEMBERED = 3600.0

Ask = Callable[[str], Awaitable[tuple[int, bytes]]]
"""URL -> status and body, redirects followed. Raises FetchError."""


@dataclass(slots=True)
class _Rules:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    until: float = 0.0
    status: int = 0
    text: str | None = None  # None: there are no rules


class Robots:
    """What each origin lets us ask for."""

    def __init__(self) -> None:
        self._known: dict[str, _Rules] = {}

    async def check(self, url: str, ask: Ask) -> float | None:
        """Return the gap in seconds that the host asks for, None where it asks for none.

        Raises:
            FetchError: `robots` (we may not ask for this), `robots_unavailable` (it can't be told now, which means no,
                section 2.3.1.4), or what went wrong on the way to robots.txt.
        """
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}"
        rules = self._known.setdefault(home, _Rules())
        async with rules.lock:
            now = asyncio.get_running_loop().time()
            if rules.until <= now:
                rules.status, body = await ask(f"{home}/robots.txt")
                rules.text = body.decode("utf-8-sig", "replace") if 200 <= rules.status < 300 else None
                rules.until = now + _REMEMBERED
        if rules.status == 429 or rules.status >= 500:
            raise FetchError(
                "robots_unavailable", f"{home}/robots.txt answers {rules.status}; until it can be read nothing is asked"
            )
        return None if rules.text is None else _judge(rules.text, url)


def _judge(text: str, url: str) -> float | None:
    from protego import Protego  # only blogs need it, and not every command has one to ask

    rules = Protego.parse(text)
    if not rules.can_fetch(url, PRODUCT):
        raise FetchError("robots", f"robots.txt does not let {PRODUCT} ask for {url}")
    delay = rules.crawl_delay(PRODUCT)
    return None if delay is None else min(float(delay), LONGEST_DELAY)
