"""Content codings: whatever was packed comes back, whatever was not is said to be so, and no bomb goes off."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from itertools import pairwise

import brotli  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.codings import BadCodingError, Decoder, TooLargeError, UnknownCodingError, names_of, undo, zstd

LIMIT = 1_000_000
TEXT = "<?xml version='1.0'?><rss>a feed — ein Fädchen — лента</rss>".encode() * 50


def bare_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "Deflate ": bare_deflate,
    "br": brotli.compress,
    "zstd": zstd.compress,
}
every_coding = pytest.mark.parametrize(
    ("name", "pack"), PACKERS.items(), ids=lambda value: value.strip() if isinstance(value, str) else ""
)
every_name = pytest.mark.parametrize("name", [name.strip() for name in PACKERS])


def gzip_bomb(size: int) -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)) + packer.flush()


def brotli_bomb(size: int) -> bytes:
    packer = brotli.Compressor(quality=1)
    pieces: list[bytes] = [packer.process(bytes(1_000_000)) for _ in range(size // 1_000_000)]
    return b"".join([*pieces, packer.finish()])


def zstd_bomb(size: int) -> bytes:
    packer = zstd.ZstdCompressor(level=1)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)) + packer.flush()


BOMBS = {"gzip": gzip_bomb, "br": brotli_bomb, "zstd": zstd_bomb}


class TestNames:
    @pytest.mark.parametrize(
        ("header", "names"),
        [
            (None, ()),
            ("", ()),
            ("identity", ()),
            ("none", ()),
            ("gzip", ("gzip",)),
            ("GZIP", ("gzip",)),
            ("x-gzip", ("gzip",)),
            ("deflate, gzip", ("deflate", "gzip")),
            (" br ,identity,, zstd", ("br", "zstd")),
            ("utf-8", ("utf-8",)),
        ],
    )
    def test_codings_are_named_in_the_order_of_application_and_identity_is_none(
        self, header: str | None, names: tuple[str, ...]
    ) -> None:
        assert names_of(header) == names


class TestDecoder:
    @every_coding
    @given(body=st.binary(max_size=3000), cuts=st.lists(st.integers(0, 3000), max_size=5))
    def test_a_body_comes_back_however_it_was_cut_into_chunks(
        self, name: str, pack: Callable[[bytes], bytes], body: bytes, cuts: list[int]
    ) -> None:
        packed = pack(body)
        edges = [0, *sorted(min(cut, len(packed)) for cut in cuts), len(packed)]
        decoder = Decoder(name, LIMIT)
        pieces = [decoder.feed(packed[start:end]) for start, end in pairwise(edges)]
        decoder.finish()
        assert b"".join(pieces) == body

    @every_coding
    def test_a_body_comes_back_byte_by_byte(self, name: str, pack: Callable[[bytes], bytes]) -> None:
        decoder = Decoder(name, LIMIT)
        body = b"".join(decoder.feed(bytes([byte])) for byte in pack(TEXT))
        decoder.finish()
        assert body == TEXT

    def test_several_codings_are_undone_in_reverse(self) -> None:
        assert Decoder("gzip, br, zstd", LIMIT).feed(zstd.compress(brotli.compress(gzip.compress(TEXT)))) == TEXT

    def test_without_a_coding_bytes_pass_through(self) -> None:
        decoder = Decoder(None, LIMIT)
        assert decoder.feed(TEXT) == TEXT
        decoder.finish()

    @every_coding
    def test_a_body_of_exactly_the_limit_is_given_and_one_byte_more_is_not(
        self, name: str, pack: Callable[[bytes], bytes]
    ) -> None:
        assert Decoder(name, len(TEXT)).feed(pack(TEXT)) == TEXT
        with pytest.raises(TooLargeError, match=f"more than {len(TEXT) - 1} bytes"):
            Decoder(name, len(TEXT) - 1).feed(pack(TEXT))

    def test_the_limit_holds_over_all_chunks_and_without_a_coding(self) -> None:
        decoder = Decoder("identity", 10)
        decoder.feed(b"12345678")
        with pytest.raises(TooLargeError):
            decoder.feed(b"9ab")

    @every_coding
    def test_a_body_that_ends_early_is_truncated(self, name: str, pack: Callable[[bytes], bytes]) -> None:
        decoder = Decoder(name, LIMIT)
        decoder.feed(pack(TEXT)[:-5])
        with pytest.raises(BadCodingError) as caught:
            decoder.finish()
        assert caught.value.truncated

    @every_name
    def test_an_empty_body_of_any_coding_is_empty(self, name: str) -> None:
        decoder = Decoder(name, LIMIT)
        assert decoder.feed(b"") == b""
        decoder.finish()

    @every_name
    def test_text_is_in_no_coding(self, name: str) -> None:
        with pytest.raises(BadCodingError):
            Decoder(name, LIMIT).feed(TEXT)

    @pytest.mark.parametrize("name", ["gzip", "zstd"])
    def test_members_one_after_the_other_are_one_body(self, name: str) -> None:
        assert Decoder(name, LIMIT).feed(PACKERS[name](TEXT) + PACKERS[name](b"and more")) == TEXT + b"and more"

    @pytest.mark.parametrize("padding", [b"\0\0\0", b"garbage"])
    def test_padding_after_a_gzip_member_is_ignored(self, padding: bytes) -> None:
        decoder = Decoder("gzip", LIMIT)
        assert decoder.feed(gzip.compress(TEXT) + padding) + decoder.feed(padding) == TEXT
        decoder.finish()

    @pytest.mark.parametrize("name", ["deflate", "br", "zstd"])
    def test_bytes_after_the_end_are_no_part_of_any_other_coding(self, name: str) -> None:
        with pytest.raises(BadCodingError):
            Decoder(name, LIMIT).feed(PACKERS[name](TEXT) + b"garbage")
        decoder = Decoder(name, LIMIT)
        decoder.feed(PACKERS[name](TEXT))
        with pytest.raises(BadCodingError):
            decoder.feed(b"garbage")

    @pytest.mark.parametrize("header", ["compress", "utf-8", "gzip, aws-chunked", "gzip, gzip, gzip, gzip"])
    def test_an_unknown_coding_or_too_many_are_refused(self, header: str) -> None:
        with pytest.raises(UnknownCodingError):
            Decoder(header, LIMIT)

    @pytest.mark.parametrize("name", BOMBS)
    def test_a_bomb_stops_at_the_limit_with_little_memory(self, name: str) -> None:
        bomb = BOMBS[name](200_000_000)
        tracemalloc.start()
        with pytest.raises(TooLargeError):
            Decoder(name, LIMIT).feed(bomb)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 4 * LIMIT

    def test_a_bomb_inside_a_coding_that_ends_early_stops_too(self) -> None:
        inner = gzip.compress(b"short") + bytes(100_000_000)  # what follows a member is ignored, but it must be unpacked first
        with pytest.raises(TooLargeError):
            Decoder("gzip, zstd", LIMIT).feed(zstd.compress(inner))

    def test_a_zstd_window_beyond_what_servers_may_use_is_refused(self) -> None:
        options: dict[int, int] = {zstd.CompressionParameter.window_log: 27, zstd.CompressionParameter.content_size_flag: 0}
        packer = zstd.ZstdCompressor(options=options)
        with pytest.raises(BadCodingError):
            Decoder("zstd", 50_000_000).feed(packer.compress(TEXT) + packer.flush())


class TestUndo:
    @every_coding
    def test_a_declared_coding_is_undone(self, name: str, pack: Callable[[bytes], bytes]) -> None:
        undone = undo(pack(TEXT), name, LIMIT)
        assert (undone.state, undone.body) == ("undone", TEXT)

    def test_without_a_declared_coding_nothing_is_touched(self) -> None:
        packed = gzip.compress(TEXT)
        undone = undo(packed, "identity", LIMIT)
        assert (undone.state, undone.body) == ("none", packed)

    @every_name
    @pytest.mark.parametrize(
        "plain",
        [
            TEXT,
            b"{}",
            b"hello",
            "Überschrift\r\n\tText".encode("latin-1"),
            "家居とニュース".encode("gb18030"),
            "<rss/>".encode("utf-16"),
            "<rss/>".encode("utf-16-le"),
        ],
    )
    def test_bytes_that_are_plain_already_stay_as_they_are(self, name: str, plain: bytes) -> None:
        undone = undo(plain, name, LIMIT)
        assert (undone.state, undone.body) == ("absent", plain)

    @every_coding
    def test_packed_bytes_that_are_cut_are_a_failure_not_plain_text(self, name: str, pack: Callable[[bytes], bytes]) -> None:
        cut = pack(TEXT)[:-9]
        undone = undo(cut, name, LIMIT)
        assert (undone.state, undone.body, undone.truncated) == ("failed", cut, True)
        assert undone.error
        assert "too early" in undone.error

    def test_broken_bytes_are_a_failure_but_not_a_cut(self) -> None:
        packed = gzip.compress(TEXT)
        undone = undo(packed[:-8] + b"\0\0\0\0" + packed[-4:], "gzip", LIMIT)
        assert (undone.state, undone.truncated) == ("failed", False)

    @pytest.mark.parametrize("packer", ["gzip", "zstd"])
    def test_bytes_packed_in_another_way_are_left_to_the_parser(self, packer: str) -> None:
        packed = PACKERS[packer](TEXT)
        undone = undo(packed, "br", LIMIT)
        assert (undone.state, undone.body) == ("absent", packed)

    def test_an_unknown_coding_of_plain_text_changes_nothing(self) -> None:
        assert undo(TEXT, "utf-8", LIMIT).state == "absent"
        assert undo(b"\x00\x01\x02 something", "compress", LIMIT).state == "failed"

    def test_too_much_is_an_error(self) -> None:
        with pytest.raises(TooLargeError):
            undo(gzip.compress(TEXT), "gzip", 100)
