"""JSON keeps its digits and loses what no text can hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.parse.decoding import Decoded
from ingest.parse.json_text import load_json


def load(text):
    return load_json(Decoded(text=text, encoding="utf-8"))


def test_numbers_are_the_digits_that_were_written():
    assert load("[9007199254740993, 1.50, -0, 1e3, true, null]")[0] == ["9007199254740993", "1.50", "-0", "1e3", True, None]


def test_a_number_of_any_length_is_no_trouble():
    assert load(f"[{'9' * 10_000}]")[0] == ["9" * 10_000]


@pytest.mark.parametrize(
    ("source", "text", "codes"),
    [
        (r'"cut \ud83d end"', "cut \ufffd end", ["lone_surrogate"]),
        (r'"\ude00\ud83d"', "\ufffd\ufffd", ["lone_surrogate"]),
        (r'"whole \ud83d\ude00"', "whole 😀", []),
        (r'"nul \u0000 and bell \u0007, tab \u0009"', "nul  and bell , tab \t", ["control_characters"]),
        (r'"a backslash before u: \\ud83d \\\\u0000"', r"a backslash before u: \ud83d \\u0000", []),
        ('"a raw\ttab"', "a raw\ttab", []),
    ],
)
def test_a_text_can_be_stored(source, text, codes):
    value, issues = load(source)
    assert value == text
    assert [issue.code for issue in issues] == codes


@pytest.mark.parametrize("source", ["", "{", '{"a": 1,}', "[1, 2", "[" * 100_000], ids=range(5))
def test_what_cannot_be_read_is_bad_json(source):
    with pytest.raises(ReadError) as caught:
        load(source)
    assert caught.value.kind == "bad_json"


@given(st.recursive(st.none() | st.booleans() | st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.lists))
def test_what_was_written_is_what_is_read(value):
    assert load(json.dumps(value))[0] == value
    assert load(json.dumps(value, ensure_ascii=False))[0] == value
