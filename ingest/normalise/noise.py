"""Names for bytes that differ while no item does (rule 9). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from ingest.normalise.markup_words import MarkupNoise
from ingest.normalise.url_parameters import ParameterKind
from ingest.normalise.urls import noise_parts

Named = tuple[str, str]
"""A kind of noise and an example, 'old → new', at most 200 characters."""


def name_noise(old_raw: Mapping[str, str], new_raw: Mapping[str, str]) -> tuple[Named, ...]:
    """Why the raw texts of one item differ although its prints are equal: each kind once; () where they do not differ."""
    found: dict[str, str] = {}
    for field in sorted({*old_raw, *new_raw}):
        old, new = old_raw.get(field, ""), new_raw.get(field, "")
        if old != new:
            for kind, example in _NAMERS.get(field, _of_text)(old, new):
                found.setdefault(kind, example)
    return tuple(found.items())


def name_furniture(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Named, ...]:
    """The parts of two `Reading.furniture` that differ; their names are kinds of noise already."""
    pairs = {kind: (old.get(kind, ""), new.get(kind, "")) for kind in sorted({*old, *new})}
    return tuple((kind, _REST if kind == "other" else _example(*pair)) for kind, pair in pairs.items() if pair[0] != pair[1])


_REST = "something outside the entries differs"
_LONGEST = 2_000_000
"""Bytes of a document beyond which nobody looks for a better name than `other`."""


def name_bytes(old: bytes, new: bytes) -> tuple[Named, ...]:
    """Why two documents differ in which nothing that was read does: how they are written, or else where they differ first."""
    texts = old.decode("utf-8", "replace"), new.decode("utf-8", "replace")
    squashed = ["".join(text.split()) for text in texts]
    if squashed[0] == squashed[1]:
        return (("whitespace", _example(*texts)),)
    if max(len(old), len(new)) > _LONGEST:
        return (("other", _REST),)
    shown = _comparable(texts[0]), _comparable(texts[1])
    return tuple(_of_html(*texts)) if shown[0] == shown[1] else (("other", _example(*shown)),)


def _of_html(old: str, new: str) -> Iterator[Named]:
    """Which rules of `comparable` hide the difference: without such a rule it shows."""
    kinds: tuple[MarkupNoise, ...] = get_args(MarkupNoise)
    found = False
    for kind in kinds:
        shown_old, shown_new = (_comparable(text, frozenset((kind,))) for text in (old, new))
        if shown_old != shown_new:
            found = True
            yield kind, _example(shown_old, shown_new)
    if not found:
        yield "other", _example(old, new)


def _comparable(html: str, show: frozenset[MarkupNoise] = frozenset()) -> str:
    from ingest.normalise.markup import comparable  # takes HTML apart: loaded where something of it has to be named

    return comparable(html, show)


def _of_urls(old: str, new: str) -> Iterator[Named]:
    """One or more URLs, one a line."""
    if sorted(old.split("\n")) == sorted(new.split("\n")):
        yield "order", _example(old, new)
        return
    parts = [[noise_parts(url) for url in urls.split("\n")] for urls in (old, new)]
    kinds: tuple[ParameterKind, ...] = get_args(ParameterKind)
    found: list[str] = []
    for kind in kinds:
        of_old, of_new = ([one[kind] for one in side if kind in one] for side in parts)
        if of_old != of_new:
            found.append(kind)
    for name in found or ["other"]:
        yield name, _example(old, new)


def _of_list(old: str, new: str) -> Iterator[Named]:
    kind = "order" if sorted(old.split("\n")) == sorted(new.split("\n")) else "other"
    yield kind, _example(old, new)


def _of_text(old: str, new: str) -> Iterator[Named]:
    yield "whitespace" if old.split() == new.split() else "other", _example(old, new)


Namer = Callable[[str, str], Iterator[Named]]

_NAMERS: dict[str, Namer] = {
    **dict.fromkeys(("summary", "content"), _of_html),
    **dict.fromkeys(("url", "comments_url", "quoted_url", "enclosures", "links", "media"), _of_urls),
    **dict.fromkeys(("authors", "categories", "tags"), _of_list),
}


# --- examples --------------------------------------------------------------------------------------------------------

_SIDE = 98
_CONTEXT = 50


def _example(old: str, new: str) -> str:
    """The first place where two texts differ, with a little around it."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    begin = _word_before(old, start)
    texts = old[begin : len(old) - end + _CONTEXT], new[begin : len(new) - end + _CONTEXT]
    plain = [" ".join(text.split()) for text in texts]
    if plain[0] == plain[1]:
        plain = [text.translate(_VISIBLE) for text in texts]
    return " → ".join(_cut(text) for text in plain)


def _word_before(text: str, place: int) -> int:
    """Where to begin: at the tag that holds the place, else at a word not far before it."""
    earliest = max(0, place - _CONTEXT)
    tag = text.rfind("<", earliest, place)
    space = text.find(" ", earliest, place)
    return tag if tag >= 0 else 0 if earliest == 0 else space + 1 if space >= 0 else earliest


def _common(old: str, new: str) -> int:
    """How many characters two texts share from the start."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if old[low:middle] == new[low:middle] else (low, middle - 1)
    return low


def _cut(text: str) -> str:
    return (text if len(text) <= _SIDE else text[: _SIDE - 1] + "…") or "(nothing)"


_VISIBLE = {
    ord(" "): "·",
    ord("\n"): "↵",
    ord("\r"): "␍",
    ord("\t"): "⇥",
    0xA0: "⍽",
    **dict.fromkeys((0xAD, 0x200B, 0x2060, 0xFEFF), "‧"),
}
"""Marks for white space, where that alone differs."""
