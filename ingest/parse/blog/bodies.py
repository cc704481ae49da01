"""The text of a post on an index: its excerpt, or the whole post, and whether it is cut. Pure.

What a theme marks as content or summary is taken as that. Elsewhere everything in a post's box that is not its title,
date, author, tags, picture or a button is its text: one short block is an excerpt, more is the post itself. The text is
given as sent, with absolute links, without the "read more" link at its end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape

from ingest.parse.blog.links import absolutise
from ingest.parse.blog.page import Page
from ingest.parse.blog.shown import squash

_CONTENT = (
    "[class~=e-content], [class~=entry-content], [itemprop~=articleBody], [class~=post-content], [class~=post-body], "
    "[class~=article-content], [class~=article-body], [class~=post__content], [class~=wp-block-post-content]"
)
_SUMMARY = (
    "[class~=p-summary], [class~=entry-summary], [itemprop~=description], [class*=excerpt], [class*=summary], "
    "[class~=description], [class*=post-desc], [class*=card-text], [class~=teaser-text], [class~=abstract], [class~=blurb]"
)
_NEVER = frozenset("script style template noscript svg button form input select nav time".split())
_INLINE = frozenset("a abbr b bdi bdo br cite code del em i ins kbd mark q s samp small span strong sub sup u var wbr".split())
_TEXT_BLOCKS = frozenset("p blockquote pre ul ol table dl figure".split())
_SENTENCE_ENDS = ".!?。！？…"
_SHELLS = frozenset("div section main header footer article span td dd a".split())
_META_CLASS = re.compile(
    r"(?:^|[-_\s])(?:meta|metadata|byline|author|date|time|tags?|categor\w*|cat-links|reading|readtime|comments?|share|sharing|badge"
    r"|label|views|avatar|social|btn|button|more|permalink|edit-link|counts?|likes?|pinned|sticky|kicker|eyebrow|post-info|postinfo|article-info|entry-info"
    r"|entry-footer|pagination|sr-only|visually-hidden|screen-reader-text)(?:$|[-_\s])",
    re.IGNORECASE,
)
_META_TEXT = re.compile(
    r"(?:by|von|par|por|di|in|under)\s+(?-i:[^\W\da-z]).{0,60}"
    r"|(?:submitted|written|created) by\b.{0,80}"
    r"|(?:tags?|tagged|topics?|categor(?:y|ies)|filed|posted|published|updated|translations?|author|reading time|estimated|date)"
    r"\b[\s:].{0,80}"
    r"|featured|pinned|new|sticky|\W*(?:\d+\W+)?\d+[\s-]*(?:min|minutes?|mins|words?|comments?|views?|likes?|shares?|分|字)\b.{0,30}"
    r"|there (?:are|is)(?: .{0,12}comments?)?\W*|in|by|(?:at\s)?\d{1,2}:\d\d(?:\s?[ap]\.?m\.?)?\W*|[\W\d_]*",
    re.IGNORECASE,
)
_CUT = re.compile(r"(?:…|\.\s?\.\s?\.|⋯|\[(?:…|\.\.\.)\]|\((?:…|\.\.\.)\))[\s\"'”’»)\]→›]*$")
_BREAK = "<br>"
_SEPARATORS = " \t\n\r\xa0-–—|·•:»›→"
_LONG = 600  # characters from which a single block is a whole post rather than an excerpt
_A_PHRASE = 40  # characters that make a paragraph a text with a link in it, rather than a line of links
_LONGEST_META = 150
_DEEPEST = 25
_FEW_WORDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The text fields of a PostEntry."""

    summary_html: str | None = None
    content_html: str | None = None
    truncated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What in a post is not its text, by place: title, dates, tags, author; "read more" links; links to the post itself.

    `tails` are the words of texts that begin with a date and go on.
    """

    fields: tuple[int, ...]
    more: tuple[int, ...]
    own: frozenset[int] = frozenset()
    title: int = -1
    tails: Mapping[int, str] = field(default_factory=dict)

    def inside(self, first: int, last: int) -> tuple[int, ...]:
        """Marks below an element that starts at `first`."""
        return _between(self.fields, first, last) + _between(self.more, first, last)


def is_cut(text: str) -> bool:
    """Whether a text ends in the middle, by its own marks (`…`, `[...]`)."""
    return _CUT.search(text[-40:]) is not None


def read_body(page: Page, roots: tuple[int, ...], marks: Marks) -> Body:
    """The text in `roots`, the elements of one post."""
    for selector, whole in ((_CONTENT, True), (_SUMMARY, False)):
        for place in _named(page, roots, selector):
            pieces = _text_pieces(page, page.children(place), marks)
            if pieces:
                return _as_body(page, pieces, marks, whole=whole)
    single = len(roots) == 1 and roots[0] not in marks.fields
    pieces = _text_pieces(page, page.children(roots[0]) if single else roots, marks)
    pieces = [piece for piece in pieces if piece[0] > marks.title]
    if page.tags[roots[0]] == "tr":
        pieces = [piece for piece in pieces if len(_text(page, piece, marks)) >= _A_PHRASE]
    return _as_body(page, pieces, marks, whole=_is_whole(page, pieces, marks)) if pieces else Body()


def _between(places: tuple[int, ...], first: int, last: int) -> tuple[int, ...]:
    return places[bisect_right(places, first) : bisect_right(places, last)]


def _named(page: Page, roots: tuple[int, ...], selector: str) -> list[int]:
    """Places of elements that a theme calls content or summary, inside the box of a post or beside its heading."""
    beside = [root for root in roots if len(roots) > 1 and page.is_element(root) and page.nodes[root].css_matches(selector)]
    return beside + [place for root in roots for place in page.find_in(root, selector)]


Piece = tuple[int, ...]
"""Neighbouring places that make one block of text: one block element, or a run of words and inline elements."""


def _text_pieces(page: Page, places: Iterable[int], marks: Marks) -> list[Piece]:
    """The pieces of a text; bare links, pictures and by-lines before its first word and after its last are none of it."""
    pieces = _pieces(page, places, marks, _DEEPEST)
    prose = [_is_prose(page, piece, marks) for piece in pieces]
    if True not in prose:
        return []
    return pieces[prose.index(True) : len(prose) - prose[::-1].index(True)]


def _pieces(page: Page, places: Iterable[int], marks: Marks, depth: int) -> list[Piece]:
    pieces: list[Piece] = []
    run: list[int] = []
    for place in places:
        inside = marks.inside(place, page.last[place])
        if place in marks.tails or (_is_inline(page, place) and not inside and not _is_mark(place, marks)):
            run.append(place)
            continue
        pieces += [tuple(run)] if run else []
        run = []
        if not page.is_element(place) or _is_mark(place, marks) or _is_skipped(page, place, fields=bool(inside)):
            continue
        if inside and depth and not _is_text_around(page, place, inside, marks):
            pieces += _pieces(page, page.children(place), marks, depth - 1)
        else:
            pieces.append((place,))
    return [*pieces, tuple(run)] if run else pieces


def _is_mark(place: int, marks: Marks) -> bool:
    return any(_between(places, place - 1, place) for places in (marks.fields, marks.more))


def _is_inline(page: Page, place: int) -> bool:
    tag = page.tags[place]
    return tag == "-text" or (tag in _INLINE and not _META_CLASS.search(page.attributes[place].get("class") or ""))


def _is_skipped(page: Page, place: int, *, fields: bool) -> bool:
    """Whether a block is no part of the text at all; a small one with `fields` in it and a fitting name is a by-line."""
    return page.idle[place] or page.tags[place] in _NEVER or (fields and _is_meta(page, place))


def _is_meta(page: Page, place: int) -> bool:
    names = page.attributes[place].get("class")
    return names is not None and _META_CLASS.search(names) is not None and len(page.text(place)) < _LONGEST_META


def _is_text_around(page: Page, place: int, inside: tuple[int, ...], marks: Marks) -> bool:
    """Whether a block is text that only mentions what is marked in it."""
    if page.tags[place] not in _TEXT_BLOCKS:
        return False
    rest = len(page.text(place)) - sum(len(page.text(mark)) for mark in inside)
    return rest >= _A_PHRASE or (rest > 2 and all(mark in marks.more for mark in inside))


def _is_prose(page: Page, piece: Piece, marks: Marks) -> bool:
    text = _text(page, piece, marks)
    if not any(map(str.isalpha, text)) or any(_is_meta(page, place) for place in piece):
        return False
    links = [place for place in range(piece[0], page.last[piece[-1]] + 1) if page.tags[place] == "a" and place not in marks.own]
    linked = sum(len(page.text(place)) for place in links)
    few = len(text) < _A_PHRASE and len(text.split()) <= _FEW_WORDS and (linked or text[-1] not in _SENTENCE_ENDS)
    if few and _META_TEXT.fullmatch(text.lstrip(_SEPARATORS).rstrip(". ")):
        return False
    return len(text) - linked > 2 or len(text) > _A_PHRASE * 2


def _text(page: Page, piece: Piece, marks: Marks) -> str:
    return squash(" ".join(marks.tails.get(place) or page.text(place) for place in piece))


def _is_whole(page: Page, pieces: list[Piece], marks: Marks) -> bool:
    """Whether a text is a post rather than its excerpt: more than one block, or a long one."""
    blocks = sum(page.tags[place] in _TEXT_BLOCKS for piece in pieces for place in range(piece[0], page.last[piece[-1]] + 1))
    return len(pieces) > 1 or blocks > 1 or len(_text(page, pieces[0], marks)) > _LONG


def _as_body(page: Page, pieces: list[Piece], marks: Marks, *, whole: bool) -> Body:
    truncated = bool(marks.more) or is_cut(_text(page, pieces[-1], marks))
    html = _html(page, pieces, marks)
    if whole and not truncated:
        return Body(content_html=html)
    return Body(summary_html=html, truncated=truncated)


def _html(page: Page, pieces: list[Piece], marks: Marks) -> str:
    shell = len(pieces) == 1 and len(pieces[0]) == 1 and page.tags[pieces[0][0]] in _SHELLS
    html = "".join(_piece_html(page, place, marks, shell=shell) for piece in pieces for place in piece)
    for place in marks.more:
        html = html.replace(page.nodes[place].html or "", "")
    html = html.strip().lstrip(_SEPARATORS)
    while html.startswith(_BREAK) or html.endswith(_BREAK):
        html = html.removeprefix(_BREAK).removesuffix(_BREAK).strip()
    return html


def _piece_html(page: Page, place: int, marks: Marks, *, shell: bool) -> str:
    if page.tags[place] == "-text":
        return escape(marks.tails.get(place) or page.nodes[place].text_content or "", quote=False)
    node = page.nodes[place]
    absolutise(node, page.base)
    return (node.inner_html if shell else node.html) or ""
