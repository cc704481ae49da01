"""Decides which parts of a page are its posts, the plainest statement first. Pure.

Marked posts win; beside them only headings with dates count (a featured post without markup), and where few are marked,
lists with dates too. Without any, the way that finds the most dated posts is the right one. Where nothing is dated,
headings come before bare lists.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from ingest.parse.blog.archive_list import dated_rows
from ingest.parse.blog.dates_shown import best_date
from ingest.parse.blog.entry import Shown, spots_in
from ingest.parse.blog.headings import headed_posts
from ingest.parse.blog.link_list import listed_links
from ingest.parse.blog.links import without_fragment
from ingest.parse.blog.marked_posts import CLASSES, MARKUP, marked_posts
from ingest.parse.blog.own_link import Titles
from ingest.parse.blog.unit import Unit

_FEW = 3  # marked posts below which a page may be a mixture of marked and unmarked ones

Units = tuple[Unit, ...]


def find_units(shown: Shown, titles: Titles) -> tuple[Units, bool]:
    """The posts in document order, and whether they are sure to be posts (marked or dated)."""
    marked = marked_posts(shown.page, shown.links, titles, MARKUP)
    if marked:
        return _with_unmarked(shown, titles, marked), True
    ways = (_by_class(shown, titles), _alike(shown, _headed(shown, titles)), _rows(shown, titles))
    best = max(ways, key=lambda units: _dated(shown, units))  # the first of equals
    if _dated(shown, best):
        return best, True
    by_class, headed, _ = ways
    several = next((units for units in (by_class, headed) if len(units) > 1), ())
    return several or listed_links(shown.page, shown.links) or by_class or headed, False


def _with_unmarked(shown: Shown, titles: Titles, marked: Units) -> Units:
    extra = [unit for unit in _headed(shown, titles) if _has_date(shown, unit)]
    if len(marked) < _FEW:
        extra += _rows(shown, titles)
    known = {without_fragment(unit.own.url) for unit in marked if unit.own.url}
    fresh = [unit for unit in _outside(shown, extra, marked) if unit.own.url and without_fragment(unit.own.url) not in known]
    return tuple(sorted((*marked, *fresh), key=lambda unit: unit.place))


def _headed(shown: Shown, titles: Titles) -> Units:
    return headed_posts(shown.page, shown.links, titles, shown.spots, shown.calendar)


def _rows(shown: Shown, titles: Titles) -> Units:
    return dated_rows(shown.page, shown.links, titles, shown.spots, shown.calendar)


def _outside(shown: Shown, units: Iterable[Unit], marked: Units) -> list[Unit]:
    """Units that neither lie in a marked post nor hold one."""
    last = shown.page.last
    taken = sorted(root for unit in marked for root in unit.roots)
    return [unit for unit in units if not any(_meets(taken, last, root) for root in unit.roots)]


def _meets(taken: list[int], last: Sequence[int], root: int) -> bool:
    """Whether an element and one of those taken (none inside another) are one in the other."""
    after = bisect_right(taken, root)
    return (after > 0 and last[taken[after - 1]] >= root) or (after < len(taken) and taken[after] <= last[root])


def _by_class(shown: Shown, titles: Titles) -> Units:
    """The posts in boxes of the class that gives the most dated ones, or else the most."""
    ways = (marked_posts(shown.page, shown.links, titles, f"[class~={name}]") for name in CLASSES)
    return max(ways, key=lambda units: (_dated(shown, units), len(units)), default=())


def _alike(shown: Shown, units: Units) -> Units:
    """Of headings, those of the kind that has dates; where none has, those of the commonest kind."""
    kinds = Counter(_kind(shown, unit) for unit in units)
    with_dates = {_kind(shown, unit) for unit in units if _has_date(shown, unit)}
    wanted = with_dates or {kind for kind, _ in kinds.most_common(1)}
    return tuple(unit for unit in units if _kind(shown, unit) in wanted)


def _kind(shown: Shown, unit: Unit) -> str:
    if unit.own.title is None:
        return ""
    page, title = shown.page, unit.own.title
    return f"{page.tags[title]}.{page.attributes[title].get('class') or ''}"


def _dated(shown: Shown, units: Units) -> int:
    return sum(_has_date(shown, unit) for unit in units)


def _has_date(shown: Shown, unit: Unit) -> bool:
    return unit.date is not None or best_date(spots_in(shown, unit), shown.calendar, unit.place) is not None
