"""One try at a plan: every hop of it, and what came of it as one Attempt; knows nothing of tries before or after.

follow     robots -> turn -> request -> redirect? -> again
then       the answer is looked through for the source's tokens -> Attempt
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, fields
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from ingest.codings import ACCEPT_ENCODING
from ingest.errors import FetchError
from ingest.fetch import redirects, robots
from ingest.fetch.body import LARGE_AT_ONCE, Body, receive
from ingest.fetch.gate import Gate
from ingest.fetch.plan import FetchPlan
from ingest.fetch.settings import FetchSettings, World
from ingest.fetch.tokens import Tokens, tokens_of
from ingest.fetch.urls import checked, hop, host_key, location_text, may_see_tokens, without_credentials
from ingest.model import Attempt, Headers, Issue, Redirect, Source, SourceKind

if TYPE_CHECKING:
    from ingest.fetch.client import Answer, Client

ACCEPT: Mapping[SourceKind, str] = {
    "feed": "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, "
    "text/xml;q=0.8, application/json;q=0.7, text/html;q=0.3, */*;q=0.1",
    "blog": "text/html, application/xhtml+xml, application/xml;q=0.5, */*;q=0.1",
    "tweets": "text/html, application/xhtml+xml, application/rss+xml;q=0.9, application/json;q=0.9, */*;q=0.1",
}

_HEADER_FIELDS = tuple((field.name, field.name.replace("_", "-")) for field in fields(Headers))
_NOT_WHOLE = frozenset({"truncated", "timeout", "too_large"})


@dataclass(slots=True)
class _Trail:
    """What one try has been through so far; on failure it is what there is to tell."""

    url: str
    observed_at: datetime
    spent: float = 0.0  # seconds on the wire
    redirects: list[Redirect] = field(default_factory=list)
    status: int | None = None
    headers: Headers = field(default_factory=Headers)
    body: Body | None = None


class Asker:
    """Makes tries; what is shared by all of a run lies here: connections, turns, robots rules, places for large bodies."""

    def __init__(self, client: Client, settings: FetchSettings, world: World, user_agent: str) -> None:
        self._client = client
        self._settings = settings
        self._world = world
        self._user_agent = user_agent
        self._gate = Gate(settings.concurrency, settings.host_gap, world.sleep)
        self._robots = robots.Robots()
        self._places = asyncio.Semaphore(LARGE_AT_ONCE)

    async def ask(self, plan: FetchPlan) -> Attempt:
        """Make one try. It always comes to an Attempt; what went wrong is in its `error_kind`."""
        trail = _Trail(url=without_credentials(plan.url), observed_at=self._world.clock())
        tokens = Tokens()
        error: FetchError | None = None
        try:
            trail.url = checked(plan.url)
            tokens = tokens_of(plan.source, self._world.environment)
            await self._follow(plan, trail, tokens)
        except FetchError as failure:
            error = failure
            if trail.status is None:
                trail.observed_at = self._world.clock()
        return _attempt(plan, trail, tokens, error)

    async def _follow(self, plan: FetchPlan, trail: _Trail, tokens: Tokens) -> None:
        """Ask, and go on asking where the answers lead."""
        while True:
            await self._check_robots(plan.source, trail.url)
            location = await self._request(plan, trail, tokens)
            if location is None:
                return
            trail.redirects.append(Redirect(url=trail.url, status=trail.status or 0, location=without_credentials(location)))
            target = hop(trail.url, location)
            redirects.check_hop(trail.redirects, target)
            trail.url, trail.status, trail.headers = target, None, Headers()

    async def _request(self, plan: FetchPlan, trail: _Trail, tokens: Tokens) -> str | None:
        """One request within its turn; returns where a redirect leads, None where this is the answer."""
        headers = self._headers(plan, trail.url, tokens)
        async with self._gate.turn(host_key(trail.url), going_on=bool(trail.redirects)), AsyncExitStack() as stack:
            answer = await self._head(stack, plan.source, trail, headers)
            location = answer.header("location") if answer.status in redirects.FOLLOWED else None
            if location is None:
                trail.body = await self._body(answer, plan.source.max_bytes, trail)
        _refuse_echo(plan.source, trail, tokens, answer)
        if location is None and answer.status in redirects.FOLLOWED:
            raise FetchError("bad_redirect", f"status {answer.status} without a Location: it leads nowhere")
        if trail.body is not None and trail.body.error is not None:
            raise trail.body.error
        return None if location is None else location_text(location)

    async def _head(self, stack: AsyncExitStack, source: Source, trail: _Trail, headers: Mapping[str, str]) -> Answer:
        now = asyncio.get_running_loop().time
        began = now()
        try:
            async with asyncio.timeout(self._left(trail)):
                answer = await stack.enter_async_context(self._client.get(trail.url, headers, allow_private=source.allow_private))
        except TimeoutError as error:
            raise FetchError("timeout", "the answer took too long as a whole") from error
        except FetchError as error:
            if error.kind == "blocked_address" and trail.redirects:
                raise FetchError("blocked_redirect", f"the redirect leads to a forbidden address: {error}") from error
            raise
        finally:
            trail.spent += now() - began
        trail.observed_at, trail.status, trail.headers = self._world.clock(), answer.status, _recorded(answer)
        return answer

    async def _body(self, answer: Answer, limit: int, trail: _Trail) -> Body | None:
        """The body of an answer that is not a redirect; that of a 304 is read past and ignored (rule 1)."""
        if answer.bodiless and answer.status == 304:
            async for _ in answer.chunks:
                pass
            return None
        now = asyncio.get_running_loop().time
        began = now()
        coding = None if answer.status == 304 else trail.headers.content_encoding
        body = await receive(answer.chunks, coding=coding, limit=limit, seconds=self._left(trail), places=self._places)
        trail.spent += now() - began
        return None if answer.status == 304 else body

    def _left(self, trail: _Trail) -> float:
        return max(self._settings.total_timeout - trail.spent, 0.0)

    def _headers(self, plan: FetchPlan, url: str, tokens: Tokens) -> dict[str, str]:
        headers = self._common(ACCEPT[plan.source.kind])
        giver = plan.validators_url
        if giver is not None and (url == giver or url == checked(giver)):
            conditional = {"If-None-Match": plan.etag, "If-Modified-Since": plan.last_modified}
            headers.update({name: value for name, value in conditional.items() if value is not None})
        if tokens.headers and may_see_tokens(plan.source.url, url):
            own = {name.lower() for name in tokens.headers}
            headers = {name: value for name, value in headers.items() if name.lower() not in own} | dict(tokens.headers)
        return headers

    def _common(self, accept: str) -> dict[str, str]:
        return {"User-Agent": self._user_agent, "Accept": accept, "Accept-Encoding": ACCEPT_ENCODING}

    # robots.txt

    async def _check_robots(self, source: Source, url: str) -> None:
        if source.kind == "blog":
            gap = await self._robots.check(url, lambda address: self._robots_txt(source, address))
            if gap is not None:
                self._gate.slow_down(host_key(url), gap)

    async def _robots_txt(self, source: Source, url: str) -> tuple[int, bytes]:
        """Status and bytes of a robots.txt, redirects followed; it is no attempt at the source and leaves no row."""
        trail = _Trail(url=url, observed_at=self._world.clock())
        headers = self._common("text/plain, */*;q=0.1")
        for _ in range(robots.MOST_HOPS + 1):
            async with self._gate.turn(host_key(trail.url)), AsyncExitStack() as stack:
                answer = await self._head(stack, source, trail, headers)
                location = answer.header("location") if answer.status in redirects.FOLLOWED else None
                if location is None:
                    body = await self._body(answer, robots.MOST_BYTES, trail)
                    if body is not None and body.error is not None:
                        raise FetchError("robots_unavailable", f"{trail.url} cannot be read: {body.error}")
                    return answer.status, (body.data or b"") if body is not None else b""
            trail.url = hop(trail.url, location_text(location))
        return 404, b""  # section 2.3.1.2: beyond five redirects it counts as absent


def _recorded(answer: Answer) -> Headers:
    return Headers(**{name: answer.header(header) for name, header in _HEADER_FIELDS})


def _refuse_echo(source: Source, trail: _Trail, tokens: Tokens, answer: Answer) -> None:
    """Keep nothing of an answer that says a token back, but its size and hash."""
    data = (trail.body.data if trail.body is not None else None) or b""
    told = tokens.echoed_in(value for _, value in answer.headers)
    if not told and not tokens.echoed_in_body(data, source.max_bytes):
        return
    trail.headers, trail.body = Headers(), None
    raise FetchError(
        "echoed_secret",
        f"the answer says back a token from `headers`; it was not kept: {len(data):,} bytes, SHA-256 {sha256(data).hexdigest()}",
    )


def _attempt(plan: FetchPlan, trail: _Trail, tokens: Tokens, error: FetchError | None) -> Attempt:
    body = trail.body
    return Attempt(
        source_id=plan.source.id,
        observed_at=trail.observed_at,
        provenance="live",
        requested_url=without_credentials(plan.url),
        final_url=None if trail.status is None else trail.url,
        status=trail.status,
        redirects=tuple(trail.redirects),
        headers=trail.headers,
        body=None if body is None else body.data,
        complete=error is None or error.kind not in _NOT_WHOLE,
        elapsed_ms=round(trail.spent * 1000),
        error_kind=None if error is None else error.kind,
        error=None if error is None else tokens.hidden(str(error)),
        issues=(*_found(plan), *(() if body is None else body.issues)),
    )


def _found(plan: FetchPlan) -> tuple[Issue, ...]:
    """Say how this URL was come by, where it is not the one in sources.toml."""
    if plan.found_by not in _FOUND:
        return ()
    code, words = _FOUND[plan.found_by]
    message = f"{plan.found_on} {words} {plan.url}; put that address into sources.toml"
    return (Issue(severity="info", code=code, message=message),)


_FOUND = {
    "alternate": ("feed_discovered", "is no feed and names this one:"),
    "meta_refresh": ("meta_refresh_followed", "sends its readers on to"),
}
