"""Titles as plain text and bodies as HTML, from what feedparser says of their type. Pure; cleans and resolves nothing.

A type that a format states is believed. RSS states none for a title: it is read as HTML where it closes an element that
HTML knows, and its entities are decoded once in any case, as nearly every publisher means it.
"""

from __future__ import annotations

import html
import re

XHTML = "application/xhtml+xml"
HTML_TYPES = frozenset({"text/html", XHTML})

_KNOWN_INLINE = (
    "a|abbr|acronym|b|bdi|bdo|big|blockquote|center|cite|code|del|dfn|div|em|font|h[1-6]|i|ins|kbd|mark|p|pre|q|s|samp|small|span|"
    "strike|strong|sub|sup|tt|u|var"
)
_CLOSES_HTML = re.compile(rf"</(?:{_KNOWN_INLINE})\s*>", re.IGNORECASE)
_ANY_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9\-]*)(?:[\s/][^<>]*)?>|<!--.*?(?:-->|\Z)", re.DOTALL)
_NO_TEXT = re.compile(r"<(script|style)(?:\s[^<>]*)?>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_KNOWN_TAG = re.compile(rf"(?:{_KNOWN_INLINE}|br|hr|img|wbr)\Z", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_SPACE = re.compile(r"[ \t\r\n\f]+")  # a no-break space is the author's own
_VOID_PAIR = re.compile(r"<(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)((?:\s[^<>]*)?)></\1>")
_ESCAPED_LITERAL = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)


def title_text(value: str, content_type: str, *, stated: bool) -> str | None:
    """A title in plain text, on one line; None where nothing is left.

    `stated` says that the format gave the type (Atom); else it is feedparser's guess and only the text itself counts.
    """
    if stated:
        text = plain_text(value) if content_type in HTML_TYPES else value
    else:
        text = _decoded_once(_without_tags(value) if is_html(value) else value)
    return one_line(text)


def plain_text(source: str) -> str:
    """HTML as text: tags gone, entities decoded once."""
    return _decoded_once(_without_tags(source))


def one_line(text: str) -> str | None:
    """Text with every run of white space as one space; None where there is none."""
    return _SPACE.sub(" ", text).strip(" ") or None


def is_html(value: str) -> bool:
    """Whether an undeclared text is markup: it closes an element of HTML and has no tag that HTML does not know."""
    if not _CLOSES_HTML.search(value):
        return False
    return all(_KNOWN_TAG.match(name) for name in _ANY_TAG.findall(value) if name)


def body_html(value: str, content_type: str) -> str | None:
    """A body as HTML: text is escaped, CDATA marks that were escaped by mistake are taken off; None where it is empty.

    What is neither text nor HTML was sent encoded or as XML elements, and is read as markup as feedparser does.
    """
    if content_type.startswith("text/") and content_type not in HTML_TYPES:
        value = html.escape(value, quote=False)
    elif "<![CDATA[" in value:
        value = _ESCAPED_LITERAL.sub(r"\1", value)
    if content_type == XHTML:
        value = _VOID_PAIR.sub(r"<\1\2 />", value)  # XML writes an empty element either way, HTML reads '</br>' as another one
    return value.strip() or None


def _without_tags(source: str) -> str:
    return _ANY_TAG.sub("", _NO_TEXT.sub("", source)) if "<" in source else source


def _decoded_once(text: str) -> str:
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text
