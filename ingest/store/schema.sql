-- The tables of data.db. Views and search are in views.sql and search.sql beside this file.
-- Times are UTC text (ISO 8601, Z); lists and dicts are JSON text; booleans are 0/1. Keys are functions of the data.
-- Every foreign key has an index that begins with it: a source is dropped and written anew in one transaction, and a page
-- of Datasette counts the rows that point to the one it shows. Other indexes say what they serve.

CREATE TABLE dataset (                        -- one row: whose data this is
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    kind         TEXT NOT NULL CHECK (kind IN ('sample', 'own')),
    title        TEXT,
    updated_at   TEXT,                        -- the newest observed_at of all fetches
    schema_version INTEGER NOT NULL
) STRICT;

CREATE TABLE sources (
    id               TEXT PRIMARY KEY,
    kind             TEXT NOT NULL CHECK (kind IN ('blog', 'tweets', 'feed')),
    title            TEXT,                    -- from sources.toml, else from the document
    url              TEXT NOT NULL,
    home_url         TEXT,
    listing          TEXT NOT NULL DEFAULT 'window' CHECK (listing IN ('window', 'full')),
    derivation       TEXT NOT NULL,           -- parser, normaliser, history and settings version the rows were derived with
    first_fetch_at   TEXT,
    last_fetch_id    TEXT REFERENCES fetches(id),
    last_fetch_at    TEXT,
    last_outcome     TEXT,
    last_good_at     TEXT,                    -- last fetch that was neither failed nor held
    last_change_id   TEXT REFERENCES fetches(id),
    last_change_at   TEXT,                    -- last fetch with outcome 'changed'
    trouble_since    TEXT,                    -- first of the failed or held fetches at the end of the log
    fetches          INTEGER NOT NULL DEFAULT 0,
    failures         INTEGER NOT NULL DEFAULT 0,   -- failed or held in a row, at the end
    items            INTEGER NOT NULL DEFAULT 0,
    items_present    INTEGER NOT NULL DEFAULT 0,
    changes          INTEGER NOT NULL DEFAULT 0,   -- changes other than baseline
    baseline_fetch_id TEXT REFERENCES fetches(id), -- first whole capture that was applied
    fields_fetch_id  TEXT REFERENCES fetches(id),  -- its row of source_history holds the source's fields of today
    cursor           TEXT                     -- how far the projection of the archive has come: the last attempt's sort key
) STRICT;
CREATE INDEX sources_last_fetch ON sources (last_fetch_id);
CREATE INDEX sources_last_fetch_at ON sources (last_fetch_at);   -- the newest of all
CREATE INDEX sources_last_change ON sources (last_change_id);
CREATE INDEX sources_baseline ON sources (baseline_fetch_id);
CREATE INDEX sources_fields ON sources (fields_fetch_id);

CREATE TABLE fetches (
    id               TEXT PRIMARY KEY,        -- <source>-<20261006T062109578Z>[-n]
    source_id        TEXT NOT NULL REFERENCES sources(id),
    observed_at      TEXT NOT NULL,
    origin_date      TEXT,
    status           INTEGER,
    outcome          TEXT NOT NULL CHECK (outcome IN ('failed', 'not_modified', 'same', 'held', 'stale', 'changed', 'noise')),
    page             TEXT NOT NULL DEFAULT '1',    -- which page of a paginated listing
    requested_url    TEXT,
    final_url        TEXT,
    redirects        TEXT,
    etag             TEXT,
    last_modified    TEXT,
    date             TEXT,
    age              TEXT,
    cache_control    TEXT,
    cf_cache_status  TEXT,
    content_type     TEXT,
    content_encoding TEXT,
    content_length   TEXT,
    body_sha256      TEXT,
    body_bytes       INTEGER,
    body_format      TEXT,                    -- what the body was read as: rss20, atom10, json_feed, html, text, ...
    base_fetch_id    TEXT REFERENCES fetches(id),  -- the applied capture it was compared with
    lines_added      INTEGER,
    lines_removed    INTEGER,
    items_seen       INTEGER,
    items_added      INTEGER,
    items_edited     INTEGER,
    items_removed    INTEGER,
    items_returned   INTEGER,
    items_left       INTEGER,
    items_rekeyed    INTEGER,
    ttl_minutes      INTEGER,                 -- how long the feed asks to be left alone (ttl, sy:updatePeriod)
    elapsed_ms       INTEGER,
    provenance       TEXT NOT NULL CHECK (provenance IN ('live', 'import', 'third_party')),
    external_ref     TEXT,
    external_path    TEXT,
    evidence_sha256  TEXT,
    parser_version   INTEGER,
    normaliser_version INTEGER,
    released         INTEGER NOT NULL DEFAULT 0 CHECK (released IN (0, 1)),
    applied          INTEGER NOT NULL DEFAULT 0 CHECK (applied IN (0, 1)),  -- its content became part of the history
    error_kind       TEXT,
    error            TEXT,
    CHECK (outcome <> 'failed' OR error_kind IS NOT NULL),
    CHECK (outcome <> 'held' OR error_kind IS NOT NULL)
) STRICT;
CREATE INDEX fetches_source_time ON fetches (source_id, observed_at);
CREATE INDEX fetches_source_outcome ON fetches (source_id, outcome, observed_at);  -- the change before and after
CREATE INDEX fetches_time ON fetches (observed_at);
CREATE INDEX fetches_outcome ON fetches (outcome, observed_at);
CREATE INDEX fetches_body ON fetches (body_sha256);                                -- who served these bytes
CREATE INDEX fetches_evidence ON fetches (evidence_sha256) WHERE evidence_sha256 IS NOT NULL;   -- or sent them as evidence
CREATE INDEX fetches_base ON fetches (base_fetch_id);

CREATE TABLE pages (                          -- per listing page: what the next capture is compared with
    source_id        TEXT NOT NULL REFERENCES sources(id),
    page             TEXT NOT NULL,
    requested_url    TEXT,
    applied_fetch_id TEXT REFERENCES fetches(id),  -- null: only held captures so far
    body_sha256      TEXT,
    origin_date      TEXT,                    -- the newest origin_date applied
    held_key         TEXT,                    -- what the held captures since then agree on
    held_since       TEXT,
    held_count       INTEGER NOT NULL DEFAULT 0,
    items            INTEGER NOT NULL DEFAULT 0,   -- how many the applied listing had
    moved_since      INTEGER NOT NULL DEFAULT 0 CHECK (moved_since IN (0, 1)),  -- a part (206, a change page) moved an item since
    listed_fetch_id  TEXT REFERENCES fetches(id),  -- the last fetch that showed the listing or confirmed it (304, equal bytes)
    listed_at        TEXT,
    PRIMARY KEY (source_id, page)
) STRICT, WITHOUT ROWID;
CREATE INDEX pages_applied ON pages (applied_fetch_id);
CREATE INDEX pages_listed ON pages (listed_fetch_id);

CREATE TABLE listings (                       -- per listing page: the items of the last applied capture, in order
    source_id        TEXT NOT NULL REFERENCES sources(id),
    page             TEXT NOT NULL,
    position         INTEGER NOT NULL,
    item_id          TEXT NOT NULL,
    last_fetch_id    TEXT REFERENCES fetches(id),  -- only where the last capture was a part that lacks this item: who listed it
    last_at          TEXT,
    PRIMARY KEY (source_id, page, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX listings_last ON listings (last_fetch_id) WHERE last_fetch_id IS NOT NULL;

CREATE TABLE source_history (
    source_id        TEXT NOT NULL REFERENCES sources(id),
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    observed_at      TEXT NOT NULL,
    title            TEXT,
    description      TEXT,
    generator        TEXT,
    language         TEXT,
    home_url         TEXT,
    changed          TEXT NOT NULL,
    PRIMARY KEY (source_id, fetch_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_history_fetch ON source_history (fetch_id);

CREATE TABLE contents (                       -- one row per distinct text body
    content_hash     TEXT PRIMARY KEY,
    search_id        INTEGER NOT NULL UNIQUE, -- a number made of the hash: the row id of the search index, and its own
    summary_html     TEXT,
    content_html     TEXT,
    content_text     TEXT
) STRICT;

CREATE TABLE titles (                         -- every title that an item ever had
    search_id        INTEGER PRIMARY KEY,     -- a number made of item and title: the row id of the search index
    item_table       TEXT NOT NULL,
    item_id          TEXT NOT NULL,
    title            TEXT NOT NULL,
    fetch_id         TEXT NOT NULL REFERENCES fetches(id)   -- first seen there
) STRICT;
CREATE INDEX titles_item ON titles (item_id);
CREATE INDEX titles_fetch ON titles (fetch_id);

CREATE TABLE posts (
    id               TEXT PRIMARY KEY,
    source_id        TEXT NOT NULL REFERENCES sources(id),
    native_id        TEXT NOT NULL,
    url              TEXT,
    canonical_url    TEXT,
    state            TEXT NOT NULL CHECK (state IN ('present', 'left_window', 'removed')),
    page             TEXT,
    position         INTEGER,
    versions         INTEGER NOT NULL,
    first_seen_at    TEXT,
    last_seen_at     TEXT,
    last_changed_at  TEXT,
    content_hash     TEXT REFERENCES contents(content_hash),
    truncated        INTEGER NOT NULL DEFAULT 0 CHECK (truncated IN (0, 1)),
    pinned           INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    label            TEXT NOT NULL,           -- a title's worth of text for lists
    title_id         INTEGER REFERENCES titles(search_id),
    prints           TEXT NOT NULL,           -- JSON: a short hash of each field's comparable form
    title            TEXT,
    author           TEXT,
    published        TEXT,
    published_raw    TEXT,
    published_precision TEXT,
    summary          TEXT,
    tags             TEXT
) STRICT;

CREATE TABLE feed_items (
    id               TEXT PRIMARY KEY,
    source_id        TEXT NOT NULL REFERENCES sources(id),
    native_id        TEXT NOT NULL,
    url              TEXT,
    canonical_url    TEXT,
    state            TEXT NOT NULL CHECK (state IN ('present', 'left_window', 'removed')),
    page             TEXT,
    position         INTEGER,
    versions         INTEGER NOT NULL,
    first_seen_at    TEXT,
    last_seen_at     TEXT,
    last_changed_at  TEXT,
    content_hash     TEXT REFERENCES contents(content_hash),
    truncated        INTEGER NOT NULL DEFAULT 0 CHECK (truncated IN (0, 1)),
    pinned           INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    label            TEXT NOT NULL,           -- a title's worth of text for lists
    title_id         INTEGER REFERENCES titles(search_id),
    prints           TEXT NOT NULL,           -- JSON: a short hash of each field's comparable form
    guid             TEXT,
    title            TEXT,
    authors          TEXT,
    categories       TEXT,
    published        TEXT,
    published_raw    TEXT,
    published_precision TEXT,
    updated          TEXT,
    updated_raw      TEXT,
    updated_precision TEXT,
    summary          TEXT,
    comments_url     TEXT,
    enclosures       TEXT
) STRICT;

CREATE TABLE tweets (
    id               TEXT PRIMARY KEY,
    source_id        TEXT NOT NULL REFERENCES sources(id),
    native_id        TEXT NOT NULL,
    url              TEXT,
    canonical_url    TEXT,
    state            TEXT NOT NULL CHECK (state IN ('present', 'left_window', 'removed')),
    page             TEXT,
    position         INTEGER,
    versions         INTEGER NOT NULL,
    first_seen_at    TEXT,
    last_seen_at     TEXT,
    last_changed_at  TEXT,
    content_hash     TEXT REFERENCES contents(content_hash),
    truncated        INTEGER NOT NULL DEFAULT 0 CHECK (truncated IN (0, 1)),
    label            TEXT NOT NULL,           -- a title's worth of text for lists
    text_id          INTEGER REFERENCES contents(search_id),
    prints           TEXT NOT NULL,           -- JSON: a short hash of each field's comparable form
    status_id        TEXT,
    author_handle    TEXT,
    author_name      TEXT,
    author_verified  INTEGER CHECK (author_verified IN (0, 1)),
    posted_at        TEXT,
    posted_at_raw    TEXT,
    posted_at_basis  TEXT CHECK (posted_at_basis IN ('status_id', 'shown')),
    text             TEXT NOT NULL,
    kind             TEXT NOT NULL CHECK (kind IN ('post', 'reply', 'repost', 'quote')),
    reposted_by      TEXT,
    in_reply_to      TEXT,
    quoted_id        TEXT,
    quoted_handle    TEXT,
    quoted_name      TEXT,
    quoted_verified  INTEGER CHECK (quoted_verified IN (0, 1)),
    quoted_posted_raw TEXT,
    quoted_text      TEXT,
    quoted_url       TEXT,
    links            TEXT,
    media            TEXT,
    pinned           INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    replies          INTEGER,
    reposts          INTEGER,
    likes            INTEGER,
    views            INTEGER,
    counts           TEXT NOT NULL DEFAULT '{}'    -- JSON: for each of the four [value, as shown, exact, known to the nearest]
) STRICT;

-- What is listed now; whose id or address is this (the capture's own, and the same work elsewhere); lists by time.
CREATE INDEX posts_source_state ON posts (source_id, state, position);
CREATE INDEX posts_native ON posts (source_id, native_id);
CREATE INDEX posts_canonical ON posts (canonical_url, source_id);
CREATE INDEX posts_published ON posts (published);
CREATE INDEX posts_first_seen ON posts (first_seen_at);
CREATE INDEX posts_last_changed ON posts (last_changed_at);
CREATE INDEX posts_content ON posts (content_hash);
CREATE INDEX posts_title ON posts (title_id);
CREATE INDEX feed_items_source_state ON feed_items (source_id, state, position);
CREATE INDEX feed_items_native ON feed_items (source_id, native_id);
CREATE INDEX feed_items_canonical ON feed_items (canonical_url, source_id);
CREATE INDEX feed_items_published ON feed_items (published);
CREATE INDEX feed_items_first_seen ON feed_items (first_seen_at);
CREATE INDEX feed_items_last_changed ON feed_items (last_changed_at);
CREATE INDEX feed_items_content ON feed_items (content_hash);
CREATE INDEX feed_items_title ON feed_items (title_id);
CREATE INDEX tweets_source_state ON tweets (source_id, state, position);
CREATE INDEX tweets_native ON tweets (source_id, native_id);
CREATE INDEX tweets_canonical ON tweets (canonical_url, source_id);
CREATE INDEX tweets_posted ON tweets (posted_at);
CREATE INDEX tweets_first_seen ON tweets (first_seen_at);
CREATE INDEX tweets_last_changed ON tweets (last_changed_at);
CREATE INDEX tweets_content ON tweets (content_hash);
CREATE INDEX tweets_text ON tweets (text_id);
-- What went last.
CREATE INDEX posts_gone ON posts (source_id, last_seen_at) WHERE state <> 'present';
CREATE INDEX feed_items_gone ON feed_items (source_id, last_seen_at) WHERE state <> 'present';
CREATE INDEX tweets_gone ON tweets (source_id, last_seen_at) WHERE state <> 'present';
-- What was edited most often; an item that never was is in none of these.
CREATE INDEX posts_versions ON posts (versions) WHERE versions > 1;
CREATE INDEX feed_items_versions ON feed_items (versions) WHERE versions > 1;
CREATE INDEX tweets_versions ON tweets (versions) WHERE versions > 1;

CREATE TABLE post_history (
    item_id          TEXT NOT NULL REFERENCES posts(id),
    source_id        TEXT NOT NULL REFERENCES sources(id),
    version          INTEGER NOT NULL,
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    observed_at      TEXT NOT NULL,
    change           TEXT NOT NULL,
    changed          TEXT,
    silent           INTEGER CHECK (silent IN (0, 1)),
    content_hash     TEXT REFERENCES contents(content_hash),
    native_id        TEXT,
    url              TEXT,
    truncated        INTEGER NOT NULL DEFAULT 0,
    title            TEXT,
    author           TEXT,
    published        TEXT,
    published_raw    TEXT,
    published_precision TEXT,
    summary          TEXT,
    tags             TEXT,
    PRIMARY KEY (item_id, version)
) STRICT;

CREATE TABLE feed_item_history (
    item_id          TEXT NOT NULL REFERENCES feed_items(id),
    source_id        TEXT NOT NULL REFERENCES sources(id),
    version          INTEGER NOT NULL,
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    observed_at      TEXT NOT NULL,
    change           TEXT NOT NULL,
    changed          TEXT,
    silent           INTEGER CHECK (silent IN (0, 1)),
    content_hash     TEXT REFERENCES contents(content_hash),
    native_id        TEXT,
    url              TEXT,
    truncated        INTEGER NOT NULL DEFAULT 0,
    guid             TEXT,
    title            TEXT,
    authors          TEXT,
    categories       TEXT,
    published        TEXT,
    published_raw    TEXT,
    published_precision TEXT,
    updated          TEXT,
    updated_raw      TEXT,
    updated_precision TEXT,
    summary          TEXT,
    comments_url     TEXT,
    enclosures       TEXT,
    PRIMARY KEY (item_id, version)
) STRICT;

CREATE TABLE tweet_history (
    item_id          TEXT NOT NULL REFERENCES tweets(id),
    source_id        TEXT NOT NULL REFERENCES sources(id),
    version          INTEGER NOT NULL,
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    observed_at      TEXT NOT NULL,
    change           TEXT NOT NULL,
    changed          TEXT,
    silent           INTEGER CHECK (silent IN (0, 1)),
    content_hash     TEXT REFERENCES contents(content_hash),
    native_id        TEXT,
    url              TEXT,
    truncated        INTEGER NOT NULL DEFAULT 0,
    status_id        TEXT,
    author_handle    TEXT,
    author_name      TEXT,
    author_verified  INTEGER,
    posted_at        TEXT,
    posted_at_raw    TEXT,
    posted_at_basis  TEXT,
    text             TEXT NOT NULL,
    kind             TEXT NOT NULL,
    reposted_by      TEXT,
    in_reply_to      TEXT,
    quoted_id        TEXT,
    quoted_handle    TEXT,
    quoted_name      TEXT,
    quoted_verified  INTEGER,
    quoted_posted_raw TEXT,
    quoted_text      TEXT,
    quoted_url       TEXT,
    links            TEXT,
    media            TEXT,
    pinned           INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (item_id, version)
) STRICT;

CREATE INDEX post_history_fetch ON post_history (fetch_id);
CREATE INDEX post_history_time ON post_history (observed_at);
CREATE INDEX post_history_source ON post_history (source_id, observed_at);
CREATE INDEX post_history_content ON post_history (content_hash);
CREATE INDEX feed_item_history_fetch ON feed_item_history (fetch_id);
CREATE INDEX feed_item_history_time ON feed_item_history (observed_at);
CREATE INDEX feed_item_history_source ON feed_item_history (source_id, observed_at);
CREATE INDEX feed_item_history_content ON feed_item_history (content_hash);
CREATE INDEX tweet_history_fetch ON tweet_history (fetch_id);
CREATE INDEX tweet_history_time ON tweet_history (observed_at);
CREATE INDEX tweet_history_source ON tweet_history (source_id, observed_at);
CREATE INDEX tweet_history_content ON tweet_history (content_hash);

CREATE TABLE tweet_metrics (
    tweet_id         TEXT NOT NULL REFERENCES tweets(id),
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    observed_at      TEXT NOT NULL,
    replies          INTEGER,
    replies_shown    TEXT,
    replies_exact    INTEGER CHECK (replies_exact IN (0, 1)),
    reposts          INTEGER,
    reposts_shown    TEXT,
    reposts_exact    INTEGER CHECK (reposts_exact IN (0, 1)),
    likes            INTEGER,
    likes_shown      TEXT,
    likes_exact      INTEGER CHECK (likes_exact IN (0, 1)),
    views            INTEGER,
    views_shown      TEXT,
    views_exact      INTEGER CHECK (views_exact IN (0, 1)),
    PRIMARY KEY (tweet_id, fetch_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tweet_metrics_fetch ON tweet_metrics (fetch_id);
CREATE INDEX tweet_metrics_time ON tweet_metrics (observed_at);

CREATE TABLE profiles (
    source_id        TEXT NOT NULL REFERENCES sources(id),
    handle           TEXT NOT NULL,
    user_id          TEXT,
    name             TEXT,
    bio              TEXT,
    location         TEXT,
    website          TEXT,
    joined           TEXT,
    verified         INTEGER CHECK (verified IN (0, 1)),
    followers        INTEGER,
    followers_shown  TEXT,
    followers_exact  INTEGER CHECK (followers_exact IN (0, 1)),
    following        INTEGER,
    following_shown  TEXT,
    following_exact  INTEGER CHECK (following_exact IN (0, 1)),
    posts            INTEGER,
    posts_shown      TEXT,
    posts_exact      INTEGER CHECK (posts_exact IN (0, 1)),
    counts           TEXT NOT NULL DEFAULT '{}',   -- JSON: for each of the three [value, as shown, exact, known to the nearest]
    PRIMARY KEY (source_id, handle)
) STRICT, WITHOUT ROWID;

CREATE TABLE profile_history (
    source_id        TEXT NOT NULL REFERENCES sources(id),
    handle           TEXT NOT NULL,
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    observed_at      TEXT NOT NULL,
    changed          TEXT NOT NULL,
    user_id          TEXT,
    name             TEXT,
    bio              TEXT,
    location         TEXT,
    website          TEXT,
    joined           TEXT,
    verified         INTEGER,
    followers        INTEGER,
    followers_shown  TEXT,
    followers_exact  INTEGER,
    following        INTEGER,
    following_shown  TEXT,
    following_exact  INTEGER,
    posts            INTEGER,
    posts_shown      TEXT,
    posts_exact      INTEGER,
    PRIMARY KEY (source_id, handle, fetch_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX profile_history_fetch ON profile_history (fetch_id);

CREATE TABLE changes (
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    item_table       TEXT NOT NULL CHECK (item_table IN ('posts', 'feed_items', 'tweets')),
    item_id          TEXT NOT NULL,
    change           TEXT NOT NULL CHECK (change IN (
                         'baseline', 'added', 'edited', 'removed', 'returned', 'left_window', 'rekeyed')),
    source_id        TEXT NOT NULL REFERENCES sources(id),
    observed_at      TEXT NOT NULL,
    changed          TEXT,
    silent           INTEGER CHECK (silent IN (0, 1)),
    label            TEXT,
    PRIMARY KEY (fetch_id, item_table, item_id, change)
) STRICT;
CREATE INDEX changes_item ON changes (item_id, observed_at);
CREATE INDEX changes_time ON changes (observed_at);
CREATE INDEX changes_source_time ON changes (source_id, observed_at);
CREATE INDEX changes_kind_time ON changes (change, observed_at);
CREATE INDEX changes_fields ON changes (observed_at, changed) WHERE changed IS NOT NULL;  -- edits of one field
CREATE INDEX changes_silent ON changes (observed_at) WHERE silent = 1;              -- the few that a reader came for

CREATE TABLE presence (
    item_table       TEXT NOT NULL,
    item_id          TEXT NOT NULL,
    from_fetch_id    TEXT NOT NULL REFERENCES fetches(id),
    from_at          TEXT NOT NULL,
    to_fetch_id      TEXT REFERENCES fetches(id),   -- the last fetch that listed it; null while it lasts
    to_at            TEXT,
    PRIMARY KEY (item_id, item_table, from_fetch_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX presence_from ON presence (from_fetch_id);
CREATE INDEX presence_to ON presence (to_fetch_id);

CREATE TABLE aliases (
    item_table       TEXT NOT NULL,
    item_id          TEXT NOT NULL,
    source_id        TEXT NOT NULL REFERENCES sources(id),
    native_id        TEXT NOT NULL,
    until_fetch_id   TEXT NOT NULL REFERENCES fetches(id),
    PRIMARY KEY (item_table, item_id, native_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX aliases_native ON aliases (source_id, native_id);
CREATE INDEX aliases_until ON aliases (until_fetch_id);

CREATE TABLE noise (
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    kind             TEXT NOT NULL CHECK (kind IN ('build_date', 'generator', 'cache_comment', 'nonce', 'asset_version',
                         'tracking_parameter', 'attribute_order', 'image_loading', 'signed_url', 'whitespace', 'order', 'other')),
    count            INTEGER NOT NULL,
    example          TEXT NOT NULL,
    PRIMARY KEY (fetch_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX noise_kind ON noise (kind);

CREATE TABLE issues (
    fetch_id         TEXT NOT NULL REFERENCES fetches(id),
    number           INTEGER NOT NULL,        -- order within the fetch
    severity         TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'error')),
    code             TEXT NOT NULL,
    entry_ref        TEXT,
    message          TEXT NOT NULL,
    PRIMARY KEY (fetch_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX issues_code ON issues (code);

CREATE TABLE daily_changes (                  -- rollup, kept at write time
    source_id        TEXT NOT NULL REFERENCES sources(id),
    day              TEXT NOT NULL,           -- UTC day of observed_at
    change           TEXT NOT NULL,
    count            INTEGER NOT NULL,
    PRIMARY KEY (source_id, day, change)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_changes_day ON daily_changes (day);
