"""TLS and HTTP/2 against real servers with a certificate of the test's own (ingest/fetch/client.py, network.py)."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import pytest

from ingest.fetch.run import fetch_all
from ingest.fetch.settings import FetchSettings, World
from ingest.model import Attempt
from tests.fetch.harness import Clock, plan_for, to_loopback
from tests.fetch.server import whole

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made by openssl")

SETTINGS = FetchSettings(host_gap=0.0, connect_timeout=3.0, read_timeout=1.0, total_timeout=3.0, tries=1)
BODY = b"<rss>" + b"<item/>" * 50_000 + b"</rss>"  # more than a window of HTTP/2 holds


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout {key} -out {cert} "
        "-subj /CN=blog.example -addext subjectAltName=DNS:blog.example".split(),
        check=True,
        capture_output=True,
    )
    return key, cert


@dataclass
class Shown:
    """What the server saw."""

    names: list[str | None] = field(default_factory=list)
    connections: int = 0
    paths: list[str] = field(default_factory=list)


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Shown], Awaitable[None]]


def secure(
    certificate: tuple[Path, Path],
    handler: Handler,
    *paths: str,
    host: str = "blog.example",
    protocols: tuple[str, ...] = ("http/1.1",),
    trusted: bool = True,
) -> tuple[list[Attempt], Shown]:
    key, cert = certificate
    shown = Shown()
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(cert, key)
    server_side.set_alpn_protocols(list(protocols))
    server_side.sni_callback = lambda _, name, __: shown.names.append(name)

    def client_side() -> ssl.SSLContext:
        context = ssl.create_default_context()
        if trusted:
            context.load_verify_locations(cert)
        return context

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        shown.connections += 1
        try:
            await handler(reader, writer, shown)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()

    async def go() -> list[Attempt]:
        attempts: list[Attempt] = []
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=server_side)
        port = server.sockets[0].getsockname()[1]
        world = World(clock=Clock(), resolve=to_loopback, environment={}, ssl_context=client_side)
        plans = [plan_for(f"https://{host}:{port}{path}") for path in paths]
        await fetch_all(plans, settings=SETTINGS, on_attempt=attempts.append, world=world)
        server.close()
        await asyncio.sleep(0.02)
        return attempts

    return asyncio.run(go()), shown


async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, shown: Shown) -> None:
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        shown.paths.append(head.split(b" ")[1].decode())
        writer.write(whole(200, BODY))
        await writer.drain()


def two(
    answer: Callable[[h2.connection.H2Connection, int], None],
) -> Handler:
    """A server of HTTP/2 that answers each request with `answer`; what the window does not let through follows later."""

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, shown: Shown) -> None:
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        waiting: dict[int, bytes] = {}
        while data := await reader.read(65536):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    shown.paths.append({bytes(k): bytes(v) for k, v in event.headers}[b":path"].decode())
                    answer(connection, event.stream_id)
                    waiting[event.stream_id] = BODY
            for stream, rest in list(waiting.items()):
                waiting[stream] = rest = _push(connection, stream, rest)
                if not rest:
                    del waiting[stream]
            writer.write(connection.data_to_send())
            await writer.drain()

    return handler


def _push(connection: h2.connection.H2Connection, stream: int, rest: bytes) -> bytes:
    while rest:
        size = min(connection.local_flow_control_window(stream), connection.max_outbound_frame_size, len(rest))
        if size <= 0:
            return rest
        connection.send_data(stream, rest[:size], end_stream=size == len(rest))
        rest = rest[size:]
    return rest


def ok(connection: h2.connection.H2Connection, stream: int) -> None:
    connection.send_headers(stream, [(":status", "200"), ("etag", '"two"')])


def test_the_certificate_is_checked_against_the_name_and_the_name_is_shown(certificate: tuple[Path, Path]) -> None:
    attempts, shown = secure(certificate, plain, "/a", "/b")
    assert [(attempt.status, attempt.body) for attempt in attempts] == [(200, BODY)] * 2
    assert (shown.names, shown.connections) == (["blog.example"], 1)


@pytest.mark.parametrize(("host", "trusted"), [("blog.example", False), ("other.example", True)])
def test_a_certificate_that_is_not_trusted_or_for_another_name_is_refused(
    certificate: tuple[Path, Path], host: str, *, trusted: bool
) -> None:
    (attempt,), shown = secure(certificate, plain, "/", host=host, trusted=trusted)
    assert (attempt.error_kind, attempt.status) == ("tls", None)
    assert shown.paths == []


def test_http2_is_spoken_where_it_is_offered(certificate: tuple[Path, Path]) -> None:
    attempts, shown = secure(certificate, two(ok), "/a", "/b", "/c", protocols=("h2", "http/1.1"))
    assert [(attempt.status, attempt.body, attempt.headers.etag) for attempt in attempts] == [(200, BODY, '"two"')] * 3
    assert (shown.paths, shown.connections) == (["/a", "/b", "/c"], 1)


def test_a_http2_answer_that_breaks_off_is_a_cut_body(certificate: tuple[Path, Path]) -> None:
    async def breaks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, shown: Shown) -> None:
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        while True:
            for event in connection.receive_data(await reader.read(65536)):
                if isinstance(event, h2.events.RequestReceived):
                    ok(connection, event.stream_id)
                    connection.send_data(event.stream_id, BODY[:1000])
                    writer.write(connection.data_to_send())
                    await writer.drain()
                    await asyncio.sleep(0.05)
                    return

    (attempt,), _ = secure(certificate, breaks, "/", protocols=("h2",))
    assert (attempt.status, attempt.error_kind, attempt.complete, attempt.body) == (200, "truncated", False, BODY[:1000])


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n", id="another protocol"),
        pytest.param(b"\x00\x00\x08\x07\x00\x00\x00\x00\x00" + b"\x00" * 8, id="goes away at once"),
        pytest.param(b"\xff" * 200, id="frames too long"),
        pytest.param(b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x03\x01\x04\x00\x00\x00\x01\xff\xff\xff", id="bad headers"),
        pytest.param(
            b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x04\x03\x00\x00\x00\x00\x01\x00\x00\x00\x02", id="resets the stream"
        ),
        pytest.param(b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x07", id="data before headers"),
    ],
)
def test_http2_that_breaks_the_rules_is_a_failed_attempt(certificate: tuple[Path, Path], frames: bytes) -> None:
    async def garble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, shown: Shown) -> None:
        await reader.read(65536)
        writer.write(frames)
        await writer.drain()
        await asyncio.sleep(0.05)

    (attempt,), _ = secure(certificate, garble, "/", protocols=("h2",))
    assert attempt.error_kind in ("protocol", "disconnected")
    assert (attempt.status, attempt.body) == (None, None)
