"""Stretches in common: always true, and found where something was put in, taken out or edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.history.alike import _MOST, Stretch, stretches

LINES = [f"<p>paragraph {n} of the log, written on the quay at low tide by the keeper</p>".encode() for n in range(300)]


def text(*lines: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines)


@st.composite
def edited(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A text, and what became of it: lines from few, so that they repeat, long and short, with and without a last end."""
    line = st.sampled_from([b"", b"a", b"</div>", *LINES[:6], LINES[0] + b" and more", b"x" * 200])
    before = draw(st.lists(line, max_size=30))
    after = list(before)
    for place, edit, new in draw(
        st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["drop", "put", "turn"]), line), max_size=6)
    ):
        at = min(place, len(after))
        if edit == "turn":
            after = after[at:] + after[:at]
        else:
            after[at : at + (edit == "drop")] = [] if edit == "drop" else [new]
    end, other_end = draw(st.sampled_from([b"", b"\n"])), draw(st.sampled_from([b"", b"\n"]))
    return b"\n".join(before) + end, b"\n".join(after) + other_end


def begins_a_line(body: bytes, at: int) -> bool:
    return at in (0, len(body)) or body[at - 1 : at] == b"\n"


@given(texts=edited())
def test_stretches_are_equal_lines_in_the_order_of_both(texts: tuple[bytes, bytes]) -> None:
    old, new = texts
    at = to = 0
    for stretch in stretches(old, new):
        assert stretch.size > 0
        assert stretch.old >= at
        assert stretch.new >= to
        at, to = stretch.old + stretch.size, stretch.new + stretch.size
        assert old[stretch.old : at] == new[stretch.new : to]
        assert all(begins_a_line(old, place) for place in (stretch.old, at))
        assert all(begins_a_line(new, place) for place in (stretch.new, to))
        assert (at < len(old) and to < len(new)) or old[at - 1 : at] == b"\n" or (at, to) == (len(old), len(new))


@given(texts=edited())
def test_a_text_is_all_alike_to_itself(texts: tuple[bytes, bytes]) -> None:
    old, _ = texts
    assert sum(stretch.size for stretch in stretches(old, old)) == len(old)


def test_what_stands_around_edits_is_found() -> None:
    old = text(*LINES)
    new = text(LINES[290], b"a new one", *LINES[:80], LINES[80] + b"!", *LINES[81:200], *LINES[230:])
    found = list(stretches(old, new))
    assert [new[one.new : one.new + one.size] for one in found] == [
        text(*LINES[:80]), text(*LINES[81:200]), text(*LINES[230:])
    ]  # fmt: skip


def test_what_is_long_is_compared_in_parts_and_to_the_last_byte() -> None:
    old = b"".join(b"%07d\n" % number for number in range(40_000))
    for at in (0, 4092, 65_536, 200_001, len(old) - 2):
        new = old[:at] + b"x" + old[at + 1 :]
        line = at - at % 8
        ends = [Stretch(0, 0, line), Stretch(line + 8, line + 8, len(old) - line - 8)]
        assert [one for one in _joined(stretches(old, new)) if one.size] == [one for one in ends if one.size]


def test_what_moved_far_is_looked_for_further_and_further_away() -> None:
    far = b"".join(b"far away, line %d of many that were put in before all others\n" % number for number in range(1500))
    assert len(far) > 80_000
    old, new = text(*LINES), far + text(*LINES)
    (found,) = _joined(stretches(old, new))
    assert found.size == len(old)
    assert sum(one.size for one in stretches(new, old)) == len(old)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"", b"", []),
        (b"", b"a\n", []),
        (b"a", b"a", [Stretch(0, 0, 1)]),
        (b"a", b"a\n", []),
        (b"a\nb", b"a\nb\nc", [Stretch(0, 0, 2)]),
        (b"a\nb", b"c\nb", [Stretch(2, 2, 1)]),
        (b"x" * 100, b"x" * 99 + b"y", []),
        (b"b\na", b"a", [Stretch(2, 0, 1)]),
        (b"ba", b"a", []),
    ],
)
def test_a_last_line_without_an_end_is_another_than_one_with_it(old: bytes, new: bytes, expected: list[Stretch]) -> None:
    assert list(stretches(old, new)) == expected


def test_no_more_than_so_many_stretches_are_looked_for() -> None:
    old = text(*LINES)
    assert len(LINES) // 2 > _MOST + 1
    new = text(*(line if number % 2 else line + b"!" for number, line in enumerate(LINES)))
    assert len(list(stretches(old, new))) == _MOST  # one at the end, and none at the beginning


def _joined(found: object) -> list[Stretch]:
    """Stretches without a gap between them as one: how many there are is nobody's concern."""
    joined: list[Stretch] = []
    for one in found:  # type: ignore[attr-defined]
        last = joined[-1] if joined else None
        if last is not None and (last.old + last.size, last.new + last.size) == (one.old, one.new):
            joined[-1] = Stretch(last.old, last.new, last.size + one.size)
        else:
            joined.append(one)
    return joined
