-- The page of one fetch.

-- name: fetch
SELECT f.*, coalesce(s.title, s.id) AS source_title, s.kind AS source_kind, b.body_sha256 AS base_sha256,
    b.observed_at AS base_observed_at, b.origin_date AS base_origin_date, b.content_type AS base_content_type
FROM fetches f JOIN sources s ON s.id = f.source_id LEFT JOIN fetches b ON b.id = f.base_fetch_id
WHERE f.id = :fetch_id

-- name: last_applied_before
-- What a capture that was not applied (held, stale) would have been compared with.
SELECT id, observed_at, origin_date, body_sha256, content_type FROM fetches
WHERE source_id = :source_id AND page = :page AND applied = 1 AND (observed_at, id) < (:observed_at, :fetch_id)
ORDER BY observed_at DESC, id DESC LIMIT 1

-- name: change_before
SELECT id, observed_at FROM fetches
WHERE source_id = :source_id AND outcome = 'changed' AND (observed_at, id) < (:observed_at, :fetch_id)
ORDER BY observed_at DESC, id DESC LIMIT 1

-- name: change_after
SELECT id, observed_at FROM fetches
WHERE source_id = :source_id AND outcome = 'changed' AND (observed_at, id) > (:observed_at, :fetch_id)
ORDER BY observed_at, id LIMIT 1

-- name: fetch_before
SELECT id, observed_at, outcome FROM fetches WHERE source_id = :source_id AND (observed_at, id) < (:observed_at, :fetch_id)
ORDER BY observed_at DESC, id DESC LIMIT 1

-- name: fetch_after
SELECT id, observed_at, outcome FROM fetches WHERE source_id = :source_id AND (observed_at, id) > (:observed_at, :fetch_id)
ORDER BY observed_at, id LIMIT 1

-- name: change_totals
SELECT change, count(*) AS count FROM changes WHERE fetch_id = :fetch_id GROUP BY change

-- name: changes_of_fetch
SELECT c.item_table, c.item_id, c.change, c.changed, c.silent, c.label, coalesce(p.url, i.url, t.url) AS url,
    coalesce(p.published, i.published, t.posted_at) AS published, coalesce(p.state, i.state, t.state) AS state,
    (SELECT max(r.from_at) FROM presence r
        WHERE r.item_id = c.item_id AND r.item_table = c.item_table AND r.from_at < c.observed_at) AS listed_from
FROM changes c
LEFT JOIN posts p ON c.item_table = 'posts' AND p.id = c.item_id
LEFT JOIN feed_items i ON c.item_table = 'feed_items' AND i.id = c.item_id
LEFT JOIN tweets t ON c.item_table = 'tweets' AND t.id = c.item_id
WHERE c.fetch_id = :fetch_id AND +c.change = :change ORDER BY c.rowid LIMIT :most  -- + : by fetch, not by kind

-- name: excerpts_of_fetch
-- How the items that are new or back began, in this fetch.
SELECT item_id, summary FROM post_history WHERE fetch_id = :fetch_id
UNION ALL SELECT item_id, summary FROM feed_item_history WHERE fetch_id = :fetch_id
UNION ALL SELECT item_id, substr(text, 1, 500) FROM tweet_history WHERE fetch_id = :fetch_id
LIMIT 1000

-- name: fields_of_fetch
SELECT item_id, change, field, substr(old, 1, :characters) AS old, substr(new, 1, :characters) AS new,
    max(length(old), length(new)) > :characters AS is_cut
FROM field_changes WHERE fetch_id = :fetch_id LIMIT :most

-- name: counts_of_fetch
SELECT t.label, t.id AS tweet_id, m.replies, m.replies_shown, m.replies_exact, m.reposts, m.reposts_shown, m.reposts_exact,
    m.likes, m.likes_shown, m.likes_exact, m.views, m.views_shown, m.views_exact,
    p.fetch_id AS old_fetch_id, p.replies AS old_replies, p.replies_shown AS old_replies_shown, p.reposts AS old_reposts,
    p.reposts_shown AS old_reposts_shown, p.likes AS old_likes, p.likes_shown AS old_likes_shown, p.views AS old_views,
    p.views_shown AS old_views_shown
FROM tweet_metrics m JOIN tweets t ON t.id = m.tweet_id
JOIN tweet_metrics p ON p.tweet_id = m.tweet_id AND p.fetch_id = (
    SELECT max(e.fetch_id) FROM tweet_metrics e WHERE e.tweet_id = m.tweet_id AND e.fetch_id < m.fetch_id)
WHERE m.fetch_id = :fetch_id ORDER BY m.views DESC LIMIT :most

-- name: noise_of_fetch
SELECT kind, count, example FROM noise WHERE fetch_id = :fetch_id ORDER BY kind = 'other', kind

-- name: issues_of_fetch
SELECT severity, code, entry_ref, message FROM issues WHERE fetch_id = :fetch_id ORDER BY number LIMIT :most

-- name: source_fields_of_fetch
SELECT h.title, h.description, h.generator, h.language, h.home_url, h.changed, p.fetch_id AS old_fetch_id, p.title AS old_title,
    p.description AS old_description, p.generator AS old_generator, p.language AS old_language, p.home_url AS old_home_url
FROM source_history h LEFT JOIN source_history p ON p.source_id = h.source_id AND p.fetch_id = (
    SELECT max(e.fetch_id) FROM source_history e WHERE e.source_id = h.source_id AND e.fetch_id < h.fetch_id)
WHERE h.fetch_id = :fetch_id

-- name: body_is_shown
SELECT 1 AS yes FROM fetches WHERE body_sha256 = :sha256
UNION ALL SELECT 1 FROM fetches WHERE evidence_sha256 = :sha256
LIMIT 1
