-- Search in texts and titles, current and past. :words is a query for FTS5 in which everything typed stands in quotation marks.

-- name: search_texts
SELECT c.content_hash, snippet(contents_fts, 0, char(2), char(3), '…', 28) AS snippet
FROM contents_fts JOIN contents c ON c.search_id = contents_fts.rowid
WHERE contents_fts MATCH :words ORDER BY contents_fts.rank LIMIT :most

-- name: search_texts_unranked
SELECT c.content_hash, snippet(contents_fts, 0, char(2), char(3), '…', 28) AS snippet
FROM contents_fts JOIN contents c ON c.search_id = contents_fts.rowid
WHERE contents_fts MATCH :words LIMIT :most

-- name: search_titles
SELECT t.search_id, t.item_table, t.item_id, highlight(titles_fts, 0, char(2), char(3)) AS snippet
FROM titles_fts JOIN titles t ON t.search_id = titles_fts.rowid
WHERE titles_fts MATCH :words ORDER BY titles_fts.rank LIMIT :most

-- name: search_titles_unranked
SELECT t.search_id, t.item_table, t.item_id, highlight(titles_fts, 0, char(2), char(3)) AS snippet
FROM titles_fts JOIN titles t ON t.search_id = titles_fts.rowid
WHERE titles_fts MATCH :words LIMIT :most

-- name: uses_of_texts
-- Of each text the newest version of each item that has or had it.
SELECT u.content_hash, u.item_table, u.item_id, u.source_id, max(u.version) AS version, max(u.is_current) AS is_current, u.label, u.state
FROM json_each(:hashes) j JOIN content_uses u ON u.content_hash = j.value GROUP BY u.content_hash, u.item_id LIMIT 500

-- name: items_of_titles
SELECT p.id AS item_id, p.source_id, p.label, p.state, p.title_id FROM json_each(:ids) j JOIN posts p ON p.id = j.value
UNION ALL SELECT i.id, i.source_id, i.label, i.state, i.title_id FROM json_each(:ids) j JOIN feed_items i ON i.id = j.value

-- name: source_titles
SELECT id, coalesce(title, id) AS title FROM sources WHERE id IN (SELECT value FROM json_each(:ids))
