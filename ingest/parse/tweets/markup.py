"""HTML to text for pages that break lines themselves; knows elements and white space, not what a tweet is. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from selectolax.lexbor import LexborNode

Event = tuple[Literal["open", "text", "close"], LexborNode]

_UNSEEN = frozenset({"script", "style", "template", "noscript", "head", "-comment", "-doctype"})
_LONGEST_EMOJI = 16  # characters; a family of four takes eleven
_BREAKING = frozenset({"p", "div", "blockquote", "li", "hr"})


def walk(root: LexborNode) -> Iterator[Event]:
    """Every element and text under `root` in document order, scripts and comments left out; deep trees are no danger."""
    node = root
    while True:
        kind = _kind(node)
        if kind != "unseen":
            yield "text" if kind == "text" else "open", node
        if kind == "element" and node.child is not None:
            node = node.child
            continue
        if kind == "element":
            yield "close", node
        while node.next is None and not _same(node, root) and node.parent is not None:
            node = node.parent
            yield "close", node
        if node.next is None or _same(node, root):
            return
        node = node.next


def _kind(node: LexborNode) -> Literal["unseen", "text", "element"]:
    if node.tag == "-text":
        return "text"
    return "unseen" if node.tag in _UNSEEN else "element"


def _same(node: LexborNode, other: LexborNode) -> bool:
    return node.mem_id == other.mem_id


def plain_text(root: LexborNode) -> str:
    """The text under `root` as a page with `white-space: pre-wrap` shows it: line breaks kept, `<br>` one of them, emoji drawn
    as pictures by their `alt`.

    A line break in the source right after a `<br>` is the same break: Nitter's RSS writes both.
    """
    parts: list[str] = []
    after_break = False
    for kind, node in walk(root):
        tag = node.tag or ""
        if kind == "text":
            text = node.text_content or ""
            parts.append(text.removeprefix("\n") if after_break else text)
            after_break = False
        elif kind == "open" and tag == "img":
            parts.append(emoji(node))
        elif kind == "open" and tag == "br":
            parts.append("\n")
            after_break = True
        elif tag in _BREAKING and not _same(node, root):
            _break_line(parts)
    return tidy("".join(parts))


def emoji(image: LexborNode) -> str:
    """The emoji that a picture stands for; '' for any other picture."""
    label = (image.attributes.get("alt") or "").strip()
    return label if len(label) <= _LONGEST_EMOJI and not any(sign.isalnum() for sign in label) else ""


def _break_line(parts: list[str]) -> None:
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")


def tidy(text: str) -> str:
    """Text without white space at its ends and at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n")).strip()


def one_line(node: LexborNode | None) -> str | None:
    """All text under a node with white space collapsed; None for no node or no text."""
    if node is None:
        return None
    return " ".join(node.text(deep=True, separator="").split()) or None


def attribute(node: LexborNode | None, name: str) -> str | None:
    """An attribute's value without white space around it; None where absent or empty."""
    if node is None:
        return None
    return (node.attributes.get(name) or "").strip() or None


def classes(node: LexborNode) -> frozenset[str]:
    """The class names of an element."""
    return frozenset((node.attributes.get("class") or "").split())
