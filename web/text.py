"""Makes text that others wrote fit to be shown: escaped, e-mail addresses masked, invisible characters visible. Pure.

Everything foreign passes through `shown` (HTML) or `plain` (XML, one line); nothing else in `web/` marks foreign text as safe.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlsplit

from markupsafe import Markup, escape

# An address begins where the run of its characters begins (the look-behind), so that a long run is looked at once. A
# second @ before it is a handle on another server (@user@host), and `logo@2x.png` is a picture.
_ADDRESS = re.compile(
    r"(?<![\w.+%@-])(?P<first>\w)[\w.+%-]*(?P<at>@|%40|&#(?:64|x40);)(?!\d+(?:\.\d+)?x\.)(?P<host>[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,})"
)
_AT = re.compile(r"@|%40|&#(?:64|x40);")

# C0 without tab and newline, DEL, C1; the marks that embed, override or isolate a direction; zero-width characters.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_TURNING = re.compile(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # what would change the look of the text around it
_LONE = re.compile(r"[\ud800-\udfff]")
_NAMES = {"\x00": "NULL", "\x0d": "CARRIAGE RETURN", "\x1b": "ESCAPE", "\x08": "BACKSPACE"}


def masked(text: str) -> str:
    """Text with the local part of every e-mail address cut to its first letter: `j…@example.org`."""
    if not _AT.search(text):
        return text
    return _ADDRESS.sub(lambda found: f"{found['first']}…{found['at']}{found['host']}", text)


def code_point(character: str) -> str:
    """`U+202E RIGHT-TO-LEFT OVERRIDE`: what a character is that cannot be seen."""
    name = _NAMES.get(character) or unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name}".rstrip()


def visible(text: str) -> Markup:
    """Escaped text in which every invisible character is a small label with its code point."""
    text = _LONE.sub("\ufffd", text)
    pieces, last = [], 0
    for found in _INVISIBLE.finditer(text):
        pieces += [escape(text[last : found.start()]), _label(found[0])]
        last = found.end()
    return Markup("").join([*pieces, escape(text[last:])])


def _label(character: str) -> Markup:
    name = code_point(character)
    return Markup('<span class="ctl" title="{}">{}</span>').format(name, name.split()[0])


def plain(text: str, most: int | None = None) -> str:
    """Text for XML and titles: what XML cannot hold becomes a picture of the control character or U+FFFD.

    With `most`, one line of so many characters, in which what turns the direction of text is named instead.
    """
    clean = _NOT_XML.sub(lambda found: chr(0x2400 + ord(found[0])) if ord(found[0]) < 0x20 else "\ufffd", text)
    if most is None:
        return clean
    return cut(" ".join(_TURNING.sub(lambda found: f"U+{ord(found[0]):04X}", clean).split()), most)


def cut(text: str, most: int) -> str:
    """The first `most` characters, with an ellipsis in place of the last where there are more."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def web_address(url: str | None) -> str | None:
    """The URL if it may be a link (http or https, with a host, nothing invisible in it), else None."""
    if not url or _INVISIBLE.search(url) or _LONE.search(url):
        return None
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return None
    return url if usable else None
