"""What stands, and when it does not: the unit tests; that nothing is decided otherwise for it is in tests/properties."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.history import decide, decide_on
from ingest.history.unmoved import Standing, holds, moved, what_stands
from ingest.model import Item, Items, Known, KnownItem
from tests.history.builders import capture, item, known, known_item, tweet

A, B, C = item("a"), item("b"), item("c")


def left_by(*items: Item, before: Known) -> Standing:
    return decide_on(capture(*items), before, ())[1]


def looked_up(standing: Standing, items: Items) -> Items:
    return moved(items, what_stands(items, standing))


def test_what_gave_nothing_to_write_stands_and_is_not_looked_up_again() -> None:
    standing = left_by(C, replace(B, prints={"title": "other"}), A, before=known(B, A))
    assert [row.item for row in standing.values()] == [A]
    assert looked_up(standing, Items(items=(C, B, A))).items == (C, B)


def test_what_stood_stands_on_as_long_as_it_is_shown() -> None:
    before = known(B, A)
    decision, standing = decide_on(capture(C, A), before, what_stands(Items(items=(C, A)), left_by(B, A, before=before)))
    assert [row.item for row in standing.values()] == [A]
    assert [(gone.id, gone.change) for gone in decision.departures] == [(known_item(B).id, "removed")]


@pytest.mark.parametrize(
    ("shown", "as_known"),
    [
        (replace(A, canonical_url="https://blog.example/elsewhere"), A),
        (replace(A, edit_ids=("a",)), A),
        (tweet("1", "Fog."), tweet("1", "Fog.")),
        (replace(A, native_id="z", keys=("z", "a")), A),
    ],
    ids=["another address", "a chain of edits", "a tweet", "another id"],
)
def test_what_is_not_known_without_doubt_does_not_stand(shown: Item, as_known: Item) -> None:
    assert left_by(shown, before=known(as_known)) == {}


@pytest.mark.parametrize(
    ("standing", "comes"),
    [
        (known_item(A), item("n", keys=("n", "a"))),
        (known_item(A, aliases=("z",)), item("z")),
        (known_item(A, aliases=("z",)), item("n", keys=("n", "z"))),
        (known_item(A), item("n", link="https://blog.example/a")),
    ],
    ids=["by another key", "by a former id", "by another key that is a former id", "by its link"],
)
def test_what_stands_is_nothing_else_that_comes_beside_it(standing: KnownItem, comes: Item) -> None:
    before = known(standing)
    still = what_stands(Items(items=(A, comes)), left_by(A, before=before))
    assert [row is not None for row in still] == [True, False]
    decision, _ = decide_on(capture(A, comes), before, still)
    assert [write.item for write in decision.writes if write.new] == [comes]
    assert decision == decide(capture(A, comes), before)


def test_equal_items_that_are_other_objects_are_looked_up() -> None:
    standing = left_by(A, before=known(A))
    assert looked_up(standing, Items(items=(replace(A),))).items == (A,)


@pytest.mark.parametrize(
    "items",
    [
        Items(items=(A, A)),
        Items(items=(A, item("a", title="twin"))),
        Items(items=(A,), left=(B,)),
        Items(items=(A,), removed=(B,)),
    ],
)
def test_all_are_looked_up_where_an_id_stands_twice_or_something_is_said_of_absent_items(items: Items) -> None:
    assert looked_up(left_by(A, before=known(A)), items) is items


def test_what_was_written_since_does_not_stand() -> None:
    before = known(A, B)
    rows = what_stands(Items(items=(A, B)), left_by(A, B, before=before))
    name = known_item(A).id
    assert holds(rows, before)
    written = {**before.items, name: replace(before.items[name], versions=2)}
    assert not holds(rows, replace(before, items=written))
    assert not holds(rows, replace(before, items={}))
