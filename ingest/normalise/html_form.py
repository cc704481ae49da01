"""HTML as sent made well-formed by a browser's rules, so that simple patterns can read it. Pure.

In what comes back every element is closed, attribute values stand in double quotes with `<`, `>`, `&` and `"` escaped, entities
are decoded once, and a no-break space is `&nbsp;`. So `<[^>]*>` is a tag, and nothing else is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser

_MARKUP = re.compile(r"[<&]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_CONTROL_BYTES = bytes(byte for byte in (*range(0x20), 0x7F) if byte not in b"\t\n\r")
_NONCHARACTERS = (b"\xef\xb7", b"\xef\xbf")  # how they begin in UTF-8
_NESTING_TAG = re.compile(r"<(/?)(?!br|hr|img|input|meta|link|wbr|source|p\b|li\b|t[dhr]\b)[a-zA-Z]")
_DEEPEST = 1000
_ANY_TAG = re.compile(r"<[^<>]*>?")


def scrub(text: str) -> str:
    """Text without control characters and noncharacters; half a surrogate pair becomes U+FFFD. Line breaks and tabs stay."""
    return _SURROGATE.sub("\ufffd", _CONTROL.sub("", text)) if is_odd(text) else text


def is_odd(text: str, but: bytes = b"") -> bool:
    """Whether there may be something for `scrub` in it, leaving out some control characters. Looks at the bytes: far quicker."""
    if text.isprintable():
        return False
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        return True
    controls = _CONTROL_BYTES.replace(but, b"") if but else _CONTROL_BYTES
    if len(encoded.translate(None, controls)) < len(encoded):
        return True
    return b"\xef" in encoded and any(sign in encoded for sign in _NONCHARACTERS)


def is_plain(html: str) -> bool:
    """True if there is no tag and no entity in it."""
    return _MARKUP.search(html) is None


@lru_cache(maxsize=32)
def well_formed(html: str) -> str:
    """The HTML of the tree that a browser would build from a fragment."""
    html = fit_to_parse(html)
    return html if is_plain(html) and ">" not in html else LexborHTMLParser(html, is_fragment=True).html or ""


@lru_cache(maxsize=32)
def fit_to_parse(html: str) -> str:
    """HTML without odd characters; without its tags where they nest so deeply that the rules of HTML cost quadratic time."""
    html = scrub(html)
    return _ANY_TAG.sub(" ", html) if html.count("<") > 2 * _DEEPEST and _depth(html) > _DEEPEST else html


def _depth(html: str) -> int:
    depth = deepest = 0
    for tag in _NESTING_TAG.finditer(html):
        depth += -1 if tag[1] else 1
        deepest = max(deepest, depth)
    return deepest


# --- taken apart -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parts:
    """Simple HTML taken apart. In both texts a `<` stands for each tag; entities are as in the well-formed HTML.

    `words`: the text in which all white space is one space, also no-break ones. `tags`: what stands between `<` and `>`.
    """

    text: str
    words: str
    tags: list[str]


def put_together(text: str, tags: Iterable[str]) -> str:
    """A text of parts with these in place of its tags."""
    texts = text.split("<")
    pieces = [""] * (2 * len(texts) - 1)
    pieces[::2] = texts
    pieces[1::2] = tags
    return "".join(pieces)


def single_spaced(text: str) -> str:
    """A text in which all white space is spaces, without two of them side by side; at its ends, any may go."""
    return " ".join(filter(None, map(str.lstrip, text.split("  "))))


_LINE_BREAK = re.compile(r"\n[\n\t ]*")
_NOT_SIMPLE = re.compile(r"<(?:!|base|datalist|iframe|link|meta|no|object|plaintext|script|style|template|title|xmp)")
_JOINS_A_TAG = "\u0338"  # makes one character with a '<' or '>' before it


_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@lru_cache(maxsize=32)
def parts_of(html: str) -> Parts | None:
    """HTML taken apart, without comments; None where some of it is neither a text nor a tag alone (a script), or is odd."""
    form = well_formed(html)
    if _NOT_SIMPLE.search(form):
        form = _COMMENT.sub("", form)
        if _NOT_SIMPLE.search(form):
            return None
    pieces = form.replace(">", "<").split("<")
    if len(pieces) != 2 * form.count(">") + 1:  # the name of a tag may have a '<'
        return None
    text = "<".join(pieces[::2])
    words = _LINE_BREAK.sub(" ", text.replace("&nbsp;", " "))
    if _JOINS_A_TAG in words:
        return None
    if not words.isprintable():  # a space is the only white space that is, and nothing odd is
        if is_odd(words):
            return None
        words = " ".join(words.split())
    return Parts(text, single_spaced(words), pieces[1::2])
