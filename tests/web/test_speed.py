"""Queries that stay fast when the history is long: by their plans, and by the clock with room to spare."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.sqlite import Connection, connect
from tests.web.site import QUERIES
from web.queries import statements

LONG = set(
    """
    post_history feed_item_history tweet_history changes tweet_metrics profile_history presence contents titles noise issues
    fetches posts feed_items tweets aliases
""".split()
)

ABOUT_ALL = {"shared_content": {"titles"}}
"""Queries that ask about every title or text, and the tables that they read whole for it."""

LIMIT_SECONDS = 0.5

COSTLY = [  # values that are no default and make a query look further
    ("search", {"q": "lamp"}),
    ("search", {"q": "lamp 77"}),
    ("search", {"q": "harbour", "source": "source-03"}),
    ("recent_changes", {"source": "source-03", "change": "returned"}),
    ("field_edits", {"field": "author"}),
    ("field_edits", {"source": "source-03", "field": "author"}),
    ("source_as_of", {"source": "source-03", "at": "2025"}),
    ("difference_between", {"source": "source-03", "from": "2024-06", "to": "2025-06"}),
    ("noise_by_kind", {"since": "2024"}),
    ("fastest_growing_tweets", {"since": "2024"}),
    ("changes_feed", {"source": "source-03", "rows": "1000"}),
    ("recent_changes", {"rows": "2000"}),
]


@pytest.fixture(scope="module")
def connection(large: Path) -> Iterator[Connection]:
    opened = connect(large, read_only=True)
    yield opened
    opened.close()


def given(name: str, **parameters: str) -> dict[str, str]:
    return dict.fromkeys(QUERIES[name]["params"], "") | parameters


def read_whole(connection: Connection, sql: str, parameters: dict[str, str]) -> set[str]:
    """The tables that a statement goes through from end to end, by its program: what is opened, and what is rewound.

    Going along an index is something else: in the order asked for, it stops when there are rows enough.
    """
    tables = dict(connection.execute("SELECT rootpage, name FROM sqlite_master WHERE type = 'table'").fetchall())
    opened: dict[int, str | None] = {}
    whole = set()
    for _, code, first, second, *_ in connection.execute(f"EXPLAIN {sql}", parameters).fetchall():
        if code in ("OpenRead", "ReopenIdx", "OpenEphemeral", "OpenPseudo", "OpenDup", "VOpen"):
            opened[first] = tables.get(second) if code == "OpenRead" else None
        elif code in ("Rewind", "Last") and (name := opened.get(first)):
            whole.add(name)
    return whole


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_reads_a_long_table_whole_unless_it_is_about_all_of_it(connection: Connection, name: str) -> None:
    whole = read_whole(connection, QUERIES[name]["sql"], given(name))
    assert (whole & LONG) <= ABOUT_ALL.get(name, set())


@pytest.mark.parametrize("name", statements())
def test_no_statement_of_a_page_reads_a_long_table_whole(connection: Connection, name: str) -> None:
    sql = statements()[name]
    assert read_whole(connection, sql, dict.fromkeys(re.findall(r":(\w+)", sql), "")) & LONG == set()


def test_reading_a_view_whole_is_noticed(connection: Connection) -> None:
    sql = """SELECT c.search_id, max(u.version) FROM json_each(:ids) j CROSS JOIN contents c ON c.search_id = j.value
        JOIN content_uses u ON u.content_hash = c.content_hash GROUP BY j.key"""
    assert read_whole(connection, sql, {"ids": "[]"}) >= {"post_history", "feed_item_history", "tweet_history"}


def test_reading_a_table_whole_is_noticed(connection: Connection) -> None:
    assert read_whole(connection, "SELECT max(title) FROM post_history", {}) == {"post_history"}
    assert read_whole(connection, "SELECT * FROM changes ORDER BY observed_at DESC LIMIT 9", {}) == set()


@pytest.mark.parametrize(("name", "parameters"), [*((name, {}) for name in QUERIES), *COSTLY])
def test_a_query_answers_within_half_a_second_on_a_long_history(
    connection: Connection, name: str, parameters: dict[str, str]
) -> None:
    """Ten thousand fetches and a hundred thousand versions; the faster of two runs, as the machine may be busy."""
    times = []
    for _ in range(2):
        begun = time.perf_counter()
        connection.execute(QUERIES[name]["sql"], given(name, **parameters)).fetchall()
        times.append(time.perf_counter() - begun)
    assert min(times) < LIMIT_SECONDS
