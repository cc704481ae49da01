-- What must not be found in data.db beyond what its constraints refuse. Each statement selects a sentence and a name.

SELECT 'changes of an item that is not there', c.fetch_id || ' ' || c.item_table || ' ' || c.item_id FROM changes c
WHERE NOT EXISTS (SELECT 1 FROM timeline t WHERE t.item_table = c.item_table AND t.item_id = c.item_id);

SELECT 'presence of an item that is not there', r.item_table || ' ' || r.item_id FROM presence r
WHERE NOT EXISTS (SELECT 1 FROM timeline t WHERE t.item_table = r.item_table AND t.item_id = r.item_id);

SELECT 'former ids of an item that is not there', a.item_table || ' ' || a.item_id FROM aliases a
WHERE NOT EXISTS (SELECT 1 FROM timeline t WHERE t.item_table = a.item_table AND t.item_id = a.item_id);

SELECT 'titles of an item that is not there', a.item_table || ' ' || a.item_id FROM titles a
WHERE NOT EXISTS (SELECT 1 FROM timeline t WHERE t.item_table = a.item_table AND t.item_id = a.item_id);

SELECT 'a listing holds an item that is not there', l.source_id || ' ' || l.item_id FROM listings l
WHERE NOT EXISTS (SELECT 1 FROM timeline t WHERE t.item_id = l.item_id AND t.source_id = l.source_id);

SELECT 'an item is present without being listed, or the other way round', t.item_table || ' ' || t.item_id FROM timeline t
WHERE (t.state = 'present') <> EXISTS (
    SELECT 1 FROM presence r WHERE r.item_table = t.item_table AND r.item_id = t.item_id AND r.to_fetch_id IS NULL);

SELECT 'stretches of presence overlap', r.item_table || ' ' || r.item_id FROM presence r
JOIN presence o ON o.item_table = r.item_table AND o.item_id = r.item_id AND o.from_at > r.from_at
WHERE r.to_at IS NULL OR r.to_at > o.from_at;

SELECT 'the number of versions is not that of the history', 'posts ' || i.id FROM posts i
WHERE i.versions <> (SELECT count(*) FROM post_history h WHERE h.item_id = i.id)
    OR i.versions <> (SELECT coalesce(max(h.version), 0) FROM post_history h WHERE h.item_id = i.id)
UNION ALL
SELECT 'the number of versions is not that of the history', 'feed_items ' || i.id FROM feed_items i
WHERE i.versions <> (SELECT count(*) FROM feed_item_history h WHERE h.item_id = i.id)
    OR i.versions <> (SELECT coalesce(max(h.version), 0) FROM feed_item_history h WHERE h.item_id = i.id)
UNION ALL
SELECT 'the number of versions is not that of the history', 'tweets ' || i.id FROM tweets i
WHERE i.versions <> (SELECT count(*) FROM tweet_history h WHERE h.item_id = i.id)
    OR i.versions <> (SELECT coalesce(max(h.version), 0) FROM tweet_history h WHERE h.item_id = i.id);

SELECT 'an item is not what its last version says', 'posts ' || i.id FROM posts i
JOIN post_history h ON h.item_id = i.id AND h.version = i.versions
WHERE (i.content_hash, i.title, i.last_changed_at) IS NOT (h.content_hash, h.title, h.observed_at)
UNION ALL
SELECT 'an item is not what its last version says', 'feed_items ' || i.id FROM feed_items i
JOIN feed_item_history h ON h.item_id = i.id AND h.version = i.versions
WHERE (i.content_hash, i.title, i.last_changed_at) IS NOT (h.content_hash, h.title, h.observed_at)
UNION ALL
SELECT 'an item is not what its last version says', 'tweets ' || i.id FROM tweets i
JOIN tweet_history h ON h.item_id = i.id AND h.version = i.versions
WHERE (i.content_hash, i.text, i.last_changed_at) IS NOT (h.content_hash, h.text, h.observed_at);

SELECT 'a text that no version uses', c.content_hash FROM contents c
WHERE NOT EXISTS (SELECT 1 FROM post_history h WHERE h.content_hash = c.content_hash)
    AND NOT EXISTS (SELECT 1 FROM feed_item_history h WHERE h.content_hash = c.content_hash)
    AND NOT EXISTS (SELECT 1 FROM tweet_history h WHERE h.content_hash = c.content_hash);

SELECT 'the counts of a source are not those of its rows', s.id FROM sources s
WHERE s.items <> (SELECT count(*) FROM timeline t WHERE t.source_id = s.id)
    OR s.items_present <> (SELECT count(*) FROM timeline t WHERE t.source_id = s.id AND t.state = 'present')
    OR s.fetches <> (SELECT count(*) FROM fetches f WHERE f.source_id = s.id)
    OR s.changes <> (SELECT count(*) FROM changes c WHERE c.source_id = s.id AND c.change <> 'baseline');

SELECT 'the times of a source are not those of its fetches', s.id FROM sources s
WHERE s.first_fetch_at IS NOT (SELECT min(f.observed_at) FROM fetches f WHERE f.source_id = s.id)
    OR s.last_fetch_at IS NOT (SELECT max(f.observed_at) FROM fetches f WHERE f.source_id = s.id)
    OR s.last_change_at IS NOT (SELECT max(f.observed_at) FROM fetches f WHERE f.source_id = s.id AND f.outcome = 'changed')
    OR s.last_good_at IS NOT (
        SELECT max(f.observed_at) FROM fetches f WHERE f.source_id = s.id AND f.outcome NOT IN ('failed', 'held'));

SELECT 'the changes of a day are miscounted', source_id || ' ' || day || ' ' || change FROM (
    SELECT source_id, substr(observed_at, 1, 10) AS day, change, count(*) FROM changes GROUP BY source_id, day, change
    EXCEPT SELECT source_id, day, change, count FROM daily_changes
)
UNION ALL
SELECT 'the changes of a day are miscounted', source_id || ' ' || day || ' ' || change FROM (
    SELECT source_id, day, change, count FROM daily_changes
    EXCEPT SELECT source_id, substr(observed_at, 1, 10) AS day, change, count(*) FROM changes GROUP BY source_id, day, change
);

SELECT 'the dataset is dated otherwise than its last fetch', d.updated_at FROM dataset d
WHERE d.updated_at IS NOT (SELECT max(observed_at) FROM fetches);
