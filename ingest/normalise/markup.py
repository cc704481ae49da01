"""HTML and text for comparing: what nobody would call an edit does not show in it (rules 8 and 9). Pure.

Every rule belongs to a kind of noise. `show` names kinds that shall be seen after all: so `noise` finds out which kinds make two
bodies differ.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape

from ingest.normalise.html_form import is_plain, parts_of, put_together, scrub, single_spaced, well_formed
from ingest.normalise.markup_words import (
    ASSET_ATTRIBUTES,
    BLOCK_WRAPPERS,
    BLOCKS,
    DROPPED_ATTRIBUTES,
    DROPPED_STARTS,
    INLINE_WRAPPERS,
    LAZY_SOURCES,
    UNSEEN,
    UNSEEN_AND_EMPTY,
    URL_ATTRIBUTES,
    MarkupNoise,
)
from ingest.normalise.url_parameters import ParameterKind
from ingest.normalise.urls import any_scheme, without_noise

_URL_NOISE: frozenset[ParameterKind] = frozenset(("tracking_parameter", "signed_url", "asset_version"))
_NONE: frozenset[MarkupNoise] = frozenset()

_TOKEN = re.compile(
    rf"<(?P<unseen>{UNSEEN})\b[^>]*>.*?</(?P=unseen)>|<(?:{UNSEEN_AND_EMPTY})\b[^>]*>|<!--(?P<comment>.*?)-->"
    r"|<(?P<embed>script|iframe|object)\b(?P<embed_attributes>[^>]*)>.*?</(?P=embed)>"
    r"|</?(?P<bare>[^\s>]+)>|<(?P<start>[^\s>]+)(?P<attributes>[^>]*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r'\s([^\s=>]+)="([^"]*)"')
_TAGS = ("bare", "attributes")
_EDGE = "\0"  # where white space does not show; no such character is left in the text
_EMPTY_PARAGRAPH = re.compile(r"<p>[\s\0]*</p>")
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"
_TAKES_NO_ROOM = re.compile(f"[{_INVISIBLE}]")


def comparable_text(text: str) -> str:
    """Plain text in a form that is equal for two texts that look the same."""
    text = scrub(text)
    return " ".join(_looks(text).split())


def comparable(html: str, show: frozenset[MarkupNoise] = _NONE) -> str:
    """HTML in a form that is equal for two bodies of which a reader would say that they are the same. Idempotent.

    Left out: white space that does not show, comments, styles, classes, ids, wrappers (`div`, `span`), attributes of image
    loading, order of attributes, tracking and signature parameters, cache busters, nonces, tracking pixels. Kept: every word,
    number and link, which image, all other elements. A single paragraph is its text.
    """
    if is_plain(html) and "whitespace" not in show:
        return comparable_text(html).replace(">", "&gt;")
    parts = None if show else parts_of(html)
    if parts is not None:
        return _alone(_tight(put_together(_looks(parts.words), map(_seen_tag, parts.tags))), show)
    form = well_formed(html)
    if "whitespace" in show:
        return _alone(_seen(form, show), show)
    form = _looks(form).replace("&nbsp;", " ")
    return _alone(_tight(" ".join(_seen(form, show).split())), show)


def _seen(form: str, show: frozenset[MarkupNoise]) -> str:
    """Every tag as it is compared, and nothing of what does not show."""
    return _TOKEN.sub(lambda token: _seen_tag(token[0][1:-1], show) if token.lastgroup in _TAGS else _piece(token, show), form)


@lru_cache(maxsize=4096)
def _seen_tag(tag: str, show: frozenset[MarkupNoise] = _NONE) -> str:
    """What is compared of a tag, written without its `<` and `>`: most stand in many a text, and often."""
    if "whitespace" not in show:
        tag = _looks(tag).replace("&nbsp;", " ")
    token = _TOKEN.fullmatch(f"<{tag}>")
    seen = f"<{tag}>" if token is None else _piece(token, show)
    return seen if "whitespace" in show or (seen.isprintable() and "  " not in seen) else _SPACE.sub(" ", seen)


_SPACE = re.compile(r"\s+")


def _tight(form: str) -> str:
    """Without white space that does not show, where all that there is is one space."""
    form = single_spaced(_EMPTY_PARAGRAPH.sub(" ", form))
    return "".join(map(str.strip, form.split(_EDGE)))


def _alone(form: str, show: frozenset[MarkupNoise]) -> str:
    """A single paragraph is its text."""
    if "other" in show or not form.startswith("<p>"):
        return form
    text, end, rest = form[3:].partition("</p>")
    return f"{text}{rest}" if end and rest in ("", "\n") and "<p>" not in text else form


def _looks(text: str) -> str:
    """One spelling of composed characters, nothing that takes no room."""
    if text.isascii():
        return text
    if any(character in text for character in _INVISIBLE):
        text = _TAKES_NO_ROOM.sub("", text)
    return unicodedata.normalize("NFC", text)


def _piece(token: re.Match[str], show: frozenset[MarkupNoise]) -> str:
    kind = token.lastgroup
    if kind == "bare":
        return _tag(token["bare"], token[0], show)
    if kind == "attributes":
        return _start(token["start"], token["attributes"], show)
    if kind == "embed_attributes":
        return _embed(token["embed"], token["embed_attributes"], show)
    return token[0] if kind == "comment" and "cache_comment" in show else ""


def _tag(name: str, text: str, show: frozenset[MarkupNoise]) -> str:
    """A tag, with an edge on either side where white space does not show; a wrapper is only the space it makes."""
    if name in BLOCKS:
        return text if "whitespace" in show else f"{_EDGE}{text}{_EDGE}"
    if "other" in show:
        return text
    return " " if name in BLOCK_WRAPPERS else "" if name in INLINE_WRAPPERS else text


def _start(name: str, attributes: str, show: frozenset[MarkupNoise]) -> str:
    pairs = dict(_ATTRIBUTE.findall(attributes))
    if name == "img":
        if "other" not in show and _is_pixel(pairs):
            return ""
        if "image_loading" not in show:
            pairs = _loaded(pairs)
    if name == "input" and pairs.get("type") == "hidden" and "nonce" not in show:  # what a form sends along unseen
        pairs.pop("value", None)
    kept = _kept(pairs, show)
    if name == "source" and not kept:  # one of the variants of an image, told by srcset alone
        return ""
    text = "".join(f' {key}="{value}"' for key, value in kept)
    address = _hidden_address(pairs["data-cfemail"]) if "data-cfemail" in pairs and "nonce" not in show else ""
    return _tag(name, f"<{name}{text}>", show) + address


def _embed(name: str, attributes: str, show: frozenset[MarkupNoise]) -> str:
    """A frame, or a script that may draw something: which one, not how."""
    kept = _kept(dict(_ATTRIBUTE.findall(attributes)), show)
    text = "".join(f' {key}="{value}"' for key, value in kept if "/cdn-cgi/" not in value)
    return f"<{name}{text}></{name}>" if text else ""


# --- attributes ------------------------------------------------------------------------------------------------------


def _kept(pairs: dict[str, str], show: frozenset[MarkupNoise]) -> list[tuple[str, str]]:
    kept = [(name, _value(name, value, show)) for name, value in pairs.items() if _is_seen(name, show)]
    return kept if "attribute_order" in show else sorted(kept)


@lru_cache(maxsize=1024)
def _is_seen(name: str, show: frozenset[MarkupNoise]) -> bool:
    kind = DROPPED_ATTRIBUTES.get(name)
    if kind is None and name.startswith(DROPPED_STARTS):
        kind = _KINDS_OF_DATA.get(name, "other")
    return kind is None or kind in show


_KINDS_OF_DATA: dict[str, MarkupNoise] = {**dict.fromkeys(LAZY_SOURCES, "image_loading"), "data-cfemail": "nonce"}


def _value(name: str, value: str, show: frozenset[MarkupNoise]) -> str:
    if name not in URL_ATTRIBUTES:
        return value
    if "other" not in show:
        value = any_scheme(value)
    if not _MAY_BE_NOISY.search(value):
        return value
    if "nonce" not in show:
        value = _HIDDEN_LINK.sub(lambda link: f"mailto:{_hidden_address(link[1])}", value)
    return _escaped(without_noise(unescape(value), _URL_NOISE - show, asset=name in ASSET_ATTRIBUTES))


_MAY_BE_NOISY = re.compile(r"[?#@]|\$s_!|\d\.\d")
_HIDDEN_LINK = re.compile(r"^.*/cdn-cgi/l/email-protection#([0-9a-f]+)$")


def _hidden_address(code: str) -> str:
    """The e-mail address that Cloudflare hides from robots with another key on every request: first byte XOR each other."""
    try:
        key, *rest = bytes.fromhex(code)
    except ValueError:
        return code
    return _escaped("".join(chr(byte ^ key) for byte in rest))


def _escaped(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


# --- images ----------------------------------------------------------------------------------------------------------


def _loaded(pairs: dict[str, str]) -> dict[str, str]:
    """An image's attributes with the address that a browser ends up with in `src`, wherever it stands until then."""
    lazy = next((pairs[name] for name in LAZY_SOURCES if pairs.get(name)), None)
    source = lazy or pairs.get("src") or pairs.get("srcset", "").strip().split(" ")[0]
    return {**pairs, "src": source} if source else pairs


def _is_pixel(pairs: dict[str, str]) -> bool:
    """A counter that nobody sees."""
    return pairs.get("width") in ("0", "1") and pairs.get("height") in ("0", "1")
