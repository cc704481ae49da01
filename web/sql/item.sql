-- The page of an item, and of an account.

-- name: item_table
SELECT 'posts' AS item_table FROM posts WHERE id = :item_id
UNION ALL SELECT 'feed_items' FROM feed_items WHERE id = :item_id
UNION ALL SELECT 'tweets' FROM tweets WHERE id = :item_id

-- name: item_posts
SELECT * FROM posts WHERE id = :item_id

-- name: item_feed_items
SELECT * FROM feed_items WHERE id = :item_id

-- name: item_tweets
SELECT * FROM tweets WHERE id = :item_id

-- name: item_last_seen
SELECT last_seen_at FROM timeline WHERE item_table = :item_table AND item_id = :item_id

-- name: versions_posts
SELECT version, fetch_id, observed_at, change, changed, silent FROM post_history
WHERE item_id = :item_id AND version <= :newest ORDER BY version DESC LIMIT :most

-- name: versions_feed_items
SELECT version, fetch_id, observed_at, change, changed, silent FROM feed_item_history
WHERE item_id = :item_id AND version <= :newest ORDER BY version DESC LIMIT :most

-- name: versions_tweets
SELECT version, fetch_id, observed_at, change, changed, silent FROM tweet_history
WHERE item_id = :item_id AND version <= :newest ORDER BY version DESC LIMIT :most

-- name: fields_of_item
SELECT version, field, substr(old, 1, :characters) AS old, substr(new, 1, :characters) AS new,
    max(length(old), length(new)) > :characters AS is_cut
FROM field_changes WHERE item_id = :item_id AND version BETWEEN :oldest AND :newest

-- name: content
SELECT substr(content_text, 1, :characters) AS text, length(content_text) AS length FROM contents WHERE content_hash = :content_hash

-- name: presence_of_item
SELECT from_fetch_id, from_at, to_fetch_id, to_at FROM presence WHERE item_id = :item_id AND item_table = :item_table
ORDER BY from_at DESC LIMIT 100

-- name: events_of_item
SELECT fetch_id, change, observed_at FROM changes WHERE item_id = :item_id AND item_table = :item_table
    AND change IN ('removed', 'left_window', 'returned', 'baseline', 'added')
ORDER BY observed_at DESC LIMIT 100

-- name: aliases_of_item
SELECT a.native_id, a.until_fetch_id, f.observed_at FROM aliases a JOIN fetches f ON f.id = a.until_fetch_id
WHERE a.item_table = :item_table AND a.item_id = :item_id ORDER BY f.observed_at DESC LIMIT 100

-- name: same_work
SELECT w.item_table, w.item_id, w.source_id, coalesce(s.title, s.id) AS source_title, w.label, w.state
FROM same_work w JOIN sources s ON s.id = w.source_id
WHERE w.canonical_url = :canonical_url AND w.item_id <> :item_id LIMIT 20

-- name: counts_of_tweet
SELECT fetch_id, observed_at, replies, replies_shown, replies_exact, reposts, reposts_shown, reposts_exact, likes, likes_shown,
    likes_exact, views, views_shown, views_exact
FROM tweet_metrics WHERE tweet_id = :tweet_id ORDER BY fetch_id DESC LIMIT :most

-- name: profile
SELECT * FROM profiles WHERE source_id = :source_id AND handle = :handle

-- name: profile_history
SELECT h.*, p.fetch_id AS old_fetch_id, p.name AS old_name, p.bio AS old_bio, p.location AS old_location, p.website AS old_website,
    p.joined AS old_joined, p.verified AS old_verified, p.followers_shown AS old_followers_shown,
    p.following_shown AS old_following_shown, p.posts_shown AS old_posts_shown
FROM profile_history h
LEFT JOIN profile_history p ON p.source_id = h.source_id AND p.handle = h.handle AND p.fetch_id = (
    SELECT max(e.fetch_id) FROM profile_history e
    WHERE e.source_id = h.source_id AND e.handle = h.handle AND e.fetch_id < h.fetch_id)
WHERE h.source_id = :source_id AND h.handle = :handle ORDER BY h.fetch_id DESC LIMIT :most
