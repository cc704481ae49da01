"""A feed item whose long lines were cut, made well-formed again: what is missing is closed, never guessed. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

Lines = Sequence[tuple[str, bool]]
"""Each line of an item, and whether it was cut."""

_FIELD = (
    r"[A-Za-z_][\w.-]*:[\w.-]+|title|link|guid|pubDate|category|description|enclosure|comments|author|name|email|uri"
    r"|summary|content|id|updated|published|issued|modified|rights|contributor"
)
_OPENER = re.compile(rf"<(?P<name>{_FIELD})(?:\s[^<>]*)?(?<!/)>(?P<cdata><!\[CDATA\[)?")
_BEGINS_FIELD = re.compile(rf"\s*</?(?:{_FIELD}|item|entry)[\s/>]")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_HALF_ENTITY = re.compile(r"&[#\w]{0,10}$")
_HTML_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-z][a-z0-9]*)(?:\s[^<>]*)?>")
_CLOSED_AT_A_CUT = frozenset(
    "a abbr b big cite code del em font i ins kbd mark q s samp small span strong sub sup u var p h1 h2 h3 h4 h5 h6".split()
)
_ELLIPSIS = "…"


def mend(lines: Lines) -> str:
    """The XML of an item from its lines.

    A cut line loses the tag or entity that its end broke, and its open inline elements are closed behind the '…'. A field of the
    item whose end was on the part that is missing ends with the last cut line above the next field.
    """
    mended = [_without_broken_end(text) if cut else text for text, cut in lines]
    for at in range(len(lines)):
        opener = _left_open(lines, at)
        if opener is not None:
            end = _last_cut(lines, at)
            shown = "\n".join(mended[at : end + 1])
            open_section = shown.count(_CDATA) > shown.count(_CDATA_END)
            mended[end] += (_CDATA_END if open_section else "") + f"</{opener['name']}>"
    return "\n".join(mended)


def _without_broken_end(text: str) -> str:
    """A cut line up to its last whole tag and entity, the open inline elements of its markup closed behind a '…'."""
    body = text.removesuffix(_ELLIPSIS)
    for opens, closes in (("<", ">"), ("&lt;", "&gt;")):
        at = body.rfind(opens)
        if at >= 0 and closes not in body[at:] and not body.startswith(_CDATA, at):
            body = body[:at]
    body = _HALF_ENTITY.sub("", body)
    if not body.strip():
        return ""
    return body + _ELLIPSIS + "".join(f"</{name}>" for name in reversed(_open_inline(body)))


def _open_inline(body: str) -> list[str]:
    still_open: list[str] = []
    for tag in _HTML_TAG.finditer(body):
        name = tag["name"]
        if name not in _CLOSED_AT_A_CUT:
            continue
        if not tag["close"]:
            still_open.append(name)
        elif name in still_open:
            del still_open[len(still_open) - 1 - still_open[::-1].index(name)]
    return still_open


def _left_open(lines: Lines, at: int) -> re.Match[str] | None:
    """The last field that a line opens and that neither this line nor those below it end."""
    text = lines[at][0]
    opener = next(iter(reversed(list(_OPENER.finditer(text)))), None)
    if opener is None or f"</{opener['name']}>" in text[opener.end() :]:
        return None
    below = "\n".join(line for line, _ in lines[at + 1 :])
    return None if _is_closed(opener, text[opener.end() :] + "\n" + below) else opener


def _is_closed(opener: re.Match[str], text: str) -> bool:
    ending = f"</{opener['name']}>"
    if opener["cdata"] is not None:
        inside, end, after = text.partition(_CDATA_END)
        return bool(end) and _CDATA not in inside and after.lstrip().startswith(ending)
    inside, end, _ = text.partition(ending)
    return bool(end) and _OPENER.search(inside) is None


def _last_cut(lines: Lines, at: int) -> int:
    """The last cut line of the field that begins at a line: its end is on the part that is missing there."""
    end = at
    for number in range(at + 1, len(lines)):
        text, cut = lines[number]
        if _BEGINS_FIELD.match(text):
            break
        if cut:
            end = number
    return end
