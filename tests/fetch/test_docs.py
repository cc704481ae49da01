"""What docs/fetching.md promises is what the stage does."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest
import yaml

from ingest.fetch.ask import _FOUND
from ingest.fetch.settings import FetchSettings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "fetching.md").read_text()
SOURCES = "\n".join(path.read_text() for path in sorted((ROOT / "ingest" / "fetch").glob("*.py")))
EXAMPLES = ROOT / "docs" / "examples"


def test_every_way_of_failing_is_described_and_no_other() -> None:
    raised = set(re.findall(r'FetchError\(\s*"([a-z_]+)"', SOURCES))
    table = PAGE.split("## What goes wrong, by name")[1].split("\n## ")[0]
    described = {
        name for line in table.splitlines() if line.startswith("| `") for name in re.findall(r"`([a-z_]+)`", line.split("|")[1])
    }
    assert raised == described


def test_every_issue_of_the_stage_is_named() -> None:
    assert {code for code, _ in _FOUND.values()} | {"content_encoding_mismatch"} <= set(re.findall(r"`([a-z_]+)`", PAGE))


def test_the_numbers_on_the_page_are_those_of_the_settings() -> None:
    settings = FetchSettings()
    for text in (
        f"over all hosts | {settings.concurrency} |",
        f"included | {settings.host_gap:g} s |",
        f"TLS | {settings.connect_timeout:g} s |",
        f"middle of an answer | {settings.read_timeout:g} s |",
        f"its turn | {settings.total_timeout:g} s |",
        f"within a run | up to {settings.longest_wait:g} s |",
    ):
        assert text in PAGE


@pytest.mark.parametrize("name", ["strandline-watch.service", "strandline-fetch.service", "strandline-fetch.timer"])
def test_the_systemd_examples_can_be_read_and_are_linked(name: str) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((EXAMPLES / name).read_text())
    assert unit["Unit"]["Description"].startswith("Strandline")
    assert f"examples/{name}" in PAGE


def test_the_workflow_example_can_be_read_and_is_linked() -> None:
    workflow = yaml.safe_load((EXAMPLES / "github-actions.yml").read_text())
    runs = [step["run"] for step in workflow["jobs"]["fetch"]["steps"] if "run" in step]
    assert any("strandline fetch" in run for run in runs)
    assert workflow["permissions"] == {"contents": "write"}
    assert "examples/github-actions.yml" in PAGE
