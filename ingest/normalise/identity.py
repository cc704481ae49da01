"""What an item is known by: the ladder of rule 5, and short hashes. Pure.

Ids of our own making carry a prefix: `title:` (title + date), `excerpt:` (first sentence of a post), `text:` (author + beginning
of a tweet). Everything else is the source's own id or a canonical URL.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii
from typing import Literal

from ingest.model import Issue, JSONValue
from ingest.normalise.markup import comparable_text

Basis = Literal["id", "url", "title_date", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """`keys`: every id under which the item may be known, best first; the first is its native id."""

    keys: tuple[str, ...]
    basis: Basis
    issues: tuple[Issue, ...] = ()

    @property
    def native_id(self) -> str:
        """The id by the ladder."""
        return self.keys[0]


def print_of(value: JSONValue) -> str:
    """Twelve hexadecimal digits that are equal for equal JSON values."""
    return _digest(_written(value), 12)


def hash_of(*texts: str | None) -> str:
    """Thirty-two hexadecimal digits for a body of text."""
    return _digest(_written(texts), 32)


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def _written(value: JSONValue) -> str:
    """JSON, all of it ASCII. Most values are texts or lists of texts, and quicker to write one by one."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(_written, value))}]"
    return "null" if value is None else _encode(value)


def _digest(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:digits]


# --- the ladder ------------------------------------------------------------------------------------------------------


def feed_identity(*, guid: str | None, link: str | None, title: str | None, date: str | None, text: str) -> Identity:
    """Guid as written; else canonical link; else title + date; else the words. `link` is canonical and leads to the item."""
    if guid:
        return Identity(keys=(guid,), basis="id")
    if link:
        return Identity(keys=(link,), basis="url")
    named = _key("title", title or "", date or "") if title or date else None
    key = named or _key("excerpt", _head(text))
    message = "an item without guid and link is known by its title and date" if named else "an item with nothing but text"
    issue = Issue(severity="warning", code="no_guid", message=message, entry_ref=key)
    return Identity(keys=(key,), basis="title_date" if named else "text", issues=(issue,))


def post_identity(*, link: str | None, title: str | None, date: str | None, text: str) -> Identity:
    """Canonical URL; else title + date; else the excerpt. The weaker ones are keys beside a URL, so that it is adopted later."""
    named = (_key("title", title, date),) if title and date else ()
    words = (_key("excerpt", _first_sentence(text)),) if text else ()
    if link:
        return Identity(keys=(link, *named, *words), basis="url")
    if named or words:
        return Identity(keys=(*named, *words), basis="title_date" if named else "text")
    key = _key("title", title or "", date or "")
    message = "a post without link, date and text is known by its title"
    issue = Issue(severity="warning", code="no_link", message=message, entry_ref=key)
    return Identity(keys=(key,), basis="title_date", issues=(issue,))


def tweet_identity(*, status_id: str | None, author: str | None, text: str, beside_text: tuple[str, ...]) -> Identity:
    """Status id; where a page shows none, author + text. `beside_text` tells apart tweets that have no words."""
    words = _head(_LINK.sub(" ", text))
    key = _key("text", (author or "").casefold(), words, *(() if words else beside_text))
    if status_id:
        return Identity(keys=(status_id, key), basis="id")
    return Identity(keys=(key,), basis="text")


def _key(kind: str, *parts: str) -> str:
    return f"{kind}:{_digest(json.dumps([comparable_text(part) for part in parts]), 16)}"


_LINK = re.compile(r"https?://\S+|(?:[\w-]+\.)+[a-z]{2,}/\S*", re.IGNORECASE)
_CUT_TAIL = re.compile(r"\s*(?:\[?(?:…|\.{3})\]?|\(?(?:read more|continue reading|more)\)?|→|»|\s)+$", re.IGNORECASE)
_HEAD = 120
_SENTENCE = re.compile(r".{20,120}?[.!?…][”’\"')]?(?=\s|$)")


def _head(text: str) -> str:
    """The beginning of a text, the same whether it is shown cut or whole, as long as it is not cut very short."""
    return _CUT_TAIL.sub("", comparable_text(text)[:_HEAD])


def _first_sentence(text: str) -> str:
    """What every excerpt of a post begins with: some indexes show no more than the first sentence."""
    sentence = _SENTENCE.match(comparable_text(text))
    return sentence[0] if sentence else _head(text)
