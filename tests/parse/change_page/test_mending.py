"""Items whose lines were cut become well-formed again, and nothing is made up."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.change_page.mending import mend
from tests.parse.change_page.made_feeds import Made, atom, rss

NAMESPACES = 'xmlns:content="c" xmlns:dc="d" xmlns:media="m"'


def lines_of(body: bytes, tag: str) -> list[str]:
    lines = [line.strip() for line in body.decode().split("\n")]
    return lines[lines.index(f"<{tag}>") : lines.index(f"</{tag}>") + 1]


ITEMS = [lines_of(rss([Made(number=7)]), "item"), lines_of(atom([Made(number=7)]), "entry")]


def parsed(item: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<x {NAMESPACES}>{item}</x>")[0]  # noqa: S314 - our own text


@given(st.sampled_from(ITEMS), st.integers(40, 320))
def test_a_cut_item_is_well_formed_and_keeps_its_other_fields(lines: list[str], width: int) -> None:
    cut = [(line[:width] + "…", True) if len(line) > width else (line, False) for line in lines]
    element = parsed(mend(cut))
    whole = parsed("\n".join(lines))
    assert [child.tag for child in element] <= [child.tag for child in whole]
    for child in element:
        same = whole.find(child.tag)
        assert same is not None
        shown = (child.text or "").partition("…")[0].strip()
        assert (same.text or "").strip().startswith(shown[:10])


def test_an_item_without_cut_lines_is_left_as_it_is() -> None:
    for lines in ITEMS:
        assert mend([(line, False) for line in lines]) == "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ('<p>See <a href="https://long.example/…', "<p>See …</p>"),
        ("<p>See <b>this <i>and…", "<p>See <b>this <i>and…</i></b></p>"),
        ("<p>Fish &amp; chi…", "<p>Fish &amp; chi…</p>"),
        ("<p>Fish &am…", "<p>Fish …</p>"),
        ("&lt;p&gt;See &lt;a href=&#34;x…", "&lt;p&gt;See …"),
        ("<ul><li>one…", "<ul><li>one…"),
        ('<media:content url="https://long.example/…', ""),
    ],
)
def test_a_cut_line_loses_what_its_end_broke(line: str, mended: str) -> None:
    assert mend([(line, True)]) == mended


def test_a_field_whose_end_is_missing_ends_at_its_last_cut_line() -> None:
    lines = [
        ("<item>", False),
        ("<description><![CDATA[In short…", True),
        ("<content:encoded><![CDATA[<p>One.</p>", False),
        ("<p>Two…", True),
        ("<guid>7</guid>", False),
        ("</item>", False),
    ]
    element = parsed(mend(lines))
    assert [(child.tag, child.text) for child in element] == [
        ("description", "In short…"),
        ("{c}encoded", "<p>One.</p>\n<p>Two…</p>"),
        ("guid", "7"),
    ]
