"""Makes a broken XML text well-formed, changing as little as that takes. Pure; knows no feed but its item boundaries.

What comes out is written anew, token by token, so it is well-formed by construction: names checked, text and attributes
escaped, elements closed in order, prefixes declared. An item that the text breaks off in is left out: what is cut is not
what the source says.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html.entities import html5

from ingest.parse.feed.namespaces import PREFIXES

_NAME = r"[A-Za-z_][A-Za-z0-9_.\-]*+"
_QUALIFIED = rf"(?:{_NAME}:)?{_NAME}"
_TOKEN = re.compile(
    rf"""(?P<comment><!--(?P<inner>.*?)(?:-->|\Z))
    |(?P<cdata><!\[CDATA\[(?P<literal>.*?\]\]>(?:[^<]*\]\]>)*))
    |(?P<other><[?!][^<>]*>)
    |(?P<end></\s*(?P<closed>{_QUALIFIED})[^<>]*(?:>|\Z))
    |(?P<start><(?P<opened>{_QUALIFIED})(?=[\s/>])(?P<attributes>(?:[^<>"']|"(?:[^"<]*|[^">]*)"|'(?:[^'<]*|[^'>]*)')*+|[^<>]*)>)
    |(?P<text>[^<]+|<)""",
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(rf"(?<![A-Za-z0-9_.:\-])({_QUALIFIED})\s*+=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'<>]+)")
_REFERENCE = re.compile(r"&(?:#([0-9]+|[xX][0-9a-fA-F]+)|([A-Za-z][\w.\-]*));|&")
_HALVES = re.compile(r"&#(5[5-7][0-9]{3}|[xX][dD][89a-fA-F][0-9a-fA-F]{2});&#(5[5-7][0-9]{3}|[xX][dD][89a-fA-F][0-9a-fA-F]{2});")
_XML_NAMES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_VOID = frozenset({"br", "hr", "img", "input", "wbr", "col"})  # HTML left unescaped in a description
_ITEMS = frozenset({"item", "entry"})
_FOREIGN_TO_HTML = frozenset({"guid", "pubdate", "content:encoded", "dc:creator", "dc:date", "enclosure", "published", "updated"})
_BODIES = frozenset({"description", "summary", "content", "content:encoded"})
_LINES = frozenset({"title", "link", "id", "category", "comments", *_FOREIGN_TO_HTML} - _BODIES)  # fields without elements
_FIELDS = _LINES | _BODIES | {"author"}

_RESERVED = ("http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """Well-formed XML. `cut`: the text broke off before the root ended; `cut_item`: inside an item, which was left out."""

    text: str
    cut: bool
    cut_item: bool


@dataclass(slots=True)
class _Writer:
    """What was written so far, and which elements are open in it."""

    out: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)  # of the open elements, in lower case
    root: int | None = None  # place in `out` of the root's start tag
    finished: bool = False  # the root was closed
    item: int | None = None  # place in `out` where the open item begins
    item_depth: int = 0
    used: set[str] = field(default_factory=set)  # prefixes
    declared: dict[str, str] = field(default_factory=dict)  # prefix to address, the first declaration of each
    at_root: set[str] = field(default_factory=set)  # prefixes that the root declares itself

    def close(self, depth: int) -> None:
        """End the innermost elements until `depth` are open."""
        while len(self.open) > depth:
            name = self.open.pop()
            self.names[name.lower()] -= 1
            self.out.append(f"</{name}>")
        if self.item is not None and depth < self.item_depth:
            self.item = None
        self.finished = self.root is not None and not self.open


def repair(text: str) -> Repaired:
    """Well-formed XML that says the same as `text`, as far as it goes; '' where there is no element at all."""
    writer = _Writer()
    for match in _TOKEN.finditer(_without_unended_literals(text)):
        _WRITE[match.lastgroup or "text"](writer, match)
    cut_item = writer.item is not None
    if writer.root is None or writer.item == writer.root:
        return Repaired(text="", cut=True, cut_item=cut_item)
    if cut_item:
        del writer.out[writer.item :]
        del writer.open[writer.item_depth - 1 :]
    cut = not writer.finished
    writer.close(0)
    _declare_prefixes(writer)
    return Repaired(text="".join(writer.out), cut=cut, cut_item=cut_item)


def _without_unended_literals(text: str) -> str:
    """The text without the marks of CDATA sections that nothing ends: what follows them is markup again."""
    last = text.rfind("]]>")
    return text if last < 0 and "<![CDATA[" not in text else text[: last + 3] + text[last + 3 :].replace("<![CDATA[", "")


def _write_comment(writer: _Writer, match: re.Match[str]) -> None:
    inner = re.sub(r"-(?=-)", "- ", match["inner"])
    writer.out.append(f"<!--{inner}{' ' if inner.endswith('-') else ''}-->")


def _write_literal(writer: _Writer, match: re.Match[str]) -> None:
    if writer.open:
        literal = match["literal"].removesuffix("]]>").replace("]]>", "]]]]><![CDATA[>")
        writer.out.append(f"<![CDATA[{literal}]]>")


def _write_text(writer: _Writer, match: re.Match[str]) -> None:
    if writer.open:
        writer.out.append(_escaped(match[0]))


def _write_nothing(writer: _Writer, match: re.Match[str]) -> None:
    """Instructions and declarations mean nothing to a reader of feeds."""


def _write_end(writer: _Writer, match: re.Match[str]) -> None:
    """Close the innermost element of that name and all within it; an end without a start is left out."""
    name = match["closed"].lower()
    if not writer.names[name]:
        return
    for depth in range(len(writer.open) - 1, -1, -1):
        if writer.open[depth].lower() == name:
            writer.close(depth)
            return


def _write_start(writer: _Writer, match: re.Match[str]) -> None:
    name = match["opened"].removeprefix("xmlns:")
    if writer.item is not None and name == writer.open[writer.item_depth - 1]:
        writer.close(writer.item_depth - 1)  # the item before was never closed
    elif _begins_the_next_field(writer, name):
        writer.close(writer.item_depth)
    if writer.finished:
        return
    attributes = _attributes(writer, match["attributes"], at_root=writer.root is None)
    _use(writer, name)
    if writer.root is None:
        writer.root = len(writer.out)
    empty = match["attributes"].endswith("/") or name.lower() in _VOID
    if not empty and name in _ITEMS and writer.item is None:
        writer.item, writer.item_depth = len(writer.out), len(writer.open) + 1
    writer.out.append(f"<{name}{attributes}{'/' if empty else ''}>")
    if empty:
        writer.finished = not writer.open
    else:
        writer.open.append(name)
        writer.names[name.lower()] += 1


def _begins_the_next_field(writer: _Writer, name: str) -> bool:
    """Whether a field of the open item begins where the one before was never closed, or under another name."""
    if writer.item is None or len(writer.open) <= writer.item_depth:
        return False
    before, after = writer.open[writer.item_depth].lower(), name.lower()
    return (before in _LINES and after in _FIELDS) or (before in _BODIES and after in _FOREIGN_TO_HTML)


def _attributes(writer: _Writer, source: str, *, at_root: bool) -> str:
    """Attributes as XML wants them: quoted, escaped, each once; what is no attribute is left out."""
    written: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(source):
        quote = value[0] if value[0] in "\"'" else '"'
        plain = value.strip(quote) if value[0] in "\"'" else value.rstrip("/")
        if name in written or not _may_stand(name, plain):
            continue
        written[name] = f" {name}={quote}{_escaped(plain)}{quote}"
        if name.startswith("xmlns:"):
            writer.declared.setdefault(name[6:], plain)
            if at_root:
                writer.at_root.add(name[6:])
        else:
            _use(writer, name)
    return "".join(written.values())


def _may_stand(name: str, value: str) -> bool:
    """Whether a namespace declaration is one that XML allows; any other attribute is."""
    if not name.startswith("xmlns"):
        return True
    prefix = name[6:]
    return value not in _RESERVED and prefix not in ("xml", "xmlns") and (value != "" or not prefix)


def _use(writer: _Writer, name: str) -> None:
    prefix, colon, _ = name.partition(":")
    if colon and prefix != "xml":
        writer.used.add(prefix)


def _declare_prefixes(writer: _Writer) -> None:
    """Give the root every prefix that it does not declare itself and that something in it uses."""
    missing = sorted(writer.used - writer.at_root)
    addresses = {prefix: writer.declared.get(prefix) or PREFIXES.get(prefix) or f"urn:prefix:{prefix}" for prefix in missing}
    declarations = "".join(f' xmlns:{prefix}="{_escaped(address)}"' for prefix, address in addresses.items())
    if writer.root is not None and declarations:
        tag = writer.out[writer.root]
        end = -2 if tag.endswith("/>") else -1
        writer.out[writer.root] = f"{tag[:end]}{declarations}{tag[end:]}"


def _escaped(text: str) -> str:
    """Text or an attribute's value with its references mended and nothing in it that could be markup."""
    if "&" in text:
        text = _REFERENCE.sub(_reference, _HALVES.sub(_whole_character, text))
    return text.replace("<", "&lt;").replace("]]>", "]]&gt;")


def _reference(match: re.Match[str]) -> str:
    number, name = match[1], match[2]
    if number:
        return f"&#{number.lower()};" if is_character(number) else ""
    if name in _XML_NAMES:
        return match[0]
    known = html5.get(f"{name};") if name else None
    return html.escape(known) if known else f"&amp;{match[0][1:]}"


def _whole_character(match: re.Match[str]) -> str:
    """Two references to the halves of one character, as programs write that think in UTF-16; others stay as they are."""
    high, low = (int(f"0{number}" if number[0] in "xX" else number, 16 if number[0] in "xX" else 10) for number in match.groups())
    if not (0xD800 <= high <= 0xDBFF and 0xDC00 <= low <= 0xDFFF):
        return match[0]
    return f"&#{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)};"


def is_character(number: str) -> bool:
    """XML 1.0, section 2.2: whether a number names a character that a document may hold."""
    if len(number) > 8:
        return False
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF


_WRITE: Mapping[str, Callable[[_Writer, re.Match[str]], None]] = {
    "comment": _write_comment,
    "cdata": _write_literal,
    "other": _write_nothing,
    "end": _write_end,
    "start": _write_start,
    "text": _write_text,
}
