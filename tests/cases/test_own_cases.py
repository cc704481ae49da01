from __future__ import annotations
import importlib, pkgutil, pathlib
import pytest
from tests.cases.case import Case
from tests.cases.command import Ways, take_in_every_way
from tests.cases.expectation import hold
from tests.cases.told import Told

CASES = tuple(c for p in sorted(pathlib.Path(__file__).parent.glob("own_*.py")) for c in importlib.import_module(f"tests.cases.{p.stem}").CASES)

@pytest.fixture(scope="module")
def ways(tmp_path_factory) -> Ways:
    return take_in_every_way(tmp_path_factory.mktemp("cases"), CASES)

@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_case(case: Case, ways: Ways) -> None:
    told = Told(case=case, db=ways.at_once.db, steps=ways.steps)
    assert hold(told, case.expect) == []
