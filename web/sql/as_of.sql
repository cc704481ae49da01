-- A source as it was at a moment: what came and went is in `changes`, what an item said then in its history.

-- name: listed_at
-- Items whose last coming or going up to the moment was a coming. An item that is gone and was last seen before the last
-- whole listing (:seen_after) cannot be one of them, which spares most of a long history.
SELECT item_table, item_id, label, url, published, version FROM (
    SELECT 'posts' AS item_table, i.id AS item_id, coalesce(h.title, i.label) AS label, h.url AS url, h.published AS published,
        h.version AS version
    FROM posts i JOIN post_history h ON h.item_id = i.id AND h.version = (
        SELECT max(v.version) FROM post_history v WHERE v.item_id = i.id AND v.observed_at <= :at)
    WHERE i.source_id = :source_id AND i.first_seen_at <= :at AND (i.state = 'present' OR i.last_seen_at >= :seen_after)
        AND (SELECT c.change FROM changes c WHERE c.item_id = i.id AND c.item_table = 'posts' AND c.observed_at <= :at
            AND c.change NOT IN ('edited', 'rekeyed') ORDER BY c.observed_at DESC LIMIT 1) IN ('baseline', 'added', 'returned')
    UNION ALL
    SELECT 'feed_items', i.id, coalesce(h.title, i.label), h.url, h.published, h.version
    FROM feed_items i JOIN feed_item_history h ON h.item_id = i.id AND h.version = (
        SELECT max(v.version) FROM feed_item_history v WHERE v.item_id = i.id AND v.observed_at <= :at)
    WHERE i.source_id = :source_id AND i.first_seen_at <= :at AND (i.state = 'present' OR i.last_seen_at >= :seen_after)
        AND (SELECT c.change FROM changes c WHERE c.item_id = i.id AND c.item_table = 'feed_items' AND c.observed_at <= :at
            AND c.change NOT IN ('edited', 'rekeyed') ORDER BY c.observed_at DESC LIMIT 1) IN ('baseline', 'added', 'returned')
    UNION ALL
    SELECT 'tweets', i.id, i.label, h.url, h.posted_at, h.version
    FROM tweets i JOIN tweet_history h ON h.item_id = i.id AND h.version = (
        SELECT max(v.version) FROM tweet_history v WHERE v.item_id = i.id AND v.observed_at <= :at)
    WHERE i.source_id = :source_id AND i.first_seen_at <= :at AND (i.state = 'present' OR i.last_seen_at >= :seen_after)
        AND (SELECT c.change FROM changes c WHERE c.item_id = i.id AND c.item_table = 'tweets' AND c.observed_at <= :at
            AND c.change NOT IN ('edited', 'rekeyed') ORDER BY c.observed_at DESC LIMIT 1) IN ('baseline', 'added', 'returned')
) ORDER BY published IS NULL, published DESC, item_id LIMIT :most

-- name: last_whole_listing
SELECT min(at) AS at FROM (
    SELECT max(observed_at) AS at FROM fetches
    WHERE source_id = :source_id AND applied = 1 AND items_seen IS NOT NULL AND observed_at <= :at GROUP BY page)

-- name: last_applied_at
SELECT id, observed_at, origin_date FROM fetches
WHERE source_id = :source_id AND observed_at <= :at AND outcome IN ('changed', 'noise', 'same', 'not_modified')
ORDER BY observed_at DESC, id DESC LIMIT 1

-- name: fields_between
SELECT 'posts' AS item_table, h.item_id, h.version, h.title, h.author, h.published, h.summary, h.tags, h.url,
    substr(c.content_text, 1, :characters) AS content
FROM json_each(:items) j JOIN post_history h ON h.item_id = j.value ->> 0 AND h.version = j.value ->> 1
LEFT JOIN contents c ON c.content_hash = h.content_hash
UNION ALL
SELECT 'feed_items', h.item_id, h.version, h.title, h.authors, h.published, h.summary, h.categories, h.url,
    substr(c.content_text, 1, :characters)
FROM json_each(:items) j JOIN feed_item_history h ON h.item_id = j.value ->> 0 AND h.version = j.value ->> 1
LEFT JOIN contents c ON c.content_hash = h.content_hash
UNION ALL
SELECT 'tweets', h.item_id, h.version, NULL, h.author_name, h.posted_at, NULL, NULL, h.url, h.text
FROM json_each(:items) j JOIN tweet_history h ON h.item_id = j.value ->> 0 AND h.version = j.value ->> 1
