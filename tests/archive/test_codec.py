"""Packing bodies: every body comes back byte for byte, damage never passes for a body."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.archive.codec import MOST_PREFIXED, RAW, ZSTD, ZSTD_PREFIX, Frame, FrameError, pack, pack_after, unpack
from tests.archive.noise import noise

PAGE = b"<li>an item of a page</li>\n" * 400


@given(body=st.binary(max_size=5000))
def test_a_body_packed_alone_comes_back(body: bytes) -> None:
    frame = pack(body)
    assert unpack(frame, len(body)) == body
    assert len(frame.data) <= len(body)


@given(body=st.binary(min_size=1, max_size=5000), prefix=st.binary(min_size=8, max_size=5000))
def test_a_body_packed_after_another_comes_back(body: bytes, prefix: bytes) -> None:
    frame = pack_after(body, prefix)
    assert frame is not None
    assert unpack(frame, len(body), prefix) == body


@pytest.mark.parametrize("body", [b"", b"x", bytes(range(256))])
def test_what_does_not_shrink_is_kept_as_received(body: bytes) -> None:
    assert pack(body) == Frame(format=RAW, data=body)


def test_text_is_packed() -> None:
    frame = pack(PAGE)
    assert frame.format == ZSTD
    assert len(frame.data) < len(PAGE) / 50


def test_a_nearly_equal_body_costs_little_more_than_what_differs() -> None:
    old = noise(1, 200_000)
    new = old[:80_000] + b"one word" + old[80_100:]
    frame = pack_after(new, old)
    assert frame is not None
    assert frame.format == ZSTD_PREFIX
    assert len(frame.data) < 100


@pytest.mark.parametrize("size", [900_000, 8_000_000])
def test_large_bodies_find_what_is_equal_far_away(size: int) -> None:
    old = noise(2, size)
    new = b"at the very beginning" + old
    frame = pack_after(new, old)
    assert frame is not None
    assert len(frame.data) < size / 200
    assert unpack(frame, len(new), old) == new


@pytest.mark.parametrize(("body", "prefix"), [(b"", PAGE), (PAGE, b""), (PAGE, b"1234567"), (bytes(MOST_PREFIXED), b"x")])
def test_an_empty_body_a_tiny_prefix_or_too_large_a_pair_are_not_packed_after_another(body: bytes, prefix: bytes) -> None:
    assert pack_after(body, prefix) is None


def test_a_body_of_fifty_million_bytes_comes_back() -> None:
    body = noise(3, 1_000_000) * 50
    assert unpack(pack(body), len(body)) == body


class TestDamage:
    @given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
    def test_a_flipped_bit_gives_an_error_or_other_bytes_but_never_a_crash(self, place: int, bit: int) -> None:
        frame = pack(PAGE)
        data = bytearray(frame.data)
        data[place % len(data)] ^= 1 << bit
        try:
            body = unpack(Frame(format=frame.format, data=bytes(data)), len(PAGE))
        except FrameError:
            return
        assert len(body) == len(PAGE)

    @pytest.mark.parametrize("cut", [0, 1, 5, -1])
    def test_a_cut_frame_is_an_error(self, cut: int) -> None:
        frame = pack(PAGE)
        with pytest.raises(FrameError):
            unpack(Frame(format=frame.format, data=frame.data[:cut]), len(PAGE))

    def test_bytes_after_a_frame_are_an_error(self) -> None:
        frame = pack(PAGE)
        with pytest.raises(FrameError):
            unpack(Frame(format=frame.format, data=frame.data + b"x"), len(PAGE))

    @pytest.mark.parametrize("size", [len(PAGE) - 1, len(PAGE) + 1, 0])
    def test_a_size_that_is_not_that_of_the_body_is_an_error(self, size: int) -> None:
        with pytest.raises(FrameError):
            unpack(pack(PAGE), size)
        with pytest.raises(FrameError, match=f"{len(PAGE)} bytes where {size} are expected"):
            unpack(Frame(format=RAW, data=PAGE), size)

    def test_a_frame_is_not_unpacked_beyond_its_size(self) -> None:
        with pytest.raises(FrameError):
            unpack(pack(bytes(100_000_000)), 10)

    def test_a_missing_prefix_is_an_error(self) -> None:
        frame = pack_after(PAGE, PAGE)
        assert frame is not None
        with pytest.raises(FrameError, match="format 2 cannot be read"):
            unpack(frame, len(PAGE))

    def test_an_unknown_format_is_an_error(self) -> None:
        with pytest.raises(FrameError, match="format 9 cannot be read"):
            unpack(Frame(format=9, data=b""), 0)
