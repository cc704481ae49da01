"""Rule 12: the order of arrival does not matter, nor in how many runs, nor what the settings were meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ingest.model import Attempt, Source
from ingest.store import compare
from tests.properties.examples import examples
from tests.properties.play import desk
from tests.properties.render import FORMS, attempt_of
from tests.properties.wild import lives
from tests.properties.world import Shot, histories

RUNS = st.lists(st.integers(1, 4), min_size=1, max_size=4)


@examples(40)
@given(lives(), st.data())
def test_whatever_comes_in_whatever_order_gives_the_same_database(
    life: tuple[Source, list[Attempt]], data: st.DataObject
) -> None:
    source, attempts = life
    agree(source, attempts, data.draw(st.permutations(attempts)), data.draw(RUNS))


@examples(25)
@given(st.sampled_from(sorted(FORMS)), histories(), st.data())
def test_the_life_of_a_site_taken_in_any_order_gives_the_same_database(
    form: str, shots: tuple[Shot, ...], data: st.DataObject
) -> None:
    attempts = [attempt_of(shot, form) for shot in shots]
    source = Source(id="s", kind=FORMS[form][0], url="https://blog.example/feed")
    agree(source, attempts, data.draw(st.permutations(attempts)), data.draw(RUNS))


def agree(source: Source, attempts: list[Attempt], shuffled: Iterable[Attempt], runs: list[int]) -> None:
    """All at once and in order; shuffled, in several runs, under other settings at first, with repetitions; derived again."""
    with desk() as one, desk() as other:
        one.take_in(source, attempts)
        waiting = list(shuffled)
        meanwhile = replace(source, listing="full" if source.listing == "window" else "window", min_items=3)
        for size in runs:
            other.take_in(meanwhile, [*waiting[:size], *attempts[:1]])
            waiting = waiting[size:]
        other.take_in(source, waiting)
        other.take_in(source, attempts)
        assert compare(one.db, other.db) == []
        before = copied(other.db)
        other.rebuild()
        assert compare(before, other.db) == []


def copied(db: Path) -> Path:
    copy = db.with_name("before.db")
    copy.write_bytes(db.read_bytes())
    return copy
