"""A folder of its own for each test."""

from pathlib import Path

import pytest

from tests.pipeline.command import Workplace


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)
