-- The Atom feeds. First the changes are picked, newest first, by their row ids; then what the entries tell of them.
-- (:at, :fetch_id, :item_id, :change) is the last change of the page before; '9999' and empty texts are before everything.

-- name: atom_of_all
SELECT rowid AS number FROM changes
WHERE change <> 'baseline' AND observed_at <= :at
    AND (observed_at, fetch_id, item_id, change) < (:at, :fetch_id, :item_id, :change) AND :source_id = ''
ORDER BY observed_at DESC, fetch_id DESC, item_id DESC, change DESC LIMIT :most

-- name: atom_of_source
SELECT rowid AS number FROM changes
WHERE source_id = :source_id AND change <> 'baseline' AND observed_at <= :at
    AND (observed_at, fetch_id, item_id, change) < (:at, :fetch_id, :item_id, :change)
ORDER BY observed_at DESC, fetch_id DESC, item_id DESC, change DESC LIMIT :most

-- name: atom_of_kind
SELECT rowid AS number FROM changes
WHERE change = :kind AND observed_at <= :at AND (observed_at, fetch_id, item_id, change) < (:at, :fetch_id, :item_id, :change)
    AND (:source_id = '' OR source_id = :source_id)
ORDER BY observed_at DESC, fetch_id DESC, item_id DESC, change DESC LIMIT :most

-- name: atom_of_silent
SELECT rowid AS number FROM changes
WHERE silent = 1 AND observed_at <= :at AND (observed_at, fetch_id, item_id, change) < (:at, :fetch_id, :item_id, :change)
    AND (:source_id = '' OR source_id = :source_id)
ORDER BY observed_at DESC, fetch_id DESC, item_id DESC, change DESC LIMIT :most

-- name: atom_changes
SELECT c.rowid AS number, c.fetch_id, c.item_table, c.item_id, c.change, c.source_id, c.observed_at, c.changed, c.silent, c.label,
    coalesce(s.title, s.id) AS source_title, coalesce(p.url, i.url, t.url) AS url
FROM json_each(:numbers) j CROSS JOIN changes c ON c.rowid = j.value
JOIN sources s ON s.id = c.source_id
LEFT JOIN posts p ON c.item_table = 'posts' AND p.id = c.item_id
LEFT JOIN feed_items i ON c.item_table = 'feed_items' AND i.id = c.item_id
LEFT JOIN tweets t ON c.item_table = 'tweets' AND t.id = c.item_id
ORDER BY j.key

-- name: atom_fields
-- Old and new value of each changed field; of long ones the place where they begin to differ.
SELECT c.rowid AS number, e.field, e.old, e.new
FROM json_each(:numbers) j CROSS JOIN changes c ON c.rowid = j.value
JOIN field_excerpts e ON e.fetch_id = c.fetch_id AND e.item_id = c.item_id AND e.change = c.change
WHERE c.changed IS NOT NULL LIMIT :most

-- name: atom_excerpts
-- How the items that are new began.
SELECT c.rowid AS number, coalesce(p.summary, i.summary, t.text) AS excerpt
FROM json_each(:numbers) j CROSS JOIN changes c ON c.rowid = j.value
LEFT JOIN post_history p ON p.item_id = c.item_id AND p.fetch_id = c.fetch_id
LEFT JOIN feed_item_history i ON i.item_id = c.item_id AND i.fetch_id = c.fetch_id
LEFT JOIN tweet_history t ON t.item_id = c.item_id AND t.fetch_id = c.fetch_id
WHERE c.change = 'added'
