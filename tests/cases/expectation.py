"""What each word of a case's `expect` means in the words of the design, and the assertion that it holds.

A word that is not in the tables fails the test: nothing is passed over. Sentences meant for people (`note`, `must_not`, ...)
have their assertion by case, in `exceptions.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.cases.told import Told
from tests.cases.words import events, fetches, items, tweets
from tests.cases.words.basis import Check

WORDS: Mapping[str, Check] = {**events.WORDS, **fetches.WORDS, **items.WORDS, **tweets.WORDS}

ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "seventh": 6}


def hold(told: Told, expect: Mapping[str, Any], *, settled: frozenset[str] = frozenset()) -> list[str]:
    """Assert all that a case expects; gives back the paths of the words that are settled otherwise or have no meaning here."""
    left: list[str] = []
    for path, word, value, number in _words_of(expect):
        if path in settled or word not in WORDS:
            left.append(path)
        else:
            WORDS[word](told, value, number)
    return left


def _words_of(expect: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, int | None]]:
    """Path, word, value and the input that it speaks of (from 0; None: the whole case)."""
    for word, value in expect.items():
        place = ORDINALS.get(word.removesuffix("_fetch"))
        if place is None or not isinstance(value, Mapping):
            yield word, word, value, None
        else:
            yield from ((f"{word}.{inner}", inner, one, place) for inner, one in value.items())
