-- What several pages ask. Values come in as named parameters; every list has a limit.

-- name: dataset
SELECT kind, title, updated_at FROM dataset

-- name: totals
SELECT count(*) AS sources, coalesce(sum(fetches), 0) AS fetches, coalesce(sum(items), 0) AS items,
    coalesce(sum(changes), 0) AS changes, min(first_fetch_at) AS first_fetch_at, max(last_fetch_at) AS last_fetch_at,
    coalesce(sum(trouble_since IS NOT NULL), 0) AS in_trouble
FROM sources

-- name: sources
SELECT id, kind, coalesce(title, id) AS title, url, home_url, listing, first_fetch_at, last_fetch_id, last_fetch_at, last_outcome,
    last_good_at, last_change_id, last_change_at, trouble_since, fetches, failures, items, items_present, changes
FROM sources ORDER BY last_change_at DESC, id LIMIT :most

-- name: source
SELECT s.id, s.kind, coalesce(s.title, s.id) AS title, s.url, s.home_url, s.listing, s.first_fetch_at, s.last_fetch_id,
    s.last_fetch_at, s.last_outcome, s.last_good_at, s.last_change_id, s.last_change_at, s.trouble_since, s.fetches, s.failures,
    s.items, s.items_present, s.changes, s.baseline_fetch_id, h.description, h.generator, h.language
FROM sources s LEFT JOIN source_history h ON h.source_id = s.id AND h.fetch_id = s.fields_fetch_id
WHERE s.id = :source_id

-- name: changes_per_day
SELECT source_id, day, sum(count) AS count FROM daily_changes
WHERE day BETWEEN :since AND :until AND change <> 'baseline' GROUP BY source_id, day

-- name: last_day_with_changes
SELECT max(day) AS day FROM daily_changes WHERE change <> 'baseline'

-- name: changed_fetches
SELECT id, source_id, observed_at, origin_date, outcome, status, lines_added, lines_removed, items_seen, items_added, items_edited,
    items_removed, items_returned, items_left, items_rekeyed, base_fetch_id, provenance
FROM fetches
WHERE outcome = 'changed' AND observed_at >= :since AND observed_at < :until AND (observed_at, id) < (:before_at, :before_id)
ORDER BY observed_at DESC, id DESC LIMIT :most

-- name: changed_fetches_of_source
SELECT id, source_id, observed_at, origin_date, outcome, status, lines_added, lines_removed, items_seen, items_added, items_edited,
    items_removed, items_returned, items_left, items_rekeyed, base_fetch_id, provenance
FROM fetches
WHERE source_id = :source_id AND outcome = 'changed' AND observed_at >= :since AND observed_at < :until
    AND (observed_at, id) < (:before_at, :before_id)
ORDER BY observed_at DESC, id DESC LIMIT :most

-- name: changed_fetches_with
-- Those with at least one change of a kind.
SELECT id, source_id, observed_at, origin_date, outcome, status, lines_added, lines_removed, items_seen, items_added, items_edited,
    items_removed, items_returned, items_left, items_rekeyed, base_fetch_id, provenance
FROM fetches WHERE id IN (
    SELECT DISTINCT fetch_id FROM changes
    WHERE change = :change AND observed_at >= :since AND observed_at < :until AND (observed_at, fetch_id) < (:before_at, :before_id)
    ORDER BY observed_at DESC, fetch_id DESC LIMIT :most
) ORDER BY observed_at DESC, id DESC

-- name: changed_fetches_with_of_source
SELECT id, source_id, observed_at, origin_date, outcome, status, lines_added, lines_removed, items_seen, items_added, items_edited,
    items_removed, items_returned, items_left, items_rekeyed, base_fetch_id, provenance
FROM fetches WHERE id IN (
    SELECT DISTINCT fetch_id FROM changes
    WHERE source_id = :source_id AND +change = :change AND observed_at >= :since AND observed_at < :until AND (observed_at, fetch_id) < (:before_at, :before_id)
    ORDER BY observed_at DESC, fetch_id DESC LIMIT :most
) ORDER BY observed_at DESC, id DESC

-- name: changed_fetches_with_silent
SELECT id, source_id, observed_at, origin_date, outcome, status, lines_added, lines_removed, items_seen, items_added, items_edited,
    items_removed, items_returned, items_left, items_rekeyed, base_fetch_id, provenance
FROM fetches WHERE id IN (
    SELECT DISTINCT fetch_id FROM changes
    WHERE silent = 1 AND observed_at >= :since AND observed_at < :until AND (observed_at, fetch_id) < (:before_at, :before_id)
    ORDER BY observed_at DESC, fetch_id DESC LIMIT :most
) ORDER BY observed_at DESC, id DESC

-- name: changed_fetches_with_silent_of_source
SELECT id, source_id, observed_at, origin_date, outcome, status, lines_added, lines_removed, items_seen, items_added, items_edited,
    items_removed, items_returned, items_left, items_rekeyed, base_fetch_id, provenance
FROM fetches WHERE id IN (
    SELECT DISTINCT fetch_id FROM changes
    WHERE silent = 1 AND source_id = :source_id AND observed_at >= :since AND observed_at < :until AND (observed_at, fetch_id) < (:before_at, :before_id)
    ORDER BY observed_at DESC, fetch_id DESC LIMIT :most
) ORDER BY observed_at DESC, id DESC

-- name: events_of_fetches
-- Of each fetch the few changes that a reader wants first.
SELECT c.fetch_id, c.item_table, c.item_id, c.change, c.changed, c.silent, c.label
FROM json_each(:fetch_ids) f JOIN changes c ON c.rowid IN (
    SELECT rowid FROM changes WHERE fetch_id = f.value AND change <> 'baseline'
    ORDER BY CASE change WHEN 'removed' THEN 0 WHEN 'edited' THEN 2 - coalesce(silent, 0) WHEN 'returned' THEN 3 WHEN 'added' THEN 4
        WHEN 'rekeyed' THEN 5 ELSE 6 END, rowid
    LIMIT :each
)

-- name: former_titles
SELECT h.fetch_id, h.item_id, p.title AS old, h.title AS new
FROM json_each(:fetch_ids) f JOIN post_history h ON h.fetch_id = f.value
JOIN post_history p ON p.item_id = h.item_id AND p.version = h.version - 1
WHERE p.title IS NOT h.title
UNION ALL
SELECT h.fetch_id, h.item_id, p.title, h.title
FROM json_each(:fetch_ids) f JOIN feed_item_history h ON h.fetch_id = f.value
JOIN feed_item_history p ON p.item_id = h.item_id AND p.version = h.version - 1
WHERE p.title IS NOT h.title
LIMIT 1000

-- name: baselines_of_fetches
SELECT fetch_id, count(*) AS count FROM changes
WHERE change = 'baseline' AND fetch_id IN (SELECT value FROM json_each(:fetch_ids)) GROUP BY fetch_id

-- name: counts_moved_in_fetches
SELECT m.fetch_id, count(*) AS count FROM tweet_metrics m
WHERE m.fetch_id IN (SELECT value FROM json_each(:fetch_ids))
    AND EXISTS (SELECT 1 FROM tweet_metrics p WHERE p.tweet_id = m.tweet_id AND p.fetch_id < m.fetch_id)
GROUP BY m.fetch_id

-- name: profiles_of_fetches
SELECT h.*, p.fetch_id AS old_fetch_id, p.name AS old_name, p.bio AS old_bio, p.location AS old_location, p.website AS old_website,
    p.joined AS old_joined, p.verified AS old_verified, p.followers AS old_followers, p.followers_shown AS old_followers_shown,
    p.following AS old_following, p.following_shown AS old_following_shown, p.posts AS old_posts, p.posts_shown AS old_posts_shown
FROM json_each(:fetch_ids) f JOIN profile_history h ON h.fetch_id = f.value
LEFT JOIN profile_history p ON p.source_id = h.source_id AND p.handle = h.handle AND p.fetch_id = (
    SELECT max(e.fetch_id) FROM profile_history e
    WHERE e.source_id = h.source_id AND e.handle = h.handle AND e.fetch_id < h.fetch_id)
LIMIT 200

-- name: fetch_moment
SELECT observed_at FROM fetches WHERE id = :fetch_id

-- name: edits_of_fetches
SELECT e.fetch_id, e.item_id, e.field, substr(e.old, 1, :characters) AS old, substr(e.new, 1, :characters) AS new FROM field_changes e
WHERE e.fetch_id IN (SELECT value FROM json_each(:fetch_ids)) AND e.change = 'edited'
    AND e.field IN ('content', 'summary', 'text', 'author', 'authors', 'published', 'tags', 'categories', 'enclosures', 'quoted_text')
ORDER BY CASE e.field WHEN 'content' THEN 0 WHEN 'text' THEN 1 WHEN 'summary' THEN 2 ELSE 3 END LIMIT :most
