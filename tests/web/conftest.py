"""The sample, published; and a large database, made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.large import make
from tests.web.pages import Pages, imported
from tests.web.site import ROOT, Site


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    opened = Site(ROOT / "data.db")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """The whole site over the sample, with its archive."""
    data, archive = imported(tmp_path_factory.mktemp("sample"), ROOT / "captures", "--sample")
    opened = Pages(data, archive)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def large_pages(large: Path) -> Iterator[Pages]:
    """The whole site over the large database."""
    opened = Pages(large, immutable=True)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("large") / "data.db", fetches=10_000, history_rows=100_000)
