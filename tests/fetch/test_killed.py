"""A process that is killed loses what was in flight, and nothing that it had been told (ingest/fetch/run.py)."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from tests.fetch.server import Server, after, answer

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 8
CHILD = f"""
import asyncio, sys
from ingest.fetch.plan import FetchPlan
from ingest.fetch.run import fetch_all
from ingest.fetch.settings import FetchSettings, World
from ingest.model import Source

async def here(host, port):
    return ["127.0.0.1"]

def plan(url):
    return FetchPlan(source=Source(id="one", kind="feed", url=url, allow_private=True), url=url)

def told(attempt):
    print(attempt.requested_url, flush=True)

urls = sys.stdin.read().split()
settings = FetchSettings(host_gap=0.0, concurrency={AT_ONCE})
asyncio.run(fetch_all(map(plan, urls), settings=settings, on_attempt=told, world=World(resolve=here)))
"""


async def killed_after(lines: int) -> tuple[list[str], Server]:
    """Run a fetch of two hundred sources in a process of its own and kill it once it has told of so many attempts."""
    async with Server(routes={"/*": after(0.005, answer(200, b"<rss/>"))}) as server:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CHILD, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT
        )
        assert child.stdin is not None
        assert child.stdout is not None
        urls = [server.url(f"/{number}", host=f"h{number}.example") for number in range(200)]
        child.stdin.write("\n".join(urls).encode())
        child.stdin.close()
        told = [(await child.stdout.readline()).decode().strip() for _ in range(lines)]
        child.send_signal(signal.SIGKILL)
        rest = await child.stdout.read()
        await child.wait()
        return told + rest.decode().split(), server


@pytest.mark.parametrize("lines", [1, 37, 120, 199])
def test_a_killed_run_has_told_of_all_but_what_was_in_flight(lines: int) -> None:
    told, server = asyncio.run(killed_after(lines))
    assert len(told) == len(set(told)) >= lines
    asked = {server.url(request.path, host=request.host.rpartition(":")[0]) for request in server.seen}
    assert set(told) <= asked
    assert len(asked) - len(told) <= AT_ONCE
