"""A command loads what it needs: one that a timer starts every few minutes pays for it every time."""

from __future__ import annotations

import subprocess
import sys

import pytest

READERS = {"feedparser", "selectolax", "nh3", "rapidfuzz", "ingest.parse", "ingest.normalise", "ingest.history"}
CLIENT = {"httpx", "asyncio"}


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


@pytest.mark.parametrize(
    ("statement", "spared"),
    [
        ("import ingest.cli", {*READERS, *CLIENT, "ingest.pipeline", "ingest.store", "ingest.archive"}),
        ("import ingest.pipeline.inspect", {*READERS, *CLIENT}),
        ("import ingest.parse", {"feedparser", "selectolax", "ingest.parse.feed", "ingest.parse.blog", "ingest.parse.tweets"}),
        ("import ingest.pipeline.intake", {"httpx", "asyncio", "ingest.parse.blog", "ingest.parse.tweets"}),
        ("import ingest.pipeline.live", {"feedparser", "selectolax.lexbor", "nh3", "ingest.parse.blog", "ingest.parse.tweets"}),
    ],
)
def test_what_a_command_does_not_need_it_does_not_load(statement: str, spared: set[str]) -> None:
    assert loaded_by(statement) & spared == set()
