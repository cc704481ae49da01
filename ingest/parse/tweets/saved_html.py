"""A saved page of posts as HTML: to the lines that a browser would show, whatever the classes are called. Pure.

Blocks and `<br>` end a line, white space collapses unless a style keeps it, a badge speaks through its label, an emoji
through its `alt`. What else an image or a link holds is noted on its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from ingest.model import Reading
from ingest.parse.html_tree import html_tree
from ingest.parse.tweets.addresses import absolute
from ingest.parse.tweets.markup import attribute, classes, emoji, walk
from ingest.parse.tweets.saved_page import read_lines
from ingest.parse.tweets.saved_words import Line

_BLOCKS = frozenset(
    "address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6"
    " header hgroup hr html li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_STYLED_WORDS = frozenset({"b", "i", "em", "strong", "u", "s", "sub", "sup", "mark", "wbr", "img"})
_NEVER_SHOWN = frozenset({"title", "textarea", "select", "option", "iframe", "object", "video", "audio"})
_KEEPS_BREAKS = re.compile(r"white-space:\s*(?:pre|break-spaces)")
_KEEPING_CLASS = re.compile(r"\.([\w-]+)\s*\{[^{}]*white-space:\s*(?:pre|break-spaces)[^{}]*\}")
_HIDES = re.compile(r"display:\s*none|visibility:\s*hidden")
_SAYS_VERIFIED = re.compile(r"verified(?: \w+)? account", re.IGNORECASE)
_SMALL_PICTURES = re.compile(r"profile_images|/emoji/|avatar|profile_banners|^data:")


def read_saved_html(text: str, url: str | None) -> Reading:
    """What the page shows; `url` is the base of relative links. Raises ReadError as `read_lines` does."""
    return read_lines(visible_lines(text, url))


def visible_lines(text: str, url: str | None) -> list[Line]:
    """The lines of an HTML page from top to bottom, with the links, pictures and times that stand on each."""
    root = html_tree(text).root
    if root is None:
        return []
    kept = frozenset(_KEEPING_CLASS.findall(text))
    writer = _Writer(base=url)
    skipping: int | None = None  # the element whose content is not shown
    for kind, node in walk(root):
        if skipping is not None:
            skipping = None if kind == "close" and node.mem_id == skipping else skipping
        elif kind == "text":
            writer.write(node.text_content or "")
        elif kind == "close":
            writer.leave(node)
        elif _is_hidden(node) or writer.speaks_for(node):
            skipping = node.mem_id
        else:
            writer.enter(node, keeps_breaks=_keeps_breaks(node, kept))
    writer.end_line()
    return writer.lines


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    return node.tag in _NEVER_SHOWN or "hidden" in attributes or _HIDES.search(attributes.get("style") or "") is not None


def _keeps_breaks(node: LexborNode, kept: frozenset[str]) -> bool:
    if node.tag == "pre" or _KEEPS_BREAKS.search(node.attributes.get("style") or ""):
        return True
    return any(name in kept or name.startswith("whitespace-pre") for name in classes(node))


@dataclass(slots=True, kw_only=True)
class _Writer:
    """The line being written, and what surrounds the place that is read."""

    base: str | None
    lines: list[Line] = field(default_factory=list)
    text: str = ""
    spaced: str = ""
    links: list[tuple[str, str]] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    times: list[tuple[str, str]] = field(default_factory=list)
    box: list[int] = field(default_factory=list)
    keeping: list[int] = field(default_factory=list)  # elements in which line breaks count
    began: list[tuple[int, int]] = field(default_factory=list)  # open links and times: element, length of text there
    just_left: str | None = None  # the inline element that ended right before this place

    def write(self, text: str) -> None:
        """Text as a browser shows it: white space collapsed, or line breaks kept where a style says so."""
        pieces = text.split("\n") if self.keeping else [text]
        for at, piece in enumerate(pieces):
            if at:
                self.end_line(blank=True)
            self._add(piece)

    def _add(self, piece: str) -> None:
        words = " ".join(piece.split())
        before = " " if piece[:1].isspace() and self.text and not self.text.endswith(" ") else ""
        after = " " if words and piece[-1:].isspace() else ""
        if words and not before and not self.text:
            before = ""
        self.text += before + words + after
        self.spaced += before + words + after
        if piece:
            self.just_left = None

    def enter(self, node: LexborNode, *, keeps_breaks: bool) -> None:
        tag = node.tag or ""
        if tag == "br":
            self.end_line(blank=True)
        elif tag in _BLOCKS:
            self._enter_block(node, tag)
        elif self.just_left is not None and not {tag, self.just_left} & _STYLED_WORDS and not self.spaced.endswith(" "):
            self.spaced += " "
        if keeps_breaks:
            self.keeping.append(node.mem_id)
        if tag in ("a", "time"):
            self.began.append((node.mem_id, len(self.text)))

    def _enter_block(self, node: LexborNode, tag: str) -> None:
        self.end_line()
        before = node.prev
        while before is not None and before.tag in ("-text", "-comment") and not (before.text_content or "").strip():
            before = before.prev
        if tag == "p" and before is not None and before.tag == "p":
            self.lines.append(Line(text="", box=tuple(self.box)))
        self.box.append(node.mem_id)

    def leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if self.keeping and self.keeping[-1] == node.mem_id:
            self.keeping.pop()
        if tag in ("a", "time"):
            self._note(node, tag)
        if tag in _BLOCKS:
            self.end_line()
            if self.box and self.box[-1] == node.mem_id:
                self.box.pop()
        else:
            self.just_left = tag

    def _note(self, node: LexborNode, tag: str) -> None:
        """A link or a time that ends here, with the words it had on this line."""
        began = self.began.pop()[1] if self.began and self.began[-1][0] == node.mem_id else 0
        label = self.text[min(began, len(self.text)) :].strip()
        machine = attribute(node, "datetime")
        href = absolute(attribute(node, "href"), self.base)
        if tag == "time" and machine is not None:
            self.times.append((label, machine))
        elif tag == "a" and href is not None:
            self.links.append((label, href))

    def speaks_for(self, node: LexborNode) -> bool:
        """Writes what an element says without text of its own: a badge, an emoji, a picture. False: its text says it."""
        tag = node.tag or ""
        label = attribute(node, "aria-label") or attribute(node, "alt") or attribute(node, "title") or ""
        if _SAYS_VERIFIED.match(label) and (tag in ("svg", "img") or not (node.text() or "").strip()):
            self._add(" Verified account ")
            return True
        if tag == "img":
            self._picture(node)
        return tag in ("svg", "img")

    def _picture(self, node: LexborNode) -> None:
        source = attribute(node, "src") or ""
        sign = emoji(node)
        if sign:
            self._add(sign)
        elif not _SMALL_PICTURES.search(source):
            picture = absolute(source, self.base)
            self.images.extend([picture] if picture else [])

    def end_line(self, *, blank: bool = False) -> None:
        """Ends the line; one without words is kept where a break was asked for, or where pictures stand on it."""
        text = self.text.strip()
        if text or self.images or blank:
            spaced = " ".join(self.spaced.split())
            line = Line(
                text=text,
                spaced=spaced,
                links=tuple(self.links),
                images=tuple(self.images),
                times=tuple(self.times),
                box=tuple(self.box),
            )
            self.lines.append(line)
        self.text, self.spaced, self.just_left = "", "", None
        self.links, self.images, self.times = [], [], []
        self.began = [(element, 0) for element, _ in self.began]
