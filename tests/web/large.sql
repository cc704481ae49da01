-- Rows for tests/web/large.py, made by SQLite from numbers. :sources, :fetches and :items say how many. Each statement ends its line
-- with a semicolon. Half of all fetches and items are those of four sources that are asked often, a blog, two feeds and an account; the
-- others share the rest. Item j of a source has versions 1 to 5; version v was seen v / 25 of the whole time after the first. Most
-- titles, texts and addresses are an item's own; one text in fifty is long; some words are everywhere.

CREATE TEMP TABLE shape AS WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n + 1 < :sources) SELECT n AS s,
    printf('source-%02d', n) AS source_id, CASE WHEN n % 20 < 5 THEN 'blog' WHEN n % 20 < 17 THEN 'feed' ELSE 'tweets' END AS kind,
    iif(n IN (3, 7, 11, 18), :fetches / 8, :fetches / 2 / (:sources - 4)) AS fetches, iif(n IN (3, 7, 11, 18), :items / 8, :items / 2
    / (:sources - 4)) AS items FROM n;
INSERT INTO sources (id, kind, title, url, derivation, first_fetch_at, last_fetch_at, last_outcome, last_good_at, last_change_at,
    fetches, items, items_present, changes) SELECT source_id, kind, 'Source ' || s, 'https://s' || s || '.example/', 'made',
    '2024-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'changed', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', fetches,
    items, 100, items * 6 FROM shape;
CREATE TEMP TABLE asked AS WITH RECURSIVE n (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k + 1 < :fetches / 8) SELECT s,
    source_id, k, fetches, row_number() OVER (ORDER BY k * 1.0 / fetches, s) - 1 AS n FROM n JOIN shape ON k < fetches;
INSERT INTO fetches (id, source_id, observed_at, origin_date, status, outcome, requested_url, final_url, etag, last_modified, date, age,
    cache_control, body_sha256, body_bytes, items_seen, items_added, provenance, applied, error_kind, error) SELECT source_id || '-' ||
    printf('%08d', k), source_id, strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || CAST(k * 63072000.0 / fetches + s AS INTEGER) || 
    ' seconds'), strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || CAST(k * 63072000.0 / fetches + s - n % 999 AS INTEGER) || 
    ' seconds'), iif(k % 10 = 5, 304, 200), CASE k % 10 WHEN 5 THEN 'not_modified' WHEN 6 THEN 'same' WHEN 7 THEN 'noise' WHEN 8 THEN
    iif(n % 3 = 0, 'failed', 'same') WHEN 9 THEN iif(n % 7 = 0, 'held', iif(n % 7 = 1, 'stale', 'noise')) ELSE 'changed' END, 
    'https://s' || s || '.example/feed', 'https://s' || s || '.example/feed', '"' || (n / 3) || '"', 'Mon, 05 Jan 2026 00:00:00 GMT', 
    'Mon, 05 Jan 2026 00:00:00 GMT', n % 999, 'public, max-age=60', printf('%064d', n / 3), 200000 + n % 5000, 10, 1, 'live', 1, 
    'shrink', 'made' FROM asked ORDER BY n;
CREATE TEMP TABLE made AS WITH RECURSIVE n (j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM n WHERE j + 1 < :items / 8), item AS (SELECT s,
    source_id, kind, j, items, fetches, row_number() OVER (ORDER BY j, s) - 1 AS n FROM n JOIN shape ON j < items) SELECT
    printf('i%07d', n) AS id, n, j, s, source_id, kind, j >= items - 100 AS present, v.value AS version, CAST(fetches * (j * 1.0 / items
    * 0.8 + v.value * 0.04 - 0.04) AS INTEGER) AS k FROM item, json_each('[1,2,3,4,5]') v;
CREATE TEMP TABLE known AS SELECT m.id, m.n, m.j, m.s, m.kind, m.present, m.version, f.id AS fetch_id, f.source_id, f.observed_at, CASE
    m.kind WHEN 'blog' THEN 'posts' WHEN 'feed' THEN 'feed_items' ELSE 'tweets' END AS item_table, CASE WHEN m.version = 1 THEN iif(m.k
    = 0, 'baseline', 'added') WHEN m.version = 4 AND m.n % 3 = 0 THEN 'rekeyed' ELSE 'edited' END AS change, CASE WHEN m.version = 1 THEN
    NULL WHEN m.version = 4 AND m.n % 3 = 0 THEN '["guid"]' WHEN m.n % 9 = 0 THEN '["title"]' WHEN m.n % 9 = 1 THEN '["published"]' ELSE 
    '["content"]' END AS changed, iif(m.version > 1 AND m.n % 50 = 0, 1, NULL) AS silent, printf('c%07d', (m.n + (m.n % 40 = 0)) * 3 + m.version / 2) AS
    content_hash, iif(m.j % 20 = 0, 's.example/' || m.j, 's' || m.s || '.example/' || m.n) AS address, max(f.observed_at)
    OVER (PARTITION BY m.n) AS last_at FROM made m JOIN fetches f ON f.id
    = m.source_id || '-' || printf('%08d', m.k);
INSERT OR IGNORE INTO contents SELECT DISTINCT content_hash, n * 11 + version / 2, NULL, NULL, 'The lamp was lit at dusk '
     || n || ' and again ' || version || '. ' || 'keel rope tide keel rope tide keel rope tide keel rope tide' || iif(n % 50 = 0,
    replace(hex(zeroblob(200)), '00', ' keel hauled the rope ' || (n % 97)), '') FROM
    known;
INSERT OR IGNORE INTO titles SELECT n * 11 + version, item_table, id, 'Harbour notes ' || n || ' '
    || version, fetch_id FROM known WHERE kind <> 'tweets' AND (version = 1 OR n % 9 = 0);
INSERT INTO posts (id, source_id, native_id, url, canonical_url, state, page, versions, first_seen_at, last_seen_at,
    last_changed_at, content_hash, label, title_id, prints, title, published, published_precision, summary) SELECT id,
    source_id, id, 'https://' || address, address, iif(present, 'present', 'left_window'), '1', 5, observed_at, last_at, last_at, content_hash, 'Harbour notes ' || n, n * 11 + 1,
    '{}', 'Harbour notes ' || n, substr(observed_at, 1, 19) || 'Z', 'second', 'The lamp was lit' FROM known WHERE
    version = 1 AND kind = 'blog';
INSERT INTO feed_items (id, source_id, native_id, url, canonical_url, state, page, versions, first_seen_at,
    last_seen_at, last_changed_at, content_hash, label, title_id, prints, guid, title, published, published_precision)
    SELECT id, source_id, id, 'https://' || address, address, iif(present, 'present', 'left_window'), '1', 5, observed_at, last_at, last_at, content_hash, 'Harbour notes ' || n, n * 11 + 1,
    '{}', id, 'Harbour notes ' || n, substr(observed_at, 1, 19) || 'Z', 'second' FROM known WHERE version = 1 AND kind = 'feed';
INSERT INTO tweets (id, source_id, native_id, url, state, page, versions, first_seen_at, last_seen_at, last_changed_at,
    content_hash, label, text_id, prints, status_id, posted_at, text, kind, likes) SELECT id, source_id, id,
    'https://x.com/i/status/' || n, iif(present, 'present', 'left_window'), '1', 5, observed_at, last_at,
    last_at, content_hash, 'Harbour notes ' || n, n * 11, '{}', id, substr(observed_at, 1, 19) || 'Z', 
    'The lamp was lit', 'post', n FROM known WHERE version = 1 AND kind = 'tweets';
INSERT INTO post_history (item_id, source_id, version, fetch_id, observed_at, change, changed, silent, content_hash,
    title, published) SELECT id, source_id, version, fetch_id, observed_at, change, changed, silent, content_hash,
    'Harbour notes ' || n || ' ' || version, observed_at FROM known WHERE kind = 'blog';
INSERT INTO feed_item_history (item_id, source_id, version, fetch_id, observed_at, change, changed, silent,
    content_hash, title, published, guid) SELECT id, source_id, version, fetch_id, observed_at, change, changed, silent,
    content_hash, 'Harbour notes ' || n || ' ' || version, observed_at, id || version FROM known WHERE kind = 'feed';
INSERT INTO tweet_history (item_id, source_id, version, fetch_id, observed_at, change, changed, silent, content_hash,
    text, kind) SELECT id, source_id, version, fetch_id, observed_at, change, replace(changed, 'content', 'text'),
    silent, content_hash, 'The lamp ' || version, 'post' FROM known WHERE kind = 'tweets';
INSERT INTO changes SELECT fetch_id, item_table, id, change, source_id,
    observed_at, changed, silent, 'Harbour notes ' || n FROM known;
INSERT OR IGNORE INTO changes SELECT fetch_id, item_table, id, iif(n % 20
    = 3, 'removed', 'left_window'), source_id, observed_at, NULL, NULL, 'Harbour notes ' || n FROM known WHERE version =
    5 AND NOT present;
INSERT INTO presence SELECT item_table, id, fetch_id, observed_at,
    fetch_id, observed_at FROM known WHERE version = 1;
INSERT OR IGNORE INTO aliases SELECT item_table, id, source_id, 'old-' ||
    id, fetch_id FROM known WHERE change = 'rekeyed';
INSERT OR IGNORE INTO tweet_metrics (tweet_id, fetch_id, observed_at, likes, likes_exact, views, views_exact) SELECT id,
    fetch_id, observed_at, n % 500 * version, 1, n % 900 * version, 0 FROM known WHERE kind = 'tweets';
INSERT INTO profiles (source_id, handle, followers) SELECT id, 'person' || id, 1000 FROM sources WHERE kind = 'tweets';
INSERT INTO profile_history (source_id, handle, fetch_id, observed_at, changed, followers, bio) SELECT source_id,
    'person' || source_id, id, observed_at, iif(rowid % 99 = 0, '["bio"]', '["followers"]'), 1000 + rowid, 'Bio ' ||
    (rowid / 99) FROM fetches WHERE source_id IN (SELECT id FROM sources WHERE kind = 'tweets') AND outcome = 'changed';
INSERT INTO source_history (source_id, fetch_id, observed_at, title, changed) SELECT source_id, id, observed_at, 'Title '
     || rowid, '["title"]' FROM fetches WHERE rowid % 211 = 0 AND outcome = 'changed';
INSERT INTO noise SELECT f.id, k.value, 3, 'one of them' FROM fetches f,
    json_each('["build_date","nonce","asset_version"]') k WHERE f.outcome IN ('noise', 'changed');
INSERT INTO issues SELECT id, 1, 'warning', 'no_zone', NULL, 'a date without a zone' FROM fetches WHERE rowid % 5 = 0;
INSERT INTO daily_changes SELECT source_id, substr(observed_at, 1, 10), change, count(*) FROM changes GROUP BY 1, 2, 3;
INSERT INTO contents_fts (contents_fts) VALUES ('rebuild');
INSERT INTO titles_fts (titles_fts) VALUES ('rebuild');
UPDATE dataset SET updated_at = (SELECT max(observed_at) FROM fetches);
DROP TABLE shape;
DROP TABLE asked;
DROP TABLE made;
DROP TABLE known;
