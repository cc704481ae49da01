"""What one item gives to be written: the short way for items that stand still says what the long way says."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ingest.history.identity import TEXT_MARK, Placed
from ingest.history.writes import Seat, _known_item, stands_still, writes_of
from tests.history.builders import item, known_item, tweet

PRINTS = st.dictionaries(st.sampled_from(["title", "text", "url", TEXT_MARK]), st.sampled_from("ab"), max_size=3)


@st.composite
def seats(draw: st.DrawFn) -> Seat:
    prints = {name: value for name, value in draw(PRINTS).items() if name != TEXT_MARK}
    flags = {name: draw(st.booleans()) for name in ("pinned", "truncated")}
    shown = replace(draw(st.sampled_from([item("a"), tweet("a", "x")])), prints=prints, **flags)
    known = known_item(
        shown,
        prints=draw(st.one_of(st.just(prints), PRINTS)),
        state=draw(st.sampled_from(["present", "present", "removed"])),
        page=draw(st.sampled_from(["1", "1", "2"])),
        pinned=draw(st.one_of(st.just(flags["pinned"]), st.booleans())),
        native_id=draw(st.sampled_from(["a", "a", "b"])),
    )
    moved = known.native_id != "a"
    return Seat(id=known.id, placed=Placed(item=shown, native_id="a", known=known, rekeyed=moved), position=1)


@given(seats())
def test_an_item_thatstands_still_gives_nothing_to_write_either_way(seat: Seat) -> None:
    known = seat.placed.known
    assert known is not None
    if stands_still(seat.placed, "1"):
        assert tuple(_known_item(seat, known, "1")) == ()
    assert writes_of(seat, page="1", first_change="added") == tuple(_known_item(seat, known, "1"))


def test_most_items_stand_still() -> None:
    shown = item("a")
    known = known_item(shown, prints={**shown.prints, TEXT_MARK: "excerpt:1"})
    assert stands_still(Placed(item=shown, native_id="a", known=known), "1")
