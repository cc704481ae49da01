"""Every page of tests/fixtures/change_pages is read as its `.expected.json` says, or refused for the reason that it gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.errors import ReadError
from ingest.model import Document
from ingest.parse.change_page import looks_like_change_page
from ingest.parse.change_page.reading import read_change_page
from tests.parse.plain import plain_reading

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "change_pages"
EXPECTED = ".expected.json"
INPUTS = sorted(path for path in FOLDER.iterdir() if not path.name.endswith(EXPECTED))


def said(path: Path) -> dict[str, Any]:
    try:
        return plain_reading(read_change_page(Document(body=path.read_bytes(), kind="feed")))
    except ReadError as refused:
        return {"refused": refused.kind}


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.name)
def test_a_page_is_read_as_its_expected_file_says(path: Path) -> None:
    assert looks_like_change_page(path.read_bytes())
    assert said(path) == json.loads((FOLDER / (path.name + EXPECTED)).read_text(encoding="utf-8"))


def test_both_forms_of_one_page_say_the_same_but_for_white_space() -> None:
    as_html, as_text = (said(FOLDER / f"two-came-three-went.{form}") for form in ("html", "txt"))
    assert [entry["guid"] for entry in as_html["entries"]] == [entry["guid"] for entry in as_text["entries"]]
    assert as_html["statement"]["headers"] == as_text["statement"]["headers"]
    assert [found["kind"] for found in as_html["statement"]["noise"]] == [
        found["kind"] for found in as_text["statement"]["noise"]
    ]
