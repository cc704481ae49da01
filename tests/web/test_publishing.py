"""docs/publishing.md says what is so."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from tests.web.site import ROOT
from web.settings import Settings, settings_from

PAGE = (ROOT / "docs" / "publishing.md").read_text(encoding="utf-8")
CONTAINER = (ROOT / "docs" / "examples" / "Containerfile").read_text(encoding="utf-8")


def options(text: str) -> set[tuple[str, ...]]:
    words = re.sub(r'[\\",\[\]]', " ", text).split()
    pairs = {(words[at + 1], words[at + 2]) for at, word in enumerate(words) if word == "--setting"}
    return {pair for pair in pairs if pair[0] not in ("default_allow_sql", "force_https_urls", "base_url")}


def test_every_setting_of_the_site_is_described_with_its_default() -> None:
    table = PAGE.split("## Settings of the site")[1].split("\n## ")[0]
    described = dict(re.findall(r"^\| `(\w+)` \| (?:`([^`]*)`|none) \|", table, re.MULTILINE))
    known = {one.name: "" if one.default is None else str(one.default) for one in fields(Settings)}
    assert {name: value.replace("true", "True").replace("false", "False") for name, value in described.items()} == known


def test_the_container_starts_what_the_page_says() -> None:
    assert options(CONTAINER) == options(PAGE)
    assert "examples/Containerfile" in PAGE


@pytest.mark.parametrize(
    ("wrong", "words"), [({"titel": "x"}, "unknown setting 'titel'"), ({"raw": "yes"}, "'raw' takes a bool")]
)
def test_a_wrong_setting_is_an_error_that_names_it(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        settings_from(wrong)
