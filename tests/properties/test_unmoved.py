"""What is not looked at again is decided on as if it had been: whatever sources do, both ways give the same decision."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.history import decide, decide_on
from ingest.history.unmoved import Standing, Still
from ingest.model import Attempt, Capture, Decision, Known, Source
from ingest.pipeline import deciding
from ingest.pipeline.deciding import Deciding
from tests.properties.examples import examples
from tests.properties.play import desk
from tests.properties.render import FORMS, attempt_of
from tests.properties.wild import steady_lives
from tests.properties.world import Shot, histories

SHARED = settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])


class Watched:
    """Makes every decision in both ways, and counts those in which something stood."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stood = 0
        self._looked_up = Deciding._known
        monkeypatch.setattr(Deciding, "_known", lambda one, capture: self._known(one, capture))
        monkeypatch.setattr(deciding, "decide_on", self._decide)

    def _known(self, one: Deciding, capture: Capture) -> tuple[Known, Still]:
        known, still = self._looked_up(one, capture)
        self._whole = one._looked_up(capture.page, capture.items)
        return known, still

    def _decide(self, capture: Capture, known: Known, still: Still) -> tuple[Decision, Standing]:
        decision, left = decide_on(capture, known, still)
        self.stood += any(still)
        assert decision == decide(capture, self._whole)
        return decision, left


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterable[Watched]:
    watch = Watched(monkeypatch)
    yield watch
    assert watch.stood > 10


@SHARED
@given(life=steady_lives())
def test_whatever_comes(watched: Watched, life: tuple[Source, list[Attempt]]) -> None:
    with desk() as here:
        here.take_in(*life)


@SHARED
@given(form=st.sampled_from(sorted(FORMS)), shots=histories())
def test_the_life_of_a_site(watched: Watched, form: str, shots: tuple[Shot, ...]) -> None:
    with desk() as here:
        source = Source(id="s", kind=FORMS[form][0], url="https://blog.example/feed")
        here.take_in(source, [attempt_of(shot, form) for shot in shots])
