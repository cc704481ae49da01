"""Every file of tests/fixtures/tweets is read as its `.expected.json` says; a new pair of files is a new test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.model import Document
from ingest.parse.tweets import read_tweets
from tests.parse.plain import plain_reading

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "tweets"
EXPECTED = ".expected.json"
INPUTS = sorted(path for path in FOLDER.iterdir() if not path.name.endswith(EXPECTED))
URL = "https://bird.example/kelp_radio"


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.name)
def test_a_document_is_read_as_its_expected_file_says(path: Path) -> None:
    reading = read_tweets(Document(body=path.read_bytes(), kind="tweets", url=URL))
    assert plain_reading(reading) == json.loads((FOLDER / (path.name + EXPECTED)).read_text(encoding="utf-8"))


def test_every_expected_file_has_its_input() -> None:
    assert {path.name.removesuffix(EXPECTED) for path in FOLDER.glob("*" + EXPECTED)} == {path.name for path in INPUTS}
