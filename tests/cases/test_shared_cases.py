"""Every field case that lies beside the project, taken in by the command and judged by SQL."""

from __future__ import annotations

import pytest

from tests.cases.case import Case, read_cases
from tests.cases.command import Ways, differences, take_in_every_way
from tests.cases.exceptions import ELSEWHERE, OTHERWISE, PROSE
from tests.cases.expectation import hold
from tests.cases.told import Told
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

ALL = tuple(read_cases(SHARED / "cases"))
CASES = tuple(case for case in ALL if case.name[:3] not in ELSEWHERE)


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> Ways:
    return take_in_every_way(tmp_path_factory.mktemp("cases"), CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_is_told_as_it_should_be(case: Case, ways: Ways) -> None:
    told = Told(case=case, db=ways.at_once.db, steps=ways.steps)
    otherwise, prose = OTHERWISE.get(case.name[:3], {}), PROSE.get(case.name[:3], {})
    left = hold(told, case.expect, settled=frozenset(otherwise))
    assert set(left) == {*otherwise, *prose}, "each word is understood, settled by hand, or wrongly listed"
    for word, settled in {**prose, **otherwise}.items():
        assert settled.holds(told), f"{word}: {settled.why}"


def test_every_case_is_taken_in_or_asserted_elsewhere() -> None:
    folders = {path.parent.name for path in (SHARED / "cases").glob("*/case.json")}
    assert {case.name for case in CASES} | {name for name in folders if name[:3] in ELSEWHERE} == folders
    assert {*OTHERWISE, *PROSE, *ELSEWHERE} <= {name[:3] for name in folders}


@pytest.mark.parametrize("way", ["forwards", "backwards", "rebuilt"])
def test_every_way_leads_to_the_same_database(way: str, ways: Ways) -> None:
    assert differences(ways, way) == []


def test_the_database_is_what_the_archive_gives(ways: Ways) -> None:
    result = ways.at_once.run("verify")
    assert (result.exit_code, result.output) == (0, "All good.\n")
