"""What a reader of a page sees, as plain text: node by node, so that any element's text is a slice. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from selectolax.lexbor import LexborNode

_NO_WORDS = frozenset({"script", "style", "template", "noscript"})
_UNSEEN_TAGS = frozenset({"svg", "button"})
_UNSEEN_NAMES = frozenset(
    "screen-reader-text sr-only visually-hidden visuallyhidden headerlink header-anchor hash-link anchor heading-anchor".split()
)
_BREAKS = frozenset(
    (
        "br p div li tr td th h1 h2 h3 h4 h5 h6 dt dd ul ol pre blockquote table section article header footer main aside nav "
        "figure figcaption hr form summary details option address"
    ).split()
)


def squash(text: str) -> str:
    """A text on one line, with single spaces."""
    return " ".join(text.split())


def words_of(nodes: Sequence[LexborNode], tags: Sequence[str], last: Sequence[int]) -> list[str]:
    """For each place the text that stands there (empty for elements), with a space where a line breaks."""
    words = ["" if tag != "-text" else node.text_content or "" for node, tag in zip(nodes, tags, strict=True)]
    for place, tag in enumerate(tags):
        if tag in _BREAKS:
            words[place] = " "
            if last[place] + 1 < len(words):
                words[last[place] + 1] = f" {words[last[place] + 1]}"
        elif tag in _NO_WORDS:
            words[place + 1 : last[place] + 1] = [""] * (last[place] - place)
    return words


def seen_of(
    words: Sequence[str], tags: Sequence[str], attributes: Sequence[Mapping[str, str | None]], last: Sequence[int]
) -> list[str]:
    """The same without what is hidden from sight: words for screen readers, anchors beside headings, icons."""
    seen = list(words)
    for place, tag in enumerate(tags):
        if tag in _UNSEEN_TAGS or _is_hidden(attributes[place]):
            seen[place : last[place] + 1] = [""] * (last[place] + 1 - place)
    return seen


def _is_hidden(attributes: Mapping[str, str | None]) -> bool:
    if not attributes:
        return False
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    names = attributes.get("class")
    return names is not None and not _UNSEEN_NAMES.isdisjoint(names.split())
