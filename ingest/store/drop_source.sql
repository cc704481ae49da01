-- Everything that was derived from one source (:source), children before parents. Texts that another source holds stay.

CREATE TEMP TABLE IF NOT EXISTS dropped_items (item_table TEXT, item_id TEXT, PRIMARY KEY (item_table, item_id)) WITHOUT ROWID;
CREATE TEMP TABLE IF NOT EXISTS dropped_contents (content_hash TEXT PRIMARY KEY) WITHOUT ROWID;

INSERT INTO dropped_items
    SELECT 'posts', id FROM posts WHERE source_id = :source
    UNION ALL SELECT 'feed_items', id FROM feed_items WHERE source_id = :source
    UNION ALL SELECT 'tweets', id FROM tweets WHERE source_id = :source;

INSERT INTO dropped_contents
    SELECT content_hash FROM (
        SELECT content_hash FROM posts WHERE source_id = :source
        UNION SELECT content_hash FROM feed_items WHERE source_id = :source
        UNION SELECT content_hash FROM tweets WHERE source_id = :source
        UNION SELECT content_hash FROM post_history WHERE source_id = :source
        UNION SELECT content_hash FROM feed_item_history WHERE source_id = :source
        UNION SELECT content_hash FROM tweet_history WHERE source_id = :source
    ) WHERE content_hash IS NOT NULL;

DELETE FROM post_history WHERE source_id = :source;
DELETE FROM feed_item_history WHERE source_id = :source;
DELETE FROM tweet_history WHERE source_id = :source;
DELETE FROM tweet_metrics WHERE tweet_id IN (SELECT item_id FROM dropped_items WHERE item_table = 'tweets');
DELETE FROM presence WHERE (item_table, item_id) IN (SELECT item_table, item_id FROM dropped_items);
DELETE FROM aliases WHERE source_id = :source;
DELETE FROM changes WHERE source_id = :source;
DELETE FROM daily_changes WHERE source_id = :source;
DELETE FROM profile_history WHERE source_id = :source;
DELETE FROM profiles WHERE source_id = :source;
DELETE FROM listings WHERE source_id = :source;
DELETE FROM pages WHERE source_id = :source;
DELETE FROM noise WHERE fetch_id IN (SELECT id FROM fetches WHERE source_id = :source);
DELETE FROM issues WHERE fetch_id IN (SELECT id FROM fetches WHERE source_id = :source);
DELETE FROM posts WHERE source_id = :source;
DELETE FROM feed_items WHERE source_id = :source;
DELETE FROM tweets WHERE source_id = :source;

-- Out of the indexes before out of the tables: FTS5 finds its own entries by the words that they were made of.
INSERT INTO titles_fts (titles_fts, rowid, title)
    SELECT 'delete', search_id, title FROM titles
    WHERE (item_table, item_id) IN (SELECT item_table, item_id FROM dropped_items);
DELETE FROM titles WHERE (item_table, item_id) IN (SELECT item_table, item_id FROM dropped_items);

DELETE FROM dropped_contents WHERE EXISTS (SELECT 1 FROM posts u WHERE u.content_hash = dropped_contents.content_hash)
    OR EXISTS (SELECT 1 FROM feed_items u WHERE u.content_hash = dropped_contents.content_hash)
    OR EXISTS (SELECT 1 FROM tweets u WHERE u.content_hash = dropped_contents.content_hash)
    OR EXISTS (SELECT 1 FROM post_history u WHERE u.content_hash = dropped_contents.content_hash)
    OR EXISTS (SELECT 1 FROM feed_item_history u WHERE u.content_hash = dropped_contents.content_hash)
    OR EXISTS (SELECT 1 FROM tweet_history u WHERE u.content_hash = dropped_contents.content_hash);
INSERT INTO contents_fts (contents_fts, rowid, content_text)
    SELECT 'delete', search_id, content_text FROM contents WHERE content_hash IN (SELECT content_hash FROM dropped_contents);
DELETE FROM contents WHERE content_hash IN (SELECT content_hash FROM dropped_contents);

UPDATE sources SET last_fetch_id = NULL, last_change_id = NULL, baseline_fetch_id = NULL, fields_fetch_id = NULL
    WHERE id = :source;
DELETE FROM source_history WHERE source_id = :source;
DELETE FROM fetches WHERE source_id = :source;
DELETE FROM sources WHERE id = :source;

DELETE FROM dropped_items;
DELETE FROM dropped_contents;
