"""Rule 8, versions: which fields moved, whether silently, and which counts moved. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ingest.model import Count, Item, JSONValue, KnownItem

MISSING = "\0missing"


def changed_fields(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """Names of the fields whose comparable form moved, those that are gone last; absent differs from empty.

    Names that begin with @ are no fields. In which order fields were known before does not matter.
    """
    names = [*after, *sorted(before.keys() - after.keys())]
    return tuple(n for n in names if not n.startswith("@") and before.get(n, MISSING) != after.get(n, MISSING))


def is_silent(before: str | None, after: str | None) -> int | None:
    """1 where the item's own `updated` stood still, 0 where it moved, None where there is none to go by."""
    return None if after is None else int(before == after)


def dated(one: Item | KnownItem) -> str | None:
    """When it says that it came out; Atom asks for no more than when it was updated."""
    return one.instant or one.revised


def fields_of(prints: Mapping[str, str]) -> dict[str, str]:
    """Prints in the order of their names, without those whose names begin with @, which are no fields."""
    return {name: value for name, value in sorted(prints.items()) if not name.startswith("@")}


_CUT_TAIL = re.compile(r"\s*(?:…|\.{3})?(?:\s*https?://\S+)?\s*$")
"""How a cut text of a tweet ends: a mark, and the link to the whole."""


def is_cut_of(item: Item, known: KnownItem) -> bool:
    """True if a tweet's text is shown cut where more of it is known: the whole stays, as an exact count does (rule 8)."""
    return item.truncated and not known.truncated and goes_on(item.values.get("text"), known.values.get("text"))


def goes_on(cut: JSONValue, whole: JSONValue) -> bool:
    """True if both are texts and the second begins as the first does, the mark of the cut aside, and is longer."""
    begins = _CUT_TAIL.sub("", cut) if isinstance(cut, str) else ""
    return bool(begins) and isinstance(whole, str) and len(whole) > len(begins) and whole.startswith(begins)


def completes(known: KnownItem, item: Item, changed: tuple[str, ...]) -> bool:
    """True if the only difference is that a text known cut is now seen whole: no change by its publisher."""
    return known.truncated and not item.truncated and bool(changed) and set(changed) <= {"summary", "content", "text"}


def merged_counts(known: Mapping[str, Count], shown: Mapping[str, Count]) -> dict[str, Count]:
    """The latest value of each count: absent ones stay as they are, and no rounding replaces an exact value that it rounds."""
    names = [*shown, *(name for name in known if name not in shown)]
    return {name: _better(known.get(name), shown.get(name)) for name in names}


def counts_moved(known: Mapping[str, Count], shown: Mapping[str, Count]) -> bool:
    """True if any count says something new."""
    latest = merged_counts(known, shown)
    return any(_differs(known.get(name), count) for name, count in latest.items())


def _better(old: Count | None, new: Count | None) -> Count:
    if new is None or new.value is None:
        return old or new or Count(value=None, shown=None, exact=None)
    if old is not None and old.exact and not new.exact and is_rounding_of(new, old.value):
        return old
    return new


def _differs(old: Count | None, new: Count) -> bool:
    if old is None or old.value is None:
        return new.value is not None
    return (old.value, bool(old.exact)) != (new.value, bool(new.exact))


def is_rounding_of(shown: Count, exact: int | None) -> bool:
    """True if a display such as 1.2K may stand for the exact number, cut off or rounded to the nearest (rule 11)."""
    if shown.value is None or exact is None:
        return False
    return -shown.step / 2 <= exact - shown.value < shown.step
