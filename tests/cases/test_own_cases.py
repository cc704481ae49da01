"""Our own cases, of every kind that the field has: taken in by the command and judged by SQL."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.cases.case import Case
from tests.cases.command import Ways, differences, take_in_every_way
from tests.cases.expectation import hold
from tests.cases.own import CASES
from tests.cases.told import Told


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> Ways:
    return take_in_every_way(tmp_path_factory.mktemp("cases"), CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_is_told_as_it_should_be(case: Case, ways: Ways) -> None:
    assert hold(Told(case=case, db=ways.at_once.db, steps=ways.steps), case.expect) == []


def test_no_two_cases_have_one_name() -> None:
    assert [name for name, count in Counter(case.source_id for case in CASES).items() if count > 1] == []


@pytest.mark.parametrize("way", ["forwards", "backwards", "rebuilt"])
def test_every_way_leads_to_the_same_database(way: str, ways: Ways) -> None:
    assert differences(ways, way) == []


def test_the_database_is_what_the_archive_gives(ways: Ways) -> None:
    result = ways.at_once.run("verify")
    assert (result.exit_code, result.output) == (0, "All good.\n")
