"""Compressed bodies that nobody declared: opened under a limit, or left alone."""

from __future__ import annotations

import contextlib
import gzip
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.parse.compression import open_body

PAGE = b"<rss>" + b"hello " * 500 + b"</rss>"


PACKS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "deflate in gzip": lambda body: gzip.compress(zlib.compress(body)),
}


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_an_undeclared_coding_is_opened_and_said(pack):
    body, issues = open_body(pack(PAGE))
    assert body == PAGE
    assert [issue.code for issue in issues] == ["undeclared_compression"]


@pytest.mark.parametrize("body", [b"", b"x^2 + y^2 = z^2", PAGE, bytes(range(256)) * 4, "журнал".encode("cp1251"), b"\x1f\x8b"])
def test_what_is_not_compressed_stays_as_it_is(body):
    assert open_body(body) == (body, ())


def test_gzip_that_is_cut_is_an_error_not_noise():
    with pytest.raises(ReadError) as caught:
        open_body(gzip.compress(PAGE)[:-12])
    assert caught.value.kind == "decode_error"


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_bomb_is_refused_at_the_limit(pack):
    with pytest.raises(ReadError) as caught:
        open_body(pack(b"<" + b"0" * 1_000_000), limit=100_000)
    assert caught.value.kind == "too_large"


@given(st.binary(max_size=300))
def test_any_bytes_are_opened_or_refused(body):
    with contextlib.suppress(ReadError):
        assert isinstance(open_body(body, limit=10_000)[0], bytes)
