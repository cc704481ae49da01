-- Full-text search: one index over bodies and tweet texts, one over titles; current and past ones, each text once.
--
-- Both index what another table holds (external content), found there by a number made of the text's own key, so that a
-- row keeps its place when the file is copied. Rows go in by statements of the store, once a transaction, not by
-- triggers: a trigger makes FTS5 write its pending terms at every statement (three to four times the cost).
--
-- porter over unicode61: `edits` finds `edited`; accents and case do not matter. It cuts words at spaces and punctuation,
-- so text in Chinese, Japanese or Thai is found only by whole runs between them or by their beginnings (検索*). An index
-- of trigrams would triple the size and still miss words of two characters, which most Chinese words are.

CREATE VIRTUAL TABLE contents_fts USING fts5 (
    content_text,
    content="contents",
    content_rowid="search_id",
    tokenize="porter unicode61 remove_diacritics 2"
);

CREATE VIRTUAL TABLE titles_fts USING fts5 (
    title,
    content="titles",
    content_rowid="search_id",
    tokenize="porter unicode61 remove_diacritics 2"
);
