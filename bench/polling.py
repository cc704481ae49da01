"""Polls that are answered 304, at a thousand hosts: our whole way, rows included, beside a bare loop of httpx. Loopback only."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx

from bench.measure import Row, cpu_of, median
from bench.places import ROOT, scratch
from ingest.pipeline.live import fetch
from ingest.pipeline.place import Place

AT_ONCE = 50
ROUNDS = 5
FEED = b"""<rss version="2.0"><channel><title>t</title><link>http://a.example/</link>
<item><title>one</title><guid>tag:a.example,2026:1</guid><link>http://a.example/1</link></item></channel></rss>"""
ETAG = '"1"'


def rows(*, quick: bool) -> Iterator[Row]:
    """Processor time of one poll, robots.txt of each host apart: it was asked in the first round."""
    hosts = 100 if quick else 1000
    with scratch() as folder, _server(hosts) as port:
        urls = [f"http://{address}:{port}/feed" for address in _addresses(hosts)]
        ours, bare = _ours(folder, urls), [_bare(urls) for _ in range(ROUNDS + 1)][1:]
    yield Row(
        what=f"poll answered 304, {hosts} hosts",
        ours=median(ours) / hosts,
        theirs=median(bare) / hosts,
        unit="ms",
        beside="an httpx loop",
        at_most=1.3,
    )


def _ours(folder: Path, urls: Sequence[str]) -> list[float]:
    listed = (
        f'[[source]]\nid = "s{number}"\nkind = "feed"\nurl = "{url}"\nallow_private = true\n' for number, url in enumerate(urls)
    )
    (folder / "sources.toml").write_text("[defaults]\nhost_gap = 0\n\n" + "\n".join(listed))
    place = Place(sources=folder / "sources.toml", archive=folder / "archive.db", db=folder / "data.db")
    names = [f"s{number}" for number in range(len(urls))]
    said: list[str] = []
    fetch(place, names, tell=said.append)
    spent = []
    for _ in range(ROUNDS):
        said.clear()
        spent.append(cpu_of(lambda: fetch(place, names, tell=said.append)))
        answered = sum("not_modified" in line for line in said)
        if answered != len(urls):
            raise RuntimeError(f"only {answered} of {len(urls)} polls were answered 304: {said[:3]}")
    return spent


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
