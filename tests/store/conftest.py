"""A new data.db for each test, and a log of captures in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.store import Store, open_store
from tests.store.builders import Log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(path, create=True) as opened:
        yield opened


@pytest.fixture
def log(store: Store) -> Log:
    return Log(store=store).begin()
