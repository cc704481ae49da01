"""The bundled sample tells its story: each capture's outcome, and each turn of events that a visitor is shown."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ONE_MEGABYTE = 1_000_000

OUTCOMES = {  # by source, in order
    "lamproom": """
        changed not_modified changed noise changed failed not_modified held noise changed stale not_modified
        changed changed changed held changed not_modified
    """,
    "lamproom-feed": """
        changed not_modified changed changed failed not_modified changed not_modified held changed changed
        changed failed changed not_modified
    """,
    "tidewright": """
        changed noise not_modified changed noise failed changed changed not_modified changed held changed
        not_modified not_modified held changed not_modified
    """,
    "maud-ferrier": """
        changed changed changed changed changed same failed changed held changed changed changed changed
        changed changed changed changed
    """,
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    folder = tmp_path_factory.mktemp("sample")
    options = ["--sources", "captures/sources.toml", "--archive", str(folder / "archive.db"), "--db", str(folder / "data.db")]
    command = [sys.executable, "-m", "ingest", *options, "import", "--sample", "captures"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "captures taken in" in result.stdout, result.stderr  # a crash has exit status 1, as trouble with a source has
    connection = sqlite3.connect(folder / "data.db")
    yield connection
    connection.close()


def changes(sample: sqlite3.Connection, day: str, source: str, change: str) -> list[tuple[str, str | None, int | None]]:
    """Label, changed fields and `silent` of the changes of one kind on a day, in the order of the labels."""
    query = """SELECT label, changed, silent FROM changes
               WHERE source_id = ? AND substr(observed_at, 1, 10) = ? AND change = ? ORDER BY label"""
    return sample.execute(query, (source, day, change)).fetchall()


def labels(sample: sqlite3.Connection, day: str, source: str, change: str) -> list[str]:
    return [label for label, _, _ in changes(sample, day, source, change)]


@pytest.mark.parametrize("source", OUTCOMES)
def test_every_capture_has_the_outcome_that_its_story_gives_it(sample: sqlite3.Connection, source: str) -> None:
    found = sample.execute("SELECT outcome FROM fetches WHERE source_id = ? ORDER BY observed_at, id", (source,)).fetchall()
    assert [outcome for (outcome,) in found] == OUTCOMES[source].split()


def test_every_kind_of_outcome_and_change_is_shown(sample: sqlite3.Connection) -> None:
    outcomes = {outcome for (outcome,) in sample.execute("SELECT outcome FROM fetches")}
    assert outcomes == {"failed", "not_modified", "same", "held", "stale", "changed", "noise"}
    shown = {change for (change,) in sample.execute("SELECT change FROM changes")}
    assert shown == {"baseline", "added", "edited", "removed", "returned", "left_window", "rekeyed"}


def test_a_held_or_failed_capture_says_why(sample: sqlite3.Connection) -> None:
    query = "SELECT source_id, outcome, error_kind FROM fetches WHERE outcome IN ('failed', 'held') ORDER BY observed_at"
    kinds = {kind for _, _, kind in sample.execute(query)}
    assert {"challenge_page", "shrink", "truncated_body", "not_a_feed", "no_items", "http_503", "too_many_requests"} <= kinds


def test_moving_to_another_generator_with_permalinks_kept_is_no_edit(sample: sqlite3.Connection) -> None:
    assert changes(sample, "2026-10-12", "lamproom", "edited") == []
    generators = sample.execute(
        "SELECT generator FROM source_history WHERE source_id = 'lamproom' ORDER BY observed_at"
    ).fetchall()
    assert generators[0] == ("Pressgang 6.8.2",)
    assert generators[-1] == ("Slipway 0.9.3",)


def test_the_ids_of_the_feed_changed_with_the_generator_and_the_items_stayed_the_same(sample: sqlite3.Connection) -> None:
    assert len(labels(sample, "2026-10-12", "lamproom-feed", "rekeyed")) == 9
    assert labels(sample, "2026-10-12", "lamproom-feed", "added") == ["Moving house without moving"]


def test_a_number_corrected_without_a_word_is_a_silent_edit(sample: sqlite3.Connection) -> None:
    assert changes(sample, "2026-09-24", "lamproom-feed", "edited") == [("Counting ships that do not answer", '["content"]', 1)]


def test_an_announced_edit_is_not_silent(sample: sqlite3.Connection) -> None:
    ((label, changed, silent),) = changes(sample, "2026-09-28", "lamproom-feed", "edited")
    assert label == "A short history of the wrong chart"
    assert "title" in (changed or "")
    assert silent == 0


def test_a_feed_that_states_no_time_of_update_leaves_open_whether_an_edit_was_silent(sample: sqlite3.Connection) -> None:
    assert changes(sample, "2026-09-29", "tidewright", "edited") == [("Price list for the winter", '["content"]', None)]


def test_a_note_taken_down_and_put_back_is_the_same_note(sample: sqlite3.Connection) -> None:
    for source in ("lamproom", "lamproom-feed"):
        assert labels(sample, "2026-10-29", source, "removed") == ["What the log does not say"]
        assert labels(sample, "2026-11-02", source, "returned") == ["What the log does not say"]


def test_a_slip_of_the_pen_in_an_address_rekeys_the_item(sample: sqlite3.Connection) -> None:
    assert labels(sample, "2026-10-20", "tidewright", "rekeyed") == ["Correction to the winter price list"]


def test_a_tweet_that_was_wrong_is_gone_and_its_correction_stands(sample: sqlite3.Connection) -> None:
    ((removed,),) = [labels(sample, "2026-10-26", "maud-ferrier", "removed")]
    assert removed.startswith("Sunday’s evening high water at Sarnmouth")


def test_a_tweet_keeps_its_identity_when_its_id_becomes_known(sample: sqlite3.Connection) -> None:
    assert labels(sample, "2026-10-15", "maud-ferrier", "removed") == []
    query = "SELECT count(*) FROM tweets WHERE text LIKE 'It made 6.08.%' AND status_id IS NOT NULL"
    assert sample.execute(query).fetchone() == (1,)


def test_the_counts_of_a_tweet_grow_in_rounded_steps(sample: sqlite3.Connection) -> None:
    query = """SELECT m.likes, likes_shown, likes_exact FROM tweet_metrics AS m JOIN tweets ON tweets.id = tweet_id
               WHERE text LIKE 'Correction. Sunday%' ORDER BY m.observed_at"""
    points = sample.execute(query).fetchall()
    assert len(points) >= 4
    assert [likes for likes, _, _ in points] == sorted(likes for likes, _, _ in points)
    assert points[-1] == (38000, "38K", 0)


def test_a_profile_changes_its_words_and_gains_a_crowd(sample: sqlite3.Connection) -> None:
    history = sample.execute("SELECT bio, followers_shown, verified FROM profile_history ORDER BY observed_at").fetchall()
    assert history[0][0] != history[-1][0]
    assert history[0][1:] == ("974", 0)
    assert history[-1][1:] == ("4.9K", 1)


def test_noise_has_many_names(sample: sqlite3.Connection) -> None:
    kinds = {kind for (kind,) in sample.execute("SELECT kind FROM noise")}
    assert kinds >= {
        "build_date", "cache_comment", "generator", "nonce", "asset_version", "tracking_parameter", "attribute_order",
        "image_loading", "signed_url",
    }  # fmt: skip


def test_what_could_not_be_read_is_said(sample: sqlite3.Connection) -> None:
    found = sample.execute("SELECT substr(fetch_id, 1, length(fetch_id) - 11), code FROM issues ORDER BY fetch_id").fetchall()
    assert ("maud-ferrier-20261019", "fewer_than_announced") in found
    assert ("tidewright-20261009", "content_type_mismatch") in found
    dates = "SELECT published, published_raw FROM feed_item_history WHERE title = 'Sixteen hours of fog' ORDER BY version"
    assert sample.execute(dates).fetchall() == [
        (None, "2026-11-01T15:30:00"),
        ("2026-11-01T15:30:00Z", "2026-11-01T15:30:00Z"),
    ]


def test_a_post_and_its_feed_item_are_one_work(sample: sqlite3.Connection) -> None:
    pairs = sample.execute("SELECT count(DISTINCT canonical_url) FROM same_work WHERE canonical_url LIKE '%lamproom%'").fetchone()
    assert pairs[0] >= 10


def test_the_committed_files_stay_under_a_megabyte() -> None:
    files = [path for path in (ROOT / "captures").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in (*files, ROOT / "data.db")) < ONE_MEGABYTE
