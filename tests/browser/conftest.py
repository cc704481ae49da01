"""A server on loopback and Debian's Chromium; where one of them cannot be had, the tests are skipped and say why."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.hostile import captures
from tests.web.pages import imported
from web.serve import ROOT, command
from web.settings import ARCHIVE_VARIABLE

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync --font-render-hinting=none"
)
STARTS_WITHIN = 40.0  # seconds


def chromium() -> str | None:
    """Where a Chromium is, None where there is none."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")  # and no longer: while playwright runs, its thread can run no other event loop
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=FLAGS.split())
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The sample with its archive, served as `make serve` serves it."""
    with served(*imported(tmp_path_factory.mktemp("served"), ROOT / "captures", "--sample")) as base:
        yield base


@pytest.fixture(scope="session")
def hostile_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Sources that mean harm, served likewise."""
    folder = tmp_path_factory.mktemp("hostile")
    with served(*imported(folder, captures(folder / "captures"))) as base:
        yield base


@contextmanager
def served(data: Path, archive: Path) -> Iterator[str]:
    """The address of a database that is served while the context lasts."""
    port = free_port()
    arguments = [str(data) if part == str(ROOT / "data.db") else part for part in command(ROOT, port, own=False)]
    arguments.remove("--immutable")  # the copy that was just made has a write-ahead log
    base, log = f"http://127.0.0.1:{port}", data.parent / "server.log"
    with log.open("wb") as out:
        environment = {**os.environ, ARCHIVE_VARIABLE: str(archive)}
        server = subprocess.Popen([sys.executable, *arguments], env=environment, stdout=out, stderr=out, cwd=ROOT)
        try:
            wait_for(f"{base}/-/versions.json", server, log)
            yield base
        finally:
            server.terminate()
            server.wait(timeout=20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')[-2000:]}")
