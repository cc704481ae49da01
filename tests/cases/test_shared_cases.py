"""Every field case that lies beside the project, taken in by the command and judged by SQL."""
from __future__ import annotations
import pytest
from tests.cases.case import Case, read_cases
from tests.cases.command import Ways, take_in_every_way
from tests.cases.expectation import hold
from tests.cases.told import Told
from tests.shared import SHARED, needs_shared

KINDS = frozenset("feed-identity dates text malformed encoding http feed-dynamics noise blog-index links media json-feed formats limits tweets history security publish".split())
CASES = tuple(read_cases(SHARED / "cases", KINDS))
pytestmark = needs_shared

@pytest.fixture(scope="module")
def ways(tmp_path_factory) -> Ways:
    return take_in_every_way(tmp_path_factory.mktemp("cases"), CASES)

@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_case(case: Case, ways: Ways) -> None:
    told = Told(case=case, db=ways.at_once.db, steps=ways.steps)
    assert hold(told, case.expect) == []
