"""Polls that are answered 304, at a thousand hosts: our whole way, rows included, beside a bare loop of httpx. Loopback only.

The sources have a past, since what is known of them is read before they are asked. Both sides send the same requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import httpx

from bench.measure import Row, cpu_of, median
from bench.places import ROOT, scratch
from ingest.fetch.run import Fetcher
from ingest.fetch.settings import FetchSettings
from ingest.pipeline.live import fetch
from ingest.pipeline.place import Place, opened
from ingest.pipeline.polls import Polls
from ingest.pipeline.ready import make_ready

AT_ONCE = 50
PAST = 30
ROUNDS = 5
FEED = b"""<rss version="2.0"><channel><title>t</title><link>http://a.example/</link>
<item><title>one</title><guid>tag:a.example,2026:1</guid><link>http://a.example/1</link></item></channel></rss>"""
ETAG = '"1"'


def rows(*, quick: bool) -> Iterator[Row]:
    """Processor time of one poll in a program that goes on and in one begun for it, and the memory of many sources."""
    hosts = 100 if quick else 1000
    with scratch() as folder, _server(hosts) as port:
        urls = [f"http://{address}:{port}/feed" for address in _addresses(hosts)]
        place = _place(folder, urls)
        told = _Told()
        steady, bare = asyncio.run(_steady(place, urls, told))
        begun = [cpu_of(lambda: fetch(place, [], tell=told)) for _ in range(ROUNDS)]
        told.check(len(urls))
    for what, spent in (("poll answered 304, as watch does", steady), ("the same in a run of fetch", begun)):
        yield Row(
            what=f"{what}, {hosts} hosts",
            ours=median(spent) / hosts,
            theirs=median(bare) / hosts,
            unit="ms",
            beside="an httpx loop",
            at_most=1.3,
        )
    count = 10 * hosts
    with scratch() as folder, _server(hosts) as port:
        urls = [f"http://{address}:{port}/feed/{number}" for number in range(10) for address in _addresses(hosts)]
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            second, fourth = pool.submit(_peaks, _place(folder, urls)).result()
    yield Row(
        what=f"{count:,} sources: memory from the 2nd round to the 4th",
        ours=fourth - second,
        theirs=None,
        unit="MiB",
        beside="",
        at_most=5,
    )


class _Told:
    """Counts the polls answered 304."""

    def __init__(self) -> None:
        self.confirmed = 0
        self.other: list[str] = []

    def __call__(self, line: str) -> None:
        if "outcome=not_modified" in line:
            self.confirmed += 1
        elif "outcome=changed" not in line:
            self.other.append(line)

    def check(self, sources: int) -> None:
        if self.other or self.confirmed < sources:
            raise RuntimeError(f"only {self.confirmed} polls were answered 304: {self.other[:3]}")


def _place(folder: Path, urls: Sequence[str]) -> Place:
    listed = (
        f'[[source]]\nid = "s{number}"\nkind = "feed"\nurl = "{url}"\nallow_private = true\n' for number, url in enumerate(urls)
    )
    (folder / "sources.toml").write_text("[defaults]\nhost_gap = 0\n\n" + "\n".join(listed))
    return Place(sources=folder / "sources.toml", archive=folder / "archive.db", db=folder / "data.db")


async def _steady(place: Place, urls: Sequence[str], told: _Told) -> tuple[list[float], list[float]]:
    """Rounds of a program that lives on, turn by turn with those of the bare loop (in a thread, which has a loop of its own)."""
    ours, bare = [], []
    async with _rounds(place, told) as poll_all:
        for number in range(PAST + ROUNDS):
            before = time.process_time()
            await poll_all()
            if number >= PAST:
                ours.append(time.process_time() - before)
                bare.append(await asyncio.to_thread(_bare, urls))
    told.check(len(urls) * (PAST + ROUNDS - 1))
    return ours, bare


@contextlib.asynccontextmanager
async def _rounds(place: Place, told: _Told) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Asks every source and finds when it is due again, as `watch` does, but all at once."""
    sources = place.settings().sources
    with opened(place, create=True) as both:
        polls = Polls(both, told, make_ready(both, sources, datetime.now(UTC)))
        async with Fetcher(FetchSettings(host_gap=0)) as fetcher:

            async def poll_all() -> None:
                with polls.gathered:
                    await asyncio.gather(*(polls.poll(fetcher, source) for source in sources))

            yield poll_all


def _peaks(place: Place) -> tuple[float, float]:
    """MiB at the peak after the second and the fourth round; to be called in a process of its own."""

    async def poll() -> tuple[float, float]:
        told, peaks = _Told(), []
        async with _rounds(place, told) as poll_all:
            for _ in range(4):
                await poll_all()
                peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        told.check(3 * len(place.settings().sources))
        return peaks[1], peaks[3]

    return asyncio.run(poll())


def _bare(urls: Sequence[str]) -> float:
    async def poll_all() -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def poll(client: httpx.AsyncClient, url: str) -> None:
            async with gate:
                response = await client.get(url, headers={"If-None-Match": ETAG})
                assert response.status_code == 304

        async with httpx.AsyncClient() as client:
            await asyncio.gather(*(poll(client, url) for url in urls))

    return cpu_of(lambda: asyncio.run(poll_all()))


# --- the server, in a process of its own -----------------------------------------------------------------------------


def _addresses(count: int) -> list[str]:
    """As many addresses of this machine alone (127.0.0.0/8), each of which is a host."""
    return [f"127.0.{1 + number // 250}.{1 + number % 250}" for number in range(count)]


@contextlib.contextmanager
def _server(hosts: int) -> Iterator[int]:
    arguments = [sys.executable, "-m", "bench.polling", str(hosts)]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            yield int(child.stdout.readline())
        finally:
            child.terminate()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            writer.write(_response(request))
            await writer.drain()
    writer.close()


def _response(request: bytes) -> bytes:
    if request.startswith(b"GET /robots.txt"):
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    if b"if-none-match:" in request.lower():
        return f"HTTP/1.1 304 Not Modified\r\nETag: {ETAG}\r\nDate: Tue, 06 Jan 2026 12:00:00 GMT\r\n\r\n".encode()
    head = f"HTTP/1.1 200 OK\r\nETag: {ETAG}\r\nContent-Type: application/rss+xml\r\nContent-Length: {len(FEED)}\r\n\r\n"
    return head.encode() + FEED


async def _serve(hosts: int) -> None:
    first, *others = _addresses(hosts)
    server = await asyncio.start_server(_answer, first, 0)
    port = server.sockets[0].getsockname()[1]
    more = await asyncio.start_server(_answer, others, port)
    print(port, flush=True)
    async with server, more:
        await asyncio.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(int(sys.argv[1])))
