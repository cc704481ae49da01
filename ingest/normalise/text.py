"""Plain text and safe HTML out of HTML as sent. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

import nh3

from ingest.normalise.html_form import is_odd, is_plain, scrub, well_formed, without_excess

_UNSEEN = re.compile(
    r"<!--.*?-->|<(script|style|iframe|noscript|template|noembed|noframes|object|title|datalist)\b[^>]*>.*?</\1>", re.DOTALL
)
_SIGNS_OF_UNSEEN = ("<!--", "<script", "<style", "<iframe", "<no", "<title", "<template", "<object", "<datalist")
_BLOCK = re.compile(
    r"</?(?:address|article|aside|blockquote|br|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]"
    r"|header|hr|li|main|menu|nav|ol|option|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)\b[^>]*>"
)
_CELL = re.compile(r"</?t[dh]\b[^>]*>")
_TAG = re.compile(r"(<[^>]*>)")
_PRE = re.compile(r"<pre\b[^>]*>.*?</pre>", re.DOTALL)


def plain_text(html: str) -> str:
    """The words of a piece of HTML: entities decoded once, blocks on lines of their own, no script or style."""
    if is_plain(html):
        return squash(html)
    form = well_formed(html)
    if any(sign in form for sign in _SIGNS_OF_UNSEEN):
        form = _UNSEEN.sub("", form)
    if "<pre" in form:
        form = _PRE.sub(lambda pre: pre[0].replace("\n", "<br>"), form)
    pieces = _TAG.split(form)
    pieces[1::2] = [_space_of(tag) for tag in pieces[1::2]]
    text = unescape("".join(pieces))
    if is_odd(text, but=_BREAK):
        return "\n".join([line for line in map(squash, text.split("\0")) if line])
    lines = " ".join(text.split()).replace(" \0", "\0").replace("\0 ", "\0").split("\0")  # all at once: far quicker
    return "\n".join(filter(None, lines))


_BREAK = b"\0"


@lru_cache(maxsize=256)
def _space_of(tag: str) -> str:
    """What a tag is to the words around it: the end of a line (NUL), a space, nothing."""
    return "\0" if _BLOCK.fullmatch(tag) else " " if _CELL.fullmatch(tag) else ""


def squash(text: str) -> str:
    """One line: every run of white space is one space; no control characters."""
    return " ".join(scrub(text).split())


_BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def label(text: str, limit: int = 120) -> str:
    """A title's worth of text for lists: one line, cut, without marks that turn the direction of what follows."""
    return excerpt(squash(_BIDI.sub("", text)), limit)


def excerpt(text: str, limit: int = 500) -> str:
    """At most `limit` characters, cut at a word, with '…' where something is left out."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut if text[limit - 1].isspace() else cut.rpartition(" ")[0]
    return (at_word if len(at_word) > limit // 2 else cut).rstrip() + "…"


# --- for showing -----------------------------------------------------------------------------------------------------

_DROPPED_WITH_CONTENT = {"script", "style", "iframe", "noscript", "template", "noembed", "noframes", "object", "title"}
_ATTRIBUTES = {
    **nh3.ALLOWED_ATTRIBUTES,
    "a": {"href", "hreflang", "title"},
    "img": {"alt", "height", "src", "title", "width"},
    "abbr": {"title"},
    "audio": {"controls", "src"},
    "video": {"controls", "height", "poster", "src", "width"},
    "source": {"src", "type"},
    "ol": {"start", "reversed"},
    "time": {"datetime"},
    "details": {"open"},
}
_CLEANER = nh3.Cleaner(
    tags=nh3.ALLOWED_TAGS | {"audio", "video", "source", "tfoot"},
    clean_content_tags=_DROPPED_WITH_CONTENT,
    attributes=_ATTRIBUTES,
    url_schemes={"http", "https", "mailto", "tel", "magnet"},
    link_rel="noopener noreferrer",
)


def clean_html(html: str) -> str:
    """HTML that is safe to show: no script, style, frames, event handlers or javascript: addresses."""
    html = without_excess(scrub(html))
    return html if is_plain(html) and ">" not in html else scrub(_CLEANER.clean(html))
