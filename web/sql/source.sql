-- The page of a source, its fetch log, and lists of its items.

-- name: outcomes_per_day
-- Of each day how many fetches had which outcome; the newest fetches only, so that a source asked every minute stays cheap.
SELECT substr(observed_at, 1, 10) AS day, outcome, count(*) AS count
FROM (SELECT observed_at, outcome FROM fetches WHERE source_id = :source_id AND observed_at >= :since ORDER BY observed_at DESC LIMIT :most)
GROUP BY day, outcome

-- name: sizes
-- The applied captures with their size and number of items, newest first.
SELECT id, observed_at, origin_date, body_bytes, items_seen FROM fetches
WHERE source_id = :source_id AND outcome IN ('changed', 'noise') AND body_bytes IS NOT NULL AND applied = 1
ORDER BY observed_at DESC LIMIT :most

-- name: fetch_log
SELECT id, observed_at, origin_date, status, outcome, page, body_bytes, body_sha256, items_seen, items_added, items_edited, items_removed,
    items_returned, items_left, items_rekeyed, lines_added, lines_removed, elapsed_ms, provenance, error_kind, error
FROM fetches
WHERE source_id = :source_id AND observed_at >= :since AND observed_at < :until AND (observed_at, id) < (:before_at, :before_id)
ORDER BY observed_at DESC, id DESC LIMIT :most

-- name: items_present
SELECT item_table, item_id, label, url, author, published, state, position, versions, first_seen_at, last_seen_at FROM (
    SELECT 'posts' AS item_table, id AS item_id, label, url, author, published, state, page, position, versions, first_seen_at,
        last_seen_at FROM posts WHERE source_id = :source_id AND state = 'present'
    UNION ALL SELECT 'feed_items', id, label, url, NULL, published, state, page, position, versions, first_seen_at, last_seen_at
        FROM feed_items WHERE source_id = :source_id AND state = 'present'
    UNION ALL SELECT 'tweets', id, label, url, author_handle, posted_at, state, page, position, versions, first_seen_at, last_seen_at
        FROM tweets WHERE source_id = :source_id AND state = 'present'
) ORDER BY length(page), page, position LIMIT :most

-- name: items_gone
-- Of each kind the last that went, along an index, and of those the last.
SELECT item_table, item_id, label, url, author, published, state, position, versions, first_seen_at, last_seen_at FROM (
    SELECT * FROM (SELECT 'posts' AS item_table, id AS item_id, label, url, author, published, state, position, versions,
        first_seen_at, last_seen_at FROM posts WHERE source_id = :source_id AND state <> 'present'
        ORDER BY last_seen_at DESC, id LIMIT :most)
    UNION ALL SELECT * FROM (SELECT 'feed_items', id, label, url, NULL, published, state, position, versions, first_seen_at,
        last_seen_at FROM feed_items WHERE source_id = :source_id AND state <> 'present' ORDER BY last_seen_at DESC, id LIMIT :most)
    UNION ALL SELECT * FROM (SELECT 'tweets', id, label, url, author_handle, posted_at, state, position, versions, first_seen_at,
        last_seen_at FROM tweets WHERE source_id = :source_id AND state <> 'present' ORDER BY last_seen_at DESC, id LIMIT :most)
) ORDER BY last_seen_at DESC, item_id LIMIT :most

-- name: profiles_of_source
SELECT handle, name, followers, followers_shown FROM profiles WHERE source_id = :source_id LIMIT 20
