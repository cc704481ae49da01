-- Rows for tests/web/large.py, made by SQLite from numbers. :sources, :fetches and :items say how many. Each statement ends its line
-- with a semicolon. Item n has versions 1 to 5; version v was seen v / 25 of the whole time after the first.

WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n + 1 < :sources) INSERT INTO sources (id, kind,
    title, url, derivation, first_fetch_at, last_fetch_at, last_outcome, last_good_at, last_change_at, fetches, items,
    items_present, changes) SELECT printf('source-%02d', n), CASE WHEN n < 5 THEN 'blog' WHEN n < 17 THEN 'feed' ELSE
    'tweets' END, 'Source ' || n, 'https://s' || n || '.example/', 'made', '2024-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z', 'changed', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', :fetches / :sources,
    :items / :sources, 10, :items * 6 / :sources + n FROM n;
WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n + 1 < :fetches) INSERT INTO fetches (id,
    source_id, observed_at, origin_date, status, outcome, requested_url, final_url, etag, last_modified, date, age,
    cache_control, body_sha256, body_bytes, items_seen, items_added, provenance, applied, error_kind, error) SELECT
    printf('source-%02d-%08d', n % :sources, n / :sources), printf('source-%02d', n % :sources),
    strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || CAST(n * 63072000.0 / :fetches AS INTEGER) || ' seconds'),
    strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || CAST(n * 63072000.0 / :fetches - n % 999 AS INTEGER) || 
    ' seconds'), iif(n / :sources % 10 = 5, 304, 200), CASE n / :sources % 10 WHEN 5 THEN 'not_modified' WHEN 6 THEN
    'same' WHEN 7 THEN 'noise' WHEN 8 THEN iif(n % 3 = 0, 'failed', 'same') WHEN 9 THEN iif(n % 7 = 0, 'held', iif(n % 7
    = 1, 'stale', 'noise')) ELSE 'changed' END, 'https://s' || n % :sources || '.example/feed', 'https://s' || n %
    :sources || '.example/feed', '"' || n / 3 || '"', 'Mon, 05 Jan 2026 00:00:00 GMT', 'Mon, 05 Jan 2026 00:00:00 GMT',
    n % 999, 'public, max-age=60', printf('%064d', n / 3), 200000 + n % 5000, 10, 1, 'live', 1, 'shrink', 'made' FROM n;
CREATE TEMP TABLE made AS WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n + 1 < :items) SELECT
    printf('i%07d', n) AS id, n, n % :sources AS s, v.value AS version, CAST(:fetches / :sources * (n / :sources * 1.0 /
    (:items / :sources) * 0.8 + v.value * 0.04 - 0.04) AS INTEGER) AS k FROM n, json_each('[1,2,3,4,5]') v;
CREATE TEMP TABLE known AS SELECT m.id, m.n, m.s, m.version, f.id AS fetch_id, f.source_id, f.observed_at, CASE WHEN
    m.version = 1 THEN iif(m.k = 0, 'baseline', 'added') WHEN m.version = 4 AND m.n % 3 = 0 THEN 'rekeyed' ELSE 'edited'
    END AS change, CASE WHEN m.version = 1 THEN NULL WHEN m.version = 4 AND m.n % 3 = 0 THEN '["guid"]' WHEN m.n % 9 = 0
    THEN '["title"]' WHEN m.n % 9 = 1 THEN '["published"]' ELSE '["content"]' END AS changed, iif(m.version > 1 AND m.n
    % 50 = 0, 1, NULL) AS silent, printf('c%07d', m.n * 5 / 2 + m.version / 2) AS content_hash FROM made m JOIN fetches
    f ON f.id = printf('source-%02d-%08d', m.s, m.k);
INSERT OR IGNORE INTO contents SELECT DISTINCT content_hash, n * 11 + version / 2, NULL, NULL, 'The lamp was lit at dusk '
     || n || ' and again ' || version || '. ' || 'keel rope tide keel rope tide keel rope tide keel rope tide' FROM
    known;
INSERT OR IGNORE INTO titles SELECT n * 11 + version, iif(s < 5, 'posts', 'feed_items'), id, 'Harbour notes ' || n || ' '
    || version, fetch_id FROM known WHERE s < 17 AND (version = 1 OR n % 9 = 0);
INSERT INTO posts (id, source_id, native_id, url, canonical_url, state, page, versions, first_seen_at, last_seen_at,
    last_changed_at, content_hash, label, title_id, prints, title, published, published_precision, summary) SELECT id,
    source_id, id, 'https://s.example/' || n / 20, 's.example/' || n / 20, iif(n / 20 % 100 = 0, 'present',
    'left_window'), '1', 5, observed_at, observed_at, observed_at, content_hash, 'Harbour notes ' || n, n * 11 + 1,
    '{}', 'Harbour notes ' || n, substr(observed_at, 1, 19) || 'Z', 'second', 'The lamp was lit' FROM known WHERE
    version = 1 AND s < 5;
INSERT INTO feed_items (id, source_id, native_id, url, canonical_url, state, page, versions, first_seen_at,
    last_seen_at, last_changed_at, content_hash, label, title_id, prints, guid, title, published, published_precision)
    SELECT id, source_id, id, 'https://s.example/' || n / 20, 's.example/' || n / 20, iif(n / 20 % 100 = 0, 'present',
    'left_window'), '1', 5, observed_at, observed_at, observed_at, content_hash, 'Harbour notes ' || n, n * 11 + 1,
    '{}', id, 'Harbour notes ' || n, substr(observed_at, 1, 19) || 'Z', 'second' FROM known WHERE version = 1 AND s >= 5
    AND s < 17;
INSERT INTO tweets (id, source_id, native_id, url, state, page, versions, first_seen_at, last_seen_at, last_changed_at,
    content_hash, label, text_id, prints, status_id, posted_at, text, kind, likes) SELECT id, source_id, id,
    'https://x.com/i/status/' || n, iif(n / 20 % 100 = 0, 'present', 'left_window'), '1', 5, observed_at, observed_at,
    observed_at, content_hash, 'Harbour notes ' || n, n * 11, '{}', id, substr(observed_at, 1, 19) || 'Z', 
    'The lamp was lit', 'post', n FROM known WHERE version = 1 AND s >= 17;
INSERT INTO post_history (item_id, source_id, version, fetch_id, observed_at, change, changed, silent, content_hash,
    title, published) SELECT id, source_id, version, fetch_id, observed_at, change, changed, silent, content_hash,
    'Harbour notes ' || n || ' ' || version, observed_at FROM known WHERE s < 5;
INSERT INTO feed_item_history (item_id, source_id, version, fetch_id, observed_at, change, changed, silent,
    content_hash, title, published, guid) SELECT id, source_id, version, fetch_id, observed_at, change, changed, silent,
    content_hash, 'Harbour notes ' || n || ' ' || version, observed_at, id || version FROM known WHERE s >= 5 AND s < 17;
INSERT INTO tweet_history (item_id, source_id, version, fetch_id, observed_at, change, changed, silent, content_hash,
    text, kind) SELECT id, source_id, version, fetch_id, observed_at, change, replace(changed, 'content', 'text'),
    silent, content_hash, 'The lamp ' || version, 'post' FROM known WHERE s >= 17;
INSERT INTO changes SELECT fetch_id, iif(s < 5, 'posts', iif(s < 17, 'feed_items', 'tweets')), id, change, source_id,
    observed_at, changed, silent, 'Harbour notes ' || n FROM known;
INSERT OR IGNORE INTO changes SELECT fetch_id, iif(s < 5, 'posts', iif(s < 17, 'feed_items', 'tweets')), id, iif(n % 20
    = 3, 'removed', 'left_window'), source_id, observed_at, NULL, NULL, 'Harbour notes ' || n FROM known WHERE version =
    5 AND n / 20 % 100 <> 0;
INSERT INTO presence SELECT iif(s < 5, 'posts', iif(s < 17, 'feed_items', 'tweets')), id, fetch_id, observed_at,
    fetch_id, observed_at FROM known WHERE version = 1;
INSERT OR IGNORE INTO aliases SELECT iif(s < 5, 'posts', iif(s < 17, 'feed_items', 'tweets')), id, source_id, 'old-' ||
    id, fetch_id FROM known WHERE change = 'rekeyed';
INSERT OR IGNORE INTO tweet_metrics (tweet_id, fetch_id, observed_at, likes, likes_exact, views, views_exact) SELECT id,
    fetch_id, observed_at, n % 500 * version, 1, n % 900 * version, 0 FROM known WHERE s >= 17;
INSERT INTO profiles (source_id, handle, followers) SELECT id, 'person' || id, 1000 FROM sources WHERE kind = 'tweets';
INSERT INTO profile_history (source_id, handle, fetch_id, observed_at, changed, followers, bio) SELECT source_id,
    'person' || source_id, id, observed_at, iif(rowid % 99 = 0, '["bio"]', '["followers"]'), 1000 + rowid, 'Bio ' ||
    rowid / 99 FROM fetches WHERE source_id >= 'source-17' AND outcome = 'changed';
INSERT INTO source_history (source_id, fetch_id, observed_at, title, changed) SELECT source_id, id, observed_at, 'Title '
     || rowid, '["title"]' FROM fetches WHERE rowid % 211 = 0 AND outcome = 'changed';
INSERT INTO noise SELECT f.id, k.value, 3, 'one of them' FROM fetches f,
    json_each('["build_date","nonce","asset_version"]') k WHERE f.outcome IN ('noise', 'changed');
INSERT INTO issues SELECT id, 1, 'warning', 'no_zone', NULL, 'a date without a zone' FROM fetches WHERE rowid % 5 = 0;
INSERT INTO daily_changes SELECT source_id, substr(observed_at, 1, 10), change, count(*) FROM changes GROUP BY 1, 2, 3;
INSERT INTO contents_fts (contents_fts) VALUES ('rebuild');
INSERT INTO titles_fts (titles_fts) VALUES ('rebuild');
UPDATE dataset SET updated_at = (SELECT max(observed_at) FROM fetches);
DROP TABLE made;
DROP TABLE known;
