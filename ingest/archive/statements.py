"""The SQL with which log.py reads and writes archive.db, as text; runs none of it."""

from __future__ import annotations

from functools import lru_cache

from ingest.archive.rows import COLUMNS

ATTEMPT_COLUMNS = (*COLUMNS, "body_id", "evidence_id")
DECISIONS = """
    SELECT decisions.kind, records.observed_at, records.requested_url, records.content_sha256
    FROM decisions JOIN records ON records.seq = decisions.attempt_seq
    WHERE records.source_id = ? ORDER BY records.observed_at, records.requested_url, records.content_sha256
"""
UPDATE = f"UPDATE attempts SET {', '.join(f'{name} = :{name}' for name in ATTEMPT_COLUMNS)} WHERE seq = :seq"  # noqa: S608
SAME_ATTEMPT = """
    SELECT *, (SELECT sha256 FROM bodies WHERE bodies.id = evidence_id) AS evidence_sha256 FROM attempts
    WHERE source_id = :source_id AND observed_at = :observed_at AND ifnull(requested_url, '') = ifnull(:requested_url, '')
      AND ifnull(status, 0) = ifnull(:status, 0)
      AND ifnull(body_id, -ifnull(evidence_id, 0)) = ifnull(:body_id, -ifnull(:evidence_id, 0))
"""
EXTERNAL = "SELECT 1 FROM attempts WHERE source_id = ? AND observed_at = ? AND external_ref = ? AND external_path = ? LIMIT 1"
DESCRIBED_AGAIN = "SELECT * FROM records WHERE source_id = ? AND seq IN (SELECT attempt_seq FROM descriptions)"
RECORDS = """
    SELECT * FROM records
    WHERE source_id = ? AND observed_at >= ?
      AND (observed_at, ifnull(external_path, ''), ifnull(requested_url, ''), ifnull(status, 0), content_sha256) > (?, ?, ?, ?, ?)
    ORDER BY observed_at, ifnull(external_path, ''), ifnull(requested_url, ''), ifnull(status, 0), content_sha256
    LIMIT ?
"""
AT = "SELECT * FROM attempts WHERE source_id = ? AND observed_at = ?"
EARLIER = """
    SELECT body_id, requested_url, status FROM attempts
    WHERE source_id = ? AND observed_at <= ? AND body_id IS NOT NULL ORDER BY observed_at DESC, seq DESC LIMIT ?
"""
LATER = """
    SELECT body_id, requested_url, status FROM attempts
    WHERE source_id = ? AND observed_at > ? AND body_id IS NOT NULL ORDER BY observed_at, seq LIMIT ?
"""
CHECKS = (
    ("PRAGMA integrity_check", "the file is damaged: {0}"),
    ("PRAGMA foreign_key_check", "row {1} of {0} points to a row of {2} that is not there"),
    (
        "SELECT DISTINCT source_id FROM attempts WHERE source_id NOT IN (SELECT source_id FROM settings) ORDER BY source_id",
        "source {0} has attempts but no settings to read them with",
    ),
)


@lru_cache(maxsize=256)
def insert_of(columns: tuple[str, ...]) -> str:
    """Adds an attempt of which these columns are not null, unless there is one like it.

    Null columns are left out: an attempt leaves most of them null, and pysqlite3 is slow at handing over a None.
    """
    names, places = ", ".join(columns), ", ".join("?" * len(columns))
    return f"INSERT INTO attempts ({names}) VALUES ({places}) ON CONFLICT DO NOTHING RETURNING seq"  # noqa: S608 -- the names are this package's own
