"""Numbers as pages show them: value, text as shown, exact or rounded (rule 11). Pure."""

from __future__ import annotations

import re
import unicodedata

from ingest.model import Count

_MULTIPLIERS: dict[str, int] = {
    "": 1,
    # English as X, Nitter and others show it; French shares k and M
    "k": 10**3, "thousand": 10**3, "m": 10**6, "mm": 10**6, "million": 10**6, "b": 10**9, "bn": 10**9, "billion": 10**9,
    # the short forms of Unicode CLDR, without full stops
    "tsd": 10**3, "mio": 10**6, "mrd": 10**9,  # German
    "md": 10**9,  # French
    "mil": 10**3, "mi": 10**6, "mln": 10**6, "mld": 10**9,  # Spanish, Portuguese, Italian, Dutch
    "tys": 10**3, "tis": 10**3,  # Polish, Czech
    "tn": 10**3, "mn": 10**6, "milj": 10**6,  # Swedish, Turkish, Finnish
    "тыс": 10**3, "млн": 10**6, "млрд": 10**9,  # Russian
    "千": 10**3, "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8,  # Japanese, Chinese
    "천": 10**3, "만": 10**4, "억": 10**8,  # Korean
    "lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7,  # India
}  # fmt: skip

_MEANS_TWO = frozenset(("mil.", "t", "tr"))  # a thousand in Portuguese, a million in Czech; thousand or trillion; the same

_SHAPE = re.compile(r"(?P<about>[~≈<>])? ?(?P<number>\d[\d.,' ]*?) ?(?P<unit>[^\W\d_]*\.?) ?(?P<more>\+)?")
_GROUPED = re.compile(r"\d{1,3}(?:([,' ])\d{3})(?:\1\d{3})*|\d{1,3}(?:\.\d{3}){2,}|\d{1,2}(?:,\d{2})+,\d{3}")
_ONE_POINT_GROUP = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_DECIMAL = re.compile(r"(\d+)(?:[.,](\d{1,2}))?")
_LONGEST = 40  # characters
_LARGEST = 10**15  # what is more was no count
_SEPARATORS = str.maketrans("", "", ",.' ")


def read_count(shown: str | None, *, icon_means_zero: bool) -> Count:
    """'1.7K' is 1700, not exact; None and what is no number are null; '' is 0 where an icon alone means zero."""
    if shown is not None and not shown.strip() and icon_means_zero:
        return Count(value=0, shown=shown, exact=True)
    return _read(shown)[0]


def count_problem(shown: str | None) -> str | None:
    """The issue code of a text that stands where a count should: ambiguous_count, unknown_count_format, or None."""
    return _read(shown)[1]


def _read(shown: str | None) -> tuple[Count, str | None]:
    nothing = Count(value=None, shown=shown, exact=None)
    text = _folded(shown or "")
    if not text.strip("-–—−"):
        return nothing, None
    found = _SHAPE.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return nothing, "unknown_count_format"
    number, unit = found["number"], found["unit"]
    if unit in _MEANS_TWO or (unit == "b" and "," in number):  # '1,1 B' is 1.1 thousand in Turkish
        return nothing, "ambiguous_count"
    value, step, problem = _value(number, _MULTIPLIERS.get(unit.rstrip(".")))
    if value is None:
        return nothing, problem
    if value > _LARGEST:
        return nothing, "unknown_count_format"
    exact = not (unit or found["about"] or found["more"])
    return Count(value=value, shown=shown, exact=exact, step=step), problem


def _value(number: str, multiplier: int | None) -> tuple[int | None, int, str | None]:
    """Value, the step to which it is known, and the issue. '8.393' alone is read as thousands: no count has a part."""
    if multiplier is None:
        return None, 1, "unknown_count_format"
    if number.isdecimal() or (_GROUPED.fullmatch(number) and (multiplier == 1 or "," in number)):
        return int(number.translate(_SEPARATORS)) * multiplier, multiplier, None
    if _ONE_POINT_GROUP.fullmatch(number):
        return (int(number.translate(_SEPARATORS)), 1, "ambiguous_count") if multiplier == 1 else (None, 1, "ambiguous_count")
    decimal = _DECIMAL.fullmatch(number)
    if decimal is None or multiplier == 1:
        return None, 1, "unknown_count_format"
    step = multiplier // 10 ** len(decimal[2])
    return int(decimal[1] + decimal[2]) * step, step, None


def _folded(shown: str) -> str:
    """One spelling: digits of any script as ASCII, one kind of space and apostrophe, lower case."""
    text = unicodedata.normalize("NFKC", shown).casefold().replace("\u2019", "'")
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    return " ".join(text.split())
