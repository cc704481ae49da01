-- What the tables say, put together for reading. Every view keeps the keys of its rows, so that a filter by item, source,
-- fetch or time reaches an index of the table behind it. In a UNION ALL the columns of all parts have one affinity (hence
-- the casts): only then does SQLite carry ORDER BY and LIMIT into the parts.

-- Each attempt with the time to show, the origin's own where it is known, and how long its page had not been looked at.
CREATE VIEW fetch_log AS
SELECT f.*,
    coalesce(f.origin_date, f.observed_at) AS stamp,
    CASE WHEN f.origin_date IS NULL THEN 'observed' ELSE 'origin' END AS stamp_basis,
    (SELECT p.id FROM fetches p WHERE p.source_id = f.source_id AND p.page = f.page AND p.observed_at < f.observed_at
        ORDER BY p.observed_at DESC LIMIT 1) AS previous_fetch_id,
    (SELECT round((julianday(f.observed_at) - julianday(p.observed_at)) * 86400, 3)
        FROM fetches p WHERE p.source_id = f.source_id AND p.page = f.page AND p.observed_at < f.observed_at
        ORDER BY p.observed_at DESC LIMIT 1) AS gap_seconds
FROM fetches f;

-- What is listed now, with the last fetch that showed it there or confirmed it (a 304 or equal bytes confirm a listing).
CREATE VIEW listed_now AS
SELECT l.source_id, l.page, l.position, l.item_id,
    coalesce(l.last_fetch_id, p.listed_fetch_id) AS last_seen_fetch_id, coalesce(l.last_at, p.listed_at) AS last_seen_at
FROM listings l JOIN pages p ON p.source_id = l.source_id AND p.page = l.page;

-- All kinds of items as one list. An item of which only a change page told was last seen by that page.
CREATE VIEW timeline AS
SELECT CAST('posts' AS TEXT) AS item_table, i.id AS item_id, i.source_id, i.label, i.url, i.canonical_url,
    CAST(i.author AS TEXT) AS author, i.published, i.state, i.page, i.position, i.versions, i.first_seen_at,
    CAST(CASE WHEN i.state <> 'present' THEN i.last_seen_at ELSE coalesce(
        (SELECT l.last_seen_at FROM listed_now l
            WHERE l.source_id = i.source_id AND l.page = i.page AND l.position = i.position AND l.item_id = i.id),
        (SELECT max(r.from_at) FROM presence r WHERE r.item_table = 'posts' AND r.item_id = i.id))
    END AS TEXT) AS last_seen_at,
    i.last_changed_at, i.content_hash, i.truncated
FROM posts i
UNION ALL
SELECT CAST('feed_items' AS TEXT), i.id, i.source_id, i.label, i.url, i.canonical_url,
    CAST((SELECT group_concat(a.value, ', ') FROM json_each(i.authors) a) AS TEXT), i.published, i.state, i.page, i.position,
    i.versions, i.first_seen_at,
    CAST(CASE WHEN i.state <> 'present' THEN i.last_seen_at ELSE coalesce(
        (SELECT l.last_seen_at FROM listed_now l
            WHERE l.source_id = i.source_id AND l.page = i.page AND l.position = i.position AND l.item_id = i.id),
        (SELECT max(r.from_at) FROM presence r WHERE r.item_table = 'feed_items' AND r.item_id = i.id))
    END AS TEXT),
    i.last_changed_at, i.content_hash, i.truncated
FROM feed_items i
UNION ALL
SELECT CAST('tweets' AS TEXT), i.id, i.source_id, i.label, i.url, i.canonical_url,
    CAST('@' || i.author_handle AS TEXT), i.posted_at, i.state, i.page, i.position, i.versions, i.first_seen_at,
    CAST(CASE WHEN i.state <> 'present' THEN i.last_seen_at ELSE coalesce(
        (SELECT l.last_seen_at FROM listed_now l
            WHERE l.source_id = i.source_id AND l.page = i.page AND l.position = i.position AND l.item_id = i.id),
        (SELECT max(r.from_at) FROM presence r WHERE r.item_table = 'tweets' AND r.item_id = i.id))
    END AS TEXT),
    i.last_changed_at, i.content_hash, i.truncated
FROM tweets i;

-- Every version with its bodies, when the one before began and the one after replaced it, and where its item stands now.
CREATE VIEW post_versions AS
SELECT h.source_id, h.item_id, h.version, h.fetch_id, h.observed_at,
    (SELECT p.observed_at FROM post_history p WHERE p.item_id = h.item_id AND p.version = h.version - 1) AS previous_at,
    (SELECT n.observed_at FROM post_history n WHERE n.item_id = h.item_id AND n.version = h.version + 1) AS until_at,
    h.change, h.changed, h.silent,
    h.native_id, h.url, h.title, h.author, h.published, h.published_raw, h.published_precision, h.summary, h.tags,
    h.truncated, h.content_hash,
    c.summary_html, c.content_html, c.content_text,
    i.label AS item_label, i.url AS item_url, i.state AS item_state, i.versions AS item_versions, i.first_seen_at,
    (SELECT t.last_seen_at FROM timeline t WHERE t.item_table = 'posts' AND t.item_id = i.id) AS last_seen_at
FROM post_history h
JOIN posts i ON i.id = h.item_id
LEFT JOIN contents c ON c.content_hash = h.content_hash;

CREATE VIEW feed_item_versions AS
SELECT h.source_id, h.item_id, h.version, h.fetch_id, h.observed_at,
    (SELECT p.observed_at FROM feed_item_history p WHERE p.item_id = h.item_id AND p.version = h.version - 1) AS previous_at,
    (SELECT n.observed_at FROM feed_item_history n WHERE n.item_id = h.item_id AND n.version = h.version + 1) AS until_at,
    h.change, h.changed, h.silent,
    h.native_id, h.url, h.guid, h.title, h.authors, h.categories, h.published, h.published_raw, h.published_precision,
    h.updated, h.updated_raw, h.updated_precision, h.summary, h.comments_url, h.enclosures, h.truncated, h.content_hash,
    c.summary_html, c.content_html, c.content_text,
    i.label AS item_label, i.url AS item_url, i.state AS item_state, i.versions AS item_versions, i.first_seen_at,
    (SELECT t.last_seen_at FROM timeline t WHERE t.item_table = 'feed_items' AND t.item_id = i.id) AS last_seen_at
FROM feed_item_history h
JOIN feed_items i ON i.id = h.item_id
LEFT JOIN contents c ON c.content_hash = h.content_hash;

CREATE VIEW tweet_versions AS
SELECT h.source_id, h.item_id, h.version, h.fetch_id, h.observed_at,
    (SELECT p.observed_at FROM tweet_history p WHERE p.item_id = h.item_id AND p.version = h.version - 1) AS previous_at,
    (SELECT n.observed_at FROM tweet_history n WHERE n.item_id = h.item_id AND n.version = h.version + 1) AS until_at,
    h.change, h.changed, h.silent,
    h.native_id, h.url, h.status_id, h.author_handle, h.author_name, h.author_verified, h.posted_at, h.posted_at_raw,
    h.posted_at_basis, h.text, h.kind, h.reposted_by, h.in_reply_to, h.quoted_id, h.quoted_handle, h.quoted_name,
    h.quoted_verified, h.quoted_posted_raw, h.quoted_text, h.quoted_url, h.links, h.media, h.pinned, h.truncated,
    h.content_hash,
    c.summary_html, c.content_html, c.content_text,
    i.label AS item_label, i.url AS item_url, i.state AS item_state, i.versions AS item_versions, i.first_seen_at,
    (SELECT t.last_seen_at FROM timeline t WHERE t.item_table = 'tweets' AND t.item_id = i.id) AS last_seen_at
FROM tweet_history h
JOIN tweets i ON i.id = h.item_id
LEFT JOIN contents c ON c.content_hash = h.content_hash;

-- One row for each field that a version changed, old and new. Of a body its text, or its HTML where the text is the same;
-- a summary that is all the body there is, is shown in full and not as the excerpt of its column.
CREATE VIEW field_changes AS
SELECT CAST('posts' AS TEXT) AS item_table, h.item_id, h.source_id, h.version, h.fetch_id, h.observed_at, h.change, i.label,
    CAST(f.value AS TEXT) AS field,
    CAST(CASE f.value
        WHEN 'title' THEN p.title
        WHEN 'author' THEN p.author
        WHEN 'published' THEN CASE WHEN h.published IS NOT p.published THEN p.published ELSE p.published_raw END
        WHEN 'summary' THEN CASE
            WHEN c.content_text IS NOT b.content_text AND coalesce(c.content_html, b.content_html) IS NULL THEN b.content_text
            WHEN h.summary IS NOT p.summary THEN p.summary
            ELSE b.summary_html END
        WHEN 'tags' THEN p.tags
        WHEN 'content' THEN CASE WHEN c.content_text IS NOT b.content_text THEN b.content_text ELSE b.content_html END
        WHEN 'url' THEN p.url
        WHEN 'native_id' THEN p.native_id
        WHEN 'truncated' THEN p.truncated
    END AS TEXT) AS old,
    CAST(CASE f.value
        WHEN 'title' THEN h.title
        WHEN 'author' THEN h.author
        WHEN 'published' THEN CASE WHEN h.published IS NOT p.published THEN h.published ELSE h.published_raw END
        WHEN 'summary' THEN CASE
            WHEN c.content_text IS NOT b.content_text AND coalesce(c.content_html, b.content_html) IS NULL THEN c.content_text
            WHEN h.summary IS NOT p.summary THEN h.summary
            ELSE c.summary_html END
        WHEN 'tags' THEN h.tags
        WHEN 'content' THEN CASE WHEN c.content_text IS NOT b.content_text THEN c.content_text ELSE c.content_html END
        WHEN 'url' THEN h.url
        WHEN 'native_id' THEN h.native_id
        WHEN 'truncated' THEN h.truncated
    END AS TEXT) AS new,
    h.silent
FROM post_history h
JOIN json_each(h.changed) f
JOIN posts i ON i.id = h.item_id
JOIN post_history p ON p.item_id = h.item_id AND p.version = h.version - 1
LEFT JOIN contents c ON c.content_hash = h.content_hash
LEFT JOIN contents b ON b.content_hash = p.content_hash
UNION ALL
SELECT CAST('feed_items' AS TEXT), h.item_id, h.source_id, h.version, h.fetch_id, h.observed_at, h.change, i.label,
    CAST(f.value AS TEXT),
    CAST(CASE f.value
        WHEN 'guid' THEN p.guid
        WHEN 'title' THEN p.title
        WHEN 'authors' THEN p.authors
        WHEN 'categories' THEN p.categories
        WHEN 'published' THEN CASE WHEN h.published IS NOT p.published THEN p.published ELSE p.published_raw END
        WHEN 'updated' THEN CASE WHEN h.updated IS NOT p.updated THEN p.updated ELSE p.updated_raw END
        WHEN 'summary' THEN CASE
            WHEN c.content_text IS NOT b.content_text AND coalesce(c.content_html, b.content_html) IS NULL THEN b.content_text
            WHEN h.summary IS NOT p.summary THEN p.summary
            ELSE b.summary_html END
        WHEN 'comments_url' THEN p.comments_url
        WHEN 'enclosures' THEN p.enclosures
        WHEN 'content' THEN CASE WHEN c.content_text IS NOT b.content_text THEN b.content_text ELSE b.content_html END
        WHEN 'url' THEN p.url
        WHEN 'native_id' THEN p.native_id
        WHEN 'truncated' THEN p.truncated
    END AS TEXT),
    CAST(CASE f.value
        WHEN 'guid' THEN h.guid
        WHEN 'title' THEN h.title
        WHEN 'authors' THEN h.authors
        WHEN 'categories' THEN h.categories
        WHEN 'published' THEN CASE WHEN h.published IS NOT p.published THEN h.published ELSE h.published_raw END
        WHEN 'updated' THEN CASE WHEN h.updated IS NOT p.updated THEN h.updated ELSE h.updated_raw END
        WHEN 'summary' THEN CASE
            WHEN c.content_text IS NOT b.content_text AND coalesce(c.content_html, b.content_html) IS NULL THEN c.content_text
            WHEN h.summary IS NOT p.summary THEN h.summary
            ELSE c.summary_html END
        WHEN 'comments_url' THEN h.comments_url
        WHEN 'enclosures' THEN h.enclosures
        WHEN 'content' THEN CASE WHEN c.content_text IS NOT b.content_text THEN c.content_text ELSE c.content_html END
        WHEN 'url' THEN h.url
        WHEN 'native_id' THEN h.native_id
        WHEN 'truncated' THEN h.truncated
    END AS TEXT),
    h.silent
FROM feed_item_history h
JOIN json_each(h.changed) f
JOIN feed_items i ON i.id = h.item_id
JOIN feed_item_history p ON p.item_id = h.item_id AND p.version = h.version - 1
LEFT JOIN contents c ON c.content_hash = h.content_hash
LEFT JOIN contents b ON b.content_hash = p.content_hash
UNION ALL
SELECT CAST('tweets' AS TEXT), h.item_id, h.source_id, h.version, h.fetch_id, h.observed_at, h.change, i.label,
    CAST(f.value AS TEXT),
    CAST(CASE f.value
        WHEN 'status_id' THEN p.status_id
        WHEN 'author_handle' THEN p.author_handle
        WHEN 'author_name' THEN p.author_name
        WHEN 'author_verified' THEN p.author_verified
        WHEN 'posted_at' THEN CASE WHEN h.posted_at IS NOT p.posted_at THEN p.posted_at ELSE p.posted_at_raw END
        WHEN 'text' THEN p.text
        WHEN 'kind' THEN p.kind
        WHEN 'reposted_by' THEN p.reposted_by
        WHEN 'in_reply_to' THEN p.in_reply_to
        WHEN 'quoted_id' THEN p.quoted_id
        WHEN 'quoted_handle' THEN p.quoted_handle
        WHEN 'quoted_name' THEN p.quoted_name
        WHEN 'quoted_verified' THEN p.quoted_verified
        WHEN 'quoted_text' THEN p.quoted_text
        WHEN 'quoted_url' THEN p.quoted_url
        WHEN 'links' THEN p.links
        WHEN 'media' THEN p.media
        WHEN 'pinned' THEN p.pinned
        WHEN 'content' THEN CASE WHEN c.content_text IS NOT b.content_text THEN b.content_text ELSE b.content_html END
        WHEN 'url' THEN p.url
        WHEN 'native_id' THEN p.native_id
        WHEN 'truncated' THEN p.truncated
    END AS TEXT),
    CAST(CASE f.value
        WHEN 'status_id' THEN h.status_id
        WHEN 'author_handle' THEN h.author_handle
        WHEN 'author_name' THEN h.author_name
        WHEN 'author_verified' THEN h.author_verified
        WHEN 'posted_at' THEN CASE WHEN h.posted_at IS NOT p.posted_at THEN h.posted_at ELSE h.posted_at_raw END
        WHEN 'text' THEN h.text
        WHEN 'kind' THEN h.kind
        WHEN 'reposted_by' THEN h.reposted_by
        WHEN 'in_reply_to' THEN h.in_reply_to
        WHEN 'quoted_id' THEN h.quoted_id
        WHEN 'quoted_handle' THEN h.quoted_handle
        WHEN 'quoted_name' THEN h.quoted_name
        WHEN 'quoted_verified' THEN h.quoted_verified
        WHEN 'quoted_text' THEN h.quoted_text
        WHEN 'quoted_url' THEN h.quoted_url
        WHEN 'links' THEN h.links
        WHEN 'media' THEN h.media
        WHEN 'pinned' THEN h.pinned
        WHEN 'content' THEN CASE WHEN c.content_text IS NOT b.content_text THEN c.content_text ELSE c.content_html END
        WHEN 'url' THEN h.url
        WHEN 'native_id' THEN h.native_id
        WHEN 'truncated' THEN h.truncated
    END AS TEXT),
    h.silent
FROM tweet_history h
JOIN json_each(h.changed) f
JOIN tweets i ON i.id = h.item_id
JOIN tweet_history p ON p.item_id = h.item_id AND p.version = h.version - 1
LEFT JOIN contents c ON c.content_hash = h.content_hash
LEFT JOIN contents b ON b.content_hash = p.content_hash;

-- Each change with the names and addresses that a list of changes shows.
CREATE VIEW item_changes AS
SELECT c.fetch_id, c.item_table, c.item_id, c.change, c.source_id, s.title AS source_title, s.kind AS source_kind,
    c.observed_at, coalesce(f.origin_date, c.observed_at) AS stamp,
    CASE WHEN f.origin_date IS NULL THEN 'observed' ELSE 'origin' END AS stamp_basis,
    c.changed, c.silent, c.label, coalesce(p.url, i.url, t.url) AS url, coalesce(p.state, i.state, t.state) AS state, f.provenance
FROM changes c
JOIN sources s ON s.id = c.source_id
JOIN fetches f ON f.id = c.fetch_id
LEFT JOIN posts p ON c.item_table = 'posts' AND p.id = c.item_id
LEFT JOIN feed_items i ON c.item_table = 'feed_items' AND i.id = c.item_id
LEFT JOIN tweets t ON c.item_table = 'tweets' AND t.id = c.item_id;

-- Which versions a text belongs to: from a row of `contents`, found by search, to items current and past.
CREATE VIEW content_uses AS
SELECT h.content_hash, CAST('posts' AS TEXT) AS item_table, h.item_id, h.source_id, h.version, h.fetch_id, h.observed_at,
    CAST(h.version = i.versions AS INTEGER) AS is_current, i.label, i.url, i.state
FROM post_history h JOIN posts i ON i.id = h.item_id
UNION ALL
SELECT h.content_hash, CAST('feed_items' AS TEXT), h.item_id, h.source_id, h.version, h.fetch_id, h.observed_at,
    CAST(h.version = i.versions AS INTEGER), i.label, i.url, i.state
FROM feed_item_history h JOIN feed_items i ON i.id = h.item_id
UNION ALL
SELECT h.content_hash, CAST('tweets' AS TEXT), h.item_id, h.source_id, h.version, h.fetch_id, h.observed_at,
    CAST(h.version = i.versions AS INTEGER), i.label, i.url, i.state
FROM tweet_history h JOIN tweets i ON i.id = h.item_id;

-- Items of different sources that share a canonical URL: one post as the index, the archive page and the feed show it.
CREATE VIEW same_work AS
SELECT i.canonical_url, CAST('posts' AS TEXT) AS item_table, i.id AS item_id, i.source_id, i.label, i.url, i.published,
    i.first_seen_at, i.state, i.content_hash
FROM posts i
WHERE EXISTS (SELECT 1 FROM posts o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
    OR EXISTS (SELECT 1 FROM feed_items o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
    OR EXISTS (SELECT 1 FROM tweets o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
UNION ALL
SELECT i.canonical_url, CAST('feed_items' AS TEXT), i.id, i.source_id, i.label, i.url, i.published,
    i.first_seen_at, i.state, i.content_hash
FROM feed_items i
WHERE EXISTS (SELECT 1 FROM posts o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
    OR EXISTS (SELECT 1 FROM feed_items o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
    OR EXISTS (SELECT 1 FROM tweets o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
UNION ALL
SELECT i.canonical_url, CAST('tweets' AS TEXT), i.id, i.source_id, i.label, i.url, i.posted_at,
    i.first_seen_at, i.state, i.content_hash
FROM tweets i
WHERE EXISTS (SELECT 1 FROM posts o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
    OR EXISTS (SELECT 1 FROM feed_items o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id)
    OR EXISTS (SELECT 1 FROM tweets o WHERE o.canonical_url = i.canonical_url AND o.source_id <> i.source_id);

-- `field_changes` for lists: of a value of more than 400 characters, 360 from a little before the first difference.
-- The difference is found by halving: twenty comparisons tell a million characters apart.
CREATE VIEW field_excerpts AS
SELECT item_table, item_id, source_id, version, fetch_id, observed_at, change, label, field,
    CASE WHEN length(old) <= 400 THEN old ELSE (
        WITH RECURSIVE same (least, most) AS (
            SELECT 0, min(length(old), length(new))
            UNION ALL
            SELECT iif(substr(old, 1, (least + most + 1) / 2) = substr(new, 1, (least + most + 1) / 2), (least + most + 1) / 2, least),
                iif(substr(old, 1, (least + most + 1) / 2) = substr(new, 1, (least + most + 1) / 2), most, (least + most + 1) / 2 - 1)
            FROM same WHERE least < most
        ), cut (start) AS (SELECT max(1, ifnull(max(least), 0) - 59) FROM same)
        SELECT iif(start > 1, '…', '') || substr(old, start, 360) || iif(length(old) >= start + 360, '…', '') FROM cut
    ) END AS old,
    CASE WHEN length(new) <= 400 THEN new ELSE (
        WITH RECURSIVE same (least, most) AS (
            SELECT 0, min(length(old), length(new))
            UNION ALL
            SELECT iif(substr(old, 1, (least + most + 1) / 2) = substr(new, 1, (least + most + 1) / 2), (least + most + 1) / 2, least),
                iif(substr(old, 1, (least + most + 1) / 2) = substr(new, 1, (least + most + 1) / 2), most, (least + most + 1) / 2 - 1)
            FROM same WHERE least < most
        ), cut (start) AS (SELECT max(1, ifnull(max(least), 0) - 59) FROM same)
        SELECT iif(start > 1, '…', '') || substr(new, start, 360) || iif(length(new) >= start + 360, '…', '') FROM cut
    ) END AS new,
    silent
FROM field_changes;
