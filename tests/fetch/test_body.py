"""Bodies on the wire: bounds, cuts and codings (ingest/fetch/body.py)."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import brotli
import pytest

from ingest.codings import zstd
from ingest.fetch.settings import FetchSettings
from tests.fetch.harness import IMPATIENT, plan_for, run
from tests.fetch.server import Behaviour, answer, chunked, endless, head, raw, reset, slowly

RSS = b"<rss version='2.0'><channel><title>caf\xc3\xa9</title>" + b"<item><title>one</title></item>" * 50 + b"</channel></rss>"
LIMIT = 100_000


def bare_deflate(data: bytes) -> bytes:
    engine = zlib.compressobj(wbits=-15)
    return engine.compress(data) + engine.flush()


CODED = {
    "gzip": gzip.compress(RSS),
    "x-gzip": gzip.compress(RSS),
    "GZIP": gzip.compress(RSS),
    "deflate": zlib.compress(RSS),
    "br": brotli.compress(RSS),
    "zstd": zstd.compress(RSS),
    "gzip, br": brotli.compress(gzip.compress(RSS)),
    "identity": RSS,
}


@pytest.mark.parametrize("coding", CODED)
@pytest.mark.parametrize("framing", ["length", "chunks", "end"])
def test_every_coding_in_every_framing_is_undone(coding: str, framing: str) -> None:
    data = CODED[coding]
    halves = (data[: len(data) // 2], data[len(data) // 2 :])
    answers = {
        "length": head(200, {"content-encoding": coding, "content-length": str(len(data))}) + data,
        "chunks": head(200, {"content-encoding": coding, "transfer-encoding": "chunked"}) + chunked(halves),
        "end": head(200, {"content-encoding": coding, "connection": "close"}) + data,
    }
    attempt = run({"/": raw(answers[framing])}).only
    assert (attempt.body, attempt.complete, attempt.error_kind, attempt.issues) == (RSS, True, None, ())
    assert attempt.headers.content_encoding == coding


def test_deflate_without_its_wrapping_is_undone() -> None:
    assert run({"/": answer(200, bare_deflate(RSS), {"content-encoding": "deflate"})}).only.body == RSS


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "gzip, br", "sdch"])
def test_a_coding_that_is_declared_but_absent_is_noted_and_loses_nothing(coding: str) -> None:
    attempt = run({"/": answer(200, RSS, {"content-encoding": coding})}).only
    assert (attempt.body, attempt.error_kind) == (RSS, None)
    assert [issue.code for issue in attempt.issues] == ["content_encoding_mismatch"]


def test_a_coding_that_is_present_but_undeclared_stays_in_the_bytes() -> None:
    packed = gzip.compress(RSS)
    attempt = run({"/": answer(200, packed)}).only
    assert (attempt.body, attempt.error_kind) == (packed, None)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_coded_data_that_end_too_early_are_a_cut_body(coding: str) -> None:
    data = CODED[coding]
    attempt = run({"/": answer(200, data[: len(data) * 2 // 3], {"content-encoding": coding})}).only
    assert (attempt.error_kind, attempt.complete) == ("truncated", False)
    assert attempt.body is not None
    assert RSS.startswith(attempt.body)


def test_coded_data_that_are_broken_are_a_failure_with_the_bytes_kept() -> None:
    broken = bytearray(gzip.compress(RSS))
    broken[20] ^= 0xFF
    broken[25] ^= 0xFF
    attempt = run({"/": answer(200, bytes(broken), {"content-encoding": "gzip"})}).only
    assert (attempt.error_kind, attempt.body) == ("decode_error", bytes(broken))


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(raw(head(200, {"content-length": "5000"}) + RSS[:700]), id="shorter than its length"),
        pytest.param(raw(head(200, {"transfer-encoding": "chunked"}) + b"2bc\r\n" + RSS[:700]), id="ends within a chunk"),
        pytest.param(
            raw(head(200, {"transfer-encoding": "chunked"}) + b"2bc\r\n" + RSS[:700] + b"\r\n"), id="ends between chunks"
        ),
        pytest.param(
            raw(head(200, {"transfer-encoding": "chunked"}) + b"2bc\r\n" + RSS[:700] + b"\r\nzz\r\n"), id="chunk without a size"
        ),
        pytest.param(reset(head(200, {"content-length": "5000"}) + RSS[:700]), id="reset"),
    ],
)
def test_a_cut_body_is_a_failure_and_its_bytes_are_kept(behaviour: Behaviour) -> None:
    attempt = run({"/": behaviour}).only
    assert (attempt.status, attempt.error_kind, attempt.complete) == (200, "truncated", False)
    assert attempt.body == RSS[:700]
    assert attempt.headers.content_length in (None, "5000")


def test_a_cut_body_that_was_coded_is_kept_as_far_as_it_goes() -> None:
    data = CODED["gzip"]
    behaviour = raw(head(200, {"content-length": str(len(data)), "content-encoding": "gzip"}) + data[: len(data) - 20])
    attempt = run({"/": behaviour}).only
    assert (attempt.error_kind, attempt.complete) == ("truncated", False)
    assert attempt.body is not None
    assert RSS.startswith(attempt.body)


def test_a_body_that_stalls_is_a_failure_and_its_bytes_are_kept() -> None:
    attempt = run({"/": endless(head(200, {"content-length": "5000"}) + RSS[:700], b"")}, settings=IMPATIENT).only
    assert (attempt.error_kind, attempt.complete, attempt.body) == ("timeout", False, RSS[:700])


def test_a_body_that_drips_for_ever_is_stopped_by_the_total_time() -> None:
    settings = FetchSettings(host_gap=0.0, read_timeout=5.0, total_timeout=0.5, tries=1)
    attempt = run({"/": slowly(head(200, {"content-length": "5000"}) + RSS, 0.02, piece=20)}, settings=settings).only
    assert (attempt.error_kind, attempt.complete) == ("timeout", False)
    assert attempt.body
    assert RSS.startswith(attempt.body)


@pytest.mark.parametrize("framing", [{"content-length": "100001"}, {"connection": "close"}])
def test_a_body_beyond_max_bytes_is_refused(framing: dict[str, str]) -> None:
    outcome = run(
        {"/": raw(head(200, framing) + b"x" * (LIMIT + 1))}, lambda server: [plan_for(server.url("/"), max_bytes=LIMIT)]
    )
    attempt = outcome.only
    assert (attempt.error_kind, attempt.body, attempt.complete) == ("too_large", None, False)


def test_a_body_of_just_max_bytes_is_taken() -> None:
    outcome = run({"/": answer(200, b"x" * LIMIT)}, lambda server: [plan_for(server.url("/"), max_bytes=LIMIT)])
    assert outcome.only.body == b"x" * LIMIT


def test_an_endless_body_is_broken_off_soon_after_the_limit() -> None:
    sent = [0]
    behaviour = endless(head(200, {"connection": "close"}), b"<!-- again -->" * 1000, sent)
    outcome = run({"/": behaviour}, lambda server: [plan_for(server.url("/"), max_bytes=LIMIT)])
    assert outcome.only.error_kind == "too_large"
    assert sent[0] < 8_000_000  # what the two kernels hold between them is beyond our say


def bomb(coding: str, megabytes: int) -> bytes:
    zeros = b"\0" * (megabytes << 20)
    return {
        "gzip": gzip.compress,
        "deflate": zlib.compress,
        "br": lambda data: brotli.compress(data, quality=1),
        "zstd": zstd.compress,
    }[coding](zeros)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_bomb_stops_at_the_limit_with_constant_memory(coding: str) -> None:
    data = bomb(coding, 64)
    tracemalloc.start()
    try:
        outcome = run(
            {"/": answer(200, data, {"content-encoding": coding})},
            lambda server: [plan_for(server.url("/"), max_bytes=1_000_000)],
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (outcome.only.error_kind, outcome.only.body) == ("too_large", None)
    assert peak < 8_000_000 + len(data)


def test_a_bomb_within_a_bomb_stops_too() -> None:
    data = gzip.compress(bomb("gzip", 64))
    outcome = run(
        {"/": answer(200, data, {"content-encoding": "gzip, gzip"})},
        lambda server: [plan_for(server.url("/"), max_bytes=1_000_000)],
    )
    assert outcome.only.error_kind == "too_large"


def test_many_large_bodies_at_once_do_not_all_lie_in_memory() -> None:
    size = 6_000_000
    body = b"x" * size
    sizes: list[int] = []
    tracemalloc.start()
    try:
        outcome = run(
            {"/": answer(200, body)},
            lambda server: [plan_for(server.url("/", host=f"h{number}.example")) for number in range(24)],
            settings=FetchSettings(host_gap=0.0, tries=1),
            on_attempt=lambda attempt: sizes.append(len(attempt.body or b"")),
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sizes == [size] * 24
    assert not outcome.attempts
    assert peak < 24 * size * 0.75, "with all of them in memory it would be 144 MB and their copies"
