-- Search in texts and titles, current and past. :words is a query for FTS5 in which everything typed stands in quotation marks.
-- First the places are found, then those that a page shows are read: a snippet costs more than a match.

-- name: search_texts
-- The best of the first :ranked places that are found, and how many those are: to rank a place costs more than to find it.
SELECT c.search_id, c.content_hash, m.places FROM (
    SELECT search_id, place, count(*) OVER () AS places FROM (
        SELECT rowid AS search_id, rank AS place FROM contents_fts WHERE contents_fts MATCH :words LIMIT :ranked)
    ORDER BY place LIMIT :most
) m JOIN contents c ON c.search_id = m.search_id ORDER BY m.place

-- name: search_texts_unranked
SELECT c.search_id, c.content_hash
FROM (SELECT rowid AS search_id FROM contents_fts WHERE contents_fts MATCH :words LIMIT :most) m
JOIN contents c ON c.search_id = m.search_id

-- name: search_titles
SELECT search_id, count(*) OVER () AS places FROM (
    SELECT rowid AS search_id, rank AS place FROM titles_fts WHERE titles_fts MATCH :words LIMIT :ranked)
ORDER BY place LIMIT :most

-- name: search_titles_unranked
SELECT rowid AS search_id FROM titles_fts WHERE titles_fts MATCH :words LIMIT :most

-- name: items_of_titles
SELECT t.search_id, t.item_table, t.item_id, NULL AS version, t.search_id = coalesce(p.title_id, i.title_id) AS is_current
FROM json_each(:ids) j CROSS JOIN titles t ON t.search_id = j.value
LEFT JOIN posts p ON p.id = t.item_id LEFT JOIN feed_items i ON i.id = t.item_id ORDER BY j.key

-- name: items_of_texts
-- Of each text the newest version of each item that has or had it. (The view content_uses, joined in this order, would be read whole.)
SELECT search_id, item_table, item_id, max(version) AS version, max(is_current) AS is_current FROM (
    SELECT j.key AS place, c.search_id, 'posts' AS item_table, h.item_id, h.version, h.version = i.versions AS is_current
    FROM json_each(:ids) j CROSS JOIN contents c ON c.search_id = j.value
    CROSS JOIN post_history h ON h.content_hash = c.content_hash JOIN posts i ON i.id = h.item_id
    UNION ALL
    SELECT j.key, c.search_id, 'feed_items', h.item_id, h.version, h.version = i.versions
    FROM json_each(:ids) j CROSS JOIN contents c ON c.search_id = j.value
    CROSS JOIN feed_item_history h ON h.content_hash = c.content_hash JOIN feed_items i ON i.id = h.item_id
    UNION ALL
    SELECT j.key, c.search_id, 'tweets', h.item_id, h.version, h.version = i.versions
    FROM json_each(:ids) j CROSS JOIN contents c ON c.search_id = j.value
    CROSS JOIN tweet_history h ON h.content_hash = c.content_hash JOIN tweets i ON i.id = h.item_id
) GROUP BY place, item_id ORDER BY place LIMIT :most

-- name: found_items
SELECT i.item_id, i.source_id, coalesce(s.title, s.id) AS source_title, i.label, i.state, i.url, i.published FROM (
    SELECT p.id AS item_id, p.source_id, p.label, p.state, p.url, p.published FROM json_each(:ids) j JOIN posts p ON p.id = j.value
    UNION ALL SELECT f.id, f.source_id, f.label, f.state, f.url, f.published FROM json_each(:ids) j JOIN feed_items f ON f.id = j.value
    UNION ALL SELECT t.id, t.source_id, t.label, t.state, t.url, t.posted_at FROM json_each(:ids) j JOIN tweets t ON t.id = j.value
) i JOIN sources s ON s.id = i.source_id

-- name: snippets_of_texts
SELECT rowid AS search_id, snippet(contents_fts, 0, char(2), char(3), '…', 32) AS snippet
FROM contents_fts WHERE contents_fts MATCH :words AND rowid IN (SELECT value FROM json_each(:ids))

-- name: snippets_of_titles
SELECT rowid AS search_id, highlight(titles_fts, 0, char(2), char(3)) AS snippet
FROM titles_fts WHERE titles_fts MATCH :words AND rowid IN (SELECT value FROM json_each(:ids))
