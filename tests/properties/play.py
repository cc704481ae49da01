"""Takes made-up looks through the real pipeline and reads what the database says afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest.model import Attempt, Source
from ingest.pipeline.catch_up import catch_up
from ingest.pipeline.place import Place, opened
from ingest.pipeline.rebuild import rebuild
from ingest.sqlite import connect
from tests.properties.world import FIRST_DAY

Row = tuple[object, ...]


@dataclass(frozen=True)
class Desk:
    """An archive and a database of one source."""

    folder: Path

    @property
    def db(self) -> Path:
        return self.folder / "data.db"

    def take_in(self, source: Source, attempts: Iterable[Attempt]) -> None:
        """One run: archive all, then apply what is new."""
        with opened(self._place, create=True) as both:
            both.archive.put_settings(source, FIRST_DAY)
            with both.archive.batch():
                for attempt in attempts:
                    both.archive.record(attempt)
            catch_up(both, source.id, lambda _row: None)

    def rebuild(self) -> None:
        rebuild(self._place, (), progress=lambda _done, _total: None)

    def rows(self, sql: str) -> list[Row]:
        connection = connect(self.db, read_only=True)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    @property
    def _place(self) -> Place:
        return Place(sources=self.folder / "sources.toml", archive=self.folder / "archive.db", db=self.db)


@contextmanager
def desk() -> Iterator[Desk]:
    """A desk for one example; hypothesis shares a test's own folder among all examples."""
    with TemporaryDirectory(prefix="strandline-") as folder:
        yield Desk(Path(folder))
