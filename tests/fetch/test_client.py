"""What HTTP the client speaks, and how it calls what goes wrong on the wire (ingest/fetch/client.py, network.py)."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from ingest.fetch.settings import FetchSettings, system_resolve
from tests.fetch.harness import IMPATIENT, plan_for, run, to_loopback
from tests.fetch.server import (
    Behaviour,
    Line,
    Seen,
    after,
    answer,
    endless,
    head,
    in_turn,
    raw,
    reset,
    silence,
    slowly,
    whole,
)

RSS = b"<rss version='2.0'><channel><title>t</title></channel></rss>"


def test_a_good_answer_is_kept_as_it_came() -> None:
    headers = {"content-type": "application/rss+xml", "etag": '"e1"', "date": "Tue, 06 Jan 2026 12:00:00 GMT", "age": "7"}
    outcome = run({"/": answer(200, RSS, headers)})
    attempt = outcome.only
    assert (attempt.status, attempt.body, attempt.complete, attempt.error_kind) == (200, RSS, True, None)
    assert (attempt.headers.etag, attempt.headers.age, attempt.headers.content_length) == ('"e1"', "7", str(len(RSS)))
    assert attempt.headers.last_modified is None
    assert attempt.requested_url == attempt.final_url == outcome.server.url("/")


def test_a_header_sent_twice_is_recorded_as_one_list() -> None:
    attempt = run(
        {"/": raw(head(200, [("Cache-Control", "public"), ("Cache-Control", "max-age=60"), ("content-length", "0")]))}
    ).only
    assert attempt.headers.cache_control == "public, max-age=60"


def test_header_bytes_beyond_ascii_survive_to_the_next_request() -> None:
    etag = b'"caf\xe9-\xc3\xa9"'
    first = raw(b"HTTP/1.1 200 OK\r\nETag: " + etag + b"\r\nContent-Length: 0\r\n\r\n", keep=True)
    outcome = run({"/": first})
    sent_back = run(
        {"/": answer(304)}, lambda server: [plan_for(url := server.url("/"), etag=outcome.only.headers.etag, validators_url=url)]
    )
    assert b"If-None-Match: " + etag in sent_back.server.seen[0].raw


def test_the_request_says_who_asks_and_whom_to_write_to() -> None:
    settings = FetchSettings(contact="https://example.org/about", host_gap=0.0)
    request = run({"/": answer()}, settings=settings).server.seen[0]
    name, _, contact = request.headers["user-agent"].partition(" ")
    assert name.startswith("Strandline/")
    assert contact == "(+https://example.org/about)"
    assert request.headers["accept-encoding"] == "gzip, deflate, br, zstd"


def test_no_cookie_is_kept_or_sent() -> None:
    outcome = run(
        {"/a": answer(200, b"x", {"set-cookie": "session=1; Path=/"}), "/b": answer(200, b"y")},
        lambda server: [plan_for(server.url("/a")), plan_for(server.url("/b"))],
    )
    assert not any("cookie" in request.headers for request in outcome.server.seen)
    assert "session" not in repr(outcome.attempts)


def test_a_304_is_an_attempt_without_a_body() -> None:
    attempt = run({"/": answer(304, b"", {"etag": '"v1"'})}).only
    assert (attempt.status, attempt.body, attempt.error_kind, attempt.headers.etag) == (304, None, None, '"v1"')


@pytest.mark.parametrize(
    "not_modified",
    [
        raw(head(304, {"content-length": "12"}) + b"Not Modified", keep=True),
        raw(head(304) + b"Not Modified", keep=True),
        raw(head(304, {"content-encoding": "gzip"}) + b"Not Modified", keep=True),
        raw(head(304, {"transfer-encoding": "chunked"}) + b"c\r\nNot Modified\r\n0\r\n\r\n", keep=True),
    ],
    ids=["with a length", "without a length", "with a coding", "in chunks"],
)
def test_the_body_of_a_304_is_ignored_and_disturbs_nobody(not_modified: Behaviour) -> None:
    outcome = run(
        {"/a": not_modified, "/b": answer(200, RSS)}, lambda server: [plan_for(server.url("/a")), plan_for(server.url("/b"))]
    )
    first, second = outcome.attempts
    assert (first.status, first.body, first.error_kind) == (304, None, None)
    assert (second.status, second.body, second.error_kind) == (200, RSS, None)


def test_one_connection_serves_all_requests_to_a_host() -> None:
    outcome = run({"/*": answer(200, RSS)}, lambda server: [plan_for(server.url(f"/{number}")) for number in range(5)])
    assert [attempt.status for attempt in outcome.attempts] == [200] * 5
    assert outcome.server.connections == 1


def test_a_304_keeps_the_connection() -> None:
    outcome = run({"/*": answer(304)}, lambda server: [plan_for(server.url(f"/{number}")) for number in range(5)])
    assert outcome.server.connections == 1


def test_a_connection_that_the_server_closed_is_replaced() -> None:
    outcome = run({"/*": raw(whole(200, RSS))}, lambda server: [plan_for(server.url(f"/{number}")) for number in range(3)])
    assert [attempt.error_kind for attempt in outcome.attempts] == [None] * 3
    assert outcome.server.connections == 3


def test_bytes_beyond_the_announced_length_do_not_reach_the_next_answer() -> None:
    chatty = raw(head(200, {"content-length": "3"}) + b"abcHTTP/1.1 200 Fake\r\ncontent-length: 4\r\n\r\nfake", keep=True)
    outcome = run({"/a": chatty, "/b": answer(200, RSS)}, lambda server: [plan_for(server.url("/a")), plan_for(server.url("/b"))])
    assert [attempt.body for attempt in outcome.attempts] == [b"abc", RSS]


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        pytest.param(raw(b""), "disconnected", id="closes"),
        pytest.param(reset(), "disconnected", id="resets"),
        pytest.param(raw(b"HTTP/1.1 200 OK\r\nContent-Ty"), "disconnected", id="ends in the middle of the headers"),
        pytest.param(reset(b"HTTP/1.1 200 OK\r\nContent-Ty"), "disconnected", id="resets in the middle of the headers"),
        pytest.param(raw(b"SSH-2.0-OpenSSH_9.9\r\n\r\n"), "protocol", id="speaks another protocol"),
        pytest.param(raw(b"HTTP/1.1 two hundred OK\r\n\r\n"), "protocol", id="has no number for a status"),
        pytest.param(raw(b"HTTP/1.1 99 Too Low\r\n\r\n"), "protocol", id="has an impossible status"),
        pytest.param(raw(b"<html>no status line</html>"), "disconnected", id="answers without a head"),
        pytest.param(raw(b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), "protocol", id="has a header line that is none"),
        pytest.param(
            raw(head(200, [("content-length", "3"), ("content-length", "4")]) + b"abc"), "protocol", id="gives two lengths"
        ),
        pytest.param(raw(head(200, {"content-length": "-3"})), "protocol", id="gives a negative length"),
        pytest.param(raw(b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"), "protocol", id="switches protocols unasked"),
        pytest.param(
            endless(b"HTTP/1.1 200 OK\r\n", b"X-More: " + b"y" * 1000 + b"\r\n"), "headers_too_large", id="never ends its headers"
        ),
        pytest.param(endless(b"HTTP/1.1 200 OK\r\nX: ", b"y" * 1000), "headers_too_large", id="never ends one header"),
        pytest.param(endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 50), "headers_too_large", id="goes on saying continue"),
    ],
)
def test_an_answer_that_is_none_is_a_failed_attempt(behaviour: Behaviour, kind: str) -> None:
    attempt = run({"/": behaviour}).only
    assert attempt.error_kind == kind
    assert attempt.error
    assert (attempt.status, attempt.body, attempt.final_url) == (None, None, None)


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(silence, id="says nothing"),
        pytest.param(after(5.0, answer()), id="answers too late"),
        pytest.param(slowly(head(200), 0.2), id="drips its headers"),
    ],
)
def test_an_answer_that_does_not_come_is_a_failed_attempt(behaviour: Behaviour) -> None:
    attempt = run({"/": behaviour}, settings=IMPATIENT).only
    assert (attempt.error_kind, attempt.status, attempt.body) == ("timeout", None, None)


def test_early_hints_before_the_answer_are_passed_over() -> None:
    attempt = run({"/": raw(head(103, {"link": "</a>"}) + head(100) + whole(200, RSS))}).only
    assert (attempt.status, attempt.body) == (200, RSS)


def test_a_name_without_an_address_is_a_failed_attempt() -> None:
    async def nowhere(host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")

    attempt = run({}, plan_for("http://nowhere.example/feed"), resolve=nowhere).only
    assert (attempt.error_kind, attempt.error) == ("dns", "the name nowhere.example has no address (Name or service not known)")


def test_a_name_that_no_resolver_can_ask_for_is_a_failed_attempt() -> None:
    attempt = run({}, plan_for(f"http://{'a' * 70}.example/feed")).only
    assert attempt.error_kind in ("bad_url", "dns", "connect")


def test_a_port_where_nobody_listens_is_a_failed_attempt() -> None:
    attempt = run({}, lambda server: [plan_for("http://127.0.0.1:1/feed")]).only
    assert attempt.error_kind == "connect"
    assert "127.0.0.1" in (attempt.error or "")


def test_a_resolver_that_hangs_is_given_up() -> None:
    async def hang(host: str, port: int) -> list[str]:
        await asyncio.sleep(60)
        return []

    settings = FetchSettings(connect_timeout=0.1, tries=1)
    attempt = run({}, plan_for("http://slow.example/"), resolve=hang, settings=settings).only
    assert attempt.error_kind == "connect_timeout"


def test_the_system_is_asked_for_names_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dead names take seconds each: none may hold up the others."""

    def slow(host: str, port: int, **_: object) -> list[object]:
        time.sleep(0.3)
        return [(2, 1, 6, "", ("127.0.0.1", port)), (2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("socket.getaddrinfo", slow)
    began = time.monotonic()
    outcome = run(
        {"/": answer()},
        lambda server: [plan_for(server.url("/", host=f"h{number}.example")) for number in range(100)],
        resolve=system_resolve,
    )
    assert [attempt.status for attempt in outcome.attempts] == [200] * 100
    assert time.monotonic() - began < 4


def test_the_second_address_of_a_name_is_tried_when_the_first_does_not_answer() -> None:
    async def two(host: str, port: int) -> list[str]:
        return ["127.77.77.77" if port != 1 else "127.0.0.1", "127.0.0.1"]

    async def only_here(request: Seen, line: Line) -> None:
        await answer(200, RSS)(request, line)

    attempt = run({"/": only_here}, resolve=two, plans=lambda server: [plan_for(server.url("/", host="two.example"))]).only
    assert attempt.body == RSS


def test_the_name_is_kept_in_the_host_header_though_the_address_is_dialled() -> None:
    outcome = run({"/": answer()}, lambda server: [plan_for(server.url("/", host="blog.example"))])
    assert outcome.server.seen[0].host == f"blog.example:{outcome.server.port}"


def test_international_names_are_asked_for_in_their_ascii_form() -> None:
    asked: list[str] = []

    async def note(host: str, port: int) -> list[str]:
        asked.append(host)
        return list(await to_loopback(host, port))

    run({"/": answer()}, lambda server: [plan_for(server.url("/", host="bücher.example"))], resolve=note)
    assert asked == ["xn--bcher-kva.example"]


def test_the_wire_logs_nothing_of_a_token(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        run(
            {"/": in_turn(reset(), answer(200, RSS))},
            lambda server: [plan_for(server.url("/"), headers={"Authorization": "Bearer $T"})],
            environment={"T": "sesame-open-4711"},
            settings=FetchSettings(host_gap=0.0, tries=2, retry_pause=0.0),
        )
    assert "sesame" not in caplog.text
