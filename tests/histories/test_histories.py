"""Each real history gives the events that docs/histories.md explains, and steps that are noise alone edit nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pipeline.command import Workplace
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared
HISTORIES = SHARED / "real" / "histories"

SOURCES = {
    "330k-wordpress-feed": ("feed", "https://330k.biz/feed/"),
    "330k-wordpress-index-html": ("blog", "https://330k.biz/"),
    "bbc-technology-rss": ("feed", "https://feeds.bbci.co.uk/news/technology/rss.xml"),
    "ezyang-archives-asof": ("blog", "https://blog.ezyang.com/archives/"),
    "ezyang-index-asof": ("blog", "https://blog.ezyang.com/"),
    "lilianweng-papermod-archives-html": ("blog", "https://lilianweng.github.io/archives/"),
    "lilianweng-papermod-index-html": ("blog", "https://lilianweng.github.io/"),
    "lilianweng-papermod-rss": ("feed", "https://lilianweng.github.io/index.xml"),
    "olshansk-aisi-rss": ("feed", "https://aisi.example/feed.xml"),
    "pydanny-latex-atom": ("feed", "https://pydanny.example/feed.atom"),
    "taobojlen-anthropic-news-rss": ("feed", "https://anthropic.example/rss.xml"),
}
FULL = frozenset({"ezyang-archives-asof", "lilianweng-papermod-archives-html"})

EVENTS = ("added", "edited", "left_window", "removed", "returned", "rekeyed")
# versions, noise and same steps, held, then the events in the order above
EXPECTED = {
    "330k-wordpress-feed": (64, 9, 0, (52, 43, 50, 0, 0, 8)),
    "330k-wordpress-index-html": (70, 18, 0, (52, 44, 50, 0, 1, 8)),
    "bbc-technology-rss": (203, 198, 0, (4, 0, 0, 0, 0, 0)),
    "ezyang-archives-asof": (64, 25, 0, (40, 0, 0, 0, 0, 0)),
    "ezyang-index-asof": (64, 25, 0, (40, 0, 40, 0, 0, 0)),
    "lilianweng-papermod-archives-html": (37, 19, 0, (15, 90, 0, 0, 0, 0)),
    "lilianweng-papermod-index-html": (93, 18, 43, (15, 75, 25, 0, 2, 0)),
    "lilianweng-papermod-rss": (31, 0, 0, (15, 74, 0, 0, 0, 0)),
    "olshansk-aisi-rss": (78, 76, 0, (7, 0, 0, 0, 0, 0)),
    "pydanny-latex-atom": (20, 4, 0, (1, 17, 0, 0, 0, 6)),
    "taobojlen-anthropic-news-rss": (33, 23, 0, (10, 0, 1, 9, 0, 0)),
}


def taken_in(place: Workplace, *names: str) -> Workplace:
    """The named histories, each as a source of its own, imported by the command."""
    for name in names:
        kind, url = SOURCES[name]
        more = {"listing": "full"} if name in FULL else {}
        folder = place.captures(name, kind, url, **more)
        for path in sorted((HISTORIES / name).iterdir()):
            if path.suffix in {".xml", ".html"}:
                shutil.copy(path, folder / path.name)
    place.run("import", place.folder / "captures", expect=None)
    return place


@pytest.mark.parametrize("name", SOURCES)
def test_a_history_gives_what_is_written_down(tmp_path: Path, name: str) -> None:
    place = taken_in(Workplace(tmp_path), name)
    counts = dict(place.rows("SELECT change, count(*) FROM changes GROUP BY change"))
    outcomes = dict(place.rows("SELECT outcome, count(*) FROM fetches GROUP BY outcome"))
    still = int(str(outcomes.get("noise", 0))) + int(str(outcomes.get("same", 0)))
    found = (place.one("SELECT count(*) FROM fetches"), still, outcomes.get("held", 0), tuple(counts.get(e, 0) for e in EVENTS))
    assert found == EXPECTED[name]


@pytest.mark.parametrize("name", SOURCES)
def test_a_step_of_noise_alone_edits_nothing_and_says_what_moved(tmp_path: Path, name: str) -> None:
    place = taken_in(Workplace(tmp_path), name)
    quiet = "(SELECT id FROM fetches WHERE outcome IN ('noise', 'same', 'held'))"
    assert place.one(f"SELECT count(*) FROM changes WHERE fetch_id IN {quiet}") == 0
    assert place.one("SELECT count(*) FROM fetches WHERE outcome = 'noise' AND id NOT IN (SELECT fetch_id FROM noise)") == 0


JOINED = (
    "SELECT count(*) FROM posts WHERE source_id = ? AND canonical_url IN (SELECT canonical_url FROM {other} WHERE source_id = ?)"
)


def test_a_blog_and_its_feed_give_the_same_posts(tmp_path: Path) -> None:
    place = taken_in(Workplace(tmp_path), "330k-wordpress-feed", "330k-wordpress-index-html")
    assert (place.one("SELECT count(*) FROM posts"), place.one("SELECT count(*) FROM feed_items")) == (60, 60)
    assert place.one(JOINED.format(other="feed_items"), "330k-wordpress-index-html", "330k-wordpress-feed") == 60


def test_index_and_feed_of_a_generated_blog_give_the_same_posts(tmp_path: Path) -> None:
    place = taken_in(
        Workplace(tmp_path), "lilianweng-papermod-rss", "lilianweng-papermod-index-html", "lilianweng-papermod-archives-html"
    )
    archive = place.one("SELECT count(*) FROM posts WHERE source_id = 'lilianweng-papermod-archives-html'")
    joined = place.one(JOINED.format(other="feed_items"), "lilianweng-papermod-archives-html", "lilianweng-papermod-rss")
    assert (archive, joined) == (52, 52)
    unknown = place.rows(
        "SELECT title FROM posts WHERE source_id = 'lilianweng-papermod-index-html' "
        "AND canonical_url NOT IN (SELECT canonical_url FROM feed_items)"
    )
    assert unknown == []


def test_index_and_archive_as_of_each_date_give_the_same_posts(tmp_path: Path) -> None:
    place = taken_in(Workplace(tmp_path), "ezyang-index-asof", "ezyang-archives-asof")
    joined = place.one(JOINED.format(other="posts"), "ezyang-index-asof", "ezyang-archives-asof")
    assert (place.one("SELECT count(*) FROM posts WHERE source_id = 'ezyang-index-asof'"), joined) == (50, 50)
    added = "SELECT item_id FROM changes WHERE source_id = ? AND change = 'added'"
    days = (
        "SELECT p.canonical_url, c.observed_at FROM changes c JOIN posts p ON p.id = c.item_id "
        "WHERE c.source_id = ? AND c.change = 'added'"
    )
    assert len(place.rows(added, "ezyang-index-asof")) == 40
    assert sorted(place.rows(days, "ezyang-index-asof")) == sorted(place.rows(days, "ezyang-archives-asof"))
