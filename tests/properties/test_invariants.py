"""What holds of any history at all, whatever was sent: the tables of the database agree with each other."""

from __future__ import annotations

from hypothesis import given

from ingest.model import TABLE_OF_KIND, Attempt, Source
from ingest.store import check
from tests.properties.examples import examples
from tests.properties.play import Desk, Row, desk
from tests.properties.wild import lives

# Each statement selects what must not be there; {items}, {history} and {own} stand for the tables of the source's kind.
NEVER = {
    "an event of a fetch without bytes": """
        SELECT c.fetch_id FROM changes c JOIN fetches f ON f.id = c.fetch_id
        WHERE coalesce(f.body_sha256, f.evidence_sha256) IS NULL OR NOT f.applied OR f.outcome <> 'changed'""",
    "a version of a fetch that was not applied": """
        SELECT h.item_id FROM {history} h JOIN fetches f ON f.id = h.fetch_id WHERE NOT f.applied""",
    "counts of a fetch that are not those of its events": """
        SELECT f.id FROM fetches f WHERE f.applied AND (items_added, items_edited, items_removed, items_returned, items_left,
            items_rekeyed) IS NOT (SELECT sum(change = 'added'), sum(change = 'edited'), sum(change = 'removed'),
            sum(change = 'returned'), sum(change = 'left_window'), sum(change = 'rekeyed') FROM changes WHERE fetch_id = f.id)
            AND (items_added + items_edited + items_removed + items_returned + items_left + items_rekeyed) IS NOT coalesce(
            (SELECT count(*) FROM changes WHERE fetch_id = f.id AND change <> 'baseline'), 0)""",
    "counts of a fetch that was not applied": """
        SELECT id FROM fetches WHERE NOT applied
        AND coalesce(items_seen, items_added, items_edited, items_removed, items_left) IS NOT NULL""",
    "a change where nothing moved": """
        SELECT f.id FROM fetches f WHERE f.outcome = 'noise' AND EXISTS (SELECT 1 FROM changes WHERE fetch_id = f.id)""",
    "noise without a name": """
        SELECT f.id FROM fetches f WHERE f.outcome = 'noise' AND f.base_fetch_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM noise WHERE fetch_id = f.id)""",
    "an item that did not arrive once": """
        SELECT id FROM {items} i WHERE first_seen_at IS NOT NULL AND
        (SELECT count(*) FROM changes c WHERE c.item_id = i.id AND change IN ('baseline', 'added')) <> 1""",
    "a stretch of presence without an arrival": """
        SELECT p.item_id FROM presence p WHERE NOT EXISTS (SELECT 1 FROM changes c WHERE c.item_id = p.item_id
            AND c.fetch_id = p.from_fetch_id AND change IN ('baseline', 'added', 'returned'))""",
    "an arrival without a stretch of presence": """
        SELECT c.item_id FROM changes c WHERE change IN ('baseline', 'added', 'returned') AND NOT EXISTS
        (SELECT 1 FROM presence p WHERE p.item_id = c.item_id AND p.from_fetch_id = c.fetch_id)""",
    "a departure that ends no stretch": """
        SELECT c.item_id FROM changes c WHERE change IN ('removed', 'left_window') AND NOT EXISTS (SELECT 1 FROM presence p
        WHERE p.item_id = c.item_id AND p.to_at <= c.observed_at AND p.from_at <= p.to_at)""",
    "as many departures as stretches that ended": """
        SELECT i.id FROM {items} i WHERE
        (SELECT count(*) FROM changes c WHERE c.item_id = i.id AND change IN ('removed', 'left_window')) <>
        (SELECT count(*) FROM presence p WHERE p.item_id = i.id AND to_fetch_id IS NOT NULL)""",
    "a stretch that ends with a fetch that shows nothing": """
        SELECT p.item_id FROM presence p JOIN fetches f ON f.id = p.to_fetch_id WHERE f.outcome IN ('failed', 'held', 'stale')""",
    "times of an item that are not those of its stretches": """
        SELECT i.id FROM {items} i WHERE
        first_seen_at IS NOT (SELECT min(from_at) FROM presence p WHERE p.item_id = i.id) OR
        last_seen_at IS NOT (SELECT CASE WHEN count(*) = count(to_at) THEN max(to_at) END FROM presence p
            WHERE p.item_id = i.id)""",
    "a state that is not that of the last event": """
        SELECT i.id FROM {items} i WHERE state <> (SELECT CASE change WHEN 'removed' THEN 'removed' WHEN 'left_window'
            THEN 'left_window' ELSE 'present' END FROM changes c JOIN fetches f ON f.id = c.fetch_id
            WHERE c.item_id = i.id ORDER BY f.rowid DESC, c.rowid DESC LIMIT 1)""",
    "versions that are not numbered from one on, in the order of time": """
        SELECT h.item_id FROM {history} h LEFT JOIN {history} p ON p.item_id = h.item_id AND p.version = h.version - 1
        WHERE (h.version = 1) <> (p.version IS NULL) OR p.observed_at > h.observed_at""",
    "an edit that is no version": """
        SELECT c.item_id FROM changes c WHERE change = 'edited' AND NOT EXISTS
        (SELECT 1 FROM {history} h WHERE h.item_id = c.item_id AND h.fetch_id = c.fetch_id AND h.change = 'edited')""",
    "an edit that names no field": "SELECT item_id FROM changes WHERE change = 'edited' AND coalesce(changed, '[]') = '[]'",
    "two items with one native id that are both there": """
        SELECT native_id FROM {items} WHERE state = 'present' GROUP BY native_id HAVING count(*) > 1""",
    "a former id that is no former one": """
        SELECT item_id FROM aliases a WHERE NOT EXISTS (SELECT 1 FROM changes c WHERE c.item_id = a.item_id
        AND c.fetch_id = a.until_fetch_id AND change IN ('rekeyed', 'edited'))""",
    "a place of its own for each item that is listed": """
        SELECT l.item_id FROM listings l JOIN {items} i ON i.id = l.item_id
        WHERE i.state = 'present' AND i.page = l.page AND i.position IS NOT l.position""",
    "an item present on a page that is not in its listing": """
        SELECT i.id FROM {items} i WHERE state = 'present' AND NOT EXISTS (SELECT 1 FROM listings l WHERE l.item_id = i.id)""",
    "a place of an item that is gone": "SELECT id FROM {items} WHERE state <> 'present' AND position IS NOT NULL",
    "days that are not those of the changes": """
        SELECT day FROM (SELECT substr(observed_at, 1, 10) AS day, change, count(*) FROM changes GROUP BY 1, 2
        EXCEPT SELECT day, change, count FROM daily_changes)""",
    "counts of a tweet that are not those it showed last": """
        SELECT t.id FROM tweets t WHERE t.likes IS NOT (SELECT likes FROM tweet_metrics m JOIN fetches f ON f.id = m.fetch_id
        WHERE m.tweet_id = t.id AND m.likes IS NOT NULL ORDER BY f.rowid DESC LIMIT 1)""",
}  # fmt: skip


@examples(60)
@given(lives())
def test_the_tables_agree_whatever_was_sent(life: tuple[Source, list[Attempt]]) -> None:
    source, attempts = life
    with desk() as place:
        place.take_in(source, attempts)
        assert check(place.db) == []
        assert found(place, source) == {}
        assert unlike_their_last_version(place, source) == []


def found(place: Desk, source: Source) -> dict[str, object]:
    table = TABLE_OF_KIND[source.kind]
    names = {"items": table, "history": history_of(table)}
    rows = {sentence: place.rows(sql.format(**names)) for sentence, sql in NEVER.items()}
    return {sentence: some for sentence, some in rows.items() if some}


def unlike_their_last_version(place: Desk, source: Source) -> list[Row]:
    """The current row of an item is its last version, in every column that both have but those that are no content."""
    table = TABLE_OF_KIND[source.kind]
    columns = {name for (name,) in place.rows(f"SELECT name FROM pragma_table_info('{history_of(table)}')")}
    columns &= {name for (name,) in place.rows(f"SELECT name FROM pragma_table_info('{table}')")}
    columns -= {"native_id", "url", "guid", "status_id", "pinned", "source_id"} | ATTRIBUTES
    unlike = " OR ".join(f"i.{name} IS NOT h.{name}" for name in sorted(map(str, columns)))
    return place.rows(
        f"SELECT i.id FROM {table} i JOIN {history_of(table)} h ON h.item_id = i.id AND h.version = i.versions WHERE {unlike}"
    )


ATTRIBUTES = {"author_handle", "author_name", "author_verified", "quoted_handle", "quoted_name", "quoted_verified", "posted_at",
              "posted_at_raw", "posted_at_basis"}  # fmt: skip


def history_of(table: str) -> str:
    return f"{table.removesuffix('s')}_history"
