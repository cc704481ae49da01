"""Plain text and safe HTML out of HTML as sent. Pure."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from html import unescape

import nh3

from ingest.normalise.html_form import fit_to_parse, is_odd, is_plain, parts_of, put_together, scrub, single_spaced, well_formed

_BREAK = "\0"  # no such character is left in a text


def plain_text(html: str) -> str:
    """The words of a piece of HTML: entities decoded once, blocks on lines of their own, no script or style."""
    if is_plain(html):
        return squash(html)
    parts = parts_of(html)
    if parts is None or "/pre" in parts.tags:
        return _plain_text_of_any(well_formed(html))
    return _lines(single_spaced(unescape(put_together(parts.words, map(_space_of, parts.tags)))))


def _lines(text: str) -> str:
    """One line from break to break, save for empty ones, in a text where all white space is one space."""
    return "\n".join(filter(None, map(str.strip, text.split(_BREAK))))


_BLOCK = re.compile(
    r"/?(?:address|article|aside|blockquote|br|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]"
    r"|header|hr|li|main|menu|nav|ol|option|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)\b"
)
_CELL = re.compile(r"/?t[dh]\b")


@lru_cache(maxsize=4096)
def _space_of(tag: str) -> str:
    """What a tag is to the words around it: a break, a space, nothing."""
    name = tag.partition(" ")[0]
    return _BREAK if _BLOCK.match(name) else " " if _CELL.match(name) else ""


_UNSEEN = re.compile(
    r"<!--.*?-->|<(script|style|iframe|noscript|template|noembed|noframes|object|title|datalist)\b[^>]*>.*?</\1>", re.DOTALL
)
_PRE = re.compile(r"<pre\b[^>]*>.*?</pre>", re.DOTALL)
_TAG = re.compile(r"<([^>]*)>")


def _plain_text_of_any(form: str) -> str:
    """The same for any well-formed HTML."""
    form = _UNSEEN.sub("", form)
    if "<pre" in form:
        form = _PRE.sub(lambda pre: pre[0].replace("\n", "<br>"), form)
    pieces = _TAG.split(form)
    pieces[1::2] = map(_space_of, pieces[1::2])
    text = unescape("".join(pieces))
    if is_odd(text, but=_BREAK.encode()):
        return "\n".join(filter(None, map(squash, text.split(_BREAK))))
    return _lines(" ".join(text.split()))


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
_TAGS = nh3.ALLOWED_TAGS | {"audio", "video", "source", "tfoot"}
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    clean_content_tags=_DROPPED_WITH_CONTENT,
    attributes=_ATTRIBUTES,
    url_schemes={"http", "https", "mailto", "tel", "magnet"},
    link_rel="noopener noreferrer",
)


def clean_html(html: str) -> str:
    """HTML that is safe to show: no script, style, frames, event handlers or javascript: addresses."""
    html = fit_to_parse(html)
    if is_plain(html) and ">" not in html:
        return html
    return _cleaned_by_tag(html) or scrub(_CLEANER.clean(html))


def _cleaned_by_tag(html: str) -> str | None:
    """The same, far quicker, where each tag can be cleaned by itself; None where that is not known."""
    parts = None if "</>" in html or html.startswith("\ufeff") else parts_of(html)  # the two parsers differ on these
    if parts is None:
        return None
    _clean_tags({tag for tag in parts.tags if tag not in _CLEANED})
    tags = [cleaned for cleaned in map(_CLEANED.get, parts.tags) if cleaned is not None]
    return put_together(parts.text, tags) if len(tags) == len(parts.tags) else None


_CLEANED_ALONE = frozenset(
    """
    a abbr acronym address article aside audio b bdi bdo big blockquote center cite code data dd del details dfn div dl dt em
    figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd li main mark nav ol p picture pre q s samp section
    small span strike strong sub summary sup time tt u ul var video
    """.split()
)
_VOID = frozenset("br hr img source wbr".split())
"""Elements that stand anywhere: what becomes of their tags does not hang on what is around them."""

_END_TAGS = {f"/{name}": f"</{name}>" if name in _TAGS else "" for name in _CLEANED_ALONE}
_CLEANED = dict(_END_TAGS)
"""Tags of well-formed HTML as the cleaner leaves them, '' where it takes them out: most stand in many a text."""
_MOST_CLEANED = 4096


def _clean_tags(tags: Set[str]) -> None:
    """Note what becomes of these start tags, all in one go; of none, where one of them may hang on what is around it."""
    names = {tag: tag.partition(" ")[0] for tag in tags}
    if not (names.keys() and _CLEANED_ALONE.union(_VOID).issuperset(names.values())) or any("\r" in tag for tag in tags):
        return  # a carriage return would be another line break when it is read again
    if len(_CLEANED) > _MOST_CLEANED:
        _CLEANED.clear()
        _CLEANED.update(_END_TAGS)
    ends = {tag: "" if name in _VOID else f"</{name}>" for tag, name in names.items()}
    cleaned = scrub(_CLEANER.clean("&lt;".join(f"<{tag}>{end}" for tag, end in ends.items()))).split("&lt;")
    if len(cleaned) == len(ends):
        _CLEANED.update((tag, text.removesuffix(end)) for text, (tag, end) in zip(cleaned, ends.items(), strict=True))
