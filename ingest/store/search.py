"""Feeds the full-text indexes. Knows texts and row ids, nothing of items.

Rows wait here until the transaction ends, because FTS5 writes out its pending terms whenever another statement opens a
savepoint, and whenever a row comes with a lower number than the one before: fed row by row between other writes, or in the
order in which they came, it costs several times as much.
"""

from __future__ import annotations

from operator import itemgetter

from ingest.sqlite import Connection

FULL = 2000
"""Rows to wait for at most; a bulk import holds no more texts in memory than this."""

_CONTENT = "INSERT INTO contents_fts (rowid, content_text) VALUES (?, ?)"
_TITLE = "INSERT INTO titles_fts (rowid, title) VALUES (?, ?)"


_row = itemgetter(0)


class SearchQueue:
    """New texts on their way into the indexes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._contents: list[tuple[int, str | None]] = []
        self._titles: list[tuple[int, str]] = []

    def add_content(self, row: int, text: str | None) -> None:
        """A row new in `contents`; a body without text has an entry too, as FTS5 expects of every row."""
        self._contents.append((row, text))
        self._drain()

    def add_title(self, row: int, title: str) -> None:
        """A row new in `titles`."""
        self._titles.append((row, title))
        self._drain()

    def flush(self) -> None:
        """Put everything that waits into the indexes."""
        if self._contents:
            self._connection.executemany(_CONTENT, sorted(self._contents, key=_row))
        if self._titles:
            self._connection.executemany(_TITLE, sorted(self._titles, key=_row))
        self.clear()

    def clear(self) -> None:
        """Forget what waits: the transaction that it belonged to was rolled back, or it is written."""
        self._contents.clear()
        self._titles.clear()

    def _drain(self) -> None:
        if len(self._contents) + len(self._titles) >= FULL:
            self.flush()
