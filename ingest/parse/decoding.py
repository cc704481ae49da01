"""Bytes to text, for every format that is text. Pure; knows charsets and what names them, not what a document means.

What is believed, best first: a byte order mark; UTF-8 that the bytes themselves prove; the charset of the HTTP header;
the one that the document names (XML declaration, `<meta charset>`, http-equiv); UTF-8; windows-1252. A name that the
bytes contradict is passed over with an issue, never obeyed: servers lie about charsets more often than bytes do.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache

from ingest.model import Issue
from ingest.parse.compression import open_body

__all__ = ["Decoded", "clean_text", "decode", "open_body", "scrub", "utf8_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """Text without byte order mark, NUL or control characters; `encoding` is the Python name of what was believed.

    `binary`: so many of the bytes were none of a text's that this is an image, a document or broken compressed data.
    """

    text: str
    encoding: str
    issues: tuple[Issue, ...] = ()
    binary: bool = False


_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)

_OPENINGS = (  # XML 1.0, appendix F: how '<', '{' or '[' looks where every character is wide, and '<?' in EBCDIC
    *((sign + b"\x00\x00\x00", "utf-32-le") for sign in (b"<", b"{", b"[")),
    *((b"\x00\x00\x00" + sign, "utf-32-be") for sign in (b"<", b"{", b"[")),
    *((sign + b"\x00", "utf-16-le") for sign in (b"<", b"{", b"[")),
    *((b"\x00" + sign, "utf-16-be") for sign in (b"<", b"{", b"[")),
    (b"\x4c\x6f\xa7\x94", "cp037"),
)

_SUPERSETS = {  # Encoding Standard, section 4.2: a label is read as the larger set that browsers mean by it
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
}

_LABELS = {  # labels in the wild that Python does not know
    "x-sjis": "cp932",
    "x-gbk": "gb18030",
    "x-euc-jp": "euc_jp",
    "x-big5": "big5hkscs",
    "x-mac-roman": "mac_roman",
    "windows-874": "cp874",
    "windows-949": "cp949",
    "ks_c_5601-1987": "cp949",
    "utf8mb4": "utf-8",
    "unicode": "utf-16",
    "iso-8859-8-i": "iso8859-8",
    "dos-874": "cp874",
}

_NOT_A_CHARSET = frozenset(  # Python codecs that no document may ask for
    {"utf-7", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
)

_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"^\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']\s*([A-Za-z0-9._:\-]+)", re.IGNORECASE)
_META_CHARSET = re.compile(rb"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([A-Za-z0-9._:\-]+)", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_MARKUP = re.compile(rb"\s*<(?!\x00)")
_LOOK_FOR_META = 4096  # bytes; the standard says 1024, pages in the wild name it later

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_EACH_CONTROL = tuple(character for character in map(chr, (*range(0x20), 0xFFFE, 0xFFFF)) if _CONTROLS.match(character))
_ONE_BYTE_CONTROLS = bytes(ord(character) for character in _EACH_CONTROL if character.isascii())
_LOOK_FOR_BINARY = 4096  # characters
_STRAY_CONTROLS = 8
_TEXT_PER_CONTROL = 50  # characters of text that one more may spoil
_SURROGATES = re.compile("[\ud800-\udfff]")
_PAIR_OR_MORE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_LONG_SEQUENCE = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_PAIRED_SETS = frozenset({"gb18030", "big5hkscs", "cp949", "cp932", "euc_jp"})
_PAIRS_THAT_PROVE = 8
_REPLACEMENT = "\ufffd"


def decode(body: bytes, content_type: str | None = None) -> Decoded:
    """The text of a body: HTML, plain text, JSON or XML.

    `content_type` is the HTTP header, a hint that may lie. Raises ReadError only as `open_body` does.
    """
    body, opened = open_body(body)
    as_utf8 = _decode_as(body, "utf-8")
    encoding, noted = _choose(body, content_type, fits_utf8=as_utf8[1] == 0)
    unmarked = _without_mark(body)
    text, replaced = as_utf8 if encoding == "utf-8" and unmarked is body else _decode_as(unmarked, encoding)
    issues = [*opened, *noted]
    if replaced:
        message = f"{replaced} places hold bytes that are no {encoding}; each became U+FFFD"
        issues.append(Issue(severity="warning", code="undecodable_bytes", message=message))
    if encoding == "utf-8" and not _has_controls(body, text):  # true of most
        return Decoded(text=text, encoding=encoding, issues=tuple(issues))
    head = text[:_LOOK_FOR_BINARY]
    binary = len(_CONTROLS.findall(head)) > _STRAY_CONTROLS + len(head) // _TEXT_PER_CONTROL
    text, scrubbed = _without_controls(text) if encoding == "utf-8" else scrub(text)  # UTF-8 can't spell half a pair
    return Decoded(text=text, encoding=encoding, issues=(*issues, *scrubbed), binary=binary)


def utf8_of(body: bytes, content_type: str | None) -> bytes | None:
    """The bytes of the text that `decode` makes of a body of markup, without a word, as long as `clean_text` takes all of them.

    None where more than these bytes has a say in it. Looks at the body's beginning only, and costs next to nothing.
    """
    text = body.removeprefix(codecs.BOM_UTF8)
    if not _MARKUP.match(text):
        return None
    marked = len(text) < len(body)
    return text if marked or all(name == "utf-8" for name in _declared(body, content_type).values()) else None


def clean_text(part: bytes) -> str | None:
    """A part of a body as text; None where it is no UTF-8, or where `decode` would take something out of it."""
    try:
        text = part.decode()
    except UnicodeDecodeError:
        return None
    return None if _has_controls(part, text) else text


def _has_controls(body: bytes, text: str) -> bool:
    """Whether there is a control character in a text that is encoded as UTF-8; the fastest way to tell."""
    return len(body.translate(None, _ONE_BYTE_CONTROLS)) < len(body) or "\ufffe" in text or "\uffff" in text


def scrub(text: str) -> tuple[str, tuple[Issue, ...]]:
    """Text that any store can hold: no NUL or other control characters, lone surrogates replaced by U+FFFD."""
    text, issues = _without_controls(text)
    if _is_encodable(text):
        return text, issues
    text, surrogates = _SURROGATES.subn(_REPLACEMENT, text)
    message = f"{surrogates} halves of surrogate pairs became U+FFFD"
    return text, (*issues, Issue(severity="warning", code="lone_surrogate", message=message))


def _without_controls(text: str) -> tuple[str, tuple[Issue, ...]]:
    if not any(control in text for control in _EACH_CONTROL):  # many times faster than the pattern, and true of most
        return text, ()
    text, controls = _CONTROLS.subn("", text)
    message = f"{controls} control characters were left out"
    return text, (Issue(severity="warning", code="control_characters", message=message),)


def _is_encodable(text: str) -> bool:
    """Whether there is no half of a surrogate pair in a text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _choose(body: bytes, content_type: str | None, *, fits_utf8: bool) -> tuple[str, tuple[Issue, ...]]:
    """The encoding to read a body with, and an issue where a declaration had to be passed over."""
    for signs in (_MARKS, _OPENINGS):
        for sign, encoding in signs:
            if body.startswith(sign):
                return encoding, ()
    declared = _declared(body, content_type)
    believed = _believed(body, tuple(declared.values()), fits_utf8=fits_utf8)
    passed_over = [f"{place} says {label}" for (place, label), name in declared.items() if not _same(body, name, believed)]
    if not passed_over:
        return believed, ()
    message = f"{' and '.join(passed_over)}, but the bytes are {believed}"
    return believed, (Issue(severity="warning", code="charset_mismatch", message=message),)


def _declared(body: bytes, content_type: str | None) -> dict[tuple[str, str], str]:
    """What header and document say: (place, label) to Python name, in the order of their authority."""
    found: dict[tuple[str, str], str] = {}
    header = _HEADER_CHARSET.search(content_type or "")
    if header:
        _note(found, "the header", header[1])
    head = _COMMENT.sub(b"", body[:_LOOK_FOR_META])
    for place, pattern in (("the XML declaration", _XML_CHARSET), ("the meta element", _META_CHARSET)):
        match = pattern.search(head)
        if match:
            _note(found, place, match[1].decode("ascii"))
    return found


def _note(found: dict[tuple[str, str], str], place: str, label: str) -> None:
    name = _python_name(label)
    if name is not None:
        found[place, label] = name


@lru_cache(maxsize=64)
def _python_name(label: str) -> str | None:
    """The codec for a label, None for one that names no charset ('none', 'binary', 'rot13')."""
    label = label.strip().lower()
    try:
        name = codecs.lookup(_LABELS.get(label, label)).name
        b"a".decode(name, "ignore")  # Python calls rot13 and hex codecs as well, but lets no bytes be decoded with them
    except (LookupError, ValueError):
        return None
    if name.replace("_", "-") in _NOT_A_CHARSET:
        return None
    if name.startswith(("utf-16", "utf-32")):
        return "utf-8"  # said in bytes that are readable as ASCII, so it can't be (HTML Standard, 13.2.3.2)
    return _SUPERSETS.get(name, name)


def _believed(body: bytes, declared: tuple[str, ...], *, fits_utf8: bool) -> str:
    if fits_utf8 and (body.isascii() or "utf-8" in declared or _proves_utf8(body, declared)):
        return "utf-8"
    others = [name for name in declared if name != "utf-8"]
    fitting = [name for name in others if _fits(body, name)]
    if fitting and not _damaged_utf8(body, sequences_per_stray=10):
        return fitting[0]
    if fits_utf8 or _damaged_utf8(body, sequences_per_stray=0.25):
        return "utf-8"
    return others[0] if others else "cp1252"


def _damaged_utf8(body: bytes, *, sequences_per_stray: float) -> bool:
    """Whether a body is UTF-8 in which some places are broken, rather than text in one of the single-byte sets."""
    sequences = len(_PAIR_OR_MORE.findall(body))
    return sequences > 0 and sequences >= sequences_per_stray * _decode_as(body, "utf-8")[1]


def _proves_utf8(body: bytes, declared: tuple[str, ...]) -> bool:
    """Whether valid UTF-8 can't be an accident: a few two-byte pairs may also be Chinese or Korean text."""
    if not _PAIRED_SETS.intersection(declared) or _LONG_SEQUENCE.search(body):
        return True
    return len(_PAIR_OR_MORE.findall(body)) > _PAIRS_THAT_PROVE


def _same(body: bytes, name: str, believed: str) -> bool:
    """Whether reading with either name gives the same text."""
    return name == believed or (body.isascii() and _decode_as(body, name)[0] == body.decode("ascii"))


def _fits(body: bytes, encoding: str) -> bool:
    return _decode_as(body, encoding)[1] == 0


def _without_mark(body: bytes) -> bytes:
    return next((body[len(mark) :] for mark, _ in _MARKS if body.startswith(mark)), body)


def _decode_as(body: bytes, encoding: str) -> tuple[str, int]:
    """The text, and how many places had to be replaced (U+FFFD that the bytes themselves spell does not count)."""
    try:
        return body.decode(encoding), 0
    except UnicodeDecodeError:
        text = body.decode(encoding, errors="replace")
        return text, text.count(_REPLACEMENT)
