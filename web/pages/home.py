"""The home page: what this is, how the sources are, changes per day, the latest changes in sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from datasette.utils.asgi import Response
from markupsafe import Markup

from web.charts import HUES, Series, sparkline, stacked_bars
from web.pages.entries import changed_fetches, entries
from web.stamps import days_up_to
from web.visit import Row, Visit, count_words

DAYS = 91
SPARK_DAYS = 60
MOST_CARDS = 24
MOST_SOURCES = 5000
LATEST = 12

GOOD = "good"
_HEALTH = {
    "failed": ("bad", "failing"),
    "held": ("held", "held back"),
}


async def home(visit: Visit) -> Response:
    """The page at `/`."""
    dataset = await visit.row("dataset") or {"kind": "own", "title": None, "updated_at": None}
    sources = await visit.rows("sources", most=MOST_SOURCES)
    totals = await visit.row("totals")
    per_day = await changes_per_day(visit)
    fetches = await changed_fetches(visit, most=LATEST)
    latest = await entries(visit, fetches, {source["id"]: source for source in sources})
    if visit.part("format"):
        return visit.json({"dataset": dataset, "sources": sources, "latest": [entry.data(visit) for entry in latest]})
    context = {
        "dataset": dataset,
        "totals": totals,
        "cards": [card(source, per_day) for source in sources[:MOST_CARDS]],
        "sources_more": max(len(sources) - MOST_CARDS, 0),
        "chart": chart(visit, sources, per_day),
        "legend": legend(sources, per_day),
        "latest": latest,
        "count_words": count_words,
    }
    return await visit.page("strandline/home.html", context)


async def changes_per_day(visit: Visit) -> Mapping[str, Mapping[str, int]]:
    """Of each source its changes per day, over the days of the chart; under the key '' the days themselves."""
    last = await visit.row("last_day_with_changes")
    if not last or not last["day"]:
        return {}
    days = days_up_to(last["day"], DAYS)
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for row in await visit.rows("changes_per_day", since=days[0], until=days[-1]):
        found[row["source_id"]][row["day"]] = row["count"]
    found[""] = dict.fromkeys(days, 0)
    return found


def hues(sources: Sequence[Row], per_day: Mapping[str, Mapping[str, int]]) -> Mapping[str, int]:
    """A colour for each source: the busiest have their own, the rest share the last."""
    busy = sorted(
        (source["id"] for source in sources if source["id"] in per_day), key=lambda one: (-sum(per_day[one].values()), one)
    )
    own = busy if len(busy) <= HUES else busy[: HUES - 1]
    return {source_id: index for index, source_id in enumerate(own)}


def chart(visit: Visit, sources: Sequence[Row], per_day: Mapping[str, Mapping[str, int]]) -> Markup | None:
    """Changes per day as bars, a colour per source; each bar leads to the changes of its day."""
    if not per_day:
        return None
    days = list(per_day[""])
    first = min((day for counts in per_day.values() for day, count in counts.items() if count), default=days[0])
    days = days[max(0, min(days.index(first) - 1, len(days) - 28)) :]
    series = [Series(name=name, hue=hue, counts=counts) for name, hue, counts in _series(sources, per_day)]
    return stacked_bars("Changes per day, by source", days, series, lambda day: visit.link("/changes", day=day))


def _series(sources: Sequence[Row], per_day: Mapping[str, Mapping[str, int]]) -> list[tuple[str, int, Mapping[str, int]]]:
    own = hues(sources, per_day)
    named = {source["id"]: source["title"] for source in sources}
    found = [(named[one], hue, per_day[one]) for one, hue in own.items()]
    others: dict[str, int] = defaultdict(int)
    for source_id, counts in per_day.items():
        if source_id and source_id not in own:
            for day, count in counts.items():
                others[day] += count
    return [*found, ("other sources", HUES - 1, others)] if others else found


def legend(sources: Sequence[Row], per_day: Mapping[str, Mapping[str, int]]) -> list[tuple[str, int, int]]:
    """(name, colour, changes) of each part of the bars."""
    return [(name, hue, sum(counts.values())) for name, hue, counts in _series(sources, per_day)] if per_day else []


def card(source: Row, per_day: Mapping[str, Mapping[str, int]]) -> Mapping[str, object]:
    """What a source's card shows."""
    days = list(per_day.get("", ()))[-SPARK_DAYS:]
    counts = [per_day.get(source["id"], {}).get(day, 0) for day in days]
    words = f"{count_words(sum(counts), 'change')} in {len(days)} days"
    return {"source": source, "health": health(source), "spark": sparkline(words, counts), "spark_words": words}


def health(source: Row) -> tuple[str, str]:
    """(class, words) of how a source is."""
    if source["trouble_since"]:
        return _HEALTH.get(source["last_outcome"], ("bad", "in trouble"))
    return (GOOD, "healthy") if source["fetches"] else ("new", "not fetched yet")
