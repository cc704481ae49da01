"""Rule 7, what a page lists after a capture: all that it shows, and around a part of it what was listed before. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ingest.model import Capture, Known


def listing_after(capture: Capture, known: Known, now: Sequence[str]) -> tuple[str, ...] | None:
    """The ids that the next capture of this page is compared with; what was not read whole adds to them and takes none away."""
    if capture.reading.statement is not None:
        return None
    return _interleaved(now, _present(known)) if is_part(capture) else tuple(now)


def carried_on(capture: Capture, known: Known, names: Iterable[str]) -> frozenset[str]:
    """What stays listed though a part of the listing does not show it."""
    carries = is_part(capture) and capture.reading.statement is None
    return frozenset(_present(known)).difference(names) if carries else frozenset()


def _present(known: Known) -> tuple[str, ...]:
    return tuple(name for name in known.page_items if name in known.items and known.items[name].state == "present")


def is_part(capture: Capture) -> bool:
    """True if the capture does not show all that its page lists."""
    return capture.partial or not capture.reading.whole


def _interleaved(now: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    """What is shown now, with what stood in the listing before behind the neighbour behind which it stood."""
    shown, behind, above = set(now), dict[str, list[str]](), list[str]()
    follows = above
    for name in before:
        if name in shown:
            follows = behind.setdefault(name, [])
        else:
            follows.append(name)
    first = next((name for name in before if name in shown), None)
    merged: list[str] = []
    for name in now:
        merged += (*(above if name == first else ()), name, *behind.get(name, ()))
    return (*merged, *(above if first is None else ()))
