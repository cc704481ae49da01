-- The tables of archive.db: what was received, under which settings, and what people decided. Nothing here is derived.
-- Times are UTC text (ISO 8601 with milliseconds, Z). Numbers in `id` and `seq` columns say in which order rows arrived.

CREATE TABLE bodies (                         -- one row per distinct body
    id           INTEGER PRIMARY KEY,
    sha256       TEXT NOT NULL UNIQUE,        -- of the bytes as received, after content-decoding; hexadecimal
    size         INTEGER NOT NULL,            -- bytes as received
    format       INTEGER NOT NULL,            -- how `data` is packed: 0 as received, 1 zstd, 2 zstd with the body `base_id` as prefix
    base_id      INTEGER REFERENCES bodies(id),
    depth        INTEGER NOT NULL,            -- how many frames must be unpacked before this one
    data         BLOB NOT NULL,
    CHECK ((format = 2) = (base_id IS NOT NULL)),
    CHECK ((format = 2) = (depth > 0)),
    CHECK (base_id < id)
) STRICT;
CREATE INDEX bodies_base ON bodies (base_id) WHERE base_id IS NOT NULL;

CREATE TABLE attempts (                       -- one row per try at a source, failures and 304s included
    seq              INTEGER PRIMARY KEY,
    source_id        TEXT NOT NULL,
    observed_at      TEXT NOT NULL,
    provenance       TEXT NOT NULL CHECK (provenance IN ('live', 'import', 'third_party')),
    requested_url    TEXT,
    final_url        TEXT,
    status           INTEGER,
    redirects        TEXT,                    -- JSON list of {url, status, location}
    etag             TEXT,                    -- this and the next ten: response headers as sent
    last_modified    TEXT,
    date             TEXT,
    age              TEXT,
    cache_control    TEXT,
    cf_cache_status  TEXT,
    content_type     TEXT,
    content_encoding TEXT,
    content_length   TEXT,
    retry_after      TEXT,
    expires          TEXT,
    body_id          INTEGER REFERENCES bodies(id),
    evidence_id      INTEGER REFERENCES bodies(id),   -- a document that tells of the response without being its body
    complete         INTEGER NOT NULL CHECK (complete IN (0, 1)),
    elapsed_ms       INTEGER,
    external_ref     TEXT,
    external_path    TEXT,
    error_kind       TEXT,
    error            TEXT,
    issues           TEXT                     -- JSON list of {severity, code, message, entry_ref}
) STRICT;
-- One attempt per source, time, URL, status and content (rule 12); also the way to a source's attempts in order of time.
CREATE UNIQUE INDEX attempts_identity ON attempts (
    source_id, observed_at, ifnull(requested_url, ''), ifnull(status, 0), ifnull(body_id, -ifnull(evidence_id, 0)));
CREATE INDEX attempts_body ON attempts (body_id) WHERE body_id IS NOT NULL;
CREATE INDEX attempts_evidence ON attempts (evidence_id) WHERE evidence_id IS NOT NULL;

CREATE TABLE descriptions (                   -- what else was said of an attempt that came more than once
    attempt_seq  INTEGER NOT NULL REFERENCES attempts(seq),
    sha256       TEXT NOT NULL,               -- of `json`
    json         TEXT NOT NULL,               -- the columns of attempts that are not null
    PRIMARY KEY (attempt_seq, sha256)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (                       -- one row per change of a source's settings
    seq        INTEGER PRIMARY KEY,
    source_id  TEXT NOT NULL,
    from_at    TEXT NOT NULL,
    json       TEXT NOT NULL                  -- the entry of sources.toml with its defaults, without `headers`
) STRICT;
CREATE INDEX settings_source ON settings (source_id, seq);

CREATE TABLE decisions (                      -- what a person decided about an attempt or a body
    seq          INTEGER PRIMARY KEY,
    kind         TEXT NOT NULL CHECK (kind IN ('release', 'forget')),
    attempt_seq  INTEGER REFERENCES attempts(seq),    -- what is released
    body_sha256  TEXT,                                -- what is forgotten
    reason       TEXT NOT NULL,
    at           TEXT NOT NULL,
    CHECK ((kind = 'release') = (attempt_seq IS NOT NULL)),
    CHECK ((kind = 'forget') = (body_sha256 IS NOT NULL))
) STRICT;
CREATE INDEX decisions_attempt ON decisions (attempt_seq) WHERE attempt_seq IS NOT NULL;
CREATE INDEX decisions_body ON decisions (body_sha256) WHERE body_sha256 IS NOT NULL;

CREATE VIEW records AS                        -- attempts with the facts of their bodies and what was decided about them
SELECT attempts.*,
       body.sha256 AS body_sha256, body.size AS body_bytes, body.format AS body_format,
       evidence.sha256 AS evidence_sha256,
       coalesce(body.sha256, evidence.sha256, '') AS content_sha256,
       EXISTS (SELECT 1 FROM decisions WHERE decisions.attempt_seq = attempts.seq) AS released,
       EXISTS (SELECT 1 FROM decisions WHERE decisions.body_sha256 = body.sha256) AS redacted
FROM attempts
LEFT JOIN bodies AS body ON body.id = attempts.body_id
LEFT JOIN bodies AS evidence ON evidence.id = attempts.evidence_id;
